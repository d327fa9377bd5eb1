import { expect, test } from 'vitest'
import { displayPhone, formatPhone, phoneE164, phoneLink } from './phone.ts'

test.each([
  ['0331 1234567', '+493311234567', '0331 1234567'],
  ['0170/1234567', '+491701234567', '0170 1234567'],
  ['0152 28817386', '+4915228817386', '0152 28817386'],
  ['+49 (0)331 123-45', '+4933112345', '0331 12345'],
  ['+49 0331 12345', '+4933112345', '0331 12345'],
  ['0049 30 23125000', '+493023125000', '030 23125000'],
  ['(030) 23125-000', '+493023125000', '030 23125000'],
  ['033205 12345', '+493320512345', '033205 12345'],
  ['03301-12345', '+49330112345', '03301 12345'],
  ['+48 22 1234567', '+48221234567', '+48 22 1234567'],
  ['+48 (0)22 1234567', '+48221234567', '+48 22 1234567'],
  ['0048221234567', '+48221234567', '+48 22 1234567'],
])('%s is stored as %s and shown as %s (domain §7)', (typed, stored, shown) => {
  expect(phoneE164(typed)).toBe(stored)
  expect(formatPhone(stored)).toBe(shown)
})

test.each([
  ['030 23125-100', '030 23125-100'],
  ['(030)23125-0', '030 23125-0'],
  ['+49 (0)331 123-45', '0331 123-45'],
  ['03301-12345', '03301 12345'],
  ['0331-123-4567', '0331 1234567'],
  ['0170 1234-567', '0170 1234567'],
])('%s is read as %s: only the dash of an extension stays', (typed, shown) => {
  expect(displayPhone(typed)).toBe(shown)
})

test.each(['112', '1234567', '', '00', '+'])('%j lacks an area code and stays as typed', (typed) => {
  expect(phoneE164(typed)).toBeNull()
  expect(displayPhone(typed)).toBe(typed)
})

test.each([
  ['0331 1234567', 'tel:+493311234567'],
  ['1234567 (nur abends)', 'tel:1234567'],
])('%s is called by %s', (typed, address) => {
  expect(phoneLink(typed)).toBe(address)
})
