import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { absenceEndpoints, type PupilAbsences } from '#contract/absences/absences.ts'
import { type AbsenceSchool, countOf, openAbsenceSchool } from '#server/test/absence-school.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { tidySicknotes } from './tidy-sicknotes.ts'

let school: AbsenceSchool
beforeAll(async () => {
  school = await openAbsenceSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('pupil_sicknote').execute()))

const tidyOn = async (day: string) => {
  school.goTo(day)
  await tidySicknotes(school.app.platform)({})
}
const notesOf = (pupil: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.selectFrom('pupil_sicknote').selectAll().where('pupil_id', '=', pupil).orderBy('id').execute(),
  )
const pupil = () => makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })

test('remark and reporter are deleted 28 days after the last day, the note stays', async () => {
  const child = await pupil()
  const reporter = { reporter_name: 'Anna Müller', reporter_relation: 'mother', reporter_phone: '030 23125-112' }
  await school.makeNote(child, { from: '2026-11-02', to: '2026-11-20', comment: 'Liegt im Bett', ...reporter })
  await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .updateTable('pupil_sicknote')
      .set({ reason_before: JSON.stringify({ comment: 'Bauchweh' }) })
      .execute(),
  )
  await tidyOn('2026-12-17')
  expect(await notesOf(child)).toMatchObject([
    { comment: 'Liegt im Bett', ...reporter, reason_before: { comment: 'Bauchweh' } },
  ])
  await tidyOn('2026-12-18')
  const empty = {
    comment: null,
    reporter_name: null,
    reporter_relation: null,
    reporter_phone: null,
    reason_before: null,
  }
  expect(await notesOf(child)).toMatchObject([{ ...empty, reason: 'sick', date_end: '2026-11-20' }])
  const before = await school.loggedActions('pupil_sicknote')
  await tidyOn('2026-12-18')
  expect(await school.loggedActions('pupil_sicknote')).toEqual(before)
  expect(before.at(-1)).toMatchObject({ action: 'sicknote_cleared', user_id: null })
})

test('notes are deleted a year after their school year; closed and present counts stay', async () => {
  const child = await pupil()
  await school.makeNote(child, { from: '2026-10-15', to: '2026-11-03' })
  await school.makeNote(child, { from: '2027-02-08', excuse_state: 'unexcused' })
  await school.makeNote(child, { from: '2027-07-26', to: '2027-08-20' })
  school.goTo('2027-02-10')
  const half = { schoolclass_id: await school.classOf('1a'), half: 1 }
  expect((await school.head.call(absenceEndpoints.close, { body: half })).statusCode).toBe(200)
  await school.makeNote(child, { from: '2026-12-01' })
  await tidyOn('2028-07-30')
  expect(await notesOf(child)).toHaveLength(4)
  await tidyOn('2028-07-31')
  expect((await notesOf(child)).map(({ date_end }) => date_end)).toEqual(['2027-08-20'])
  const { schoolyears }: PupilAbsences = (
    await school.head.call(absenceEndpoints.pupil, { params: { id: child } })
  ).json()
  const year = schoolyears.find(({ name }) => name === '2026/2027')
  const query = { school_year_id: year?.id }
  const absences: PupilAbsences = (
    await school.head.call(absenceEndpoints.pupil, { params: { id: child }, query })
  ).json()
  expect(absences.halves.map(({ is_closed, count, counted_now }) => ({ is_closed, count, counted_now }))).toEqual([
    { is_closed: true, count: countOf({ days_excused: 4 }), counted_now: null },
    { is_closed: true, count: countOf({ days_unexcused: 1 }), counted_now: null },
  ])
})

test('the school’s settings decide the periods', async () => {
  await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .insertInto('school_setting')
      .values({
        school_id: school.fsw,
        key: 'RETENTION_SETTINGS',
        setting_value: JSON.stringify({ sicknote_comment_days: 1, sicknote_years: 5 }),
      })
      .execute(),
  )
  const child = await pupil()
  await school.makeNote(child, { from: '2026-11-19', comment: 'Fieber' })
  await tidyOn('2026-11-20')
  expect(await notesOf(child)).toMatchObject([{ comment: null }])
  await tidyOn('2032-07-30')
  expect(await notesOf(child)).toHaveLength(1)
  await tidyOn('2032-07-31')
  expect(await notesOf(child)).toEqual([])
})

test('another school deletes by its own periods', async () => {
  const { app, fow } = school
  const child = await makePupil(app, fow, { grade: 7, schoolclass: 'a' })
  await school.makeNote(child, { from: '2026-11-20', comment: 'Husten' }, fow)
  await tidyOn('2026-12-17')
  const comments = () => insideSchool(app, fow, (tx) => tx.selectFrom('pupil_sicknote').select('comment').execute())
  expect(await comments()).toEqual([{ comment: 'Husten' }])
  await tidyOn('2026-12-18')
  expect(await comments()).toEqual([{ comment: null }])
})
