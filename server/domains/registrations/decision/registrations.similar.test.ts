import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SimilarRecords } from '#contract/registrations/registrations.similar.ts'
import { similarRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.similar.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { makeApplication, makePupil, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTransformSchool, type TransformSchool } from '#server/test/transform-school.ts'

let school: TransformSchool
let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let both: TestVisitor
beforeAll(async () => {
  school = await openTransformSchool()
  ;({ app, fsw, fow, head, both } = school)
})
afterAll(() => app.stop())

let lastname: string
let mail: string
beforeEach(() => {
  lastname = school.freshName()
  mail = `${lastname}@example.org`
})

type Application = NonNullable<Parameters<typeof makeApplication>[2]>

/** Each test has its own address, so that only the tested values make a family. */
const apply = (application: Application = {}, schoolId = fsw) =>
  makeApplication(app, schoolId, {
    lastname,
    mail: null,
    ...application,
    meta: { child_zip: '10115', ...application.meta },
  })
const ask = (id: number, visitor = head) => visitor.call(endpoints.list, { params: { id } })
const similarTo = async (id: number, visitor = head): Promise<SimilarRecords> => (await ask(id, visitor)).json()
const setPhone = (id: number, phone: string, schoolId = fsw) =>
  insideSchool(app, schoolId, (tx) =>
    tx.updateTable('registration_contact').set({ phone }).where('registration_id', '=', id).execute(),
  )
/** Without any value that families could share by chance. */
const applyAlone = async (application: Application = {}, schoolId = fsw) => {
  const made = await apply(application, schoolId)
  await setPhone(made.id, `0331 ${100_000 + made.id}`, schoolId)
  return made
}
const idsOf = (found: readonly { id: number }[]) => found.map(({ id }) => id)

test('the same child: exact and likely, of other years as an earlier application', async () => {
  const { id } = await applyAlone({ firstname: 'Mia' })
  const earlier = await applyAlone({ firstname: 'Mia-Sophie', year: '2026/2027' })
  const deleted = await applyAlone({ firstname: 'Mia' })
  await head.call(registrationEndpoints.remove, { params: { id: deleted.id } })
  const pupil = await makePupil(app, fsw, { firstname: 'Mia', lastname, birthdate: '2021-03-30' })
  const found = await similarTo(id)
  expect(found.registrations).toMatchObject([
    {
      id: earlier.id,
      number: earlier.number,
      school_short: 'fsw',
      likeness: 'exact',
      year: 'earlier',
      withdrawn_at: null,
    },
  ])
  expect(found.pupils).toMatchObject([{ id: pupil, likeness: 'likely', school_short: 'fsw' }])
  expect((await similarTo(earlier.id)).registrations).toMatchObject([{ id, year: 'later' }])
  expect(found.siblings).toEqual([])
})

test('a withdrawn application of the same child is named as one', async () => {
  const { id } = await applyAlone()
  const withdrawn = await applyAlone()
  await setApplication(app, fsw, { id: withdrawn.id, withdrawn_at: '2026-11-19T09:00:00Z' })
  expect((await similarTo(id)).registrations).toMatchObject([
    { id: withdrawn.id, year: 'same', withdrawn_at: '2026-11-19T09:00:00Z' },
  ])
})

test('brothers and sisters are known by mail, phone, name with address, and by what the form says', async () => {
  const { id } = await applyAlone({
    firstname: 'Mia',
    mail,
    meta: {
      siblings: [
        { firstname: 'Zoë', lastname: 'Anders', school_short: 'fsw', relation: 'applying' },
        { firstname: 'Nie', lastname, school_short: 'fsw', relation: 'applying' },
        { firstname: 'Ganz', lastname, school_short: 'fow', relation: 'applying' },
        { firstname: 'Da', lastname, school_short: 'fsw', relation: 'enrolled' },
      ],
    },
  })
  await setPhone(id, '+49 170 7654321')
  const street = { child_street: 'Lange Str.', child_zip: '14467', child_house_number: '7A' }
  const byMail = await applyAlone({ firstname: 'Ole', lastname: 'Eins', mail: mail.toUpperCase(), meta: street })
  const byPhone = await applyAlone({ firstname: 'Ida', lastname: 'Zwei', meta: street })
  await setPhone(byPhone.id, '0170/765 43 21')
  const byAddress = await applyAlone({ firstname: 'Uwe', birthdate: '2017-01-01' })
  const claimed = await applyAlone({ firstname: 'Zoe', lastname: 'Anders', birthdate: '2016-01-01', meta: street })
  const claiming = await applyAlone({
    ...{ firstname: 'Tom', lastname: 'Drei', birthdate: '2015-01-01' },
    meta: { ...street, siblings: [{ firstname: 'Mia', lastname, school_short: 'fsw', relation: 'applying' }] },
  })
  const stranger = await applyAlone({ firstname: 'Kai', lastname: 'Vier', meta: street })
  const found = await similarTo(id)
  expect(found.siblings.map((sibling) => [sibling.id, sibling.signs])).toEqual([
    [claiming.id, ['claimed']],
    [claimed.id, ['claimed']],
    [byAddress.id, ['address']],
    [byPhone.id, ['phone']],
    [byMail.id, ['mail']],
  ])
  expect(idsOf(found.siblings)).not.toContain(stranger.id)
  expect(found.missing_siblings).toEqual([{ firstname: 'Nie', lastname, school_short: 'fsw' }])
  expect((await similarTo(id, both)).missing_siblings).toContainEqual({
    firstname: 'Ganz',
    lastname,
    school_short: 'fow',
  })
})

test('twins are siblings, not the same child; withdrawn applications and other years are left out', async () => {
  const { id } = await applyAlone({ firstname: 'Konstantin', mail })
  const twin = await applyAlone({ firstname: 'Mia', mail })
  const withdrawn = await applyAlone({ firstname: 'Ole', mail, birthdate: '2017-01-01' })
  await setApplication(app, fsw, { id: withdrawn.id, withdrawn_at: '2026-11-19T09:00:00Z' })
  await applyAlone({ firstname: 'Ida', mail, birthdate: '2018-01-01', year: '2026/2027' })
  const found = await similarTo(id)
  expect(idsOf(found.siblings)).toEqual([twin.id])
  expect(found.registrations).toEqual([])
})

test('the partner school’s records are visible to users attached to both, and to nobody else', async () => {
  const { id } = await applyAlone({ mail })
  const other = await applyAlone({ grade: 7, birthdate: '2021-03-31' }, fow)
  const sibling = await applyAlone({ firstname: 'Ole', grade: 7, mail, birthdate: '2014-01-01' }, fow)
  const pupil = await makePupil(app, fow, { lastname, birthdate: '2021-03-31' })
  const found = await similarTo(id, both)
  expect(found.registrations).toMatchObject([
    { id: other.id, school_short: 'fow', number: other.number, status: 'new' },
  ])
  expect(found.pupils).toMatchObject([{ id: pupil, school_short: 'fow', likeness: 'exact' }])
  expect(found.siblings).toMatchObject([{ id: sibling.id, school_short: 'fow', signs: ['mail', 'address'] }])
  const nothing = { registrations: [], pupils: [], siblings: [], missing_siblings: [] }
  expect(await similarTo(id)).toEqual(nothing)
  const admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
  expect(await similarTo(id, admin)).toEqual(nothing)
})

test('a partner school that asks for a second factor is not reached without one', async () => {
  const { id } = await applyAlone()
  await makePupil(app, fow, { lastname, birthdate: '2021-03-31' })
  const setRule = (isAsked: boolean) =>
    insideSchool(app, fow, (tx) =>
      tx
        .insertInto('school_setting')
        .values({
          school_id: fow,
          key: 'LOGIN_RULES',
          setting_value: JSON.stringify({ two_factor_for_heads: isAsked }),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['school_id', 'key'])
            .doUpdateSet({ setting_value: JSON.stringify({ two_factor_for_heads: isAsked }) }),
        )
        .execute(),
    )
  expect((await similarTo(id, both)).pupils).toHaveLength(1)
  await setRule(true)
  expect((await similarTo(id, both)).pupils).toEqual([])
  expect((await school.optionsOf(await school.accepted({ lastname }), both)).json().duplicates.exact).toEqual([])
  await setRule(false)
})

test('the pupil that the application became is not listed', async () => {
  const id = await school.accepted({ lastname })
  const { pupil_id } = (await school.transform({ id })).json()
  const found = await similarTo(id)
  expect([pupil_id, found.pupils]).toEqual([expect.any(Number), []])
})

test('a child who became a pupil is listed at the partner school until the exit is entered there', async () => {
  const id = await school.accepted({ lastname })
  await school.transform({ id })
  const pupil = await makePupil(app, fow, { lastname, birthdate: '2021-03-31' })
  expect(idsOf((await similarTo(id, both)).pupils)).toEqual([pupil])
  await insideSchool(app, fow, (tx) =>
    tx.updateTable('pupil').set({ date_exit: '2030-07-31' }).where('id', '=', pupil).execute(),
  )
  expect((await similarTo(id, both)).pupils).toEqual([])
})

test('refused: without a right, unknown, deleted or of another school', async () => {
  const deleted = await applyAlone()
  await head.call(registrationEndpoints.remove, { params: { id: deleted.id } })
  const foreign = await applyAlone({ grade: 7 }, fow)
  const replies = await Promise.all([999_999, deleted.id, foreign.id].map((id) => ask(id)))
  for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  for (const role of ['teacher_level_1', 'viewer'] as const) {
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw, fow] })).id)
    expect((await ask((await applyAlone()).id, visitor)).statusCode).toBe(403)
  }
  expect((await app.visitor().call(endpoints.list, { params: { id: 1 } })).statusCode).toBe(401)
})
