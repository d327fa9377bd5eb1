import { describe, expect, test } from 'vitest'
import { readPdf } from '#server/test/read-pdf.ts'
import { mm, PdfDocument } from './pdf-document.ts'
import { lettersOf, listPage } from './pdf-letter.ts'
import { drawQr } from './pdf-qr.ts'

const AT = new Date('2026-11-20T08:00:00Z')
const PLACE = { x: mm(25), y: mm(40), width: mm(100) }

const SCHOOL = {
  name: 'Grundschule im Wacholderhain',
  carrier_name: 'Freier Träger e. V.',
  street: 'Dorfstraße',
  house_number: '1',
  zip: '15999',
  city: 'Wacholderhain',
  phone: '+4930231250',
  mail: 'post@example.org',
  accent: '#1f7a4d',
  logo: null,
}

const drawn = async (draw: (pdf: PdfDocument) => unknown, options = {}) => {
  const pdf = await PdfDocument.open({ title: 'Titel', at: AT, ...options })
  await draw(pdf)
  return pdf.finish()
}

describe('a PDF', () => {
  test('tells its language, title and structure, and numbers its pages', async () => {
    const bytes = await drawn(
      (pdf) => {
        pdf.addPage()
        pdf.text('H1', 'Überschrift', PLACE)
        pdf.group('Table', () =>
          pdf.group('TR', () => {
            pdf.text('TH', 'Name', PLACE)
            pdf.text('TD', 'Mia', PLACE)
          }),
        )
        pdf.decoration((doc) => doc.rect(0, 0, 5, 5).fill('black'))
        pdf.addPage()
        pdf.text('P', 'Ende', PLACE)
      },
      { isNumbered: true },
    )
    const { pages, ...file } = await readPdf(bytes)
    expect(file).toEqual({ title: 'Titel', language: 'de-DE', isTagged: true })
    expect(pages.map(({ roles }) => roles)).toEqual(['Root(Document(H1 Table(TR(TH TD))))', 'Root(Document(P))'])
    expect(pages.map(({ text }) => text.split('\n').at(-1))).toEqual(['Seite 1 von 2', 'Seite 2 von 2'])
    expect(Buffer.from(bytes).toString('latin1')).toContain('<pdfuaid:part>1</pdfuaid:part>')
  })

  test('is the same to the byte for the same content and instant', async () => {
    const draw = (pdf: PdfDocument) => {
      pdf.addPage()
      drawQr(pdf, { text: 'https://example.org', alt: 'Code' }, { x: 9, y: 9, size: 99 })
      pdf.text('P', 'Text', PLACE)
    }
    expect(Buffer.compare(await drawn(draw), await drawn(draw))).toBe(0)
  })

  test.each([
    'Nguyễn Thị Ầu',
    'Łukasz Żółć',
    'Şahin Ğ',
    'Øystein Åse',
    'Ștefan',
    'François',
    '%PDF (\\) <>',
    '{Kind} $&',
  ])('prints %s as it is', async (name) => {
    const { pages } = await readPdf(
      await drawn((pdf) => {
        pdf.addPage()
        pdf.text('P', name, PLACE)
      }),
    )
    expect(pages[0]?.text).toBe(name)
  })

  test('breaks lines and words that are too long, and loses nothing', async () => {
    const text = `Ein ${'Donaudampfschifffahrt'.repeat(9)} mit Wort\n\nAbsatz`
    const { pages } = await readPdf(
      await drawn((pdf) => {
        pdf.addPage()
        pdf.text('P', text, PLACE)
      }),
    )
    const { lines = [], text: read = '' } = pages[0] ?? {}
    expect(lines.length).toBeGreaterThan(4)
    expect(Math.max(...lines.map(({ x, width }) => x + width))).toBeLessThanOrEqual(PLACE.x + PLACE.width + 0.5)
    expect(read.replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  })

  test('breaks a mail address before its signs only, and a part that is too long as any word', async () => {
    const parts = ['familie', '.mustermann-beispiel', '.vorname', '@grundschule-im-wacholderhain', '.example', '.org']
    const text = `Adresse ${parts.join('')} und ${`${'x'.repeat(60)}@example.org`}`
    const { pages } = await readPdf(
      await drawn((pdf) => {
        pdf.addPage()
        pdf.text('P', text, { ...PLACE, width: mm(60) })
      }),
    )
    const lines = pages[0]?.text.split('\n') ?? []
    const address = lines.slice(lines.indexOf('Adresse') + 1, lines.findIndex((line) => line.includes(' und')) + 1)
    expect(address.length).toBeGreaterThan(1)
    for (const line of address) expect(parts.some((part) => line.startsWith(part))).toBe(true)
    expect(lines.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  })

  test('holds QR codes that can be read, with words beside them for who cannot see', async () => {
    const text = 'https://schule.example/app/susByUuid/3f0c9a8e-6a3c-4b57-9a0e-0d7a6d1a2b3c'
    const { pages } = await readPdf(
      await drawn((pdf) => {
        pdf.addPage()
        drawQr(pdf, { text, alt: 'QR-Code' }, { x: mm(20), y: mm(20), size: mm(40) })
        drawQr(pdf, { text: `${text}x`, alt: 'Noch einer' }, { x: mm(90), y: mm(20), size: mm(20) })
      }),
    )
    expect(pages[0]?.codes).toEqual([text, `${text}x`])
    expect(pages[0]?.alts).toEqual(['QR-Code', 'Noch einer'])
  })
})

describe('letters', () => {
  const letter = {
    address: ['Frau Anna Müller', 'Dorfstraße 1', '15999 Wacholderhain'],
    day: '2026-11-20',
    closing: 'Grüße',
  }
  const WINDOW = { left: mm(20), right: mm(105), top: mm(297 - 62.7), bottom: mm(297 - 90) }

  test('show address and nothing else in the window, also a long one', async () => {
    const long = ['Frau Dr. '.repeat(8), ...letter.address, 'POLEN']
    for (const address of [letter.address, long]) {
      const { pages } = await readPdf(
        await drawn((pdf) => lettersOf(pdf, SCHOOL)({ ...letter, address, subject: 'Betreff', body: 'Text' })),
      )
      const seen = pages[0]?.lines.filter(({ x, y }) => x < WINDOW.right && y < WINDOW.top && y > WINDOW.bottom)
      expect(
        seen
          ?.map(({ str }) => str)
          .join(' ')
          .replace(/\s+/g, ' '),
      ).toBe(address.join(' ').replace(/\s+/g, ' '))
      expect(seen?.every(({ x, width }) => x >= WINDOW.left && x + width <= WINDOW.right)).toBe(true)
    }
  })

  test('go on to further pages, each letter on its own', async () => {
    const body = Array.from({ length: 90 }, (_, row) => `Zeile ${row + 1}`).join('\n')
    const bytes = await drawn((pdf) => {
      const draw = lettersOf(pdf, SCHOOL)
      draw({ ...letter, subject: 'Eins', body })
      draw({ ...letter, subject: 'Zwei', body: 'Q'.repeat(4000) })
    })
    const { pages } = await readPdf(bytes)
    const text = pages.map((page) => page.text)
    expect(text.join('\n').match(/^Zeile \d+$/gm)).toHaveLength(90)
    expect(text[1]).toContain('Seite 2 zum Schreiben vom 20.11.2026')
    expect(text.filter((page) => /^(Eins|Zwei)$/m.test(page))).toHaveLength(2)
    expect(text.join('').match(/Q/g)).toHaveLength(4000)
    for (const { lines } of pages) expect(Math.min(...lines.map(({ y }) => y))).toBeGreaterThan(mm(15))
  })

  test('end with a list that takes as many pages as it needs', async () => {
    const rows = Array.from({ length: 120 }, (_, row) => `Kind ${row + 1}: keine Anschrift`)
    const { pages } = await readPdf(await drawn((pdf) => listPage(pdf, { heading: 'Nicht enthalten', rows })))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages.flatMap(({ text }) => text.match(/^Kind \d+/gm) ?? [])).toHaveLength(120)
  })
})
