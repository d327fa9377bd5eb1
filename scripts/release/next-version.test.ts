import { expect, test } from 'vitest'
import { compareVersions, nextVersion } from './next-version.ts'

test.each([
  ['0.1.0', '1.0.0', '1.0.0'],
  ['0.1.0', 'major', '1.0.0'],
  ['1.4.9', 'minor', '1.5.0'],
  ['1.4.9', 'patch', '1.4.10'],
  ['1.9.0', '1.10.0', '1.10.0'],
])('after %s, „%s“ is %s', (current, wish, version) => {
  expect(nextVersion(current, wish)).toBe(version)
})

test.each([
  ['1.0.0', '1.0.0', 'not newer'],
  ['1.10.0', '1.9.0', 'not newer'],
  ['1.0.0', 'v1.1.0', 'no version'],
  ['1.0.0', '1.1', 'no version'],
  ['1.0.0', '01.1.0', 'no version'],
  ['1.0.0', '', 'no version'],
])('after %s, „%s“ is refused', (current, wish, reason) => {
  expect(() => nextVersion(current, wish)).toThrow(reason)
})

test('versions are compared by numbers, not by letters', () => {
  expect(['1.10.0', '1.9.0', '0.1.0', '1.9.1'].sort(compareVersions)).toEqual(['0.1.0', '1.9.0', '1.9.1', '1.10.0'])
})
