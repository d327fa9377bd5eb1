import { afterAll, beforeAll, expect, test } from 'vitest'
import { restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { makeUser } from '#server/test/factories.ts'
import { insertRow } from '#server/test/package-family.ts'
import { foundIn, openPackageSchool, type PackageSchool, sectionsOf } from '#server/test/package-school.ts'

let school: PackageSchool
beforeAll(async () => {
  school = await openPackageSchool()
})
afterAll(() => school.app.stop())

const plantRequest = (requester_guardian_id: number, words: { name: string; contact: string; wish: string }) =>
  school.inFsw((tx) =>
    insertRow(tx, 'privacy_request', {
      ...{ school_id: school.fsw, kind: 'access', subject_type: 'pupil', subject_id: school.mia },
      ...{ requested_by: words.name, contact: words.contact, wish: words.wish, requester_guardian_id },
      ...{ requester: 'custodian', channel: 'letter', received_on: '2026-11-10' },
    }),
  )

test('only the person who made a request finds its words in the package', async () => {
  await plantRequest(school.anna, { name: 'Anna Müller', contact: 'Annaanschrift', wish: 'Annawunsch' })
  await plantRequest(school.paul, { name: 'Paul Müller', contact: 'Paulanschrift', wish: 'Paulwunsch' })
  const words = ['Annaanschrift', 'Annawunsch', 'Paulanschrift', 'Paulwunsch']
  const asked = { subject: 'pupil', id: school.mia } as const
  const mother = await school.open({ ...asked, recipient_id: school.anna })
  expect(foundIn(mother, words)).toEqual(words.slice(0, 2))
  expect(sectionsOf(mother.data.sections, 'privacy_request')[0]?.entries).toHaveLength(2)
  expect(foundIn(await school.open({ ...asked, recipient_id: school.paul }), words)).toEqual(words.slice(2))
  expect(foundIn(await school.open(asked), words)).toEqual([])
})

test('a package begins at a request about the same person only', async () => {
  const id = await plantRequest(school.anna, { name: 'Anna Müller', contact: 'x', wish: 'y' })
  const create = (subject: 'pupil' | 'guardian', about: number, request_id: number) =>
    school.create({ subject, id: about, request_id })
  expect((await create('pupil', school.mia, id)).statusCode).toBe(201)
  const refused = await create('guardian', school.anna, id)
  expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([422, ['request_id']])
  expect((await create('pupil', school.mia, 999_999)).statusCode).toBe(422)
  const stored = await school.inFsw((tx) =>
    tx.selectFrom('access_package').select('request_id').where('request_id', 'is not', null).execute(),
  )
  expect(stored).toEqual([{ request_id: id }])
})

test('who saw the data stands in the package by day and role, and the package itself is a view', async () => {
  const opened = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.anna })
  const views = sectionsOf(opened.data.sections, 'views')
  expect(JSON.stringify(views)).toContain('Auskunftspaket erstellt')
  expect(JSON.stringify(views)).not.toContain('Person ')
})

test('a restricted child still gets a copy through the head, and for others it is not there', async () => {
  const { app, fsw, head, mia } = school
  const params = { subject: 'pupil', id: mia } as const
  const set = await head.call(restrictionEndpoints.set, { params, body: { reason: 'Einschränkungswort' } })
  expect(set.statusCode).toBe(200)
  const opened = await school.open({ subject: 'pupil', id: mia, recipient_id: school.anna })
  expect(foundIn(opened, ['Einschränkungswort', 'Bemerkungswort', 'Beweggrundwort'])).toEqual([
    'Bemerkungswort',
    'Beweggrundwort',
  ])
  expect(foundIn(await school.open({ subject: 'pupil', id: mia }), ['Einschränkungswort'])).toHaveLength(1)
  const ofMother = await school.open({ subject: 'guardian', id: school.anna })
  expect(foundIn(ofMother, ['Mia', 'Bemerkungswort'])).toHaveLength(2)
  const secretary = await app.signedIn(
    (await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })).id,
  )
  expect((await school.create({ subject: 'pupil', id: mia }, secretary)).statusCode).toBe(404)
  const hidden = await school.open({ subject: 'guardian', id: school.anna }, secretary)
  expect(foundIn(hidden, ['Mia', 'Bemerkungswort'])).toEqual([])
})

test('a request about an adult stands in full only if this adult made it', async () => {
  const plant = (requester: 'self' | 'other', wish: string) =>
    school.inFsw((tx) =>
      insertRow(tx, 'privacy_request', {
        ...{
          school_id: school.fsw,
          kind: 'access',
          subject_type: 'guardian',
          subject_id: school.anna,
          requester,
          wish,
        },
        ...{ requested_by: `${wish}name`, channel: 'letter', received_on: '2026-11-10' },
      }),
    )
  await plant('self', 'Selbstwunsch')
  await plant('other', 'Fremdwunsch')
  const opened = await school.open({ subject: 'guardian', id: school.anna })
  expect(foundIn(opened, ['Selbstwunsch', 'Fremdwunsch'])).toEqual(['Selbstwunsch'])
  const [part] = sectionsOf(opened.data.sections, 'privacy_request')
  expect(part?.entries).toHaveLength(2)
})

