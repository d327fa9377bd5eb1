import { describe, expect, test } from 'vitest'
import { addDays } from '#contract/dates.ts'
import { undoWithdrawalRefusal, undoWithdrawalUntil } from '#contract/registrations/registrations.withdrawal.ts'
import { RetentionSettings } from '#contract/schools/schools.settings.ts'
import {
  isHeld,
  isPreviewed,
  type Retained,
  type Retention,
  type RetentionPeriods,
  retentionsOf,
  retentionText,
  withNotice,
} from './retentions.rules.ts'

const PERIODS: RetentionPeriods = { ...RetentionSettings.parse({}), unverified_purge_days: 30 }
const YEAR = { date_start: '2026-08-01', first_school_day: '2026-08-24' }
const NOTHING: Retained = {
  status: 'new',
  created_at: '2026-03-01T10:00:00Z',
  decided_at: null,
  waiting_since: null,
  withdrawn_at: null,
  transformed_at: null,
  desired_start_date: '2026-08-24',
  has_note: false,
  note_written_at: null,
  deleted_at: null,
  is_unverified: false,
}
const ofOne = (change: Partial<Retained>, periods: Partial<RetentionPeriods> = {}) =>
  retentionsOf({ ...NOTHING, ...change }, { ...PERIODS, ...periods }, YEAR).map(
    ({ reason, due_on }) => `${reason} ${due_on}`,
  )

describe('periods of applications (domain §5.2)', () => {
  test.each<[string, Partial<Retained>, string[]]>([
    ['a confirmed new one has none', {}, []],
    ['an unconfirmed one', { is_unverified: true }, ['unverified 2026-03-31']],
    [
      'counted by the day in Berlin',
      { is_unverified: true, created_at: '2026-03-01T23:30:00Z' },
      ['unverified 2026-04-01'],
    ],
    ['a rejected one', { status: 'rejected', decided_at: '2026-05-20T08:00:00Z' }, ['rejected 2026-11-20']],
    [
      'months end where they are shorter',
      { status: 'rejected', decided_at: '2026-08-31T08:00:00Z' },
      ['rejected 2027-02-28'],
    ],
    ['also in a leap year', { status: 'rejected', decided_at: '2027-08-31T08:00:00Z' }, ['rejected 2028-02-29']],
    [
      'a decision at night in Berlin',
      { status: 'rejected', decided_at: '2026-08-30T22:30:00Z' },
      ['rejected 2027-02-28'],
    ],
    [
      'a withdrawn one, whatever its status',
      { status: 'waiting', withdrawn_at: '2026-01-31T08:00:00Z' },
      ['withdrawn 2026-03-03'],
    ],
    ['one taken over', { status: 'accepted', transformed_at: '2026-06-15T08:00:00Z' }, ['transformed 2026-12-15']],
    [
      'one that waits',
      { status: 'waiting', waiting_since: '2026-03-02T08:00:00Z' },
      ['ask 2026-11-24', 'waiting 2027-02-24'],
    ],
    [
      'one that waits since after the start',
      { status: 'waiting', waiting_since: '2027-01-10T08:00:00Z' },
      ['ask 2027-04-10', 'waiting 2027-07-10'],
    ],
    [
      'one that wants to begin later',
      { status: 'waiting', desired_start_date: '2027-02-01' },
      ['ask 2027-05-01', 'waiting 2027-08-01'],
    ],
    [
      'an accepted one that never came',
      { status: 'accepted', decided_at: '2026-04-01T08:00:00Z' },
      ['never_started 2027-02-24'],
    ],
    [
      'one accepted when the year ran',
      { status: 'accepted', decided_at: '2027-03-01T08:00:00Z' },
      ['never_started 2027-09-01'],
    ],
    [
      'the note of a rejected one goes first',
      { status: 'rejected', decided_at: '2026-05-20T08:00:00Z', has_note: true },
      ['note 2026-05-27', 'rejected 2026-11-20'],
    ],
    [
      'the note of a withdrawn one',
      { withdrawn_at: '2026-05-20T08:00:00Z', has_note: true },
      ['note 2026-05-27', 'withdrawn 2026-06-20'],
    ],
    ['a withdrawn one of a month of thirty days', { withdrawn_at: '2026-11-20T22:59:00Z' }, ['withdrawn 2026-12-21']],
    [
      'a note written later lives as long from then on',
      {
        status: 'rejected',
        decided_at: '2026-05-20T08:00:00Z',
        has_note: true,
        note_written_at: '2026-06-30T22:30:00Z',
      },
      ['note 2026-07-08', 'rejected 2026-11-20'],
    ],
    [
      'a note written before counts from the decision',
      {
        status: 'rejected',
        decided_at: '2026-05-20T08:00:00Z',
        has_note: true,
        note_written_at: '2026-03-02T08:00:00Z',
      },
      ['note 2026-05-27', 'rejected 2026-11-20'],
    ],
    [
      'one in the bin that was once held',
      {
        status: 'rejected',
        decided_at: '2026-05-20T08:00:00Z',
        has_note: true,
        deleted_at: '2026-06-01T08:00:00Z',
      },
      ['binned 2026-07-02'],
    ],
    [
      'the note of one that waits stays',
      { status: 'waiting', waiting_since: '2026-03-02T08:00:00Z', has_note: true },
      ['ask 2026-11-24', 'waiting 2027-02-24'],
    ],
  ])('%s', (_title, change, expected) => {
    expect(ofOne(change)).toEqual(expected)
  })

  test('a year without a first school day begins with its first day', () => {
    const waiting: Retained = { ...NOTHING, status: 'waiting', desired_start_date: null }
    const due = retentionsOf(waiting, PERIODS, { date_start: '2026-08-01', first_school_day: null })
    expect(due.map(({ due_on }) => due_on)).toEqual(['2026-11-01', '2027-02-01'])
  })

  test('the school’s settings decide the length', () => {
    const rejected = { status: 'rejected', decided_at: '2026-05-20T08:00:00Z' } as const
    expect(ofOne(rejected, { rejected_months: 2 })).toEqual(['rejected 2026-07-20'])
    expect(ofOne({ is_unverified: true }, { unverified_purge_days: 7 })).toEqual(['unverified 2026-03-08'])
    expect(ofOne({ status: 'waiting' }, { waiting_ask_months: 6 })).toEqual(['waiting 2027-02-24'])
  })
})

