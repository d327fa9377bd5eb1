import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { PUPIL_TEXTS, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
let second: TestVisitor
let mia: number

beforeAll(async () => {
  school = await openClassSchool()
  second = await school.signIn('admin')
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  mia = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a', birthdate: '2019-05-03' })
})

const read = async (id = mia) => (await school.head.call(pupilDetailsEndpoints.get, { params: { id } })).json()
const change = (body: Record<string, unknown>, visitor = school.head, id = mia) =>
  visitor.call(pupilChangeEndpoints.change, { params: { id }, body })
const errorsOf = async (body: Record<string, unknown>) => {
  const reply = await change(body)
  expect([reply.statusCode, reply.body].join(' ')).toContain('422')
  return reply.json().errors
}
const stored = () =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.selectFrom('pupil').selectAll().where('id', '=', mia).executeTakeFirstOrThrow(),
  )

const EVERYTHING = {
  ...{
    lastname: 'Yılmaz',
    lastname_prefix: 'von',
    firstname: 'Łucja',
    firstnames_all: 'Łucja Maria',
    birthname: 'Nowak',
  },
  ...{ gender: 'd', birthdate: '2019-06-04', birthplace: 'Posen', birth_country: 'POL', nationalities: ['POL', 'DEU'] },
  ...{ immigration_year: 2020, family_language: 'pl', first_enrolment_year: 2025, enrolment_kind: 'early' },
  ...{ previous_institution: 'Kita', previous_city: 'Posen', previous_school_type: 'Kita', previous_grade: 1 },
  ...{ kita_years: 'ge3', school_recommendation: 'AHR', swim_level: 'bronze', may_go_home_alone: true },
  ...{ foreign_languages: [{ language: 'en', since_grade: 3, until_grade: null }] },
  ...{ afterschool_care: 'long', afterschool_days: ['mo', 'we'], note: 'Zeile 1\nZeile 2', status: 'on_leave' },
  ...{
    measles_proof_seen_at: '2026-11-19',
    measles_proof_kind: 'vaccination',
    phone: '0331 555',
    mail: 'l@example.org',
  },
}
const ADDRESS = {
  street: 'Am Anger',
  house_number: '1',
  address_extra: 'bei X',
  zip: '15999',
  city: 'Y',
  country: 'DE',
}

test('every field of the record can be changed and read again; the user who saw the measles proof is stored', async () => {
  expect((await change({ ...EVERYTHING, phone: '0331 555123', ...ADDRESS, version: 1 })).json()).toEqual({
    message: 'Die Änderungen sind gespeichert.',
  })
  const pupil = await read()
  expect(pupil).toMatchObject({ ...EVERYTHING, phone: '0331 555123', address: ADDRESS, version: 2 })
  const seenBy = (await stored()).measles_proof_seen_by
  expect(seenBy).not.toBeNull()
  await change({ measles_proof_seen_at: '2026-11-18' }, second)
  expect((await stored()).measles_proof_seen_by).not.toBe(seenBy)
  await change({
    measles_proof_seen_at: null,
    measles_proof_kind: null,
    foreign_languages: [],
    nationalities: [],
    note: '',
  })
  expect(await stored()).toMatchObject({ measles_proof_seen_by: null, foreign_languages: [], note: null })
})

test('sending the stored values changes nothing: no version, no line in the log', async () => {
  await change({ afterschool_days: ['fr', 'mo', 'mo'], zip: '15 999', nationalities: ['DEU', 'DEU'] })
  const { version } = await read()
  const reply = await change({ afterschool_days: ['mo', 'fr'], zip: '15999', nationalities: ['DEU'], firstname: 'Mia' })
  expect(reply.json()).toEqual({ message: 'Es gab nichts zu ändern.' })
  expect((await read()).version).toBe(version)
})

test('two people change different fields: both are stored; the same field: the second learns who and when', async () => {
  expect((await change({ phone: '0331 111222', version: 1 })).statusCode).toBe(200)
  expect((await change({ street: 'Neuweg', version: 1 }, second)).statusCode).toBe(200)
  expect(await read()).toMatchObject({ phone: '0331 111222', address: { street: 'Neuweg' }, version: 3 })
  const stale = await change({ phone: '0331 333444', birthplace: 'Berlin', version: 1 }, second)
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({ phone: '0331 111222', version: 3, changed_by: expect.any(String) })
  expect(stale.json()).toHaveProperty('changed_at')
  expect(await read()).toMatchObject({ phone: '0331 111222', birthplace: null })
  // The user saw the newer value and decided: with its version the change is accepted.
  expect((await change({ phone: '0331 333444', birthplace: 'Berlin', version: 3 }, second)).statusCode).toBe(200)
})

test('an address is one unit: changing another part of it meanwhile is a conflict and not merged', async () => {
  await change({ street: 'Neuweg', house_number: '5', version: 1 })
  const stale = await change({ house_number: '9', version: 1 }, second)
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({ street: 'Neuweg', house_number: '5', city: null, version: 2 })
  expect((await read()).address).toMatchObject({ street: 'Neuweg', house_number: '5' })
  expect((await change({ street: 'Altweg', house_number: '9', version: 2 }, second)).statusCode).toBe(200)
})

