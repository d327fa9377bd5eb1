import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints as endpoints, type SubjectHit } from '#contract/privacyrequests/privacyrequests.ts'
import { makeApplication, makePupil } from '#server/test/child-factories.ts'
import { makeUser } from '#server/test/factories.ts'
import { errorsOf, openRequestSchool, REQUEST_FORM, type RequestSchool } from '#server/test/request-school.ts'

// The search for the person whom a request is about.

let school: RequestSchool
beforeAll(async () => {
  school = await openRequestSchool()
  school.goTo('2026-11-20')
})
afterAll(() => school.app.stop())

const find = async (q: string, visitor = school.head) =>
  (await visitor.call(endpoints.subjects, { query: { q } })).json()

test('finds everybody of this school and nobody of another', async () => {
  expect((await find('quitt')).map(({ type }: { type: string }) => type)).toEqual(['pupil', 'guardian'])
  expect(await find('holler')).toEqual([
    {
      type: 'employee',
      id: school.employee,
      name: 'Hollerbusch Hollerbusch',
      hint: expect.stringContaining('Kürzel'),
    },
  ])
  expect(await find('quitt', school.foreign)).toEqual([])
})

test('tells two children of one name, their parents and applications apart', async () => {
  const { app, fsw, inFsw } = school
  await inFsw((tx) =>
    sql`insert into schoolclass (school_id, school_year_id, schoolgrade_id, description)
      select g.school_id, y.id, g.id, 'Zw' from schoolgrade g join schoolyear y on y.state = 'active' where g.grade = 1`.execute(
      tx,
    ),
  )
  const child = { firstname: 'Ida', lastname: 'Zwillich' }
  const inClass = await makePupil(app, fsw, { ...child, birthdate: '2018-04-03', grade: 1, schoolclass: 'Zw' })
  const gone = await makePupil(app, fsw, { ...child, birthdate: '2010-02-01', status: 'left' })
  const { id: registration, number } = await makeApplication(app, fsw, child)
  const guardian = await inFsw(async (tx) => {
    await tx.updateTable('pupil').set({ date_exit: '2025-07-31' }).where('id', '=', gone).execute()
    const parent = await sql<{ id: number }>`insert into guardian (school_id, firstname, lastname)
      values (${fsw}, 'Anna', 'Zwillich') returning id`.execute(tx)
    const id = parent.rows[0]?.id
    await sql`insert into pupil_guardian (school_id, pupil_id, guardian_id, relationship, has_custody)
      values (${fsw}, ${inClass}, ${id}, 'mother', true)`.execute(tx)
    return id
  })
  const hits: SubjectHit[] = await find('zwillich')
  expect(hits.map(({ type, id, hint }) => [type, id, hint])).toEqual([
    ['pupil', inClass, 'Klasse 1 Zw, geboren am 03.04.2018'],
    ['pupil', gone, 'ehemalig, bis 31.07.2025, geboren am 01.02.2010'],
    ['guardian', guardian, 'bei Ida (Klasse 1 Zw)'],
    ['registration', registration, `für 2027/28, ${number}, geboren am 31.03.2021`],
  ])
})

test('finds accounts only for people who manage them', async () => {
  expect(await find('Person')).toEqual([expect.objectContaining({ type: 'user', name: 'Person 1' })])
  const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw], may_manage_users: false })
  const other = await school.app.signedIn(id)
  expect(await find('Person', other)).toEqual([])
  expect(await errorsOf(other.call(endpoints.add, { body: { ...REQUEST_FORM, subject: `user:${id}` } }))).toEqual({
    subject: [REQUEST_TEXTS.subjectUnknown],
  })
})
