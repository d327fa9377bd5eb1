import { strToU8, type Zippable, zipSync } from 'fflate'

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
const WORKBOOK =
  '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="T" sheetId="1" r:id="r1"/></sheets></workbook>'
const RELATIONS =
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'

const cellsOf = (cells: readonly string[], row: number) =>
  cells
    .map((cell, column) => `<c r="${String.fromCharCode(65 + column)}${row}" t="inlineStr"><is><t>${cell}</t></is></c>`)
    .join('')

/** The XML of a sheet of texts. */
export const sheetXml = (rows: readonly (readonly string[])[], prolog = '') =>
  `<?xml version="1.0"?>${prolog}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
    .map((cells, index) => `<row r="${index + 1}">${cellsOf(cells, index + 1)}</row>`)
    .join('')}</sheetData></worksheet>`

/** An Excel file made by hand, with further parts. */
export const workbook = (sheet: string | Uint8Array, more: Zippable = {}) =>
  Buffer.from(
    zipSync(
      {
        '[Content_Types].xml': strToU8(CONTENT_TYPES),
        'xl/workbook.xml': strToU8(WORKBOOK),
        'xl/_rels/workbook.xml.rels': strToU8(RELATIONS),
        'xl/worksheets/sheet1.xml': typeof sheet === 'string' ? strToU8(sheet) : sheet,
        ...more,
      },
      { level: 1 },
    ),
  )

const HEAD = ['Nachname', 'Vorname', 'Geburtsdatum']
const ENTITIES =
  '<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
const FOREIGN = '<!DOCTYPE l [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
const MB = 1024 * 1024

const manyEntries = (): Zippable =>
  Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`f${index}`, [new Uint8Array(0), { level: 0 }]]))

/** The directory says a thousand bytes; the content is sixteen million. */
const lyingZip = () => {
  const file = workbook(Buffer.alloc(16 * MB, 0x20))
  const mark = Buffer.from('xl/worksheets/sheet1.xml')
  for (let at = file.indexOf(mark); at >= 0; at = file.indexOf(mark, at + 1)) {
    const isCentral = file.readUInt32LE(at - 46) === 0x02014b50
    file.writeUInt32LE(1000, isCentral ? at - 46 + 24 : at - 30 + 22)
  }
  return file
}

/** Each part has some noise, so that none has too high a ratio; together they are larger than allowed. */
const largeParts = () => {
  const noise = new Uint8Array(14 * MB).map((_, at) => (at % 2048 < 64 ? Math.imul(at, 2_654_435_761) >>> 24 : 0))
  const parts = Array.from({ length: 5 }, (_, at): [string, Uint8Array] => [`xl/media/${at}.bin`, noise])
  return workbook(sheetXml([HEAD]), Object.fromEntries(parts))
}

/** Every part is marked as protected by a password. */
const lockedZip = () => {
  const file = workbook(sheetXml([HEAD, ['a', 'b', '1.1.2018']]))
  for (let at = 0; at + 10 < file.length; at++) {
    const mark = file.readUInt32LE(at)
    if (mark === 0x02014b50) file.writeUInt16LE(file.readUInt16LE(at + 8) | 1, at + 8)
    if (mark === 0x04034b50) file.writeUInt16LE(file.readUInt16LE(at + 6) | 1, at + 6)
  }
  return file
}

interface HostileFile {
  title: string
  name: string
  make: () => Buffer
  /** A part of the refusal's text. */
  text: string
}

