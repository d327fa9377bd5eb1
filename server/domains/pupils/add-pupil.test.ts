import { afterAll, beforeAll, expect, test } from 'vitest'
import { FAMILY_TEXTS } from '#contract/families/families.change.ts'
import { PUPIL_TEXTS, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'

let school: ClassSchool
let grade1: number

beforeAll(async () => {
  school = await openClassSchool()
  grade1 = await school.gradeId(1)
})
afterAll(() => school.app.stop())

const mother = { firstname: 'Ida', lastname: 'Neu', relationship: 'mother', phone_mobile: '0170 1234567' }

/** A child of grade 1 who starts today. */
const form = (change: Record<string, unknown> = {}) => ({
  ...{ firstname: 'Nele', lastname: 'Neu', gender: 'f', birthdate: '2020-02-03', date_entry: '2026-11-20' },
  schoolgrade_id: grade1,
  ...change,
})

const add = (change: Record<string, unknown> = {}, visitor = school.head) =>
  visitor.call(pupilChangeEndpoints.add, {
    body: form(change),
    headers: { 'idempotency-key': crypto.randomUUID() },
  })

const errorsOf = async (change: Record<string, unknown>) => {
  const reply = await add(change)
  expect(reply.statusCode).toBe(422)
  return reply.json().errors
}

const countPupils = async () => {
  const rows = await insideSchool(school.app, school.fsw, (tx) => tx.selectFrom('pupil').select('id').execute())
  return rows.length
}

test('a new child has number, class of the entry day, two guardians in order and a parents’ link', async () => {
  const schoolclass_id = await school.classOf('1a')
  const father = {
    ...mother,
    firstname: 'Udo',
    relationship: 'father',
    mail: 'udo@example.org',
    lives_with_pupil: false,
  }
  const reply = await add({ schoolclass_id, guardians: [mother, father], zip: 'D-15999', city: 'Wacholderhain' })
  expect(reply.statusCode).toBe(201)
  const { id, message } = reply.json()
  expect(message).toBe('Nele Neu ist angelegt.')
  const pupil = (await school.head.call(pupilDetailsEndpoints.get, { params: { id } })).json()
  expect(pupil).toMatchObject({ pupil_number: 'FSW-00001', status: 'active', schoolclass: { classgradePlain: '1a' } })
  expect(pupil).toMatchObject({ address: { zip: '15999' }, is_removable: true, has_blocking_note: false })
  expect(pupil.guardians).toMatchObject([
    { firstname: 'Ida', has_custody: true, emergency_priority: 1, address: null },
    { firstname: 'Udo', position: 2, emergency_priority: 2, lives_with_pupil: false },
  ])
  expect(await school.membershipsOf(id)).toMatchObject([{ date_start: '2026-11-20', date_end: null, reason: 'entry' }])
  const { rows } = await school.app.database.owner.query('select 1 from pupil_link where pupil_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('a guardian of a sibling is one of the new child too, not a second person', async () => {
  const hiba = (await add({ firstname: 'Hiba', guardians: [{ ...mother, lastname: 'Geschwister' }] })).json().id
  const family = async (id: number) =>
    (await school.head.call(pupilDetailsEndpoints.get, { params: { id } })).json().guardians
  const [known] = await family(hiba)
  const father = { firstname: 'Udo', lastname: 'Neu', relationship: 'father', phone_mobile: '030 23125-001' }
  const known_guardians = [{ guardian_id: known.guardian_id, relationship: 'mother', receives_letters: false }]
  const { id } = (await add({ firstname: 'Amal', known_guardians, guardians: [father] })).json()
  expect(await family(id)).toMatchObject([
    { guardian_id: known.guardian_id, position: 1, emergency_priority: 1, receives_letters: false },
    { firstname: 'Udo', position: 2, emergency_priority: 2 },
  ])
  expect(await family(hiba)).toMatchObject([{ receives_letters: true, also_for: [{ id, firstname: 'Amal' }] }])

  const twice = { known_guardians: [...known_guardians, ...known_guardians], firstname: 'Zwei' }
  expect(await errorsOf(twice)).toEqual({ known_guardians: [FAMILY_TEXTS.alreadyGuardian] })
  const before = await countPupils()
  const unknown = { known_guardians: [{ guardian_id: 987_654_321, relationship: 'mother' }], firstname: 'Drei' }
  expect((await add(unknown)).statusCode).toBe(404)
  expect(await countPupils()).toBe(before)
})

test('a child who comes next school year is upcoming, in a class of that year', async () => {
  const schoolclass_id = await school.classOf('1a', { year: '2027/2028' })
  const reply = await add({ firstname: 'Später', date_entry: '2027-08-16', birthdate: '2021-01-01', schoolclass_id })
  const pupil = (await school.head.call(pupilDetailsEndpoints.get, { params: { id: reply.json().id } })).json()
  expect(pupil).toMatchObject({ status: 'upcoming', schoolclass: null })
  expect(pupil.memberships).toMatchObject([
    { school_year: { name: '2027/2028' }, schoolclass: { classgradePlain: '1a' } },
  ])
})

test('on 1 August of the year of entry a child is 4 to 20 years old, and born already', async () => {
  const age = { birthdate: [PUPIL_TEXTS.ageAtEntry] }
  expect(await errorsOf({ firstname: 'Jung', birthdate: '2022-08-02' })).toEqual(age)
  expect(await errorsOf({ firstname: 'Alt', birthdate: '2005-08-01' })).toEqual(age)
  expect(await errorsOf({ firstname: 'Ungeboren', birthdate: '2026-11-21' })).toEqual({
    birthdate: [PUPIL_TEXTS.bornLater],
  })
  expect((await add({ firstname: 'Vier', birthdate: '2022-08-01' })).statusCode).toBe(201)
  expect((await add({ firstname: 'Zwanzig', birthdate: '2005-08-02' })).statusCode).toBe(201)
})

test('refused are another year’s class, another grade’s class, a day without year, an unknown class, a wrong postcode', async () => {
  const next = await school.classOf('1a', { year: '2027/2028' })
  const second = await school.classOf('2a')
  const foreign = await school.classOf('7a', { school: school.fow })
  expect(await errorsOf({ schoolclass_id: next })).toEqual({ schoolclass_id: [PUPIL_TEXTS.classOfOtherYear] })
  expect(await errorsOf({ schoolclass_id: second })).toHaveProperty('schoolclass_id')
  expect(await errorsOf({ schoolclass_id: foreign })).toHaveProperty('schoolclass_id')
  expect(await errorsOf({ schoolgrade_id: 987_654 })).toHaveProperty('schoolgrade_id')
  expect(await errorsOf({ date_entry: '2031-01-01', birthdate: '2024-01-01' })).toEqual({
    date_entry: [PUPIL_TEXTS.noYear],
  })
  expect(await errorsOf({ zip: '123' })).toHaveProperty('zip')
  expect(await errorsOf({ guardians: [{ ...mother, mail: 'keine' }] })).toHaveProperty(['guardians.0.mail'])
})

test('a mixed-age group takes children of each of its grades', async () => {
  const mixed = await school.makeMixed(1, 2)
  expect((await add({ firstname: 'Fuchs', schoolclass_id: mixed })).statusCode).toBe(201)
  const grade2 = await school.gradeId(2)
  const reply = await add({ firstname: 'Füchsin', schoolclass_id: mixed, schoolgrade_id: grade2 })
  expect(reply.statusCode).toBe(201)
  expect(await errorsOf({ schoolclass_id: mixed, schoolgrade_id: await school.gradeId(3) })).toHaveProperty(
    'schoolclass_id',
  )
})

const ask = async (child: Record<string, string>, visitor = school.head) =>
  (await visitor.call(pupilChangeEndpoints.findDuplicates, { body: child })).json()

test('the same child under another spelling stops with 409 until it is forced; alike ones only warn', async () => {
  const child = { firstname: 'Anna-Lena', lastname: 'Müller-Öz', birthdate: '2019-03-12' }
  const first = (await add(child)).json().id
  const again = await add({ ...child, firstname: 'anna', lastname: 'MUELLER OEZ' })
  expect(again.statusCode).toBe(409)
  expect(again.json()).toMatchObject({
    message: PUPIL_TEXTS.duplicate,
    duplicates: [{ id: first, firstname: 'Anna-Lena', school_short: 'fsw', birthdate: '2019-03-12' }],
  })
  const likely = [
    { ...child, firstname: 'Müller-Öz', lastname: 'Anna' },
    { ...child, birthdate: '2019-12-03' },
    { ...child, birthdate: '2019-03-13' },
    { ...child, lastname: 'Müller' },
  ]
  for (const one of likely) {
    const { exact, likely: warned } = await ask(one)
    expect([exact, warned.map(({ id }: { id: number }) => id)], JSON.stringify(one)).toEqual([[], [first]])
  }
  expect(await ask({ ...child, firstname: 'Berta' })).toEqual({ exact: [], likely: [] })
  // A twin is no duplicate, and a warning does not prevent anything.
  expect((await add({ ...child, firstname: 'Berta' })).statusCode).toBe(201)
  expect((await add({ ...child, birthdate: '2019-03-13' })).statusCode).toBe(201)
  expect((await add({ ...child, force: true })).statusCode).toBe(201)
})

test('a child of the other school is named only to users who are attached there', async () => {
  const child = { firstname: 'Wanda', lastname: 'Wechsel', birthdate: '2013-05-05' }
  const fowHead = await school.signIn('schooladmin', school.fow)
  const seventh = await school.gradeId(7, school.fow)
  expect((await add({ ...child, schoolgrade_id: seventh }, fowHead)).statusCode).toBe(201)
  expect(await ask(child)).toEqual({ exact: [], likely: [] })
  const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw, school.fow] })
  const both = await school.app.signedIn(id)
  expect((await ask(child, both)).exact).toMatchObject([{ school_short: 'fow' }])
  expect((await add(child, both)).statusCode).toBe(409)
})

