import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { type LinkedChild, openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: ParentsSchool
let mia: LinkedChild
beforeAll(async () => {
  school = await openParentsSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
  mia = await school.makeChild({ firstname: 'Mia' })
})
afterAll(() => school.app.stop())

const send = (dateStart: string, dateEnd?: string) => school.report({ uuid: mia.uuid, dateStart, dateEnd })
const answerOf = async (dateStart: string, dateEnd?: string) => {
  const reply = await send(dateStart, dateEnd)
  return reply.statusCode === 201 ? 'kept' : `${Object.keys(reply.json().errors)}: ${reply.json().message}`
}
const NO_SCHOOL_DAY = `dateStart: ${SICKNOTE_TEXTS.noSchoolDay}`

/** On Friday, 20.11.2026: three school days back is Tuesday, 30 days on is Sunday, 20.12. */
describe('the days of a report', () => {
  test.each([
    ['three school days back', '2026-11-17', '2026-11-17', 'kept'],
    [
      'four',
      '2026-11-16',
      '2026-11-20',
      'dateStart: Rückwirkend können Sie hier ab dem 17.11.2026 melden. Bitte rufen Sie uns an.',
    ],
    ['over the weekend', '2026-11-20', '2026-11-23', 'kept'],
    ['only a weekend', '2026-11-21', '2026-11-22', NO_SCHOOL_DAY],
    ['the last day that may begin one, a Sunday, to Monday', '2026-12-20', '2026-12-21', 'kept'],
    ['a day later', '2026-12-21', '2026-12-21', 'dateStart: Im Voraus können Sie hier bis zum 20.12.2026 melden.'],
    ['14 days', '2026-11-20', '2026-12-03', 'kept'],
    ['15 days', '2026-11-20', '2026-12-04', 'dateEnd: Bitte höchstens 14 Tage auf einmal melden.'],
    ['an end before the beginning', '2026-11-20', '2026-11-19', 'dateEnd: Das Ende liegt vor dem Beginn.'],
    ['from the last day of school into Christmas', '2026-12-20', '2027-01-02', 'kept'],
  ])('%s (%s to %s): %s', async (...[, from, to, expected]) => {
    expect(await answerOf(from, to)).toBe(expected)
  })

  test('without an end are one day', async () => {
    expect(await answerOf('2026-11-23')).toBe('kept')
    expect(await school.notesOf(mia)).toMatchObject([{ date_start: '2026-11-23', date_end: '2026-11-23' }])
  })

  test('follow the settings of the school', async () => {
    await school.setSettings({ backdate_school_days: 0, future_days: 3, max_days_public: 2 })
    const answers = [
      await answerOf('2026-11-19', '2026-11-20'),
      await answerOf('2026-11-20', '2026-11-21'),
      await answerOf('2026-11-20', '2026-11-22'),
      await answerOf('2026-11-23'),
      await answerOf('2026-11-24'),
    ]
    await school.setSettings({})
    expect(answers).toEqual([
      'dateStart: Rückwirkend können Sie hier ab dem 20.11.2026 melden. Bitte rufen Sie uns an.',
      'kept',
      'dateEnd: Bitte höchstens 2 Tage auf einmal melden.',
      'kept',
      'dateStart: Im Voraus können Sie hier bis zum 23.11.2026 melden.',
    ])
  })
})

describe('holidays', () => {
  test('alone are no school days, with one day of school they are', async () => {
    school.setClock('2026-10-16T07:00:00+02:00')
    expect(await answerOf('2026-10-17', '2026-10-30')).toBe(NO_SCHOOL_DAY)
    expect(await answerOf('2026-10-16', '2026-10-29')).toBe('kept')
    expect(await answerOf('2026-10-20', '2026-11-02')).toBe('kept')
  })

  test('do not count on the way back', async () => {
    school.setClock('2026-11-02T07:00:00+01:00')
    const { sicknote } = (await school.readPage(mia.uuid)).json()
    expect(sicknote.backdate_from).toBe('2026-10-14')
    expect(await answerOf('2026-10-14')).toBe('kept')
    expect(await answerOf('2026-10-13')).toMatch(/^dateStart: Rückwirkend/)
  })

  test.each(['2026-12-25', '2027-01-01', '2027-05-06', '2027-05-07', '2027-05-18'])(
    'of a single day: %s',
    async (day) => {
      school.setClock(`${day}T07:00:00+01:00`)
      expect(await answerOf(day)).toBe(NO_SCHOOL_DAY)
    },
  )
})

describe('the school year', () => {
  test('bounds a report, and the next one begins with its own days', async () => {
    school.setClock('2027-07-25T07:00:00+02:00')
    expect(await answerOf('2027-07-30', '2027-08-03')).toBe('dateEnd: Das Schuljahr endet am 31.07.2027.')
    expect(await answerOf('2027-07-30', '2027-07-31')).toBe(NO_SCHOOL_DAY)
    // No holidays are entered for the next year.
    expect(await answerOf('2027-08-02', '2027-08-06')).toBe('kept')
    expect((await school.readPage(mia.uuid)).json().sicknote.year_end).toBe('2028-07-31')
  })

  test('that nobody has entered has no school days', async () => {
    school.setClock('2028-07-20T07:00:00+02:00')
    expect(await answerOf('2028-08-07')).toBe(NO_SCHOOL_DAY)
    expect((await school.readPage(mia.uuid)).json().sicknote.year_end).toBe('2028-07-31')
    school.setClock('2029-01-15T07:00:00+01:00')
    expect(await answerOf('2029-01-15')).toBe(NO_SCHOOL_DAY)
    expect((await school.readPage(mia.uuid)).statusCode).toBe(200)
  })
})

describe('before the first and after the last day at the school', () => {
  test('there is no school day for the child', async () => {
    await school.setPupil(mia, { date_exit: '2026-11-24' })
    expect(await answerOf('2026-11-25', '2026-11-27')).toBe(NO_SCHOOL_DAY)
    expect(await answerOf('2026-11-24', '2026-11-27')).toBe('kept')
    const leo = await school.makeChild({ status: 'upcoming' })
    await school.setPupil(leo, { date_entry: '2026-12-01' })
    const report = (day: string) => school.report({ uuid: leo.uuid, dateStart: day })
    expect((await report('2026-11-30')).json().message).toBe(SICKNOTE_TEXTS.noSchoolDay)
    expect((await report('2026-12-01')).statusCode).toBe(201)
  })

  test('of one of the siblings nothing is kept of any', async () => {
    const leo = await school.makeChild({ firstname: 'Leo' })
    await school.makeGuardian([mia, leo])
    await school.setPupil(leo, { date_exit: '2026-11-20' })
    const reply = await school.report({ uuid: mia.uuid, uuids: [leo.uuid], dateStart: '2026-11-23' })
    expect([reply.statusCode, reply.json().message]).toEqual([422, SICKNOTE_TEXTS.noSchoolDay])
    expect(await school.notesOf(mia)).toEqual([])
  })
})

/** Whatever the time zone of the server. */
describe('the day in Berlin', () => {
  test.each([
    ['winter', '2026-11-19T22:59:59Z', '2026-11-19', '2026-11-19T23:00:00Z', '2026-11-20'],
    ['summer', '2026-09-14T21:59:59Z', '2026-09-14', '2026-09-14T22:00:00Z', '2026-09-15'],
    ['the end of summer time', '2026-10-24T21:59:59Z', '2026-10-24', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['the day after it', '2026-10-25T22:59:59Z', '2026-10-25', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['the beginning of summer time', '2027-03-27T22:59:59Z', '2027-03-27', '2027-03-27T23:00:00Z', '2027-03-28'],
    ['the day after it', '2027-03-28T21:59:59Z', '2027-03-28', '2027-03-28T22:00:00Z', '2027-03-29'],
    ['new year', '2026-12-31T22:59:59Z', '2026-12-31', '2026-12-31T23:00:00Z', '2027-01-01'],
  ])('changes at its midnight: %s', async (...[, before, dayBefore, after, dayAfter]) => {
    school.setClock(before)
    expect((await school.readPage(mia.uuid)).json().sicknote.today).toBe(dayBefore)
    school.setClock(after)
    expect((await school.readPage(mia.uuid)).json().sicknote.today).toBe(dayAfter)
  })

  test('decides what a report of the night is about', async () => {
    school.setClock('2026-11-19T22:59:59Z')
    expect((await send('2026-11-20')).json()).toMatchObject({
      message: 'Gute Besserung! Mia ist für morgen, 20.11.2026, abgemeldet.',
      is_late: false,
    })
    const leo = await school.makeChild({ firstname: 'Leo' })
    school.setClock('2026-11-19T23:00:00Z')
    expect((await school.report({ uuid: leo.uuid, dateStart: '2026-11-20' })).json()).toMatchObject({
      message: 'Gute Besserung! Leo ist für heute, 20.11.2026, abgemeldet.',
      is_late: false,
    })
  })

  test('is a week of seven days over both clock changes', async () => {
    school.setClock('2026-10-16T07:00:00+02:00')
    expect(await answerOf('2026-10-20', '2026-11-03')).toBe('dateEnd: Bitte höchstens 14 Tage auf einmal melden.')
    expect((await school.readPage(mia.uuid)).json().sicknote.latest_start).toBe('2026-11-15')
    school.setClock('2027-03-19T07:00:00+01:00')
    expect((await school.readPage(mia.uuid)).json().sicknote.latest_start).toBe('2027-04-18')
    expect(await answerOf('2027-03-22', '2027-04-04')).toBe(NO_SCHOOL_DAY)
    expect(await answerOf('2027-03-23', '2027-04-05')).toBe('kept')
  })
})

describe('late', () => {
  test.each([
    ['in the second of the cutoff it is not', '2026-11-20T08:00:00+01:00', '2026-11-20', '2026-11-20', false],
    ['a second later it is', '2026-11-20T08:00:01+01:00', '2026-11-20', '2026-11-20', true],
    ['for tomorrow it never is', '2026-11-19T23:00:00+01:00', '2026-11-20', '2026-11-20', false],
    ['for yesterday it always is', '2026-11-20T06:00:00+01:00', '2026-11-19', '2026-11-19', true],
    ['on a weekend for Monday on it is not', '2026-11-21T12:00:00+01:00', '2026-11-21', '2026-11-24', false],
    ['in summer the clock is that of summer', '2026-09-15T06:00:00Z', '2026-09-15', '2026-09-15', false],
    ['and a second later it is', '2026-09-15T06:00:01Z', '2026-09-15', '2026-09-15', true],
  ])('%s', async (...[, moment, from, to, isLate]) => {
    school.setClock(moment)
    const reply = await send(from, to)
    expect(reply.json().is_late).toBe(isLate)
    expect(reply.json().message.endsWith(' Bitte rufen Sie zusätzlich an.')).toBe(isLate)
    expect(await school.notesOf(mia)).toMatchObject([{ is_late: isLate }])
  })
})
