import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consentEndpoints } from '#contract/consents/consents.ts'
import { employeeEndpoints } from '#contract/employees/employees.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { RESTRICTED_SUBJECTS } from '#contract/restrictions/restricted-subjects.ts'
import { restrictedSearchEndpoints } from '#contract/restrictions/restrictions.search.ts'
import { RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type ConfidentialSchool, openConfidentialSchool } from '#server/test/confidential-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ConfidentialSchool
let calls: ReturnType<typeof restrictionsOf>
let secretary: TestVisitor
beforeAll(async () => {
  school = await openConfidentialSchool()
  calls = restrictionsOf(school.head)
  const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw], may_view_sensitive: false })
  secretary = await school.app.signedIn(id)
})
afterAll(() => school.app.stop())

const answer = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body]
const pupil = (id: number, visitor = school.head) => visitor.call(pupilDetailsEndpoints.get, { params: { id } })
const isListed = async (id: number, visitor = school.head) =>
  (await visitor.call(pupilEndpoints.list, { query: { per_page: 0 } }))
    .json()
    .data.some((row: { id: number }) => row.id === id)
const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)

describe('a restricted pupil', () => {
  beforeAll(async () => {
    expect(answer(await calls.set('pupil', school.mia))).toEqual([
      200,
      JSON.stringify({ message: RESTRICTION_TEXTS.set }),
    ])
  })
  afterAll(() => calls.release('pupil', school.mia))

  test('is a page for heads only, which says so, and an unknown id for everybody else', async () => {
    expect((await pupil(school.mia)).json()).toMatchObject({ id: school.mia, is_restricted: true })
    const unknown = answer(await pupil(987_654_321, secretary))
    for (const visitor of [secretary, school.teacher]) expect(answer(await pupil(school.mia, visitor))).toEqual(unknown)
    expect(await isListed(school.mia)).toBe(false)
  })

  test('is counted for a head who searches the name, and for nobody else', async () => {
    const count = (q: string, visitor = school.head) => visitor.call(restrictedSearchEndpoints.count, { query: { q } })
    const { firstname, lastname } = (await pupil(school.mia)).json()
    expect((await count(`${lastname} ${firstname}`)).json()).toEqual({ count: 1 })
    expect((await count('niemandheisstso')).json()).toEqual({ count: 0 })
    expect((await count('-- ')).json()).toEqual({ count: 0 })
    expect((await count('x')).statusCode).toBe(422)
    const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fow] })
    expect((await count(lastname, await school.app.signedIn(id))).json()).toEqual({ count: 0 })
    for (const visitor of [secretary, school.teacher]) expect((await count(lastname, visitor)).statusCode).toBe(403)
  })

  test('shows heads all parts of the page, and others none', async () => {
    const parts = [pupilNoteEndpoints.list, pupilHistoryEndpoints.list, consentEndpoints.list]
    for (const part of parts) {
      expect((await school.head.call(part, { params: { id: school.mia } })).statusCode).toBe(200)
      expect((await secretary.call(part, { params: { id: school.mia } })).statusCode).toBe(404)
    }
    expect((await school.read(school.head)).statusCode).toBe(200)
    expect((await school.read(school.teacher)).statusCode).toBe(404)
  })

  test('is changed by nobody: a write is answered like that of an unknown id', async () => {
    const change = (id: number, visitor: TestVisitor) =>
      visitor.call(pupilChangeEndpoints.change, { params: { id }, body: { version: 1, city: 'Fern' } })
    const unknown = answer(await change(987_654_321, school.head))
    expect(unknown[0]).toBe(404)
    for (const visitor of [school.head, secretary]) expect(answer(await change(school.mia, visitor))).toEqual(unknown)
  })

  test('says since when and why, and stands on the list of heads', async () => {
    const { current, past, name } = (await calls.read('pupil', school.mia)).json()
    expect([current.reason, current.since, current.lifted_at, past, name]).toEqual([
      'Die Angaben werden geprüft.',
      '2026-11-20T06:40:00Z',
      null,
      [],
      'Müller, Mia',
    ])
    expect(await calls.list()).toMatchObject([{ subject: 'pupil', id: school.mia, name: 'Müller, Mia' }])
  })

  test('is not restricted twice', async () => {
    const again = await calls.set('pupil', school.mia)
    expect([again.statusCode, again.json().message]).toEqual([409, RESTRICTION_TEXTS.alreadySet])
  })
})

