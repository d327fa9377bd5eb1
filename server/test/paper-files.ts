import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture in one colour; with a place and a turn as a phone writes them. */
export const photo = ({ width = 60, height = 80, type = 'jpeg' as 'jpeg' | 'png', turn = 1 } = {}) => {
  const image = sharp({ create: { width, height, channels: 3, background: '#c8d0e0' } })
  return type === 'png'
    ? image.png().toBuffer()
    : image
        .withExif({ IFD0: { Make: 'Kamerawort', Orientation: String(turn) }, IFD3: { GPSLatitudeRef: 'N' } })
        .withMetadata({ orientation: turn })
        .jpeg()
        .toBuffer()
}

const chunk = (name: string, data: Buffer) => {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(name), data])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, sum])
}

/** A PNG of some hundred bytes that claims to be huge. */
export const pictureBomb = (width = 30_000, height = 30_000) => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PDF of empty pages, with further objects and entries of the trailer. */
export const pdf = ({ pages = 1, objects = '', trailer = '' } = {}) => {
  const page = (_: unknown, index: number) =>
    `${index + 3} 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\n`
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count ${pages} /Kids [] >>\nendobj\n${Array.from({ length: pages }, page).join('')}${objects}\nxref\n0 1\ntrailer << /Root 1 0 R ${trailer} >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )
}

/** Objects in a packed stream, as most programs write them. */
export const packed = (objects: string, { dictionary = '/Filter /FlateDecode', content = deflateSync(objects) } = {}) =>
  `90 0 obj\n<< /Type /ObjStm /N 1 /First 5 ${dictionary} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream\nendobj\n`

const SCRIPT = '/S /JavaScript /JS (app.alert(1))'

/** Files that are no papers, each with the key of the refusal in PAPER_TEXTS. */
export const HOSTILE_PAPERS: readonly (readonly [string, Buffer, HostileReason])[] = [
  ['a web page with the name of a PDF', Buffer.from('<html><script>alert(1)</script>'), 'type'],
  ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'type'],
  ['a program', Buffer.from('MZ\u0090\u0000'), 'type'],
  ['an archive', Buffer.from('PK\u0003\u0004'), 'type'],
  ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'type'],
  ['bytes before a PDF', Buffer.concat([Buffer.from('<html>'), pdf()]), 'type'],
  ['an empty file', Buffer.alloc(0), 'empty'],
  ['a picture bomb', pictureBomb(), 'photoSize'],
  ['a picture that is far too long', pictureBomb(20_000, 1), 'photoSize'],
  ['a cut picture', pictureBomb(200, 200).subarray(0, 60), 'photoBroken'],
  ['a head of a JPEG alone', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]), 'photoBroken'],
  ['a cut PDF', pdf().subarray(0, 150), 'pdfBroken'],
  ['a PDF without pages', pdf({ pages: 0 }), 'pdfBroken'],
  ['an encrypted PDF', pdf({ trailer: '/Encrypt 9 0 R' }), 'pdfLocked'],
  ['a PDF with a script', pdf({ objects: `8 0 obj << ${SCRIPT} >> endobj` }), 'pdfActive'],
  ['a script with a coded name', pdf({ objects: '8 0 obj << /S /J#61vaScr#69pt >> endobj' }), 'pdfActive'],
  ['a script among packed objects', pdf({ objects: packed(`8 0 << ${SCRIPT} >>`) }), 'pdfActive'],
  ['a PDF that starts a program', pdf({ objects: '8 0 obj << /S /Launch /F (cmd.exe) >> endobj' }), 'pdfActive'],
  ['a PDF with a file in it', pdf({ objects: '8 0 obj << /Type /EmbeddedFile >> endobj' }), 'pdfActive'],
  ['a PDF that sends a form', pdf({ objects: '8 0 obj << /S /SubmitForm >> endobj' }), 'pdfActive'],
  [
    'packed objects in an unusual way',
    pdf({
      objects: packed('8 0 << >>', { dictionary: '/Filter [/ASCII85Decode /FlateDecode]', content: Buffer.from('x') }),
    }),
    'pdfBroken',
  ],
  [
    'a script in packed objects behind a harmless decoy',
    pdf({
      objects: packed(`8 0 << ${SCRIPT} >>`, {
        dictionary: `/X (stream\n${deflateSync('8 0 << >>').toString('latin1')}) /Filter /FlateDecode`,
      }),
    }),
    'pdfBroken',
  ],
  [
    'packed objects with a coded name',
    pdf({ objects: packed('8 0 << >>').replace('ObjStm', 'Obj#53tm') }),
    'pdfBroken',
  ],
  [
    'a bomb of packed objects',
    pdf({ objects: packed('', { content: deflateSync(Buffer.alloc(80 * 1024 * 1024, '1 0 ')) }) }),
    'pdfBroken',
  ],
  ['a PDF with too many pages', pdf({ pages: 101 }), 'pdfPages'],
]
type HostileReason =
  | 'type'
  | 'empty'
  | 'photoSize'
  | 'photoBroken'
  | 'pdfBroken'
  | 'pdfLocked'
  | 'pdfActive'
  | 'pdfPages'
