import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessPackageEndpoints, type PackageOptions } from '#contract/accesspackages/accesspackages.ts'
import { insertRow } from '#server/test/package-family.ts'
import { foundIn, openPackageSchool, type PackageSchool, sectionsOf } from '#server/test/package-school.ts'

let school: PackageSchool
beforeAll(async () => {
  school = await openPackageSchool()
})
afterAll(() => school.app.stop())

const change = (text: string) => school.inFsw((tx) => sql.raw(text).execute(tx))
const APART = { street: 'Pauldamm', house_number: '2', zip: '14467', city: 'Paulheim', address_extra: null }
const moveFather = (address: Partial<Record<keyof typeof APART, string | null>>) =>
  school.inFsw((tx) => tx.updateTable('guardian').set(address).where('id', '=', school.paul).execute())
beforeEach(() => moveFather(APART))

const TOGETHER = { street: 'Annaweg', house_number: '1', zip: '15999', city: 'Annastadt' }
const toFather = () => school.open({ subject: 'pupil', id: school.mia, recipient_id: school.paul })
const contactIds = async () => {
  const { rows } = await school.inFsw((tx) =>
    sql<{ id: number }>`select id from registration_contact where registration_id = ${school.registration}
      order by position`.execute(tx),
  )
  return rows.map(({ id }) => id)
}

test('two flats of one house are two homes', async () => {
  await change(`update pupil set address_extra = 'Hinterhaus, 4. OG' where id = ${school.mia}`)
  await moveFather({ ...TOGETHER, address_extra: 'Vorderhaus' })
  const words = ['Hinterhaus', 'annapost@example.org', '0152 22222222']
  expect(foundIn(await toFather(), words)).toEqual([])
  await moveFather({ ...TOGETHER, address_extra: 'Hinterhaus 4.OG' })
  expect(foundIn(await toFather(), words)).toEqual(words)
  await change(`update pupil set address_extra = null where id = ${school.mia}`)
})

test('no free text reaches a parent who lives elsewhere, and the package says that there are some', async () => {
  const { mia, registration, fsw } = school
  await school.inFsw(async (tx) => {
    const of = { school_id: fsw, registration_id: registration }
    await insertRow(tx, 'registration_status_history', {
      ...{ ...of, from_status: 'new', to_status: 'accepted', note: 'Statuswort' },
    })
    await insertRow(tx, 'registration_event', { ...of, kind: 'edited', note: 'Ereigniswort' })
    await insertRow(tx, 'pupil_sicknote', {
      ...{ school_id: fsw, pupil_id: mia, date_start: '2026-11-10', date_end: '2026-11-10', source: 'public_link' },
      ...{ comment: 'Geheimgasse', reporter_name: 'Frau Anna Müller-Neu', reporter_relation: 'mother' },
    })
    await insertRow(tx, 'restriction', {
      ...{ school_id: fsw, pupil_id: mia, reason: 'Streitwort' },
      ...{ lifted_at: '2026-11-19T08:00:00Z', lifted_reason: 'Endewort' },
    })
  })
  await change(`update registration set withdraw_reason = 'Rückzugswort' where id = ${registration}`)
  const words = ['Statuswort', 'Ereigniswort', 'Geheimgasse', 'Müller-Neu', 'Streitwort', 'Endewort', 'Rückzugswort']
  const apart = await toFather()
  expect(foundIn(apart, words)).toEqual([])
  expect(foundIn(apart, ['gibt sie gesondert heraus'])).toHaveLength(1)
  await moveFather(TOGETHER)
  await change(`update registration_contact set same_address = true where position = 2`)
  const together = await toFather()
  await change(`update registration_contact set same_address = false where position = 2`)
  expect(foundIn(together, words)).toEqual(words.filter((word) => word !== 'Müller-Neu'))
  expect(foundIn(together, ['gibt sie gesondert heraus'])).toEqual([])
})

test('an application from the time together tells a parent who moved out nothing new about the other one', async () => {
  await change(`update registration_contact set same_address = true where position = 2`)
  expect(foundIn(await toFather(), ['annabewerbung@example.org', '0152 66666666', 'Annaweg'])).toEqual([])
  await change(`update registration_contact set same_address = false where position = 2`)
})