test('ten at once on ten fields: nothing is lost', async () => {
  const fields = [
    'street',
    'birthplace',
    'birthname',
    'previous_city',
    'previous_institution',
    'firstnames_all',
    'note',
  ]
  const replies = await Promise.all(
    fields.map((field, index) => change({ [field]: 'Wert', version: 1 }, index % 2 ? second : school.head)),
  )
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(fields.map(() => 200))
  expect(await read()).toMatchObject({ version: 8, birthplace: 'Wert', previous_city: 'Wert', birthname: 'Wert' })
})

test('fields are checked against each other, also against what is stored', async () => {
  expect(await errorsOf({ birthdate: '2026-11-21' })).toEqual({ birthdate: [PUPIL_TEXTS.bornLater] })
  expect(await errorsOf({ birthdate: '2021-05-03' })).toEqual({ birthdate: [PUPIL_TEXTS.ageAtEntry] })
  expect(await errorsOf({ immigration_year: 2018 })).toEqual({ immigration_year: [PUPIL_TEXTS.immigrationEarly] })
  await change({ immigration_year: 2020, birth_country: 'POL' })
  expect(await errorsOf({ birth_country: 'DEU' })).toEqual({ birth_country: [PUPIL_TEXTS.immigrationInland] })
  expect(await errorsOf({ immigration_year: 2027 })).toEqual({ immigration_year: [PUPIL_TEXTS.immigrationLater] })
  expect(await errorsOf({ measles_proof_seen_at: '2026-11-21' })).toHaveProperty('measles_proof_seen_at')
  const kindAlone = { measles_proof_kind: [PUPIL_TEXTS.proofDayMissing] }
  expect(await errorsOf({ measles_proof_kind: 'immunity' })).toEqual(kindAlone)
  await change({ measles_proof_kind: 'immunity', measles_proof_seen_at: '2026-11-19' })
  const dayGone = { measles_proof_seen_at: [PUPIL_TEXTS.proofDayMissing] }
  expect(await errorsOf({ measles_proof_seen_at: null })).toEqual(dayGone)
  expect((await change({ measles_proof_seen_at: null, measles_proof_kind: null })).statusCode).toBe(200)
  const language = { language: 'en', since_grade: 5, until_grade: 3 }
  expect(await errorsOf({ foreign_languages: [language] })).toEqual({ foreign_languages: [PUPIL_TEXTS.languageEnd] })
})

test('five digits are asked of German postcodes only, also when the country changes later', async () => {
  expect(await errorsOf({ zip: 'SW1A 2AA' })).toHaveProperty('zip')
  expect((await change({ zip: 'SW1A 2AA', country: 'GB' })).statusCode).toBe(200)
  expect((await read()).address).toMatchObject({ zip: 'SW1A 2AA', country: 'GB' })
  expect(await errorsOf({ country: 'DE' })).toHaveProperty('country')
})

const setPupil = (row: Record<string, unknown>) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('pupil').set(row).where('id', '=', mia).execute())

test('the day of entry moves the start of the first class with it, within its year', async () => {
  await setPupil({ date_entry: '2026-08-01' })
  expect((await change({ date_entry: '2026-09-15' })).statusCode).toBe(200)
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_start: '2026-09-15' }])
  expect((await change({ date_entry: '2026-08-03' })).statusCode).toBe(200)
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_start: '2026-08-03' }])
  // Long before the year of the class, which begins in August.
  expect((await change({ date_entry: '2025-09-01' })).statusCode).toBe(200)
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_start: '2026-08-01' }])
  expect(await errorsOf({ date_entry: '2027-08-01' })).toEqual({ date_entry: [PUPIL_TEXTS.entryAfterClass] })
  await school.move({ pupil_ids: [mia], schoolclass_id: await school.classOf('1b'), date_start: '2026-11-20' })
  expect(await errorsOf({ date_entry: '2026-11-20' })).toEqual({ date_entry: [PUPIL_TEXTS.entryAfterClass] })
})

test('a later day of entry makes upcoming, an earlier one active; not after the exit', async () => {
  await setPupil({ date_entry: '2026-08-01' })
  await change({ date_entry: '2026-12-01' })
  expect((await read()).status).toBe('upcoming')
  expect(await errorsOf({ status: 'guest' })).toEqual({ status: [PUPIL_TEXTS.onlyAttending] })
  await change({ date_entry: '2026-11-20', status: 'guest' })
  expect((await read()).status).toBe('guest')
  await setPupil({ date_exit: '2026-11-25' })
  expect(await errorsOf({ date_entry: '2026-11-26' })).toEqual({ date_entry: [PUPIL_TEXTS.exitBeforeEntry] })
  await setPupil({ status: 'left' })
  expect(await errorsOf({ status: 'active' })).toEqual({ status: [PUPIL_TEXTS.onlyAttending] })
})

test('teachers, viewers and other schools change nothing; a pupil in the bin is a 404', async () => {
  const { browser } = await school.makeTeacher()
  expect((await change({ city: 'X' }, browser)).statusCode).toBe(403)
  expect((await change({ city: 'X' }, await school.signIn('viewer'))).statusCode).toBe(403)
  expect((await change({ city: 'X' }, await school.signIn('schooladmin', school.fow))).statusCode).toBe(404)
  await setPupil({ deleted_at: '2026-11-19T00:00:00Z' })
  expect((await change({ city: 'X' })).statusCode).toBe(404)
  expect((await stored()).city).toBeNull()
})
