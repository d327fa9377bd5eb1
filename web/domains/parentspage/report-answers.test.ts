import { describe, expect, test } from 'vitest'
import {
  checkReport,
  daysAfterMidnight,
  firstDays,
  freshAnswers,
  isOneDay,
  placedErrors,
  REPORT_TEXTS,
  type ReportAnswers,
  rangeOf,
  reportOf,
} from './report-answers.ts'
import { offeredDays } from './report-days.ts'
import type { ReportChild } from './use-children.ts'

const today = '2026-11-20'
const child = (firstname: string): ReportChild => ({
  uuid: firstname.toLowerCase(),
  firstname,
  lastname_initial: 'M',
  notice: null,
  school: {
    short: 'fsw',
    name: 'Freie Schule am Wald',
    accent: '#1f7a4d',
    phone: '030 23125100',
    mail: 'sekretariat@example.org',
    street: 'Waldweg',
    house_number: '1',
    zip: '15999',
    city: 'Wacholderhain',
    carrier_name: 'Trägerverein',
    logo: null,
  },
  sicknote: {
    enabled: true,
    cutoff_time: '08:00',
    max_days: 14,
    backdate_from: '2026-11-17',
    latest_start: '2026-12-20',
    year_end: '2027-07-31',
    today,
    free_days: [{ name: 'Weihnachtsferien', date_start: '2026-12-23', date_end: '2027-01-02' }],
  },
})
const children = [child('Mia'), child('Tim')]
const calendar = children[0]?.sicknote as ReportChild['sicknote']
const offered = offeredDays(today, calendar)
const place = { children, today, offered }
const fresh = freshAnswers(firstDays(offered, { today, time: '07:30', calendar }))
const answers = (changed: Partial<ReportAnswers>): ReportAnswers => ({ ...fresh, ...changed })
const several = (dateStart: string, dateEnd: string) => answers({ when: 'several', dateStart, dateEnd })
const check = (changed: ReportAnswers) => checkReport(changed, place)

describe('the days of a report', () => {
  test('are prefilled from the first day offered to the next school day', () => {
    expect(fresh).toMatchObject({ when: 'today', dateStart: '2026-11-20', dateEnd: '2026-11-23' })
    expect(rangeOf(fresh, place)).toEqual({ dateStart: today, dateEnd: today })
    expect(rangeOf(answers({ when: 'next' }), place)).toEqual({ dateStart: '2026-11-23', dateEnd: '2026-11-23' })
  })

  test('are read as people type them; an end left empty is the beginning', () => {
    expect(rangeOf(several('23.11.26', '25.11.2026'), place)).toEqual({
      dateStart: '2026-11-23',
      dateEnd: '2026-11-25',
    })
    expect(rangeOf(several('23.11.26', ' '), place)).toEqual({ dateStart: '2026-11-23', dateEnd: '2026-11-23' })
    expect(isOneDay(several('23.11.26', ''), place)).toBe(true)
    expect(rangeOf(several('24.11', '2611'), place)).toEqual({ dateStart: '2026-11-24', dateEnd: '2026-11-26' })
  })

  test('are asked again after midnight, when somebody had chosen', () => {
    const saturday = { when: 'next' as const, dateStart: '2026-11-23', dateEnd: '2026-11-24' }
    const nextDay = (before: ReportAnswers, isTouched: boolean) => ({
      ...before,
      ...daysAfterMidnight(before, { fresh: saturday, isTouched }),
    })
    expect(nextDay(fresh, false)).toMatchObject(saturday)
    expect(check(nextDay(fresh, true))).toEqual({ when: REPORT_TEXTS.noDay })
    expect(nextDay(several('2026-11-20', '2026-11-24'), true)).toEqual(several('2026-11-20', '2026-11-24'))
  })

  test('fall back to dates where no day is offered', () => {
    expect(firstDays([], { today, time: '07:30', calendar })).toMatchObject({ when: 'several', dateStart: today })
  })
})

