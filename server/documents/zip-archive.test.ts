import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { encodeWindows1252, fitWindows1252 } from './windows-1252.ts'
import { writeZip } from './zip-archive.ts'

async function* pieces() {
  yield 'Grüße\n'
  yield new TextEncoder().encode('x'.repeat(200_000))
}

test('a zip archive holds each entry whole, however it comes, and is the same for the same content', async () => {
  const entries = () => [
    { name: 'leer.txt', content: [] },
    { name: 'a/b.txt', content: pieces() },
  ]
  const archive = await writeZip(entries())
  expect(Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, strFromU8(bytes)])).toEqual([
    ['leer.txt', ''],
    ['a/b.txt', `Grüße\n${'x'.repeat(200_000)}`],
  ])
  expect(archive.length).toBeLessThan(1000)
  expect(await writeZip(entries())).toEqual(archive)
})

test.each([
  ['Müller €„“–', 'Müller €„“–'],
  ['Łukasz Żółć', 'Lukasz Zólc'],
  ['İpek Işık Yılmaz', 'Ipek Isik Yilmaz'],
  ['Nguyễn Đức', 'Nguyen Duc'],
  ['Straẞe Ǝ 孟', 'StraSSe ? ?'],
  ['a\u0308 zerlegt', 'ä zerlegt'],
])('%s fits into Windows-1252 as %s', (text, fitting) => {
  expect(fitWindows1252(text)).toBe(fitting)
  expect(new TextDecoder('windows-1252').decode(encodeWindows1252(fitting))).toBe(fitting)
})
