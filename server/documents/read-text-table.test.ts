import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FileRefusal } from './file-refusal.ts'
import { readAnyTable } from './read-any-table.ts'
import { readTextTable } from './read-text-table.ts'

const limits = { rows: 50, columns: 20, cellLength: 100 }

describe('texts with columns', () => {
  test('rows keep their place beside empty ones, also with line ends in quotes', () => {
    const text = 'a;b\n\n;;\n"x\n\ny";1\r\n \n5" tall;2\n\n'
    expect(readTextTable(Buffer.from(text), { limits }).rows).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['x\n\ny', '1'] },
      { line: 6, cells: ['5" tall', '2'] },
    ])
  })

  test('Latin-9 is read when somebody says so', () => {
    const file = Buffer.from([0xa4, 0x3b, 0xa8, 0xb4, 0xbd])
    expect(readTextTable(file, { limits, encoding: 'iso-8859-15' }).rows[0]?.cells).toEqual(['€', 'šŽœ'])
  })

  test.each([
    [
      'semicolons and quotes',
      'a;b\n"x;1";"y ""z"""',
      ';',
      [
        ['a', 'b'],
        ['x;1', 'y "z"'],
      ],
    ],
    [
      'commas',
      'a,b\r\nc,d',
      ',',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'tabs',
      'a\tb\nc\td',
      '\t',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'pipes, which never quote',
      'a|b\n"c|d',
      '|',
      [
        ['a', 'b'],
        ['"c', 'd'],
      ],
    ],
    [
      'a comma within a column of semicolons',
      'a;"b,c,d,e"\nf;g',
      ';',
      [
        ['a', 'b,c,d,e'],
        ['f', 'g'],
      ],
    ],
  ])('%s', (_title, ...given) => {
    const [text, delimiter, rows] = given
    const read = readTextTable(Buffer.from(text), { limits })
    expect(read.delimiter).toBe(delimiter)
    expect(read.rows.map(({ cells }) => cells)).toEqual(rows)
  })

  test.each([
    { title: 'UTF-8 with a mark', file: Buffer.from('\ufeffMüller'), encoding: 'utf-8', cell: 'Müller' },
    { title: 'UTF-8', file: Buffer.from('Şahin'), encoding: 'utf-8', cell: 'Şahin' },
    { title: 'Windows-1252', file: Buffer.from([0x4d, 0xfc, 0x80, 0x8a]), encoding: 'windows-1252', cell: 'Mü€Š' },
    { title: 'UTF-16, as Excel has it', file: Buffer.from('\ufeffMüller', 'utf16le'), encoding: null, cell: 'Müller' },
  ])('$title', ({ file, encoding, cell }) => {
    expect(readTextTable(file, { limits })).toMatchObject({ encoding, rows: [{ line: 1, cells: [cell] }] })
  })

  test('lines count the empty ones, as a spreadsheet program shows them', () => {
    const { rows } = readTextTable(Buffer.from('a;b\n\n;\n"c\nd";e\nf;g'), { limits })
    expect(rows.map(({ line }) => line)).toEqual([1, 4, 5])
  })
})

test('whatever the file is, it is read or refused', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ unit: fc.constantFrom(...'ab;,|\t"\n\r\u0000ü=\'') }).map((text) => Buffer.from(text)),
    fc.uint8Array({ maxLength: 200 }).map((rest) => Buffer.concat([Buffer.from('PK\u0003\u0004'), rest])),
  )
  const name = fc.constantFrom('a.csv', 'a.dat', 'a.xlsx', 'a.zip', 'a')
  await fc.assert(
    fc.asyncProperty(bytes, name, async (file, filename) => {
      try {
        const { tables } = await readAnyTable(Buffer.from(file), { filename, limits })
        for (const { rows } of tables) expect(rows.length).toBeLessThanOrEqual(limits.rows + 1)
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefusal)
      }
    }),
    { numRuns: 300 },
  )
})
