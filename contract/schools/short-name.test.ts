import { expect, test } from 'vitest'
import { shortNameOf } from './short-name.ts'

test.each([
  ['Freie Schule Wacholderhain', 'fsw'],
  ['Grundschule am Wäldchen', 'gaw'],
  ['Über-Land-Schule 3', 'uls3'],
  ['Waldschule', 'wald'],
  ['A B C D E F G H I J K L', 'abcdefghij'],
  ['  ', ''],
  ['Школа', ''],
])('the short name of %j is %j', (name, short) => {
  expect(shortNameOf(name)).toBe(short)
})
