import { describe, expect, test } from 'vitest'
import {
  familyStage,
  familyWithdrawal,
  isStatusLinkOver,
  isWishOfBoth,
  maySendStatusLink,
  nextStepText,
} from './registrations.family-stage.ts'

const AT = '2026-11-20T06:40:00.000Z'
const fresh = {
  status: 'new' as const,
  told: null as string | null,
  withdrawn_at: null as string | null,
  pupil_id: null as number | null,
  status_changed_at: null as string | null,
  papers_requested_at: null as string | null,
}
const decided = (status: 'accepted' | 'rejected' | 'waiting', told: string | null) => ({
  ...fresh,
  status,
  told,
  status_changed_at: AT,
})

describe('the stage a family sees', () => {
  test.each([
    ['received', fresh],
    ['checking', { ...fresh, papers_requested_at: '2026-11-20' }],
    ['checking', { ...fresh, status_changed_at: AT }],
    ['withdrawn', { ...decided('accepted', 'accepted'), withdrawn_at: AT }],
    ['withdrawn', { ...fresh, withdrawn_at: AT }],
  ])('is %s', (stage, registration) => expect(familyStage(registration)).toBe(stage))

  test.each(['accepted', 'rejected', 'waiting'] as const)(
    'is %s only after the school has informed the family',
    (status) => {
      expect(familyStage(decided(status, null))).toBe('checking')
      expect(familyStage(decided(status, status))).toBe(status)
    },
  )

  test('does not come from an earlier mail with another decision', () => {
    expect(familyStage(decided('rejected', 'accepted'))).toBe('checking')
    expect(familyStage(decided('accepted', 'waiting'))).toBe('checking')
    expect(familyStage({ ...decided('accepted', 'accepted'), status: 'new' })).toBe('checking')
  })
})

describe('a status link', () => {
  const end = (iso: string) => new Date(Date.parse(iso) + 30 * 24 * 3_600_000)
  const justBefore = (moment: Date) => new Date(moment.getTime() - 1)
  test.each(['accepted', 'rejected'] as const)('works until 30 days after the school %s', (status) => {
    const registration = { status, withdrawn_at: null, decided_at: AT, told_at: null }
    expect(isStatusLinkOver(registration, justBefore(end(AT)))).toBe(false)
    expect(isStatusLinkOver(registration, end(AT))).toBe(true)
  })

  test('works until 30 days after the family was informed, when that was later', () => {
    const told = '2027-01-15T06:40:00.000Z'
    const registration = { status: 'accepted' as const, withdrawn_at: null, decided_at: AT, told_at: told }
    expect(isStatusLinkOver(registration, justBefore(end(told)))).toBe(false)
    expect(isStatusLinkOver(registration, end(told))).toBe(true)
    const earlier = { ...registration, told_at: '2026-10-01T06:40:00.000Z' }
    expect(isStatusLinkOver(earlier, end(AT))).toBe(true)
  })

  test('works until 30 days after a withdrawal, whatever was decided before', () => {
    const later = '2026-12-10T06:40:00.000Z'
    const registration = { status: 'accepted' as const, withdrawn_at: later, decided_at: AT, told_at: null }
    expect(isStatusLinkOver(registration, justBefore(end(later)))).toBe(false)
    expect(isStatusLinkOver(registration, end(later))).toBe(true)
  })

  test.each(['new', 'waiting'] as const)('keeps working while the application is %s', (status) => {
    const registration = { status, withdrawn_at: null, decided_at: AT, told_at: null }
    expect(isStatusLinkOver(registration, new Date('2029-01-01'))).toBe(false)
  })
})

test('staff may send the link to a confirmed address while it would work', () => {
  const open = { status: 'new' as const, withdrawn_at: null, decided_at: null, told_at: null }
  const confirmed = { mail: 'anna@example.org', mail_verified_at: AT }
  const now = new Date(AT)
  expect(maySendStatusLink(open, confirmed, now)).toBe(true)
  expect(maySendStatusLink(open, { ...confirmed, mail_verified_at: null }, now)).toBe(false)
  expect(maySendStatusLink({ ...open, withdrawn_at: AT }, confirmed, now)).toBe(false)
  const decided30 = { ...open, status: 'rejected' as const, decided_at: AT }
  expect(maySendStatusLink(decided30, confirmed, new Date(Date.parse(AT) + 30 * 24 * 3_600_000))).toBe(false)
})

describe('a withdrawal by the family', () => {
  const alone = {
    ...fresh,
    position: 1,
    has_custody: true,
    has_other_custodian: false,
    withdraw_requested_position: null as number | null,
  }
  const joint = { ...alone, has_other_custodian: true }
  test.each([
    ['at_once', alone],
    ['by_school', joint],
    ['by_school', { ...alone, position: 2, has_custody: false }],
    ['asked', { ...joint, withdraw_requested_position: 1 }],
    ['by_school', { ...joint, withdraw_requested_position: 2 }],
    ['impossible', { ...alone, pupil_id: 7 }],
    ['impossible', { ...alone, withdrawn_at: AT }],
    ['impossible', { ...alone, ...decided('rejected', 'rejected') }],
    ['at_once', { ...alone, ...decided('rejected', null) }],
    ['at_once', { ...alone, ...decided('accepted', 'accepted') }],
  ])('is %s', (withdrawal, registration) => expect(familyWithdrawal(registration)).toBe(withdrawal))

  test('counts for both once the other person with custody asked, too', () => {
    expect(isWishOfBoth(joint)).toBe(false)
    expect(isWishOfBoth({ ...joint, withdraw_requested_position: 1 })).toBe(false)
    expect(isWishOfBoth({ ...joint, withdraw_requested_position: 2 })).toBe(true)
    expect(isWishOfBoth({ ...alone, position: 2, has_custody: false, withdraw_requested_position: 1 })).toBe(false)
  })
})

test('an offered place is to be confirmed in time, and is not asked for again', () => {
  const offered = { confirm_by: '2026-12-04', isConfirmed: false }
  expect(nextStepText('accepted', { ...offered, today: '2026-12-04' })).not.toContain('vorbei')
  expect(nextStepText('accepted', { ...offered, today: '2026-12-05' })).toContain('vorbei')
  expect(nextStepText('accepted', { confirm_by: null, isConfirmed: false, today: '2026-12-05' })).toContain('E-Mail')
  expect(nextStepText('accepted', { confirm_by: null, isConfirmed: true, today: '2026-12-05' })).toContain('bestätigt')
})
