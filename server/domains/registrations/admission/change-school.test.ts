import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { insertContactPerson } from '#server/domains/families/families.shared.queries.ts'
import { turnDay } from '#server/domains/rollovers/turn-day.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ChangingSchools, openSchoolChange } from '#server/test/school-change.ts'
import type { TestApp } from '#server/test/test-app.ts'

let school: ChangingSchools
let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  school = await openSchoolChange()
  ;({ app, fsw, fow } = school)
})
afterAll(() => app.stop())
beforeEach(() => school.nextChild())

test('the dialog says from which class and until when, and who comes along', async () => {
  await school.addGuardian({ firstname: 'Paul', lastname: 'Fern' }, { relationship: 'father', position: 2 })
  const id = await school.accepted({ second: { firstname: 'Nina', lastname: 'Fern', mail: null } })
  const options = (await school.optionsOf(id, school.both)).json() as TransformOptions
  expect(options.school_changes).toEqual([
    {
      pupil_id: school.child.id,
      school_short: 'fow',
      school_name: expect.any(String),
      schoolclass: '7a',
      date_exit: '2027-07-31',
      further_guardians: ['Paul Fern'],
    },
  ])
})

test('a future exit changes nothing today: there the last day is entered, here the pupil is upcoming', async () => {
  const id = await school.accepted()
  const reply = await school.changeFrom(id, { schoolclass_id: school.classes['1a'] })
  expect([reply.statusCode, reply.json()]).toEqual([
    201,
    { pupil_id: expect.any(Number), school_change: { school_short: 'fow', date_exit: '2027-07-31' } },
  ])
  const { pupil_id } = reply.json()
  const pupil = await school.readThere()
  expect(pupil).toMatchObject({
    status: 'active',
    date_exit: '2027-07-31',
    exit_reason: 'school_change',
    schoolclass: { classgradePlain: '7a' },
  })
  const here = await school.read(pupil_id)
  expect(here).toMatchObject({
    status: 'upcoming',
    date_entry: '2027-08-01',
    previous_grade: 7,
    registration: { id },
    memberships: [{ schoolclass: { classgradePlain: '1a' }, date_start: '2027-08-01' }],
  })
  expect(await school.hasLink(school.child.id)).toBe(true)
  expect(await school.hasLink(pupil_id)).toBe(true)
  const names = await app.database.owner.query('select id, name from school order by id')
  const nameOf = (schoolId: number) => names.rows.find((row) => Number(row.id) === schoolId).name
  expect(pupil.next_school).toBe(nameOf(fsw))
  expect(here.previous_institution).toBe(nameOf(fow))

  expect(await school.logOf(fow, school.child.id)).toEqual([
    ['pupil_created'],
    ['pupil_left', 'date_exit', 'exit_reason', 'next_school'],
  ])
  expect(await school.logOf(fsw, pupil_id)).toEqual([['pupil_created']])
})

test('within the year the last day is the one before; a day that is over takes effect at once', async () => {
  const late = await school.accepted({ year: '2026/2027', grade: 2, entry_type: 'lateral' })
  await insideSchool(app, fsw, (tx) =>
    tx.updateTable('registration').set({ desired_start_date: '2026-11-02' }).where('id', '=', late).execute(),
  )
  const { school_change } = (await school.changeFrom(late)).json()
  expect(school_change).toEqual({ school_short: 'fow', date_exit: '2026-11-01' })
  expect(await school.readThere()).toMatchObject({ status: 'left', schoolclass: null, date_exit: '2026-11-01' })
  // The link is kept for a while, in case the exit is taken back; until then its page refuses it
  // (revive-links.test.ts).
  expect(await school.hasLink(school.child.id)).toBe(true)
})

