import { describe, expect, it } from 'vitest'
import { periodText } from './employee-texts.ts'

const TODAY = '2026-11-20'
const EXIT = '2027-01-31'

describe('periodText', () => {
  it.each([
    ['runs on', '2026-08-01', null, 'seit 01.08.2026, endet mit dem Abgang am 31.01.2027'],
    ['would end later', '2026-08-01', '2027-07-31', '01.08.2026 bis 31.07.2027, endet mit dem Abgang am 31.01.2027'],
    ['would begin later', '2027-08-01', null, 'ab 01.08.2027, entfällt mit dem Abgang am 31.01.2027'],
    ['ends on that day', '2026-08-01', '2027-01-31', '01.08.2026 bis 31.01.2027'],
  ])('says what an exit makes of a function that %s', (...row) => {
    const [, date_start, date_end, text] = row
    expect(periodText({ date_start, date_end }, TODAY, EXIT)).toBe(text)
  })

  it('says nothing of an exit where none is to come', () => {
    expect(periodText({ date_start: '2026-08-01', date_end: null }, TODAY, null)).toBe('seit 01.08.2026')
  })
})
