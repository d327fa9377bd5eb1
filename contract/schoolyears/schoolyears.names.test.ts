import { expect, test } from 'vitest'
import { SchoolyearName } from './schoolyear.record.ts'
import { readSchoolyearName } from './schoolyears.names.ts'

const REFUSED = 'Bitte zwei aufeinanderfolgende Jahre angeben, zum Beispiel 2026/2027 oder 2026/27.'

test.each([
  ['2027/2028', '2027/2028'],
  ['2027/28', '2027/2028'],
  [' 2027 / 28 ', '2027/2028'],
  ['2027 / 2028', '2027/2028'],
  ['2099/00', '2099/2100'],
  ['1999/00', '1999/2000'],
  ['2027/29', undefined],
  ['2027/2029', undefined],
  ['27/28', undefined],
  ['2027/8', undefined],
  ['2027/128', undefined],
  ['2027-28', undefined],
  ['2027', undefined],
  ['9999/10000', undefined],
  ['', undefined],
])('a school year typed as %j is %j, in a form as well', (text, name) => {
  expect(readSchoolyearName(text)).toBe(name)
  const form = SchoolyearName.safeParse(text)
  expect(form.data).toBe(name)
  if (name === undefined && text !== '') expect(form.error?.issues[0]?.message).toBe(REFUSED)
})
