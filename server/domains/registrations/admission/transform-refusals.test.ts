import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { makeApplication, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTransformSchool, type TransformSchool } from '#server/test/transform-school.ts'

let school: TransformSchool
let app: TestApp
let head: TestVisitor
let fsw: number
let fow: number
beforeAll(async () => {
  school = await openTransformSchool()
  ;({ app, head, fsw, fow } = school)
})
afterAll(() => app.stop())

let lastname: string
beforeEach(() => {
  lastname = school.freshName()
})

const accepted = (application: Parameters<typeof makeApplication>[2] = {}) =>
  school.accepted({ lastname, ...application })
const transform: TransformSchool['transform'] = (...call) => school.transform(...call)
const optionsOf: TransformSchool['optionsOf'] = (...call) => school.optionsOf(...call)

describe('refusals of the step', () => {
  test.each(['new', 'rejected', 'waiting'] as const)('an application that is %s: 409', async (status) => {
    const { id } = await makeApplication(app, fsw, { lastname })
    await head.call(endpoints.changeStatus, { params: { id }, body: { status } })
    const before = await school.countRows()
    const reply = await transform({ registration_id: id })
    expect([reply.statusCode, reply.json().message]).toEqual([409, REGISTRATION_TEXTS.notAccepted])
    expect((await optionsOf(id)).statusCode).toBe(409)
    expect(await school.countRows()).toEqual(before)
  })

  test('a withdrawn one: 409', async () => {
    const id = await accepted()
    await setApplication(app, fsw, { id, withdrawn_at: '2026-11-19T09:00:00Z' })
    expect((await transform({ id })).json().message).toBe(REGISTRATION_TEXTS.withdrawn)
  })

  test('a second call: 409 with who and when, and no second pupil', async () => {
    const id = await accepted()
    const { pupil_id } = (await transform({ id })).json()
    const before = await school.countRows()
    const second = await transform({ id, force: true })
    expect(second.statusCode).toBe(409)
    expect(second.json()).toEqual({
      message: 'Die Bewerbung wurde bereits übernommen.',
      transformed_by: expect.stringMatching(/^Person \d+$/),
      transformed_at: '2026-11-20T06:40:00Z',
      pupil_id,
    })
    expect(await school.countRows()).toEqual(before)
  })

  test('20 at once make exactly one pupil; the others hear that it was done', async () => {
    const id = await accepted()
    const before = await school.countRows()
    const replies = await Promise.all(Array.from({ length: 20 }, () => transform({ registration_id: id, force: true })))
    const codes = replies.map(({ statusCode }) => statusCode).toSorted()
    expect(codes).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
    const messages = replies.filter(({ statusCode }) => statusCode === 409).map((reply) => reply.json().message)
    expect(new Set(messages)).toEqual(new Set([REGISTRATION_TEXTS.transformed]))
    const after = await school.countRows()
    expect(after).toEqual(Object.fromEntries(Object.entries(before).map(([table, n]) => [table, n + 1])))
  })

  test('two applications of one child at once make one pupil; the other is asked about the duplicate', async () => {
    const ids = [await accepted(), await accepted()]
    const replies = await Promise.all(ids.map((id) => transform({ id })))
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })

  test('unknown, deleted or of another school: one 404', async () => {
    const deleted = await accepted()
    await head.call(endpoints.remove, { params: { id: deleted } })
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    await setApplication(app, fow, { id: foreign, status: 'accepted' })
    const replies = await Promise.all([999_999, deleted, foreign].map((id) => transform({ registration_id: id })))
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    const options = await Promise.all([999_999, deleted, foreign].map((id) => optionsOf(id)))
    for (const reply of options) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test('without a registration: 422; extra keys such as school_id are not heeded', async () => {
    expect((await transform({ force: true })).json().errors).toHaveProperty('registration_id')
    const id = await accepted()
    const { pupil_id } = (await transform({ id, school_id: fow, pupil_id: 1, status: 'left', uuid: 'x' })).json()
    expect(await school.read(pupil_id)).toMatchObject({ id: pupil_id, status: 'upcoming' })
  })

  test.each(['teacher_level_1', 'viewer'] as const)('a %s: 403', async (role) => {
    const id = await accepted()
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
    expect((await transform({ id }, visitor)).statusCode).toBe(403)
    expect((await optionsOf(id, visitor)).statusCode).toBe(403)
  })

  test('a class of another grade, year or school: 422 at the field, nothing written', async () => {
    const id = await accepted()
    const ofActiveYear = await insideSchool(app, fsw, async (tx) => {
      const year = await findActiveSchoolyear(tx)
      return tx
        .selectFrom('schoolclass')
        .select('id')
        .where('school_year_id', '=', year?.id ?? 0)
        .limit(1)
        .executeTakeFirst()
    })
    const foreign = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('schoolclass').select('id').limit(1).executeTakeFirst(),
    )
    const before = await school.countRows()
    for (const schoolclass_id of [school.classes['2a'], ofActiveYear?.id, foreign?.id, 999_999]) {
      const reply = await transform({ id, schoolclass_id })
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['schoolclass_id']])
    }
    expect(await school.countRows()).toEqual(before)
    expect((await transform({ id, schoolclass_id: school.classes['1Füchse'] })).statusCode).toBe(201)
  })

  test('a failure in the middle writes nothing at all', async () => {
    const id = await accepted()
    const before = await school.countRows()
    await app.database.owner.query(`create function fail_here() returns trigger language plpgsql as $$
      begin raise exception 'planted'; end $$; create trigger fail_here before insert on pupil_guardian execute function fail_here()`)
    expect((await transform({ id })).statusCode).toBe(500)
    await app.database.owner.query('drop trigger fail_here on pupil_guardian')
    expect(await school.countRows()).toEqual(before)
    expect((await head.call(endpoints.get, { params: { id } })).json()).toMatchObject({ pupil_id: null, version: 1 })
    const { pupil_id } = (await transform({ id })).json()
    const numbers = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('pupil').select('pupil_number').orderBy('id').execute(),
    )
    expect(numbers.map(({ pupil_number }) => pupil_number)).toEqual(
      numbers.map((_, index) => `FSW-${String(index + 1).padStart(5, '0')}`),
    )
    expect(pupil_id).toEqual(expect.any(Number))
  })
})
