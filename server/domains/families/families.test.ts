import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAMILY_TEXTS, familyEndpoints } from '#contract/families/families.change.ts'
import { FAMILY_MAX } from '#contract/families/families.ts'
import { MESSAGES } from '#contract/formats.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool } from '#server/test/factories.ts'
import { errorsOf, type FamilySchool, openFamilySchool } from '#server/test/family-school.ts'

let school: FamilySchool
beforeAll(async () => {
  school = await openFamilySchool()
})
afterAll(() => school.app.stop())

const foundBy = async (search: string) =>
  (await school.head.call(pupilEndpoints.list, { query: { search } }))
    .json()
    .data.map(({ firstname }: { firstname: string }) => firstname)

const allGuardians = () =>
  insideSchool(school.app, school.fsw, (tx) => tx.selectFrom('guardian').select(['id', 'deleted_at']).execute())

describe('somebody new', () => {
  test('is entered with all fields, cleaned, last in both orders, and found by the number', async () => {
    const id = await school.child('Neu')
    await school.addGuardian(id)
    const reply = await school.send(
      familyEndpoints.addGuardian,
      { id },
      {
        salutation: 'mr',
        title: 'Dr.',
        firstname: '  Paul  Peter ',
        lastname: 'O’Neil',
        relationship: 'father',
        lives_with_pupil: false,
        receives_sicknote_mail: false,
        street: 'Fernweg',
        house_number: '9',
        zip: 'D-10 115',
        city: 'Berlin',
        phone_work: '+49 (0)30 / 23125-777',
        mail: 'Paul@Example.ORG',
        interpreter_language: 'gsg',
        custody_proof_seen_at: '2026-11-20',
        custody_proof_kind: 'declaration',
      },
    )
    expect(reply.json()).toEqual({ guardian_id: expect.any(Number), message: "Paul Peter O'Neil ist eingetragen." })
    const { guardians } = await school.read(id)
    expect(guardians?.map(({ position, emergency_priority }) => [position, emergency_priority])).toEqual([
      [1, 1],
      [2, 2],
    ])
    expect(guardians?.[1]).toMatchObject({
      salutation: 'mr',
      title: 'Dr.',
      firstname: 'Paul Peter',
      lastname: "O'Neil",
      has_custody: true,
      lives_with_pupil: false,
      may_pickup: true,
      phone_work: '+49 (0)30 / 23125-777',
      mail: 'Paul@example.org',
      mail_verified_at: null,
      interpreter_language: 'gsg',
      custody_proof_seen_at: '2026-11-20',
      address: { street: 'Fernweg', house_number: '9', zip: '10115', city: 'Berlin', country: 'DE' },
      also_for: [],
    })
    expect(await foundBy('03023125777')).toEqual(['Neu'])
  })

  test.each([
    [
      { firstname: '', lastname: '' },
      { firstname: [MESSAGES.required], lastname: [MESSAGES.required] },
    ],
    [{ lastname: 'Müller 2' }, { lastname: [MESSAGES.name] }],
    [{ relationship: 'aunt' }, { relationship: [MESSAGES.boolean] }],
    [{ phone_home: '12345' }, { phone_home: [expect.stringContaining('6 Ziffern')] }],
    [{ mail: 'anna@' }, { mail: [MESSAGES.email] }],
    [{ zip: '1234' }, { zip: [expect.stringContaining('fünf Ziffern')] }],
    [{ country: 'Polen' }, { country: ['Bitte ein Land wählen.'] }],
    [{ interpreter_language: 'Polnisch' }, { interpreter_language: ['Bitte eine Sprache wählen.'] }],
    [{ custody_proof_seen_at: '2026-11-21' }, { custody_proof_seen_at: [FAMILY_TEXTS.seenLater] }],
    [{ custody_proof_kind: 'court_decision' }, { custody_proof_seen_at: [MESSAGES.required] }],
  ])('%j is refused at its field, and nobody is entered', async (wrong, errors) => {
    const id = await school.child('Leer')
    const body = { firstname: 'Anna', lastname: 'Müller', relationship: 'mother', ...wrong }
    const before = (await allGuardians()).length
    expect(errorsOf(await school.send(familyEndpoints.addGuardian, { id }, body))).toEqual([422, errors])
    expect(await allGuardians()).toHaveLength(before)
  })

  test('a postal code abroad stays as it is, until the country is Germany', async () => {
    const id = await school.child()
    const guardian = await school.addGuardian(id, { zip: 'SW1A 1AA', country: 'GB', lives_with_pupil: false })
    expect((await school.guardianOf(id, guardian)).address).toMatchObject({ zip: 'SW1A 1AA', country: 'GB' })
    expect(errorsOf(await school.changeGuardian(id, guardian, { country: 'DE' }))[0]).toBe(422)
    expect((await school.changeGuardian(id, guardian, { country: 'DE', zip: 'D 15999' })).statusCode).toBe(200)
    expect((await school.guardianOf(id, guardian)).address).toMatchObject({ zip: '15999', country: 'DE' })
  })

  test('somebody without a number is not in the order of calls', async () => {
    const id = await school.child()
    const guardian = await school.addGuardian(id, { phone_mobile: null, mail: 'anna@example.org' })
    expect((await school.guardianOf(id, guardian)).emergency_priority).toBeNull()
  })
})

