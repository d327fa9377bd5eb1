import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type AbsenceReport, absenceEndpoints, type PupilAbsences } from '#contract/absences/absences.ts'
import { type AbsenceSchool, countOf, openAbsenceSchool } from '#server/test/absence-school.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: AbsenceSchool
let oneA: number
let twoA: number
let zoe: number
let teacher: TestVisitor
beforeAll(async () => {
  school = await openAbsenceSchool()
  const { app, fsw } = school
  oneA = await school.classOf('1a')
  twoA = await school.classOf('2a')
  zoe = await makePupil(app, fsw, { firstname: 'Zoe', lastname: 'Zander', grade: 1, schoolclass: 'a' })
  await makePupil(app, fsw, { firstname: 'Ada', lastname: '=Adler', grade: 1, schoolclass: 'a' })
  await school.makeNote(zoe, { from: '2026-10-15', to: '2026-11-03' })
  await school.makeNote(zoe, { from: '2026-11-02', to: '2026-11-05', excuse_state: 'open' })
  await school.makeNote(zoe, { from: '2026-11-10', lessons: [1, 2], comment: 'Zahnarzt' })
  await school.makeNote(zoe, { from: '2026-11-12', cancelled_at: '2026-11-12T08:00:00Z' })
  await school.makeNote(zoe, { from: '2027-02-08', excuse_state: 'unexcused', reason: 'unexplained' })
  const made = await school.makeTeacher()
  await giveClass(app, fsw, { employee: made.employee, schoolclass: oneA })
  teacher = made.browser
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

const askPupil = (id: number, browser = school.head, school_year_id?: number) =>
  browser.call(absenceEndpoints.pupil, { params: { id }, query: { school_year_id } })
const askReport = (half = 1, browser = school.head, schoolclass_id = oneA) =>
  browser.call(absenceEndpoints.report, { query: { schoolclass_id, half } })
const reportOf = async (half = 1, browser = school.head, schoolclass_id = oneA): Promise<AbsenceReport> => {
  const reply = await askReport(half, browser, schoolclass_id)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

describe('absences of a child', () => {
  test('are the union of its notes over school days, by half-year', async () => {
    const absences: PupilAbsences = (await askPupil(zoe)).json()
    expect(absences.days.map(({ day, state }) => [day, state])).toEqual([
      ['2026-10-15', 'excused'],
      ['2026-10-16', 'excused'],
      ['2026-11-02', 'excused'],
      ['2026-11-03', 'excused'],
      ['2026-11-04', 'open'],
      ['2026-11-05', 'open'],
      ['2026-11-10', 'excused'],
      ['2027-02-08', 'unexcused'],
    ])
    expect(absences.halves).toEqual([
      {
        half: 1,
        date_start: '2026-08-01',
        date_end: '2027-01-29',
        is_closed: false,
        counted_now: null,
        count: countOf({ days_excused: 4, days_open: 2, lessons_excused: 2 }),
      },
      expect.objectContaining({ half: 2, date_start: '2027-01-30', count: countOf({ days_unexcused: 1 }) }),
    ])
    expect(absences.weekdays).toEqual([2, 1, 1, 2, 1])
    expect(absences.schoolyear.name).toBe('2026/2027')
    expect(absences.schoolyears.map(({ name }) => name)).toEqual(['2027/2028', '2026/2027'])
  })

  test('count a note wholly as soon as it is reported, its days to come too', async () => {
    const { app, fsw } = school
    const ill = await makePupil(app, fsw, { firstname: 'Ida', grade: 2, schoolclass: 'a' })
    await school.makeNote(ill, { from: '2026-11-18', to: '2026-11-23' })
    const daysOn = async (today: string) => {
      await school.goTo(today)
      const { halves }: PupilAbsences = (await askPupil(ill)).json()
      return halves[0]?.count.days_excused
    }
    expect([await daysOn('2026-11-18'), await daysOn('2026-11-20'), await daysOn('2026-11-23')]).toEqual([4, 4, 4])
  })

  test('come with all notes of the year, the newest first, cancelled ones too', async () => {
    const { notes }: PupilAbsences = (await askPupil(zoe)).json()
    expect(notes.map(({ value }) => value.dateStart)).toEqual([
      '2027-02-08',
      '2026-11-12',
      '2026-11-10',
      '2026-11-02',
      '2026-10-15',
    ])
    expect(notes[1]?.cancelled_at).not.toBeNull()
    expect(notes[2]?.value.comment).toBe('Zahnarzt')
  })

  test('of another year are asked for by its id', async () => {
    const { schoolyears }: PupilAbsences = (await askPupil(zoe)).json()
    const other: PupilAbsences = (await askPupil(zoe, school.head, schoolyears[0]?.id)).json()
    expect([other.schoolyear.name, other.days, other.notes]).toEqual(['2027/2028', [], []])
    expect((await askPupil(zoe, school.head, 999_999)).statusCode).toBe(404)
  })

  test('end with the last day at the school', async () => {
    const { app, fsw } = school
    const leaver = await makePupil(app, fsw, { firstname: 'Leo', grade: 2, schoolclass: 'a' })
    await insideSchool(app, fsw, (tx) =>
      tx
        .updateTable('pupil')
        .set({ date_entry: '2026-11-03', date_exit: '2026-11-05' })
        .where('id', '=', leaver)
        .execute(),
    )
    await school.makeNote(leaver, { from: '2026-11-02', to: '2026-11-10' })
    const { days, halves, date_exit }: PupilAbsences = (await askPupil(leaver)).json()
    expect(days.map(({ day }) => day)).toEqual(['2026-11-03', '2026-11-04', '2026-11-05'])
    expect(halves[0]?.count).toEqual(countOf({ days_excused: 3 }))
    expect(date_exit).toBe('2026-11-05')
    const row = (await reportOf(1, school.head, twoA)).rows.find(({ pupil }) => pupil.id === leaver)
    expect([row?.date_exit, row?.count.days_excused]).toEqual(['2026-11-05', 3])
  })

  test('are for heads, and for teachers of attached pupils; anybody else gets a 404', async () => {
    const { app, fsw, fow } = school
    const stranger = await makePupil(app, fow, { grade: 7, schoolclass: 'a' })
    const elsewhere = await makePupil(app, fsw, { grade: 2, schoolclass: 'a' })
    expect((await askPupil(zoe, teacher)).statusCode).toBe(200)
    const nobody = await askPupil(999_999)
    for (const reply of [await askPupil(stranger), await askPupil(elsewhere, teacher)]) {
      expect(reply.statusCode).toBe(404)
      expect(reply.body).toBe(nobody.body)
    }
    expect((await askPupil(zoe, await school.signIn('viewer'))).statusCode).toBe(403)
  })
})

describe('the report of a class', () => {
  test('names its pupils by name, with counts and school days of the half-year', async () => {
    const report = await reportOf()
    expect(report).toMatchObject({ half: 1, date_start: '2026-08-01', date_end: '2027-01-29', school_days: 97 })
    expect(report.rows.map(({ pupil }) => pupil.firstname)).toEqual(['Ada', 'Zoe'])
    expect(report.rows[1]?.count).toEqual(countOf({ days_excused: 4, days_open: 2, lessons_excused: 2 }))
    expect((await reportOf(2)).school_days).toBe(89)
  })

  test.for([
    ['2026-08-01', 1],
    ['2027-01-29', 1],
    ['2027-01-30', 2],
    ['2027-07-31', 2],
    ['2027-08-20', 2],
  ] as const)('is on %s that of half-year %i, if nobody asks for one', async ([day, half]) => {
    school.goTo(day)
    const reply = await school.head.call(absenceEndpoints.report, { query: { schoolclass_id: oneA } })
    expect([reply.statusCode, reply.json().half]).toEqual([200, half])
  })

  test('is written by the class a child is in last, and counts the whole half-year', async () => {
    const { app, fsw } = school
    const mover = await makePupil(app, fsw, {
      firstname: 'Mo',
      lastname: 'Wechsel',
      grade: 1,
      schoolclass: 'a',
      date_end: '2026-10-31',
    })
    await makeMembership(app, fsw, { id: mover, grade: 2, schoolclass: 'a', date_start: '2026-11-01' })
    await school.makeNote(mover, { from: '2026-09-01' })
    await school.makeNote(mover, { from: '2026-11-03' })
    expect((await reportOf()).rows.map(({ pupil }) => pupil.id)).not.toContain(mover)
    const row = (await reportOf(1, school.head, twoA)).rows.find(({ pupil }) => pupil.id === mover)
    expect(row?.count.days_excused).toBe(2)
  })

  test('teachers read that of their own class only, viewers none', async () => {
    expect((await reportOf(1, teacher)).rows).toHaveLength(2)
    const nobody = await askReport(1, teacher, 999_999)
    expect((await askReport(1, teacher, twoA)).body).toBe(nobody.body)
    expect(nobody.statusCode).toBe(404)
    const ofOther = await askReport(1, school.head, await school.classOf('7a', { school: school.fow }))
    expect(ofOther.body).toBe(nobody.body)
    expect((await askReport(1, await school.signIn('viewer'))).statusCode).toBe(403)
    expect((await askReport(3)).statusCode).toBe(422)
  })

  test('leaves as a file without reasons, formulas are text, and the log says so', async () => {
    const body = { schoolclass_id: oneA, half: 1 }
    const xlsx = await school.head.call(absenceEndpoints.export, { body: { ...body, format: 'xlsx' } })
    expect(xlsx.headers['content-disposition']).toContain('Fehlzeiten-1a-2026-2027-1.xlsx')
    const { rows } = readSpreadsheet(xlsx.rawPayload)
    expect(rows[0]).toEqual([
      'Nachname',
      'Vorname',
      'Abgang',
      'Fehltage entschuldigt',
      'Fehltage unentschuldigt',
      'Fehltage offen',
      'Stunden entschuldigt',
      'Stunden unentschuldigt',
      'Stunden offen',
      'Stand',
    ])
    expect([rows[1]?.[0], ...(rows[2]?.slice(-7) ?? [])]).toEqual(['=Adler', 4, 0, 2, 2, 0, 0, 'laufend'])
    const csv = await school.head.call(absenceEndpoints.export, { body: { ...body, format: 'csv' } })
    expect(csv.body).toContain("'=Adler;Ada;;0;0;0;0;0;0;laufend")
    expect(csv.body + xlsx.body).not.toMatch(/Zahnarzt|krank|sick/)
    const exports = (await school.loggedActions('schoolclass')).filter(({ action }) => action === 'export_created')
    expect(exports).toHaveLength(2)
    expect(exports[0]).toMatchObject({ entity_id: oneA })
    expect((await teacher.call(absenceEndpoints.export, { body: { ...body, format: 'csv' } })).statusCode).toBe(403)
  })
})
