import { expect, test } from 'vitest'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import type { Column } from './spreadsheet.ts'
import { writeTableFile } from './write-table-file.ts'

interface Row {
  name: string | null
  day: string | null
  count: number
}

const columns: Column<Row>[] = [
  { heading: 'Name', cell: ({ name }) => name, width: 10 },
  { heading: 'Tag', cell: ({ day }) => day, kind: 'day', width: 10 },
  { heading: 'Zahl', cell: ({ count }) => count, width: 10 },
]
const file = {
  name: 'Liste',
  title: 'Liste',
  columns,
  rows: [
    { name: '=1+1', day: '2026-11-20', count: 0 },
    { name: null, day: null, count: 2 },
  ],
}

test('a list is written as text with days as people write them', async () => {
  const { filename, media_type, content } = await writeTableFile(file, 'csv')
  expect([filename, media_type]).toEqual(['Liste.csv', 'text/csv; charset=utf-8'])
  const text = Buffer.from(content).toString()
  expect(text).toBe("\uFEFFName;Tag;Zahl\r\n'=1+1;20.11.2026;0\r\n;;2\r\n")
})

test('a list is written for Excel with the same columns', async () => {
  const { filename, content } = await writeTableFile(file, 'xlsx')
  expect(filename).toBe('Liste.xlsx')
  const { rows } = readSpreadsheet(Buffer.from(content))
  expect(rows[0]).toEqual(['Name', 'Tag', 'Zahl'])
  expect([rows[1]?.[0], rows[1]?.[2]]).toEqual(['=1+1', 0])
})