describe('a guardian who comes with a new child', () => {
  const addWith = async (...guardians: object[]) => {
    const grade = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('schoolgrade').select('id').where('grade', '=', 1).executeTakeFirstOrThrow(),
    )
    const person = { relationship: 'mother', firstname: 'Anna', lastname: 'Neuling' }
    const body = {
      ...{ firstname: 'Nele', lastname: 'Neuling', gender: 'f', birthdate: '2020-03-12', force: true },
      ...{ date_entry: '2026-11-20', schoolgrade_id: grade.id },
      guardians: guardians.map((one) => ({ ...person, ...one })),
    }
    return school.send(pupilChangeEndpoints.add, {}, body)
  }

  test('follows the same rules as one entered later: no proof in the future, none without a day', async () => {
    const before = (await allGuardians()).length
    const proof = (...guardians: object[]) => addWith(...guardians).then(errorsOf)
    expect(await proof({}, { custody_proof_seen_at: '2026-11-21' })).toEqual([
      422,
      { 'guardians.1.custody_proof_seen_at': [FAMILY_TEXTS.seenLater] },
    ])
    expect(await proof({ custody_proof_kind: 'declaration' })).toEqual([
      422,
      { 'guardians.0.custody_proof_seen_at': [MESSAGES.required] },
    ])
    expect(await allGuardians()).toHaveLength(before)
  })

  test('without a number is not called; the postal code is stored cleaned', async () => {
    const reply = await addWith(
      { mail: 'anna@example.org' },
      { relationship: 'father', firstname: 'Paul', phone_work: '0331 4711471', zip: 'D-14 467', city: 'Potsdam' },
    )
    expect(reply.statusCode).toBe(201)
    const { guardians } = await school.read(reply.json().id)
    expect(guardians?.map(({ position, emergency_priority }) => [position, emergency_priority])).toEqual([
      [1, null],
      [2, 1],
    ])
    expect(guardians?.[1]?.address?.zip).toBe('14467')
  })
})

describe('brothers and sisters', () => {
  test('share the person, but not the relation', async () => {
    const [mia, ben] = [await school.child('Mia'), await school.child('Ben')]
    const anna = await school.addGuardian(mia, { lastname: 'Geteilt', mail: 'geteilt@example.org' })
    expect(
      (await school.linkGuardian(ben, anna, { relationship: 'foster_parent', may_pickup: false })).statusCode,
    ).toBe(201)
    await school.changeGuardian(mia, anna, { phone_home: '030 23125-445', relationship: 'grandparent' })
    expect(await school.guardianOf(ben, anna)).toMatchObject({
      phone_home: '030 23125-445',
      relationship: 'foster_parent',
      may_pickup: false,
      emergency_priority: 1,
      also_for: [{ id: mia, firstname: 'Mia', classgradePlain: '1a' }],
    })
    expect((await foundBy('030 23125 445')).sort()).toEqual(['Ben', 'Mia'])
    expect((await school.read(mia)).siblings).toMatchObject([{ id: ben }])
    const found = await school.head.call(familyEndpoints.findGuardians, { query: { search: 'geteilt ann' } })
    expect(found.json()).toEqual([
      {
        guardian_id: anna,
        fullname: 'Anna Geteilt',
        mail: 'geteilt@example.org',
        pupils: ['Mia Müller', 'Ben Müller'],
      },
    ])
    const finds = async (search: string) =>
      (await school.head.call(familyEndpoints.findGuardians, { query: { search } })).json().length
    expect([await finds('Geteilt@ex'), await finds('%'), await finds(''), await finds('eteilt')]).toEqual([1, 0, 0, 0])
    expect([await finds('030 23125-445'), await finds('+49 30 2312544'), await finds('23125-445')]).toEqual([1, 1, 0])
  })

  test('the same person twice at one child is refused', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id)
    const reply = await school.linkGuardian(id, anna)
    expect([reply.statusCode, reply.json().message]).toEqual([422, FAMILY_TEXTS.alreadyGuardian])
  })

  test('with the last child the person goes into the bin and comes back to the old place', async () => {
    const [mia, ben] = [await school.child('Mia'), await school.child('Ben')]
    const anna = await school.addGuardian(mia)
    const paul = await school.addGuardian(mia, { firstname: 'Paul', relationship: 'father' })
    await school.linkGuardian(ben, anna)
    const other = await school.addGuardian(ben, { firstname: 'Olaf' })
    expect((await school.removeGuardian(mia, anna)).json().message).toBe(
      'Anna Müller ist bei diesem Kind nicht mehr eingetragen.',
    )
    expect((await school.guardianOf(mia, paul)).emergency_priority).toBe(1)
    const deleted = async () => (await allGuardians()).find(({ id }) => id === anna)?.deleted_at
    expect(await deleted()).toBeNull()
    await school.removeGuardian(ben, anna)
    expect(await deleted()).not.toBeNull()
    expect((await school.head.call(familyEndpoints.findGuardians, { query: { search: 'Anna' } })).body).not.toContain(
      `"guardian_id":${anna},`,
    )
    const back = { relationship: 'mother', position: 1, emergency_priority: 1 }
    expect((await school.linkGuardian(ben, anna, back)).statusCode).toBe(201)
    expect(await deleted()).toBeNull()
    expect((await school.read(ben)).guardians).toMatchObject([
      { guardian_id: anna, position: 1, emergency_priority: 1 },
      { guardian_id: other, position: 2, emergency_priority: 2 },
    ])
  })
})