test('once lifted with a reason, everything is as before, and both reasons stay on record', async () => {
  await calls.restrict('pupil', school.mia)
  const lifted = await calls.lift('pupil', school.mia, { body: { reason: 'Geprüft und berichtigt.' } })
  expect([lifted.statusCode, lifted.json().message]).toEqual([200, RESTRICTION_TEXTS.lifted])
  expect((await pupil(school.mia)).json().is_restricted).toBeUndefined()
  expect(await isListed(school.mia, secretary)).toBe(true)
  const { current, past } = (await calls.read('pupil', school.mia)).json()
  expect(current).toBeNull()
  expect(past[0]).toMatchObject({ reason: 'Die Angaben werden geprüft.', lifted_reason: 'Geprüft und berichtigt.' })
  const again = await calls.lift('pupil', school.mia)
  expect([again.statusCode, again.json().message]).toEqual([409, RESTRICTION_TEXTS.alreadyLifted])
  expect(await school.logOf('processing_restricted')).not.toEqual([])
  expect(await school.logOf('restriction_lifted')).not.toEqual([])
})

test.each([
  ['without a reason', {}],
  ['with an empty one', { reason: '  ' }],
  ['with one that is too long', { reason: 'a'.repeat(501) }],
])('%s nothing is restricted', async (_how, body) => {
  const reply = await calls.set('pupil', school.mia, { body })
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['reason']])
  expect(await isListed(school.mia)).toBe(true)
})

test('only heads restrict, see and lift', async () => {
  for (const visitor of [secretary, school.teacher]) {
    expect((await calls.set('pupil', school.mia, { visitor })).statusCode).toBe(403)
    expect((await calls.lift('pupil', school.mia, { visitor })).statusCode).toBe(403)
    expect((await calls.read('pupil', school.mia, visitor)).statusCode).toBe(403)
  }
})

test.each(RESTRICTED_SUBJECTS)('a %s of another school or of none is unknown', async (subject) => {
  const stranger = await school.app.signedIn(
    (await makeUser(school.app, { role: 'schooladmin', schools: [school.fow] })).id,
  )
  const { id: registration } = await makeApplication(school.app, school.fsw)
  const employee = await makeEmployee(school.app, school.fsw)
  const known = { pupil: school.mia, guardian: school.anna, employee, registration }
  for (const id of [known[subject], 987_654_321]) {
    expect((await calls.set(subject, id, { visitor: stranger })).statusCode).toBe(404)
    expect((await calls.read(subject, id, stranger)).statusCode).toBe(404)
    expect((await calls.lift(subject, id, { visitor: stranger })).statusCode).toBe(404)
  }
  expect(await calls.list(stranger)).toEqual([])
})

test('a restricted employee is a page for heads only', async () => {
  const id = await makeEmployee(school.app, school.fsw, { lastname: 'Verborgen' })
  await calls.restrict('employee', id)
  const read = (visitor: TestVisitor) => visitor.call(employeeEndpoints.get, { params: { id } })
  expect((await read(school.head)).json()).toMatchObject({ lastname: 'Verborgen', is_restricted: true })
  expect((await read(secretary)).statusCode).toBe(404)
  expect((await school.head.call(employeeEndpoints.list)).body).not.toContain('Verborgen')
  await calls.release('employee', id)
  expect((await read(secretary)).statusCode).toBe(200)
})

test('everybody who is restricted is counted by name, whatever the kind', async () => {
  const { app, fsw } = school
  const people = [
    ['employee', await makeEmployee(app, fsw, { firstname: 'Zora', lastname: 'Zaunkönig', short_name: 'Zko' })],
    ['guardian', school.paul],
    ['registration', (await makeApplication(app, fsw, { firstname: 'Zora', lastname: 'Zaunkönig' })).id],
  ] as const
  const count = async (q: string) =>
    (await school.head.call(restrictedSearchEndpoints.count, { query: { q } })).json().count as number
  const { firstname, lastname } = await inFsw((tx) =>
    tx.selectFrom('guardian').select(['firstname', 'lastname']).where('id', '=', school.paul).executeTakeFirstOrThrow(),
  )
  for (const [subject, id] of people) await calls.restrict(subject, id)
  expect([await count('zaunkoenig zora'), await count('zko'), await count(`${firstname} ${lastname}`)]).toEqual([
    2, 1, 1,
  ])
  for (const [subject, id] of people) await calls.release(subject, id)
  expect(await count('zaunkoenig')).toBe(0)
})

