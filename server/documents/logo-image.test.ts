import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { cleanLogo, pngSize } from './logo-image.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2e7d4f' } })

const chunk = (name: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A PNG that claims any size; it has one bit for each pixel, all the same, so the file is tiny. */
const claimingPng = (width: number, height: number, rows: number) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * rows))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const written = async (file: Buffer) => {
  const png = await cleanLogo(file)
  if (typeof png === 'string') throw new Error(png)
  return png
}

describe('a logo is written anew', () => {
  test.each([
    { width: 100, height: 50, becomes: { width: 100, height: 50 } },
    { width: 960, height: 480, becomes: { width: 480, height: 240 } },
    { width: 4000, height: 10, becomes: { width: 480, height: 1 } },
    { width: 1000, height: 1000, becomes: { width: 240, height: 240 } },
  ])('of $width × $height as a PNG of $becomes.width × $becomes.height', async ({ width, height, becomes }) => {
    const png = await written(await picture(width, height).png().toBuffer())
    expect(pngSize(png)).toEqual(becomes)
    expect((await sharp(png).metadata()).format).toBe('png')
  })

  test('from a JPEG, too, upright and without what the camera noted', async () => {
    const photo = await picture(200, 100)
      .jpeg()
      .withExif({ IFD0: { Artist: 'Kanarie', Copyright: 'Kanarie' }, IFD3: { GPSLatitude: '52/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    const png = await written(photo)
    expect(pngSize(png)).toEqual({ width: 100, height: 200 })
    const { exif, icc, xmp, comments, orientation } = await sharp(png).metadata()
    expect([exif, icc, xmp, comments, orientation]).toEqual([undefined, undefined, undefined, undefined, undefined])
    expect(png.includes('Kanarie')).toBe(false)
  })

  test('keeps what can be seen through', async () => {
    const clear = await sharp({
      create: { width: 40, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect((await sharp(await written(clear)).stats()).isOpaque).toBe(false)
  })

  test('without anything that is attached to the file or hidden in it', async () => {
    const plain = await picture(40, 20).png().toBuffer()
    const text = chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>', 'latin1'))
    const withText = Buffer.concat([plain.subarray(0, 33), text, plain.subarray(33)])
    for (const tail of ['<script>alert(1)</script>', 'PK\u0003\u0004Archiv', '<?php echo 1 ?>']) {
      const png = await written(Buffer.concat([withText, Buffer.from(tail)]))
      expect(png.includes('script') || png.includes('PK\u0003') || png.includes('php')).toBe(false)
      expect(png.subarray(-8).includes('IEND')).toBe(true)
    }
  })

  test('with 4000 pixels a side at most', async () => {
    expect(await cleanLogo(claimingPng(4001, 10, 10))).toBe('too wide')
    expect(await cleanLogo(claimingPng(10, 4001, 4001))).toBe('too wide')
    expect(pngSize(await written(claimingPng(4000, 4000, 4000)))).toEqual({ width: 240, height: 240 })
  })

  test('one after the other, and a bad one does not stop the next', async () => {
    const good = await picture(20, 20).png().toBuffer()
    const replies = await Promise.all([good, Buffer.from('nichts'), good.subarray(0, 60), good].map(cleanLogo))
    expect(replies.map((reply) => (typeof reply === 'string' ? reply : 'png'))).toEqual([
      'png',
      'type',
      'unreadable',
      'png',
    ])
  })
})

describe('no logo is', () => {
  test.each([
    ['a bomb of 100,000 × 100,000 pixels', claimingPng(100_000, 100_000, 1), 'too wide'],
    ['a file that claims more pixels than can be counted', claimingPng(0x7fffffff, 0x7fffffff, 1), 'unreadable'],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 'type'],
    ['an SVG after blanks', Buffer.from(' \n<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'), 'type'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'), 'type'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'type'],
    ['a page', Buffer.from('<!doctype html><img src=x>'), 'type'],
    ['nothing', Buffer.alloc(0), 'type'],
    ['a PNG of its first bytes only', claimingPng(8, 8, 8).subarray(0, 8), 'unreadable'],
    ['a PNG without pixels', claimingPng(8, 8, 0), 'unreadable'],
    ['a PNG with half its rows', claimingPng(400, 400, 200), 'unreadable'],
    ['a PNG without width', claimingPng(0, 8, 8), 'unreadable'],
    ['a JPEG of its first bytes only', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'unreadable'],
    [
      'an SVG with the first bytes of a PNG',
      Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from('<svg/>')]),
      'unreadable',
    ],
  ])('%s', async (_what, file, refusal) => {
    expect(await cleanLogo(file)).toBe(refusal)
  })

  test('a JPEG that was cut off anywhere', async () => {
    const noise = Buffer.from(Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 256))
    const jpeg = await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .jpeg()
      .toBuffer()
    expect(Buffer.isBuffer(await cleanLogo(jpeg))).toBe(true)
    for (const share of [0.1, 0.5, 0.9])
      expect([share, await cleanLogo(jpeg.subarray(0, Math.floor(jpeg.length * share)))]).toEqual([share, 'unreadable'])
  })
})
