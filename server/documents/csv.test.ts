import { expect, test } from 'vitest'
import { spreadsheetCsv, spreadsheetRows } from './csv.ts'

const linesOf = (text: string) => text.replace(/^\ufeff/, '').split('\r\n')

test('a table begins with a byte order mark; its cells are divided by semicolons, its lines by CRLF', () => {
  const text = spreadsheetCsv({
    columns: ['Zeit', 'Person'],
    rows: [
      ['20.11.2026', 'Jürgen Groß'],
      ['', 'ohne Zeit'],
    ],
  })
  expect(text).toBe('\ufeffZeit;Person\r\n20.11.2026;Jürgen Groß\r\n;ohne Zeit\r\n')
})

test('semicolons, quotes and line breaks stay within their cell', () => {
  const [, ...rows] = linesOf(spreadsheetCsv({ columns: ['a'], rows: [['x;y'], ['sagt "ja"'], ['oben\nunten']] }))
  expect(rows.slice(0, 3)).toEqual(['"x;y"', '"sagt ""ja"""', '"oben\nunten"'])
})

const BEGINNINGS = [
  '=1+1',
  '+49 30',
  '-2',
  '@SUM(A1)',
  '\tTAB',
  '\rCR',
  '=HYPERLINK("http://x";"y")',
  '  =1+1',
  '\u00a0@A',
  '\n-2',
]

test.each(BEGINNINGS)('%j is no formula', (cell) => {
  const [, row = ''] = spreadsheetCsv({ columns: ['a'], rows: [[cell]] }).split(/\r\n(?!$)/)
  expect(row.replace(/^"/, '')).toMatch(/^'(?!')/)
  expect(spreadsheetRows([[cell]]).replace(/^"/, '')).toMatch(/^'(?!')/)
})

test.each(['Groß-Glienicke', ' a=b', 'a@example.org', "'s"])('%j stays as it is', (cell) => {
  expect(spreadsheetRows([[cell]])).toBe(`${cell}\r\n`)
})
