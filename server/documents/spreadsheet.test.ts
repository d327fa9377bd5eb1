import { describe, expect, test } from 'vitest'
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

  test.each(['=1+1', '=HYPERLINK("http://x")', '+49 331 555', '-1', '@SUM(A1)', '0012', '<b>&"', '\u00dcmit\nZeile'])(
    'keeps %j as text, never a formula or number',
    async (text) => {
      const { rows, sheet } = await write([{ text, day: null, grade: 1 }])
      expect(rows[1]?.[0]).toBe(text)
      expect(sheet).not.toContain('<f>')
    },
  )

  test('drops what XML cannot hold', async () => {
    expect((await write([{ text: 'A\u0001B\u0000', day: null, grade: 1 }])).rows[1]?.[0]).toBe('AB')
  })

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