test('a withdrawn application is not deleted while staff can undo the withdrawal', () => {
  for (let day = '2026-01-01'; day < '2028-03-01'; day = addDays(day, 1)) {
    for (const withdrawn_at of [`${day}T00:10:00+01:00`, `${day}T23:50:00+02:00`]) {
      const [due] = retentionsOf({ ...NOTHING, withdrawn_at }, PERIODS, YEAR)
      expect((due?.due_on ?? '') > undoWithdrawalUntil(withdrawn_at)).toBe(true)
      const night = new Date(`${due?.due_on}T00:00:00+01:00`)
      expect(undoWithdrawalRefusal({ withdrawn_at }, night)).not.toBeNull()
    }
  }
})

describe('nothing is deleted without the preview', () => {
  const rejected: Retention = { reason: 'rejected', action: 'delete', due_on: '2026-11-20' }
  test.each([
    ['shown in time, it goes on its day', { listed_on: '2026-11-06', today: '2026-11-20' }, '2026-11-20'],
    ['shown a day late, a day later', { listed_on: '2026-11-07', today: '2026-11-20' }, '2026-11-21'],
    ['never shown, in two weeks at the earliest', { listed_on: null, today: '2027-01-10' }, '2027-01-24'],
  ])('%s', (_title, listing, expected) => {
    expect(withNotice(rejected, listing).due_on).toBe(expected)
  })

  test('the preview shows two weeks ahead, questions once they are due', () => {
    expect(isPreviewed(rejected, '2026-11-06')).toBe(true)
    expect(isPreviewed(rejected, '2026-11-05')).toBe(false)
    const ask: Retention = { reason: 'ask', action: 'ask', due_on: '2026-11-20' }
    expect(isPreviewed(ask, '2026-11-19')).toBe(false)
    expect(isPreviewed(ask, '2026-11-20')).toBe(true)
  })

  test('a hold includes its last day', () => {
    expect(isHeld({ until: '2026-11-20' }, '2026-11-20')).toBe(true)
    expect(isHeld({ until: '2026-11-20' }, '2026-11-21')).toBe(false)
    expect(isHeld(null, '2026-11-20')).toBe(false)
  })

  test.each<[Retention, string]>([
    [rejected, 'Wird am 20.11.2026 gelöscht (abgelehnt).'],
    [{ ...rejected, reason: 'unverified' }, 'Wird am 20.11.2026 gelöscht (E-Mail-Adresse nie bestätigt).'],
    [{ ...rejected, reason: 'binned' }, 'Wird am 20.11.2026 gelöscht (im Papierkorb).'],
    [{ ...rejected, reason: 'transformed' }, 'Wird am 20.11.2026 gelöscht (als SuS übernommen).'],
    [
      { ...rejected, reason: 'waiting' },
      'Wird am 20.11.2026 gelöscht, falls das Kind dann noch auf der Warteliste steht.',
    ],
    [{ ...rejected, reason: 'never_started' }, 'Wird am 20.11.2026 gelöscht, falls das Kind nicht kommt.'],
    [{ reason: 'note', action: 'delete_note', due_on: '2026-05-27' }, 'Die interne Notiz wird am 27.05.2026 gelöscht.'],
    [{ reason: 'ask', action: 'ask', due_on: '2026-11-24' }, 'Rückfrage bei der Familie ab 24.11.2026.'],
  ])('says in words what will happen', (retention, expected) => {
    expect(retentionText(retention)).toBe(expected)
  })
})