describe('what is refused', () => {
  test.each([
    ['', '', { dateStart: 'Dieses Feld ist ein Pflichtfeld.' }],
    ['31.2.2026', '', { dateStart: 'Dies ist kein gültiges Datum.' }],
    ['23.11.2026', 'bald', { dateEnd: 'Dies ist kein gültiges Datum.' }],
    ['2026-11-23', '2026-11-22', { dateEnd: 'Das Ende liegt vor dem Beginn.' }],
    ['2026-11-16', '', { dateStart: 'Rückwirkend können Sie hier ab dem 17.11.2026 melden. Bitte rufen Sie uns an.' }],
    ['2026-11-17', '', {}],
    ['2026-12-20', '2026-12-21', {}],
    ['2026-12-21', '', { dateStart: 'Im Voraus können Sie hier bis zum 20.12.2026 melden.' }],
    ['2026-11-20', '2026-12-03', {}],
    ['2026-11-20', '2026-12-04', { dateEnd: 'Bitte höchstens 14 Tage auf einmal melden.' }],
    ['2026-11-21', '2026-11-22', { dateStart: 'In diesem Zeitraum ist kein Schultag.' }],
  ])('from %j until %j: %j', (dateStart, dateEnd, errors) => {
    expect(check(several(dateStart, dateEnd))).toEqual(errors)
  })

  test('is said at the choice where no dates are asked', () => {
    const errors = { dateStart: 'In diesem Zeitraum ist kein Schultag.', 'uuids.0': 'Nein.', reporterRelation: 'Nein.' }
    expect(placedErrors(errors, fresh)).toEqual({ when: errors.dateStart, children: 'Nein.', relation: 'Nein.' })
    expect(placedErrors(errors, several('', ''))).toMatchObject({ dateStart: errors.dateStart })
  })

  test.each([
    ['', '', { timeStart: REPORT_TEXTS.noTimes, timeEnd: REPORT_TEXTS.noTimes }],
    ['8', '', { timeEnd: REPORT_TEXTS.noTimes }],
    [' ', '9', { timeStart: REPORT_TEXTS.noTimes }],
    ['früh', '9', { timeStart: 'Bitte eine Uhrzeit angeben, zum Beispiel 08:00.' }],
    ['8', '25', { timeEnd: 'Bitte eine Uhrzeit angeben, zum Beispiel 08:00.' }],
    ['10:30', '10.30', { timeEnd: 'Das Ende muss nach dem Beginn liegen.' }],
    ['10:30', '10:29', { timeEnd: 'Das Ende muss nach dem Beginn liegen.' }],
    ['8', '10.30', {}],
  ])('of a part of a day from %j to %j: %j', (timeStart, timeEnd, errors) => {
    expect(check(answers({ partial: true, timeStart, timeEnd }))).toEqual(errors)
  })

  test('is a report for nobody, and too much text', () => {
    expect(check(answers({ leftOut: ['mia', 'tim'] }))).toEqual({ children: 'Bitte wählen Sie mindestens ein Kind.' })
    expect(check(answers({ comment: `${'a'.repeat(300)}\n` }))).toEqual({})
    expect(check(answers({ comment: 'a'.repeat(301) }))).toEqual({ comment: 'Maximal 300 Zeichen angeben.' })
  })
})

describe('what is sent', () => {
  test('by two taps is today, sick, for all children', () => {
    expect(check(fresh)).toEqual({})
    expect(reportOf(fresh, place)).toEqual({
      uuid: 'mia',
      uuids: ['tim'],
      dateStart: today,
      dateEnd: today,
      partial: false,
      timeStart: null,
      timeEnd: null,
      reason: 'sick',
      reporterRelation: null,
      reporterName: null,
      reporterPhone: null,
      comment: null,
    })
  })

  test('leaves out who is left out, and what belongs to another answer', () => {
    const partial = { partial: true, timeStart: '8', timeEnd: '1030' }
    expect(reportOf(answers({ ...partial, leftOut: ['mia'] }), place)).toMatchObject({
      uuid: 'tim',
      uuids: [],
      partial: true,
      timeStart: '08:00',
      timeEnd: '10:30',
    })
    const dates = { when: 'several' as const, dateStart: '2026-11-20', dateEnd: '2026-11-24' }
    expect(reportOf(answers({ ...partial, ...dates }), place)).toMatchObject({ partial: false, timeStart: null })
    const named = { reporterName: 'Oma', reporterPhone: '0331 1' }
    expect(reportOf(answers({ relation: 'mother', ...named }), place)).toMatchObject({
      reporterRelation: 'mother',
      reporterName: null,
      reporterPhone: null,
    })
    expect(reportOf(answers({ relation: 'other', ...named }), place)).toMatchObject(named)
  })
})
