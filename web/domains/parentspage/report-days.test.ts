import { describe, expect, test } from 'vitest'
import { firstChoice, freeTodayText, offeredDays, possibleEnds } from './report-days.ts'

const HOLIDAYS = [
  { name: 'Herbstferien', date_start: '2026-10-19', date_end: '2026-10-30' },
  { name: 'Weihnachtsferien', date_start: '2026-12-23', date_end: '2027-01-02' },
  { name: 'Tag der Deutschen Einheit', date_start: '2026-10-03', date_end: '2026-10-03' },
]
const calendar = { free_days: HOLIDAYS, latest_start: '2027-01-31', max_days: 14, year_end: '2027-07-31' }
const labels = (today: string, latest_start = calendar.latest_start) =>
  offeredDays(today, { ...calendar, latest_start }).map(({ label, note }) => `${label}: ${note}`)

describe('the days that are offered', () => {
  test.each([
    ['a Thursday', '2026-11-19', ['Nur heute: Donnerstag, 19.11.2026', 'Morgen: Freitag, 20.11.2026']],
    ['a Friday', '2026-11-20', ['Nur heute: Freitag, 20.11.2026', 'Montag: 23.11.2026']],
    ['a Saturday', '2026-11-21', ['Montag: 23.11.2026']],
    ['a Sunday', '2026-11-22', ['Morgen: Montag, 23.11.2026']],
    ['holidays', '2026-10-21', ['Montag: 02.11.2026']],
    ['the last day before holidays', '2026-12-22', ['Nur heute: Dienstag, 22.12.2026', 'Montag: 04.01.2027']],
    ['the last day of holidays, a Saturday', '2027-01-02', ['Montag: 04.01.2027']],
  ])('on %s are never free ones', (_, today, offered) => {
    expect(labels(today)).toEqual(offered)
  })

  test('end where reporting ahead ends', () => {
    expect(labels('2026-10-19', '2026-10-30')).toEqual([])
    expect(labels('2026-10-16', '2026-10-30')).toEqual(['Nur heute: Freitag, 16.10.2026'])
  })
})

describe('before anybody chose', () => {
  const offered = offeredDays('2026-11-19', calendar)
  test.each([
    ['00:00', 'today'],
    ['11:59', 'today'],
    ['12:00', 'next'],
    ['23:59', 'next'],
  ])('at %s it is %s', (time, when) => {
    expect(firstChoice(offered, time)?.when).toBe(when)
  })

  test('it is what there is', () => {
    expect(firstChoice(offeredDays('2026-11-21', calendar), '08:00')?.when).toBe('next')
    expect(firstChoice(offeredDays('2026-10-16', { ...calendar, latest_start: '2026-10-30' }), '15:00')?.when).toBe(
      'today',
    )
    expect(firstChoice([], '08:00')).toBeUndefined()
  })
})

test('an end can be chosen among the school days of one report', () => {
  expect(possibleEnds('2026-11-20', calendar, 4)).toEqual(['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'])
  expect(possibleEnds('2026-12-21', calendar, 4)).toEqual(['2026-12-22'])
  expect(possibleEnds('2026-12-21', { ...calendar, max_days: 15 }, 4)).toEqual(['2026-12-22', '2027-01-04'])
  expect(possibleEnds('2027-07-29', calendar, 4)).toEqual(['2027-07-30'])
  expect(possibleEnds('2026-11-20', { ...calendar, max_days: 1 }, 4)).toEqual([])
})

test('a free day is named, a weekend goes without saying', () => {
  expect(freeTodayText('2026-10-21', calendar)).toBe('Heute ist schulfrei (Herbstferien).')
  expect(freeTodayText('2026-11-21', calendar)).toBeUndefined()
  expect(freeTodayText('2026-11-20', calendar)).toBeUndefined()
})
