import { describe, expect, test } from 'vitest'
import { longestStep } from '#server/test/longest-step.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { sheetTitle, writeSpreadsheet } from './spreadsheet.ts'

interface Row {
  text: string | null
  day: string | null
  grade: number
}

const write = async (rows: Row[], title = 'Klasse 5a') =>
  readSpreadsheet(
    await writeSpreadsheet({
      title,
      columns: [
        { heading: 'Text', cell: ({ text }: Row) => text, width: 20 },
        { heading: 'Tag', cell: ({ day }: Row) => day, kind: 'day', width: 12 },
        { heading: 'Stufe', cell: ({ grade }: Row) => grade, width: 8 },
      ],
      rows,
    }),
  )

/** The library on its own needs one step of several times this share for 3000 rows, every time it is called. */
const STEP_SHARE_MAX = 0.4

/** Days since 30.12.1899, as Excel counts them. */
const serial = (day: string) => Math.round(Date.parse(`${day}T00:00:00Z`) / 86_400_000) + 25_569

describe('an Excel file', () => {
  test('holds the headings, bold and frozen, and a row for each', async () => {
    const { rows, sheet, styles, title } = await write([{ text: 'Mia Müller', day: '2018-05-03', grade: 5 }])
    expect(rows).toEqual([
      ['Text', 'Tag', 'Stufe'],
      ['Mia Müller', serial('2018-05-03'), 5],
    ])
    expect(title).toBe('Klasse 5a')
    expect(sheet).toMatch(/<pane [^>]*ySplit="1"[^>]*state="frozen"/)
    expect(styles).toContain('<b/>')
    expect(styles).toMatch(/formatCode="dd\.mm\.yyyy"/)
  })

  test.each([
    ['constructor', 'constructor'],
    ['__proto__', '__proto__'],
    [' a ', ' a '],
    ['Mia 😀', 'Mia 😀'],
    ['halbes \ud83d Bild', 'halbes  Bild'],
    ['A\u0001B\u0000', 'AB'],
  ])('holds %j as %j, whatever it is to a program', async (text, held) => {
    expect((await write([{ text, day: null, grade: 1 }])).rows[1]?.[0]).toBe(held)
  })

  test('shows all of a cell with several lines, and its neighbours at the top', async () => {
    const { sheet, styles } = await write([{ text: 'a\nb', day: '2018-05-03', grade: 1 }])
    expect(sheet).toMatch(/<row r="2">(<c r="[ABC]2" s="\d"[^>]*>.*?<\/c>){3}<\/row>/)
    expect(styles.match(/<alignment [^>]*vertical="top"[^>]*>/g)).toHaveLength(3)
    expect(styles.match(/<alignment [^>]*wrapText="1"[^>]*>/g)).toHaveLength(1)
  })

  test('with thousands of rows has them all in order and does not block other requests', async () => {
    const many = Array.from({ length: 3000 }, (_, grade) => ({ text: `=${grade}`, day: '2018-05-03', grade }))
    const columns = [...'ABCDEFGHIJKLMNOPQRST'].map((heading) => ({
      heading,
      cell: ({ text }: Row) => `${text} ${heading}`,
      width: 9,
    }))
    const sheet = { title: 'Viele', columns, rows: many }
    // The thread does nearly all of the work, so a single pause of this one for its memory weighs much: the least of three counts.
    const runs = []
    for (let run = 0; run < 3; run += 1) runs.push(await longestStep(() => writeSpreadsheet(sheet)))
    expect(Math.min(...runs.map(({ share }) => share))).toBeLessThan(STEP_SHARE_MAX)
    const { rows } = readSpreadsheet(runs[0]?.result ?? new Uint8Array())
    expect(rows).toHaveLength(many.length + 1)
    for (const at of [1, 200, 201, 3000]) expect(rows[at]?.slice(0, 2)).toEqual([`=${at - 1} A`, `=${at - 1} B`])
  })

  test.each(['=1+1', '=HYPERLINK("http://x")', '+49 331 555', '-1', '@SUM(A1)', '0012', '<b>&"', '\u00dcmit\nZeile'])(
    'keeps %j as text, never a formula or number',
    async (text) => {
      const { rows, sheet } = await write([{ text, day: null, grade: 1 }])
      expect(rows[1]?.[0]).toBe(text)
      expect(sheet).not.toContain('<f>')
    },
  )

  test('is valid without rows and with nothing in a cell', async () => {
    expect((await write([])).rows).toEqual([['Text', 'Tag', 'Stufe']])
    expect((await write([{ text: null, day: null, grade: 2 }])).rows[1]).toContain(2)
  })

  test.each([
    ['Klasse 1/2 Füchse', 'Klasse 1-2 Füchse'],
    ['a\\b?c*d[e]f:g', 'a-b-c-d-e-f-g'],
    ["'Zitat'", 'Zitat'],
    ['x'.repeat(40), 'x'.repeat(31)],
    ['', 'Tabelle'],
  ])('calls the sheet %j what Excel takes: %j', (title, taken) => {
    expect(sheetTitle(title)).toBe(taken)
  })
})