test('a guardian removed from the last child is deleted for good after exactly 30 days, and can come back until then', async () => {
  const id = await school.child()
  await school.addGuardian(id)
  const paul = await school.addGuardian(id, { firstname: 'Paul', relationship: 'father' })
  await school.removeGuardian(id, paul)
  const isKept = async () => (await allGuardians()).some((one) => one.id === paul)
  const tidyAt = async (now: string) => {
    await tidyUp({ pool: school.app.platform.pool, now: () => new Date(now) })({})
    return isKept()
  }
  expect(await tidyAt('2026-12-20T07:39:59+01:00')).toBe(true)
  expect(await tidyAt('2026-12-20T07:40:00+01:00')).toBe(false)
  expect((await school.linkGuardian(id, paul)).statusCode).toBe(404)
})

describe('nobody else', () => {
  test('unknown people, those of another school or child, and those of a child in the bin get the same 404', async () => {
    const [mia, ben] = [await school.child(), await school.child('Ben')]
    const anna = await school.addGuardian(mia)
    const foreignHead = await school.signIn('schooladmin', school.fow)
    const foreignChild = await school.child('Fremd', school.fow)
    const body = { firstname: 'Ida', lastname: 'Fremd', relationship: 'mother' }
    const added = await school.sendAs(foreignHead, familyEndpoints.addGuardian, { params: { id: foreignChild }, body })
    const foreign = added.json().guardian_id as number
    expect(added.statusCode).toBe(201)
    const binned = await school.child('Papierkorb')
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('pupil').set({ deleted_at: '2026-11-19T00:00:00Z' }).where('id', '=', binned).execute(),
    )
    const replies = [
      await school.changeGuardian(mia, foreign, { title: 'Dr.' }),
      await school.changeGuardian(ben, anna, { title: 'Dr.' }),
      await school.changeGuardian(foreignChild, foreign, { title: 'Dr.' }),
      await school.linkGuardian(mia, foreign),
      await school.linkGuardian(mia, 999_999),
      await school.linkGuardian(foreignChild, anna),
      await school.linkGuardian(binned, anna),
      await school.removeGuardian(ben, anna),
      await school.removeGuardian(mia, foreign),
      await school.send(familyEndpoints.addGuardian, { id: foreignChild }, body),
      await school.send(familyEndpoints.addContactPerson, { id: binned }, { ...body, phone: '030 23125-1' }),
      await school.send(familyEndpoints.orderEmergency, { id: foreignChild }, { order: [] }),
    ]
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    const search = await school.head.call(familyEndpoints.findGuardians, { query: { search: 'Ida' } })
    expect(search.json()).toEqual([])
  })

  test('guardians and contact persons together have a limit', async () => {
    const id = await school.child()
    await school.addGuardian(id)
    for (let count = 1; count < FAMILY_MAX; count += 1) await school.addContact(id)
    const body = { firstname: 'Zu', lastname: 'Viel', phone: '030 23125-1', relationship: 'other' }
    for (const endpoint of [familyEndpoints.addGuardian, familyEndpoints.addContactPerson]) {
      const reply = await school.send(endpoint, { id }, body)
      expect([reply.statusCode, reply.json().message]).toEqual([422, FAMILY_TEXTS.tooMany])
    }
  })
})