test('a restricted guardian is in the own package, and in that of nobody else', async () => {
  const { head, paul, anna, mia } = school
  await school.inFsw((tx) =>
    tx
      .updateTable('guardian')
      .set({ street: 'Annaweg', house_number: '1', zip: '15999', city: 'Annastadt' })
      .where('id', '=', paul)
      .execute(),
  )
  const words = ['paulpost@example.org', '0152 33333333', 'paulbewerbung@example.org', 'Paul Müller']
  const forAnna = { subject: 'pupil', id: mia, recipient_id: anna } as const
  expect(foundIn(await school.open(forAnna), words)).toContain('paulpost@example.org')
  const params = { subject: 'guardian', id: paul } as const
  await head.call(restrictionEndpoints.set, { params, body: { reason: 'Wird geprüft' } })
  for (const form of [forAnna, { subject: 'guardian', id: anna }, { subject: 'pupil', id: mia }] as const)
    expect(foundIn(await school.open(form), words)).toEqual([])
  const own = await school.open({ subject: 'guardian', id: paul })
  expect(foundIn(own, words.slice(0, 2))).toHaveLength(2)
  await head.call(restrictionEndpoints.lift, { params, body: { reason: 'Ist geklärt' } })
  expect(foundIn(await school.open(forAnna), words)).toContain('paulpost@example.org')
})

test('free texts stay out while anybody of the family is restricted, because they may tell about this person', async () => {
  const { head, paul, anna, mia } = school
  const home = { street: 'Annaweg', house_number: '1', zip: '15999', city: 'Annastadt' }
  await school.inFsw((tx) => tx.updateTable('guardian').set(home).where('id', '=', paul).execute())
  const texts = async () =>
    foundIn(await school.open({ subject: 'pupil', id: mia, recipient_id: anna }), [
      'Notenständer',
      'Gesprächsnotizwort',
    ])
  expect(await texts()).toHaveLength(2)
  const params = { subject: 'guardian', id: paul } as const
  await head.call(restrictionEndpoints.set, { params, body: { reason: 'Wird geprüft' } })
  expect(await texts()).toEqual([])
  await head.call(restrictionEndpoints.lift, { params, body: { reason: 'Ist geklärt' } })
})

test('mails about the absence of a restricted child are not in the package of its mother for a secretary', async () => {
  const { app, fsw, mia, anna } = school
  const rights = { role: 'schooladmin' as const, schools: [fsw], may_view_sensitive: false }
  const secretary = await app.signedIn((await makeUser(app, rights)).id)
  const mails = async () => {
    const opened = await school.open({ subject: 'guardian', id: anna }, secretary)
    return foundIn(opened, ['a***@annapost.example']).length
  }
  const params = { subject: 'pupil', id: mia } as const
  await school.head.call(restrictionEndpoints.lift, { params, body: { reason: 'Vorher' } })
  expect(await mails()).toBe(1)
  await school.head.call(restrictionEndpoints.set, { params, body: { reason: 'Wird geprüft' } })
  expect(await mails()).toBe(0)
  await school.head.call(restrictionEndpoints.lift, { params, body: { reason: 'Ist geklärt' } })
})

test('the pupil reads of mails to itself, and adults do not', async () => {
  await school.inFsw((tx) =>
    insertRow(tx, 'mail_log', {
      ...{ school_id: school.fsw, recipient_hash: Buffer.from('x'), related_type: 'pupil', related_id: school.mia },
      ...{ template: 'pupil_own_link', recipient_masked: 'm***@mia.example' },
    }),
  )
  const asked = { subject: 'pupil', id: school.mia } as const
  expect(foundIn(await school.open(asked), ['Eigener Link'])).toHaveLength(1)
  expect(foundIn(await school.open({ ...asked, recipient_id: school.anna }), ['Eigener Link'])).toEqual([])
})

test('the package names the own days, who works for the school, and how far back it counts', async () => {
  await school.inFsw(async (tx) => {
    await insertRow(tx, 'processor', {
      ...{ school_id: school.fsw, name: 'Rechenwort GmbH', kind: 'hosting', service: 'Server', place: 'Berlin' },
    })
    await tx
      .updateTable('pupil')
      .set({ status: 'left', date_exit: '2026-07-15' })
      .where('id', '=', school.mia)
      .execute()
    await tx.deleteFrom('retention_hold').execute()
  })
  const child = await school.open({ subject: 'pupil', id: school.mia })
  expect(foundIn(child, ['Rechenwort GmbH', 'In den letzten zwölf Monaten', 'Seit der Aufnahme'])).toHaveLength(2)
  const guardian = await school.open({ subject: 'guardian', id: school.anna })
  expect(guardian.json).toMatch(/des letzten Kindes gelöscht, zu dem sie gehören, das ist am 31\.07\.20\d\d\./)
  expect(foundIn(guardian, ['Rechenwort GmbH'])).toHaveLength(1)
  const registration = sectionsOf(child.data.sections, 'registration')
  expect(JSON.stringify(registration)).toMatch(
    /Diese Bewerbung wird am \d\d\.\d\d\.20\d\d gelöscht \(Als SuS übernommen\)/,
  )
})
