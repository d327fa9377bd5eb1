import { formatDayOf } from '#contract/dates.ts'
import { PARENT_LINK_TEXTS } from '#contract/parentlinks/parentlinks.ts'
import { fullName } from '#contract/person-names.ts'
import { A4, mm, type PdfDocument } from '#server/documents/pdf-document.ts'
import type { LetterFlow } from '#server/documents/pdf-letter.ts'
import { drawQr } from '#server/documents/pdf-qr.ts'
import type { SheetLink, SheetPupil } from './pupil-sheets.queries.ts'

const COLUMNS = 2
const ROWS = 4
const CARD = { width: A4.width / COLUMNS, height: A4.height / ROWS }
const PADDING = mm(8)
const QR_SIZE = mm(40)
/** Two small lines and a little air. */
const ADDRESS_HEIGHT = mm(8)

/** First name and initial, like on the public page (domain §5.6). */
const shortName = ({ firstname, lastname }: SheetPupil) => `${firstname} ${Array.from(lastname)[0]}.`

const qrAlt = (name: string) => `QR-Code mit dem Elternlink für ${name}`

/** Broken where it is easiest to type: the part that is the same for all has its own line. */
const typed = (address: string) => address.replace(/\/([^/]+)$/, '/\n$1')

/** Tells families that their former link no longer works. */
const replacesText = ({ rotated_at }: SheetLink) =>
  rotated_at === null ? '' : PARENT_LINK_TEXTS.replaces(formatDayOf(rotated_at))

interface CardPlace {
  school: string
  corner: { x: number; y: number }
}

const drawCard = (pdf: PdfDocument, link: SheetLink, { school, corner }: CardPlace) => {
  const { pupil, address } = link
  const [x, y, width] = [corner.x + PADDING, corner.y + PADDING, CARD.width - 2 * PADDING]
  const name = shortName(pupil)
  const heading = pupil.classgradePlain ? `${name} · ${pupil.classgradePlain}` : name
  const headed = { width, size: 13, font: 'bold', leading: 1.2 } as const
  const above = { width, size: 8, leading: 1.2 }
  const fitted = pdf.wrap(heading, headed).slice(0, 2)
  const from = pdf.lines('P', pdf.wrap(school, above).slice(0, 2), { ...above, x, y })
  const under = pdf.lines('H1', fitted, { ...headed, x, y: from })
  // The code is a little smaller when there are many lines above it.
  const size = Math.min(QR_SIZE, corner.y + CARD.height - PADDING - ADDRESS_HEIGHT - under)
  drawQr(pdf, { text: address, alt: qrAlt(name) }, { x: x - mm(2), y: under, size })
  const aside = { x: x + QR_SIZE + mm(1), width: width - QR_SIZE - mm(1), size: 9.5, leading: 1.25 }
  pdf.text('P', 'Abwesenheit melden: Code mit dem Telefon scannen oder die Adresse eintippen.', {
    ...aside,
    y: under + mm(1),
  })
  const care = ['Bitte gut aufbewahren und nicht weitergeben.', replacesText(link)].filter(Boolean).join(' ')
  pdf.text('P', care, { ...aside, y: under + mm(18) })
  pdf.text('P', typed(address), { x, y: under + size + mm(1), width, size: 8, leading: 1.2 })
}

const drawCuts = (pdf: PdfDocument) =>
  pdf.decoration((doc) => {
    doc.lineWidth(0.4).strokeColor('#888888').dash(3, { space: 3 })
    doc.moveTo(CARD.width, 0).lineTo(CARD.width, A4.height)
    for (let row = 1; row < ROWS; row += 1) doc.moveTo(0, row * CARD.height).lineTo(A4.width, row * CARD.height)
    doc.stroke().undash()
  })

/** Cards to cut out, eight on a sheet (ux §4). */
export async function drawLinkCards(pdf: PdfDocument, school: string, links: readonly SheetLink[]) {
  for (const [index, link] of links.entries()) {
    const place = index % (COLUMNS * ROWS)
    await pdf.breathe()
    if (place === 0) {
      pdf.addPage()
      drawCuts(pdf)
    }
    const corner = { x: (place % COLUMNS) * CARD.width, y: Math.floor(place / COLUMNS) * CARD.height }
    pdf.group('Sect', () => drawCard(pdf, link, { school, corner }))
  }
}

/** Draws one child's link in a letter: the code, and next to it the name and the address. */
export const drawLinkBlock = (pdf: PdfDocument, flow: LetterFlow, link: SheetLink) => {
  const { pupil, address } = link
  flow.need(QR_SIZE + mm(4))
  const { y } = flow
  const aside = { x: mm(25) + QR_SIZE + mm(4), width: mm(165) - QR_SIZE - mm(4) }
  const name = fullName(pupil)
  const heading = pupil.classgradePlain ? `${name}, Klasse ${pupil.classgradePlain}` : name
  const under = pdf.text('H2', heading, { ...aside, y: y + mm(6), size: 12, font: 'bold' })
  drawQr(pdf, { text: address, alt: qrAlt(shortName(pupil)) }, { x: mm(23), y, size: QR_SIZE })
  const below = pdf.text('P', typed(address), { ...aside, y: under + mm(2), size: 10 })
  const replaces = replacesText(link)
  if (replaces) pdf.text('P', replaces, { ...aside, y: below + mm(2), size: 10 })
  flow.y = y + QR_SIZE + mm(4)
}

export const LINK_LETTER = {
  subject: 'Ihr Elternlink',
  text: (children: string) =>
    [
      `mit dem Elternlink melden Sie ${children} krank oder abwesend, ohne anzurufen und ohne Passwort: Scannen Sie den Code mit der Kamera Ihres Telefons, oder tippen Sie die Adresse in einen Browser.`,
      '',
      `${PARENT_LINK_TEXTS.explanation} Bitte bewahren Sie ihn gut auf. Wenn er verloren geht, erneuern wir ihn.`,
    ].join('\n'),
} as const

/** The same for somebody of age, whose parents' link no longer works (domain §5.5). */
export const OWN_LINK_LETTER = {
  subject: 'Ihr eigener Link',
  text: [
    'mit diesem Link melden Sie sich selbst krank oder abwesend, ohne anzurufen und ohne Passwort: Scannen Sie den Code mit der Kamera Ihres Telefons, oder tippen Sie die Adresse in einen Browser.',
    '',
    'Der Link gehört nur Ihnen. Der frühere Elternlink gilt seit Ihrem 18. Geburtstag nicht mehr. Bitte bewahren Sie Ihren Link gut auf. Wenn er verloren geht, erneuern wir ihn.',
  ].join('\n'),
} as const
