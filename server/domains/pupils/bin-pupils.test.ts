import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PUPIL_TEXTS, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { makeApplication, makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'

let school: ClassSchool
let count = 0

beforeAll(async () => {
  school = await openClassSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.goTo('2026-11-20'))

const inSchool = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)

/** A child in 1a who entered on that day, with a guardian nobody else has. */
const enter = async (date_entry: string, change: Record<string, unknown> = {}) => {
  count += 1
  const reply = await school.head.call(pupilChangeEndpoints.add, {
    body: {
      ...{ firstname: `Kind${'abcdefghijklmnopqrstuvwxyz'[count]}`, lastname: 'Müll', gender: 'm', date_entry },
      ...{
        birthdate: '2019-12-01',
        schoolgrade_id: await school.gradeId(1),
        schoolclass_id: await school.classOf('1a'),
      },
      guardians: [{ firstname: 'Ute', lastname: `Müll${'abcdefghijklmnopqrstuvwxyz'[count]}`, relationship: 'mother' }],
      ...change,
    },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  return reply.json().id as number
}
const remove = (id: number, visitor = school.head) => visitor.call(pupilChangeEndpoints.remove, { params: { id } })
const massDelete = (body: Record<string, unknown>, visitor = school.head) =>
  visitor.call(pupilChangeEndpoints.massDelete, { body, headers: { 'idempotency-key': crypto.randomUUID() } })
const restore = (id: number) => school.head.call(pupilChangeEndpoints.restore, { params: { id } })
const listed = async (query: Record<string, string | number> = {}) => {
  const { data } = (await school.head.call(pupilEndpoints.list, { query: { per_page: 0, ...query } })).json()
  return data.map(({ id }: { id: number }) => id) as number[]
}
const guardiansNamed = (lastname: string) =>
  inSchool((tx) => tx.selectFrom('guardian').select('id').where('lastname', 'like', `${lastname}%`).execute())

test('a pupil can be deleted before the entry and for 14 days after it, and then only leave', async () => {
  const fourteen = await enter('2026-11-07')
  const fifteen = await enter('2026-11-06')
  const coming = await enter('2026-12-01')
  expect((await remove(fourteen)).statusCode).toBe(200)
  const refused = await remove(fifteen)
  expect([refused.statusCode, refused.json().message]).toEqual([422, PUPIL_TEXTS.mustLeave])
  expect((await remove(coming)).statusCode).toBe(200)
  expect((await remove(coming)).statusCode).toBe(404)
  await school.head.call(pupilChangeEndpoints.leave, {
    params: { id: fifteen },
    body: { date_exit: '2026-11-20', exit_reason: 'other' },
  })
  const gone = await remove(fifteen)
  expect([gone.statusCode, gone.json().message]).toEqual([422, PUPIL_TEXTS.notDeletedAfterExit])
  // A child who left after a week can be deleted at any later time.
  await school.head.call(pupilChangeEndpoints.leave, {
    params: { id: fifteen },
    body: { date_exit: '2026-11-12', exit_reason: 'other' },
  })
  expect((await remove(fifteen)).statusCode).toBe(200)
})

test('many are deleted together or not at all: one who attended, one of another school, one unknown', async () => {
  const [a, b] = [await enter('2026-11-16'), await enter('2026-11-16')]
  const old = await makePupil(school.app, school.fsw, { firstname: 'Alt' })
  const foreign = await makePupil(school.app, school.fow, { firstname: 'Fremd' })
  const check = (ids: number[]) => school.head.call(pupilChangeEndpoints.checkMassDelete, { body: { ids } })
  expect((await check([a, old, b])).json()).toEqual({
    blocked_ids: [old],
    blocked: [{ id: old, firstname: 'Alt', lastname: expect.any(String), lastname_prefix: null }],
  })
  expect((await check([a, foreign])).statusCode).toBe(404)
  const blocked = await massDelete({ ids: [a, old, b] })
  expect(blocked.statusCode).toBe(422)
  expect(blocked.json()).toMatchObject({ message: PUPIL_TEXTS.cannotDelete(1), blocked_ids: [old] })
  for (const stranger of [foreign, 987_654]) expect((await massDelete({ ids: [a, stranger, b] })).statusCode).toBe(404)
  expect(await listed()).toEqual(expect.arrayContaining([a, b, old]))
  const { browser } = await school.makeTeacher()
  expect((await massDelete({ ids: [a] }, browser)).statusCode).toBe(403)
  const done = await massDelete({ pupil_ids: [a, b, a] })
  expect(done.json()).toMatchObject({ message: '2 Kinder sind im Papierkorb.', deleted: [a, b] })
  const logged = await inSchool((tx) =>
    tx
      .selectFrom('user_log')
      .select('entity_id')
      .where('action', '=', 'pupil_mass_deleted')
      .orderBy('entity_id')
      .execute(),
  )
  expect(logged.map(({ entity_id }) => entity_id)).toEqual([a, b])
  expect(await listed()).not.toContain(a)
})

test('the bin is a list of its own for people who manage pupils; a restored child has its number and class', async () => {
  const [a, b] = [await enter('2026-11-16'), await enter('2026-11-16')]
  await massDelete({ ids: [a, b] })
  const bin = (await school.head.call(pupilEndpoints.list, { query: { bin: 1, search: 'müll 1a' } })).json()
  expect(bin.data.find(({ id }: { id: number }) => id === a)).toMatchObject({
    ...{ status: 'active', schoolclass: { classgradePlain: '1a' } },
    deleted_at: expect.stringContaining('2026-11-20T11:00'),
  })
  const viewer = await school.signIn('viewer')
  expect((await viewer.call(pupilEndpoints.list, { query: { bin: 1 } })).statusCode).toBe(403)
  expect((await viewer.call(pupilEndpoints.ids, { query: { bin: 1 } })).statusCode).toBe(403)
  expect((await restore(a)).json().message).toMatch(/^Kind. Müll ist wieder da\.$/)
  expect(await listed({ bin: 1 })).not.toContain(a)
  expect(await listed({ search: '1a Müll' })).toContain(a)
  const many = await school.head.call(pupilChangeEndpoints.massRestore, {
    body: { ids: [a, b] },
    headers: { 'idempotency-key': crypto.randomUUID() },
  })
  expect(many.statusCode).toBe(404)
  expect(await listed({ bin: 1 })).toContain(b)
})

test('after 30 days nobody can be restored, and the tidy-up removes child, lonely guardian and link, not the application', async () => {
  const child = await enter('2026-11-16', { lastname: 'Endgültig' })
  const sibling = await enter('2026-11-16', { lastname: 'Bleibt' })
  const { id: application } = await makeApplication(school.app, school.fsw)
  await inSchool(async (tx) => {
    await tx.updateTable('registration').set({ pupil_id: child }).where('id', '=', application).execute()
    const shared = { school_id: school.fsw, firstname: 'Geteilt', lastname: 'Elternteil' }
    const { id } = await tx.insertInto('guardian').values(shared).returning('id').executeTakeFirstOrThrow()
    const link = { school_id: school.fsw, guardian_id: id, relationship: 'father', has_custody: true }
    await tx
      .insertInto('pupil_guardian')
      .values([
        { ...link, pupil_id: child },
        { ...link, pupil_id: sibling },
      ])
      .execute()
  })
  const own = await inSchool((tx) =>
    tx
      .selectFrom('pupil_guardian')
      .select('guardian_id')
      .where('pupil_id', '=', child)
      .orderBy('guardian_id')
      .execute(),
  )
  await remove(child)
  const tidy = tidyUp(school.app.platform)
  school.app.setNow(new Date('2026-12-20T11:59:59+01:00'))
  await tidy(undefined as never)
  expect(await listed({ bin: 1 })).toContain(child)
  school.app.setNow(new Date('2026-12-20T12:00:00+01:00'))
  expect((await restore(child)).statusCode).toBe(404)
  expect(await listed({ bin: 1 })).not.toContain(child)
  await tidy(undefined as never)
  const left = await inSchool((tx) => tx.selectFrom('pupil').select('id').where('id', '=', child).execute())
  expect(left).toEqual([])
  const guardians = await inSchool((tx) => tx.selectFrom('guardian').select('id').execute())
  expect(guardians.map(({ id }) => id)).not.toContain(own[0]?.guardian_id)
  expect(await guardiansNamed('Elternteil')).toHaveLength(1)
  const kept = await inSchool((tx) => tx.selectFrom('registration').select(['id', 'pupil_id']).execute())
  expect(kept).toEqual([{ id: application, pupil_id: null }])
})

test('turns of the day that a child missed in the bin are made up for when it comes back', async () => {
  const coming = await enter('2026-12-01')
  await remove(coming)
  school.goTo('2026-12-05')
  await restore(coming)
  expect(await listed({ status: 'active' })).toContain(coming)
})