test('a short name of a restricted employee stays taken', async () => {
  const id = await makeEmployee(school.app, school.fsw, { short_name: 'Vrb' })
  await calls.restrict('employee', id)
  const reply = await school.head.call(employeeEndpoints.add, {
    body: { firstname: 'Neu', lastname: 'Neumann', short_name: 'vrb', employee_type: 'teacher' },
  })
  expect([reply.statusCode, Object.keys(reply.json().errors ?? {})]).toEqual([422, ['short_name']])
})

test('a restricted application is a page for heads only, and nobody decides about it', async () => {
  const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Verborgen' })
  await calls.restrict('registration', id)
  const read = (visitor: TestVisitor) => visitor.call(registrationEndpoints.get, { params: { id } })
  expect((await read(school.head)).json()).toMatchObject({ id, is_restricted: true })
  expect((await read(secretary)).statusCode).toBe(404)
  const decided = await school.head.call(registrationEndpoints.changeStatus, {
    params: { id },
    body: { status: 'accepted' },
  })
  expect(decided.statusCode).toBe(404)
  await calls.release('registration', id)
  expect((await read(secretary)).statusCode).toBe(200)
})

test('an application that became a pupil is restricted and lifted with the pupil only', async () => {
  const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Verborgen' })
  await inFsw((tx) => sql`update registration set pupil_id = ${school.mia} where id = ${id}`.execute(tx))
  const alone = await calls.set('registration', id)
  expect([alone.statusCode, alone.json().message]).toEqual([409, RESTRICTION_TEXTS.isPupil])
  await calls.restrict('pupil', school.mia)
  const read = () => secretary.call(registrationEndpoints.get, { params: { id } })
  expect((await read()).statusCode).toBe(404)
  expect((await calls.lift('registration', id)).statusCode).toBe(404)
  expect((await calls.list()).map(({ subject }: { subject: string }) => subject)).not.toContain('registration')
  await calls.release('pupil', school.mia)
  expect((await read()).statusCode).toBe(200)
})

test('of two heads at once one restricts', async () => {
  const replies = await Promise.all([calls.set('guardian', school.paul), calls.set('guardian', school.paul)])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await calls.release('guardian', school.paul)
})

test('the consent of a restricted guardian is needed as before, and the page does not name this person', async () => {
  await calls.restrict('guardian', school.paul)
  await school.record({ purpose: 'photo_website', given_by_guardian_ids: [school.anna] })
  const line = await school.consentOf('photo_website')
  expect([line?.state, line?.undecided]).toEqual(['incomplete', ['Eine weitere sorgeberechtigte Person']])
  expect((await pupil(school.mia)).json().guardians).toHaveLength(1)
  await calls.release('guardian', school.paul)
  expect((await school.consentOf('photo_website'))?.undecided).toEqual(['Paul Müller'])
})

test('a child is not found by a restricted guardian, nor is the guardian', async () => {
  await inFsw((tx) => sql`update guardian set lastname = 'Zierfisch' where id = ${school.paul}`.execute(tx))
  const find = async () =>
    (await school.head.call(pupilEndpoints.list, { query: { search: 'zierfisch' } })).json().total as number
  expect(await find()).toBe(1)
  await calls.restrict('guardian', school.paul)
  expect(await find()).toBe(0)
  await calls.release('guardian', school.paul)
  expect(await find()).toBe(1)
})

test('what changed in the family meanwhile is found once the child is seen again', async () => {
  await calls.restrict('pupil', school.mia)
  await inFsw((tx) => sql`update guardian set lastname = 'Neuzeit' where id = ${school.anna}`.execute(tx))
  await calls.release('pupil', school.mia)
  const { total } = (await school.head.call(pupilEndpoints.list, { query: { search: 'neuzeit' } })).json()
  expect(total).toBe(1)
})