test('master data, guardians and people to call come along; class D, notes, proofs and sick notes do not', async () => {
  await insideSchool(app, fow, (tx) =>
    tx
      .updateTable('pupil')
      .set({
        ...{
          birthplace: 'Lwiw',
          birth_country: 'UKR',
          nationalities: ['UKR'],
          family_language: 'uk',
          swim_level: 'silver',
        },
        ...{ firstnames_all: 'Mia Sophie', note: 'Geheime Bemerkung', may_go_home_alone: true },
        ...{ measles_proof_seen_at: '2025-08-20', measles_proof_kind: 'vaccination' },
      })
      .where('id', '=', school.child.id)
      .execute(),
  )
  await school.addGuardian({ title: 'Dr.', phone_work: '030 999888', mail: 'anna.alt@example.org' })
  await school.addGuardian(
    { firstname: 'Paul', lastname: 'Fern', mail: 'paul@example.org' },
    { relationship: 'father', position: 2 },
  )
  await school.addGuardian(
    { firstname: 'Olaf', lastname: 'Ohne' },
    { has_custody: false, relationship: 'other', position: 3 },
  )
  await insideSchool(app, fow, async (tx) => {
    const person = {
      school_id: fow,
      pupil_id: school.child.id,
      firstname: 'Oma',
      lastname: 'Ilse',
      phone: '0331 77',
      priority: 4,
    }
    await insertContactPerson(tx, { ...person, may_pickup: true })
    await insertContactPerson(tx, { ...person, firstname: 'Alter', valid_until: '2027-01-01' })
    const place = { school_id: fow, pupil_id: school.child.id }
    await tx
      .insertInto('pupil_note')
      .values({ ...place, body_markdown: 'Geheimes Gespräch' })
      .execute()
    const sick = { date_start: '2026-11-19', date_end: '2026-11-19', source: 'phone' }
    await tx
      .insertInto('pupil_sicknote')
      .values({ ...place, ...sick })
      .execute()
    const hint = { kind: 'health_hint', value_encrypted: Buffer.from('x'), legal_basis: 'consent' }
    await tx
      .insertInto('pupil_sensitive')
      .values({ ...place, ...hint, confirmed_at: '2026-11-01' })
      .execute()
  })
  const id = await school.accepted({ second: { firstname: 'Nina', lastname: 'Neu', mail: null } })
  const { pupil_id } = (await school.changeFrom(id)).json()
  const here = await school.read(pupil_id)
  expect(here).toMatchObject({
    birthplace: 'Lwiw',
    birth_country: 'UKR',
    nationalities: ['UKR'],
    family_language: 'uk',
    firstnames_all: 'Mia Sophie',
    swim_level: 'silver',
    note: null,
    may_go_home_alone: null,
    measles_proof_seen_at: null,
    measles_proof_kind: null,
  })
  expect(here.guardians).toMatchObject([
    {
      firstname: 'Anna',
      title: 'Dr.',
      phone_work: '030 999888',
      mail: 'anna@example.org',
      custody_proof_seen_at: null,
    },
    { firstname: 'Nina', lastname: 'Neu' },
    { firstname: 'Paul', lastname: 'Fern', has_custody: true, mail: 'paul@example.org', custody_proof_seen_at: null },
  ])
  expect(here.contact_persons).toMatchObject([{ firstname: 'Oma', lastname: 'Ilse', may_pickup: false, priority: 4 }])
  expect(JSON.stringify(here)).not.toMatch(/Geheim|Ohne/)
  const idsIn = (schoolId: number, table: 'pupil_note' | 'pupil_sicknote' | 'pupil_sensitive') =>
    insideSchool(app, schoolId, (tx) => tx.selectFrom(table).select('pupil_id').execute())
  for (const table of ['pupil_note', 'pupil_sicknote', 'pupil_sensitive'] as const) {
    expect(await idsIn(fow, table), table).toEqual([{ pupil_id: school.child.id }])
    expect(await idsIn(fsw, table), table).toEqual([])
  }
})

test('with sole custody nobody comes along whom the application does not name', async () => {
  await school.addGuardian({ firstname: 'Paul', lastname: 'Fern' }, { relationship: 'father', position: 2 })
  const { pupil_id } = (await school.changeFrom(await school.accepted())).json()
  expect((await school.read(pupil_id)).guardians.map(({ firstname }: { firstname: string }) => firstname)).toEqual([
    'Anna',
  ])
})

// This test comes last, because it starts the new school year.
test('on the day after it the child belongs to this school alone; when the exit is undone, to both', async () => {
  const { pupil_id } = (await school.changeFrom(await school.accepted())).json()
  app.setNow(new Date('2027-08-01T07:00:00+02:00'))
  await turnDay(app.platform)(undefined as never)
  const statuses = async () => [(await school.readThere()).status, (await school.read(pupil_id)).status]
  expect(await statuses()).toEqual(['left', 'active'])
  await school.leaveThere({ date_exit: null })
  expect(await statuses()).toEqual(['active', 'active'])
})