test('a contact of an application that became a pupil needs custody, in the application and at the pupil', async () => {
  const [, contact] = await contactIds()
  const open = () => school.open({ subject: 'registration', id: school.registration, recipient_id: contact ?? 0 })
  const words = ['Beweggrundwort', 'FSW-2026-0001', 'paulbewerbung@example.org']
  expect(foundIn(await open(), words)).toEqual(words)
  await change(`update pupil_guardian set has_custody = false where guardian_id = ${school.paul}`)
  expect(foundIn(await open(), words)).toEqual(words.slice(1))
  await change(`update pupil_guardian set has_custody = true where guardian_id = ${school.paul}`)
  await change(`update registration_contact set has_custody = false where position = 2`)
  expect(foundIn(await open(), words)).toEqual(words.slice(1))
  await change(`update registration_contact set has_custody = true where position = 2`)
  await change(`update pupil set birthdate = '2008-11-20' where id = ${school.mia}`)
  expect(foundIn(await open(), words)).toEqual(words.slice(1))
  await change(`update pupil set birthdate = '2020-03-31' where id = ${school.mia}`)
})

test('of two contacts with one name, the parent of this name gets neither with address and phone', async () => {
  await change(`update registration_contact set firstname = 'Paul' where position = 1`)
  expect(foundIn(await toFather(), ['annabewerbung@example.org', 'paulbewerbung@example.org'])).toEqual([])
  const [first, second] = await contactIds()
  const own = await school.open({ subject: 'registration', id: school.registration, recipient_id: second ?? 0 })
  expect(foundIn(own, ['annabewerbung@example.org', 'paulbewerbung@example.org'])).toEqual([
    'paulbewerbung@example.org',
  ])
  await change(`update registration_contact set firstname = 'Anna' where id = ${first}`)
})

test('the log of a child says that its data went out only when it did', async () => {
  const logged = async () => {
    const { rows } = await school.inFsw((tx) =>
      sql<{ n: number }>`select count(*)::int as n from user_log
        where action = 'access_package_created' and entity_type = 'pupil' and entity_id = ${school.mia}`.execute(tx),
    )
    return rows[0]?.n ?? 0
  }
  const before = await logged()
  await change(`update pupil_guardian set has_custody = false where guardian_id = ${school.paul}`)
  const opened = await school.open({ subject: 'guardian', id: school.paul })
  expect(sectionsOf(opened.data.sections, 'child')).toHaveLength(1)
  expect(await logged()).toBe(before)
  await change(`update pupil_guardian set has_custody = true where guardian_id = ${school.paul}`)
  await school.open({ subject: 'guardian', id: school.paul })
  expect(await logged()).toBe(before + 1)
})

test('two addresses of which only the town is known are not one home', async () => {
  const { mia, anna, paul } = school
  const nowhere = { street: null, house_number: null, zip: null, city: 'Wacholderhain' }
  const move = (address: object) =>
    school.inFsw((tx) => tx.updateTable('guardian').set(address).where('id', 'in', [anna, paul]).execute())
  await move(nowhere)
  const forAnna = await school.open({ subject: 'pupil', id: mia, recipient_id: anna })
  expect(foundIn(forAnna, ['paulpost@example.org', 'annapost@example.org'])).toEqual(['annapost@example.org'])
  await move({ city: null })
})

test('people of one name are told apart by what they are to the child', async () => {
  const { mia, anna, paul, head } = school
  await change(`update pupil_guardian set relationship = 'father' where guardian_id = ${paul}`)
  await change(`update pupil set firstname = 'Anna' where id = ${mia}`)
  const of = async (query: { subject: 'pupil' | 'guardian'; id: number }) => {
    const { recipients } = (await head.call(accessPackageEndpoints.options, { query })).json() as PackageOptions
    return recipients.map(({ id, name, role }) => [id, name, role])
  }
  expect(await of({ subject: 'pupil', id: mia })).toEqual([
    [null, 'Anna Müller', 'Schülerin oder Schüler selbst'],
    [anna, 'Anna Müller', 'Mutter'],
    [paul, 'Paul Müller', 'Vater'],
  ])
  expect(await of({ subject: 'guardian', id: anna })).toEqual([[null, 'Anna Müller', null]])
  await change(`update pupil set firstname = 'Mia' where id = ${mia}`)
})

test('a guardian in the bin is offered as nobody and stands in no package', async () => {
  const { mia, paul, head } = school
  const bin = (deleted_at: string | null) =>
    school.inFsw((tx) => tx.updateTable('guardian').set({ deleted_at }).where('id', '=', paul).execute())
  await bin('2026-11-19T08:00:00Z')
  const query = { subject: 'pupil', id: mia } as const
  const { recipients } = (await head.call(accessPackageEndpoints.options, { query })).json() as PackageOptions
  expect(recipients.map(({ name }) => name)).not.toContain('Paul Müller')
  expect((await school.create({ ...query, recipient_id: paul })).statusCode).toBe(422)
  await bin(null)
})
