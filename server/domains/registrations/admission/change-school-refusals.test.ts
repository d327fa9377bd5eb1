import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ChangingSchools, openSchoolChange } from '#server/test/school-change.ts'
import type { TestApp } from '#server/test/test-app.ts'

let school: ChangingSchools
let app: TestApp
let fow: number
beforeAll(async () => {
  school = await openSchoolChange()
  ;({ app, fow } = school)
})
afterAll(() => app.stop())
beforeEach(() => school.nextChild())

test('a failure in the middle leaves both schools as they were', async () => {
  const id = await school.accepted()
  const before = [await school.countRows(), await school.readThere()]
  await app.database.owner.query(`create function fail_leaving() returns trigger language plpgsql as $$
    begin if new.date_exit is not null then raise exception 'planted'; end if; return new; end $$;
    create trigger fail_leaving before update on pupil for each row execute function fail_leaving()`)
  expect((await school.changeFrom(id)).statusCode).toBe(500)
  await app.database.owner.query('drop trigger fail_leaving on pupil')
  expect([await school.countRows(), await school.readThere()]).toEqual(before)
  expect((await school.both.call(endpoints.get, { params: { id } })).json()).toMatchObject({
    pupil_id: null,
    version: 1,
  })
})

test('20 at once make one pupil and one exit', async () => {
  const id = await school.accepted()
  const before = await school.countRows()
  const replies = await Promise.all(Array.from({ length: 20 }, () => school.changeFrom(id, { force: true })))
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([
    201,
    ...Array.from({ length: 19 }, () => 409),
  ])
  expect((await school.countRows()).pupil).toBe((before.pupil ?? 0) + 1)
  expect(await school.logOf(fow, school.child.id)).toHaveLength(2)
})

test('an exit that is already entered stays when it is earlier, and a graduating pupil still graduates', async () => {
  await school.leaveThere({ date_exit: '2027-06-30', exit_reason: 'graduated' })
  await school.changeFrom(await school.accepted())
  expect(await school.readThere()).toMatchObject({ date_exit: '2027-06-30', exit_reason: 'graduated' })
})

test('a pupil who left that school, or never started there, cannot change: 409, and nothing is written', async () => {
  const id = await school.accepted()
  const before = await school.countRows()
  await school.leaveThere({ date_exit: '2026-10-31', exit_reason: 'moved' })
  const left = await school.changeFrom(id)
  expect([left.statusCode, left.json().message]).toEqual([409, REGISTRATION_TEXTS.leftElsewhere('fow')])
  expect(((await school.optionsOf(id, school.both)).json() as TransformOptions).school_changes).toEqual([])
  await school.leaveThere({ date_exit: null })
  await insideSchool(app, fow, (tx) =>
    tx
      .updateTable('pupil')
      .set({ date_entry: '2027-08-01', status: 'upcoming' })
      .where('id', '=', school.child.id)
      .execute(),
  )
  const toCome = await school.changeFrom(id)
  expect([toCome.statusCode, toCome.json().message]).toEqual([409, REGISTRATION_TEXTS.notYetElsewhere('fow')])
  expect(await school.countRows()).toEqual(before)
})

test('only a pupil at a school to which the viewer is attached can be chosen: the same 422 for all others', async () => {
  const stranger = await makePupil(app, fow, { firstname: 'Ganz', lastname: 'Anders', birthdate: '2015-01-01' })
  const here = await school.twinHere()
  const id = await school.accepted()
  const tries = [
    { change_from: { pupil_id: stranger, school_short: 'fow' } },
    { change_from: { pupil_id: 999_999, school_short: 'fow' } },
    { change_from: { pupil_id: school.child.id, school_short: 'xyz' } },
    { change_from: { pupil_id: here, school_short: 'fsw' } },
  ]
  const replies = [
    ...(await Promise.all(tries.map((body) => school.transform({ id, force: true, ...body }, school.both)))),
    await school.changeFrom(id, { force: true }, school.head),
  ]
  for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([422, replies[0]?.body])
  expect(replies[0]?.json().errors).toHaveProperty('change_from.pupil_id')
  const twice = await school.changeFrom(id, { link_pupil_id: here })
  expect([twice.statusCode, Object.keys(twice.json().errors)]).toEqual([422, ['change_from']])
  expect(((await school.optionsOf(id)).json() as TransformOptions).school_changes).toEqual([])
  expect((await school.readThere()).date_exit).toBeNull()
})

test('an exact hit at this school is asked about even then', async () => {
  await school.twinHere()
  const id = await school.accepted()
  expect((await school.changeFrom(id)).statusCode).toBe(409)
  expect((await school.changeFrom(id, { force: true })).statusCode).toBe(201)
})

test('a user who may not enter the exit at the former school learns who may', async () => {
  const openOf = async (id: number, visitor = school.head) =>
    ((await school.optionsOf(id, visitor)).json() as TransformOptions).open_points
  const id = await school.accepted({ meta: { own_school: true } })
  expect(await openOf(id)).toContain('exit_elsewhere')
  expect(await openOf(id, school.both)).not.toContain('exit_elsewhere')
  expect(await openOf(await school.accepted())).not.toContain('exit_elsewhere')
})