test('when 20 users add one child at once, one succeeds and the others get the 409', async () => {
  const before = await countPupils()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => add({ firstname: 'Rennen', lastname: 'Gleichzeitig' })),
  )
  const codes = replies.map(({ statusCode }) => statusCode).sort()
  expect(codes).toEqual([201, ...Array.from({ length: 19 }, () => 409)])
  expect(await countPupils()).toBe(before + 1)
})

test('a call that is repeated with its key answers the same and adds nobody', async () => {
  const options = { body: form({ firstname: 'Doppelklick' }), headers: { 'idempotency-key': crypto.randomUUID() } }
  const first = await school.head.call(pupilChangeEndpoints.add, options)
  const second = await school.head.call(pupilChangeEndpoints.add, options)
  expect([second.statusCode, second.body]).toEqual([201, first.body])
})

test('when a class is deleted while a child is added to it, one of the two is refused', async () => {
  for (const name of ['u', 'v', 'w', 'x']) {
    const year = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('schoolyear').select('id').where('state', '=', 'active').executeTakeFirstOrThrow(),
    )
    const made = await school.head.call(schoolclassEndpoints.add, {
      body: { school_year_id: year.id, schoolgrade_id: grade1, description: name },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    const { id } = made.json()
    const [added, deleted] = await Promise.all([
      add({ firstname: `Wettlauf${name}`, schoolclass_id: id }),
      school.head.call(schoolclassEndpoints.remove, { params: { id } }),
    ])
    expect([
      [201, 422],
      [422, 200],
    ]).toContainEqual([added.statusCode, deleted.statusCode])
  }
})
