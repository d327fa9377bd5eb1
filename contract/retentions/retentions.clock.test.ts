import { describe, expect, test } from 'vitest'
import { accountDay, consentProofDay, sicknoteDays } from './retentions.clock.ts'

describe('the proof of a withdrawn consent', () => {
  test.each([
    ['2026-12-31T22:30:00Z', 3, '2030-01-01'],
    ['2026-12-31T23:30:00Z', 3, '2031-01-01'],
    ['2026-01-01T08:00:00Z', 1, '2028-01-01'],
  ])('withdrawn at %s, kept %i years: gone on %s', (withdrawn, consent_proof_years, gone) => {
    expect(consentProofDay(withdrawn, { consent_proof_years })).toBe(gone)
  })
})

describe('a deactivated account', () => {
  test.each([
    ['2026-08-31T08:00:00Z', '2027-02-28'],
    ['2027-08-31T22:30:00Z', '2028-03-01'],
    ['2027-08-31T08:00:00Z', '2028-02-29'],
  ])('closed at %s goes on %s', (closed, gone) => {
    expect(accountDay(closed)).toBe(gone)
  })
})

describe('a sick note', () => {
  const years = ['2027-07-31', '2026-07-31', '2028-07-31']
  const periods = { sicknote_comment_days: 28, sicknote_years: 1 }

  test.each([
    ['2027-07-31', { comment_on: '2027-08-28', row_on: '2028-07-31' }],
    ['2027-08-01', { comment_on: '2027-08-29', row_on: '2029-07-31' }],
    ['2028-02-01', { comment_on: '2028-02-29', row_on: '2029-07-31' }],
    ['2028-08-01', { comment_on: '2028-08-29', row_on: null }],
  ])('that ends on %s goes with its school year', (date_end, days) => {
    expect(sicknoteDays({ date_end }, years, periods)).toEqual(days)
  })
})
