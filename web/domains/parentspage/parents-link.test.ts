import { expect, test } from 'vitest'
import { isWithoutLink, linkAt, uuidsIn } from './parents-link.ts'

const [A, B, C] = ['a', 'b', 'c'].map((sign) => `${sign.repeat(8)}-0000-4000-8000-${sign.repeat(12)}`) as [
  string,
  string,
  string,
]

test.each([
  [`/susByUuid/${A}`, '', [A]],
  [`/susByUuid/${A}/`, '', [A]],
  [`/susByUuid/${A}`, `#${B},${C}`, [A, B, C]],
  [`/susByUuid/${A}`, `#${A},${B},${B}`, [A, B]],
  [`/susByUuid/${A}`, '#content', [A]],
  // Whether a link works is the server's to say.
  ['/susByUuid/0b7b', '', ['0b7b']],
  ["/susByUuid/'%20or%201=1", '', ["'%20or%201=1"]],
  // No child stands here.
  ['/susByUuid', '', []],
  ['/susByUuid/', `#${A}`, []],
  [`/susByUuid/${A}/${B}`, '', []],
])('the links of %s%s', (path, hash, links) => {
  expect(linkAt(path, hash)).toEqual(links)
})

test('an address asks for no more than six children', () => {
  const many = Array.from({ length: 20 }, (_, index) => A.replace('aaaaaaaa', String(10_000_000 + index)))
  expect(linkAt(`/susByUuid/${A}`, `#${many.join(',')}`)).toHaveLength(6)
})

test.each([
  [`https://schule.example/app/susByUuid/${A}`, [A]],
  [`Hier: ${A}. Bis bald, ${B}`, [A, B]],
  [A, [A]],
  [A.slice(1), []],
  [`f${A}`, []],
  [A.toUpperCase(), []],
  ['', []],
])('the keys in %j', (text, keys) => {
  expect(uuidsIn(text)).toEqual(keys)
})

test.each([
  ['/susByUuid', true],
  ['/susByUuid/', true],
  ['/susByUuid/abc', false],
  [`/susByUuid/${A}/${B}`, false],
])('%s has no link: %s', (path, isSo) => {
  expect(isWithoutLink(path)).toBe(isSo)
})