/** Files that nobody should send, each with a name that fits or does not. */
export const hostileFiles: HostileFile[] = [
  { title: 'a bomb', name: 'a.xlsx', make: () => workbook(Buffer.alloc(16 * MB, 0x20)), text: '200-mal so groß' },
  { title: 'megabytes by the dozen', name: 'a.xlsx', make: largeParts, text: 'größer als 64 MB' },
  { title: 'a locked zip', name: 'a.xlsx', make: lockedZip, text: 'mit einem Passwort geschützt' },
  {
    title: 'thirteen texts in an archive',
    name: 'a.zip',
    make: () =>
      Buffer.from(zipSync(Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`${at}.csv`, strToU8('a;b')])))),
    text: 'mehr als 12 Textdateien',
  },
  { title: 'a bomb that lies about its size', name: 'a.xlsx', make: lyingZip, text: 'beschädigt' },
  {
    title: 'a foreign entity',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([HEAD, ['&x;', 'a', '1.1.2018']], FOREIGN)),
    text: 'beschädigt: Sie enthält Anweisungen',
  },
  {
    title: 'a billion laughs',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([HEAD, ['&c;', 'a', '1.1.2018']], ENTITIES)),
    text: 'beschädigt: Sie enthält Anweisungen',
  },
  {
    title: 'a name that leads elsewhere',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([HEAD]), { '../../x.xml': strToU8('x') }),
    text: 'beschädigt: Ein Teil trägt einen unzulässigen Namen',
  },
  {
    title: '20,000 entries',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([HEAD]), manyEntries()),
    text: 'mehr als 1.000 Teilen',
  },
  { title: 'no zip at all', name: 'a.xlsx', make: () => Buffer.from('Nachname;Vorname'), text: 'Dateityp' },
  { title: 'a torn zip', name: 'a.xlsx', make: () => workbook(sheetXml([HEAD])).subarray(0, 200), text: 'Dateityp' },
  {
    title: 'another kind of zip',
    name: 'a.zip',
    make: () => Buffer.from(zipSync({ 'a.exe': strToU8('MZ') })),
    text: 'Dateityp',
  },
  { title: 'an old Excel file', name: 'a.xls', make: () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), text: 'Dateityp' },
  { title: 'a PDF', name: 'a.csv', make: () => Buffer.from('%PDF-1.7\n\u0000\u0001\u0002'), text: 'Dateityp' },
  { title: 'a page', name: 'a.html', make: () => Buffer.from('<html></html>'), text: 'Dateityp' },
  { title: 'nothing', name: 'a.csv', make: () => Buffer.from(' '), text: 'Die Datei ist leer' },
  { title: 'no byte', name: 'a.csv', make: () => Buffer.alloc(0), text: 'Die Datei ist leer' },
  { title: 'no byte called Excel', name: 'a.xlsx', make: () => Buffer.alloc(0), text: 'Die Datei ist leer' },
  {
    title: 'an Excel file without a row',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([])),
    text: 'Die Datei ist leer',
  },
  {
    title: 'an Excel file of rows without a text',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([['', ''], ['']])),
    text: 'Die Datei ist leer',
  },
  {
    title: 'only headings',
    name: 'a.csv',
    make: () => Buffer.from('Nachname;Vorname;Geburtsdatum\r\n'),
    text: 'keine Zeilen',
  },
  { title: 'only headings in Excel', name: 'a.xlsx', make: () => workbook(sheetXml([HEAD])), text: 'keine Zeilen' },
  { title: '1,000 columns', name: 'a.csv', make: () => Buffer.from(`${'a;'.repeat(1000)}b\nc;d`), text: '200 Spalten' },
  {
    title: 'a cell of a megabyte',
    name: 'a.csv',
    make: () => Buffer.from(`Nachname;Vorname\n${'x'.repeat(MB)};y`),
    text: 'mehr als 32.767 Zeichen',
  },
  {
    title: '20,001 rows',
    name: 'a.csv',
    make: () => Buffer.from(`Nachname;Vorname\n${'a;b\n'.repeat(20_001)}`),
    text: '20.000 Zeilen',
  },
  {
    title: 'a row that says it is the last of all',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([HEAD, ['a', 'b', '1.1.2018']]).replace('<row r="2">', '<row r="1048576">')),
    text: 'über Zeile 100.000 hinaus',
  },
  {
    title: 'a row whose number is no plain one',
    name: 'a.xlsx',
    make: () => workbook(sheetXml([HEAD]).replace('<row r="1">', '<row r="1e6">')),
    text: 'über Zeile 100.000 hinaus',
  },
  { title: 'nine megabytes of semicolons', name: 'a.csv', make: () => Buffer.alloc(9 * MB, ';'), text: 'keine Zeilen' },
  { title: 'nine megabytes of line ends', name: 'a.csv', make: () => Buffer.alloc(9 * MB, '\n'), text: 'keine Zeilen' },
  {
    title: 'nine megabytes of empty rows',
    name: 'a.csv',
    make: () => Buffer.concat([Buffer.from('Nachname;Vorname\n'), Buffer.alloc(9 * MB, ';\n')]),
    text: 'keine Zeilen',
  },
  {
    title: 'a quote that never ends',
    name: 'a.csv',
    make: () => Buffer.from(`Nachname;Vorname\n"${'a;b\n'.repeat(10_000)}`),
    text: 'beschädigt',
  },
]
