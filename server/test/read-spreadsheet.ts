import { inflateRawSync } from 'node:zlib'

const CENTRAL = 0x02014b50

/** The files inside an Excel file, which is a zip archive, by name. */
function unpack(content: Buffer) {
  const files = new Map<string, string>()
  for (let at = content.indexOf('PK\u0001\u0002', 0, 'latin1'); at >= 0 && content.readUInt32LE(at) === CENTRAL; ) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => content.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ]
    const name = content.toString('utf8', at + 46, at + 46 + nameLength)
    const local = content.readUInt32LE(at + 42)
    const begin = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28)
    const packed = content.subarray(begin, begin + content.readUInt32LE(at + 20))
    const isPacked = content.readUInt16LE(at + 10) !== 0
    files.set(name, (isPacked ? inflateRawSync(packed) : packed).toString('utf8'))
    at += 46 + nameLength + extra + comment
  }
  return files
}

const plain = (xml: string) =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

const textsOf = (xml = '') =>
  [...xml.matchAll(/<si>(.*?)<\/si>/gs)].map(([, item = '']) =>
    plain([...item.matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text).join('')),
  )

/** The cells of the first sheet as shown (days as their serial number), its name, and its raw XML. */
export function readSpreadsheet(content: Uint8Array) {
  const files = unpack(Buffer.from(content))
  const shared = textsOf(files.get('xl/sharedStrings.xml'))
  const sheet = files.get('xl/worksheets/sheet1.xml') ?? ''
  const rows = [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, attributes = '', cell = '']) => {
      const value = /<v>(.*?)<\/v>/s.exec(cell)?.[1]
      if (attributes.includes('t="inlineStr"')) return plain(/<t[^>]*>(.*?)<\/t>/s.exec(cell)?.[1] ?? '')
      return attributes.includes('t="s"') ? (shared[Number(value)] ?? '') : Number(value)
    }),
  )
  const title = /<sheet [^>]*name="([^"]*)"/.exec(files.get('xl/workbook.xml') ?? '')?.[1]
  return { rows, title: plain(title ?? ''), sheet, styles: files.get('xl/styles.xml') ?? '' }
}
