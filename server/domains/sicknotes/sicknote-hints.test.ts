import { expect, test } from 'vitest'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import type { SicknoteHint } from '#contract/sicknotes/sicknotes.ts'
import { hintsOf } from './sicknote-hints.ts'

type HintedNote = Parameters<typeof hintsOf>[0]

/** Holidays of Brandenburg 2026/2027 (domain §9). */
const { free_days } = freeDaysPreset('DE-BB', { date_start: '2026-08-01', date_end: '2027-07-31' })

interface NoteOnDay extends Partial<Omit<HintedNote, 'stay'>> {
  from: string
  to: string
  today: string
}

const hintsFor = ({ from, to, today, ...note }: NoteOnDay, certificate_after_school_days: number | null = 3) => {
  const stretch = { date_start: from, date_end: to }
  const hinted: HintedNote = {
    reason: 'sick',
    partial: false,
    lessons: [],
    heard_at: [],
    certificate_requested_at: null,
    certificate_seen_at: null,
    leave_days: 0,
    ...note,
    ...stretch,
    stay: stretch,
  }
  return hintsOf(hinted, {
    today,
    calendar: { free_days },
    settings: { certificate_after_school_days, interim_notice_days: 14 },
  })
}

const SICK = { from: '2026-11-19', to: '2026-11-27' }

test.for<[string, NoteOnDay, SicknoteHint[]]>([
  ['three school days are not more than three', { ...SICK, today: '2026-11-23' }, []],
  ['the fourth is', { ...SICK, today: '2026-11-24' }, ['certificate']],
  ['it was asked for', { ...SICK, today: '2026-11-24', certificate_requested_at: '2026-11-24' }, []],
  ['it was seen', { ...SICK, today: '2026-11-24', certificate_seen_at: '2026-11-24' }, []],
  ['only who is sick needs one', { ...SICK, today: '2026-11-24', reason: 'other' }, []],
  ['days after the end do not count', { from: '2026-11-19', to: '2026-11-23', today: '2026-11-27' }, []],
])('certificate: %s', ([, asked, hints]) => {
  expect(hintsFor(asked)).toEqual(hints)
})

test('a school that waits for nothing gets no hint', () => {
  expect(hintsFor({ ...SICK, today: '2026-11-27' }, null)).toEqual([])
})

const LONG = { from: '2026-11-09', to: '2026-12-18' }

test.for<[string, NoteOnDay, SicknoteHint[]]>([
  ['on the fourteenth day', { ...LONG, today: '2026-11-23' }, []],
  ['after it', { ...LONG, today: '2026-11-24' }, ['interim']],
  ['somebody called meanwhile', { ...LONG, today: '2026-11-24', heard_at: ['2026-11-10T08:00:00Z'] }, []],
  ['and that is long ago, too', { ...LONG, today: '2026-11-25', heard_at: ['2026-11-10T08:00:00Z'] }, ['interim']],
  ['in Berlin it was the day after', { ...LONG, today: '2026-11-25', heard_at: ['2026-11-10T23:30:00Z'] }, []],
  ['the child is back', { ...LONG, today: '2026-12-19' }, []],
  ['nobody reports in between of an exemption', { ...LONG, today: '2026-12-01', reason: 'exempt' }, []],
])('interim notice: %s', ([, asked, hints]) => {
  expect(hintsFor(asked, null)).toEqual(hints)
})

const leave = (from: string, to: string, leave_days = 1) =>
  hintsFor({ from, to, today: '2026-09-01', reason: 'leave', leave_days })

test.for<[string, string, string, SicknoteHint[]]>([
  ['the Friday before autumn', '2026-10-16', '2026-10-16', ['holidays']],
  ['the Thursday before', '2026-10-15', '2026-10-15', []],
  ['the Monday after', '2026-11-02', '2026-11-02', ['holidays']],
  ['right through Christmas', '2026-12-21', '2027-01-05', ['holidays']],
  ['the day before a public holiday', '2027-04-30', '2027-04-30', []],
  ['an ordinary Monday', '2026-11-23', '2026-11-23', []],
])('leave beside holidays: %s', ([, from, to, hints]) => {
  expect(leave(from, to)).toEqual(hints)
})

test('beyond 20 school days the authority decides', () => {
  expect(leave('2026-11-23', '2026-11-23', 20)).toEqual([])
  expect(leave('2026-11-23', '2026-11-23', 21)).toEqual(['authority'])
})

test.for<[string, Partial<HintedNote>, SicknoteHint[]]>([
  ['by times alone', { partial: true }, ['lessons']],
  ['with its lessons', { partial: true, lessons: [1] }, []],
  ['a whole day', {}, []],
  ['of what never counts', { partial: true, reason: 'exempt' }, []],
  ['at a school event', { partial: true, reason: 'school_event' }, []],
])('lessons are missing: %s', ([, note, hints]) => {
  expect(hintsFor({ from: '2026-11-20', to: '2026-11-20', today: '2026-11-20', ...note })).toEqual(hints)
})

test('an absence without a school day says so', () => {
  expect(hintsFor({ from: '2026-11-21', to: '2026-11-22', today: '2026-11-20' })).toEqual(['free'])
  expect(hintsFor({ from: '2026-11-21', to: '2026-11-23', today: '2026-11-20' })).toEqual([])
})
