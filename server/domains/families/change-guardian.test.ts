import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { FAMILY_TEXTS, familyEndpoints } from '#contract/families/families.change.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { errorsOf, type FamilySchool, openFamilySchool } from '#server/test/family-school.ts'

let school: FamilySchool
beforeAll(async () => {
  school = await openFamilySchool()
})
afterAll(() => school.app.stop())

describe('custody', () => {
  test('the last person with custody can neither go nor lose it; a second one makes both possible', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id)
    const quiet = { has_custody: false, receives_sicknote_mail: false }
    const gran = await school.addGuardian(id, { firstname: 'Oma', relationship: 'grandparent', ...quiet })
    const refusals = [await school.removeGuardian(id, anna), await school.changeGuardian(id, anna, quiet)]
    for (const reply of refusals) expect(errorsOf(reply)).toEqual([422, { has_custody: [FAMILY_TEXTS.lastCustodian] }])
    expect((await school.changeGuardian(id, gran, { has_custody: true })).statusCode).toBe(200)
    expect((await school.changeGuardian(id, anna, quiet)).statusCode).toBe(200)
    expect((await school.removeGuardian(id, anna)).statusCode).toBe(200)
    expect((await school.removeGuardian(id, gran)).statusCode).toBe(422)
  })

  test('two removals at the same time leave one', async () => {
    const id = await school.child()
    const pair = [await school.addGuardian(id), await school.addGuardian(id, { firstname: 'Paul' })]
    const codes = (await Promise.all(pair.map((guardian) => school.removeGuardian(id, guardian)))).map(
      ({ statusCode }) => statusCode,
    )
    expect(codes.sort()).toEqual([200, 422])
    expect((await school.read(id)).guardians).toHaveLength(1)
  })

  test('without custody only the head lets somebody hear of the child: entered, taken over, changed', async () => {
    const { app, fsw } = school
    const secretary = await app.signedIn(
      (await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })).id,
    )
    const as = (endpoint: Endpoint, params: Record<string, number>, body: unknown) =>
      school.sendAs(secretary, endpoint, { params, body })
    const refused = (key: string) => [422, { [key]: [FAMILY_TEXTS.onlyHead] }]
    const id = await school.child()
    const anna = await school.addGuardian(id)
    const gran = { firstname: 'Oma', lastname: 'Alt', relationship: 'grandparent', has_custody: false }
    const quiet = { receives_letters: false, receives_sicknote_mail: false }
    expect(
      errorsOf(await as(familyEndpoints.addGuardian, { id }, { ...gran, ...quiet, receives_letters: true })),
    ).toEqual(refused('receives_letters'))
    expect((await as(familyEndpoints.addGuardian, { id }, { ...gran, ...quiet })).statusCode).toBe(201)
    const paul = await school.addGuardian(id, { firstname: 'Paul' })
    const paulOf = { id, guardian_id: paul }
    // The box for letters stayed ticked.
    expect(
      errorsOf(await as(familyEndpoints.changeGuardian, paulOf, { has_custody: false, receives_sicknote_mail: false })),
    ).toEqual(refused('receives_letters'))
    expect((await as(familyEndpoints.changeGuardian, paulOf, { has_custody: false, ...quiet })).statusCode).toBe(200)
    // The school never mails about absences to somebody without custody, so the head cannot promise it either.
    const noMail = [422, { receives_sicknote_mail: [FAMILY_TEXTS.onlyCustodians] }]
    expect(errorsOf(await as(familyEndpoints.changeGuardian, paulOf, { receives_sicknote_mail: true }))).toEqual(noMail)
    expect(errorsOf(await school.changeGuardian(id, paul, { receives_sicknote_mail: true }))).toEqual(noMail)
    const sibling = await school.child('Tim')
    await school.addGuardian(sibling)
    const known = { relationship: 'father', has_custody: false, ...quiet }
    const link = { id: sibling, guardian_id: paul }
    expect(errorsOf(await as(familyEndpoints.linkGuardian, link, { ...known, receives_letters: true }))).toEqual(
      refused('receives_letters'),
    )
    expect((await school.changeGuardian(id, paul, { receives_letters: true })).statusCode).toBe(200)
    // What the head allowed stays when somebody else changes something else.
    expect((await as(familyEndpoints.changeGuardian, paulOf, { may_pickup: false })).statusCode).toBe(200)
    expect((await as(familyEndpoints.changeGuardian, { id, guardian_id: anna }, { may_pickup: true })).statusCode).toBe(
      200,
    )
  })

  test('a proof needs its day, and the day may not come after today', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id)
    expect((await school.changeGuardian(id, anna, { custody_proof_kind: 'court_decision' })).statusCode).toBe(422)
    const seen = { custody_proof_kind: 'court_decision', custody_proof_seen_at: '2026-11-20' }
    expect((await school.changeGuardian(id, anna, seen)).statusCode).toBe(200)
    expect((await school.changeGuardian(id, anna, { custody_proof_seen_at: '' })).statusCode).toBe(422)
    expect(
      (await school.changeGuardian(id, anna, { custody_proof_seen_at: '', custody_proof_kind: null })).statusCode,
    ).toBe(200)
    expect(await school.guardianOf(id, anna)).toMatchObject({ custody_proof_seen_at: null, custody_proof_kind: null })
  })
})

/** Where the mail address came from; no page shows it. */
const originOf = (guardian: number) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const found = await tx.selectFrom('guardian').select('mail_origin').where('id', '=', guardian).executeTakeFirst()
    return found?.mail_origin
  })

describe('changing', () => {
  test('a confirmed address that is changed is not confirmed any more, the same one stays so', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id, { mail: 'anna@example.org' })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('guardian')
        .set({ mail_verified_at: '2026-11-01T08:00:00Z', mail_origin: 'application' })
        .where('id', '=', anna)
        .execute(),
    )
    expect((await school.changeGuardian(id, anna, { mail: 'anna@EXAMPLE.org' })).json().message).toBe(
      'Es gab nichts zu ändern.',
    )
    expect((await school.guardianOf(id, anna)).mail_verified_at).not.toBeNull()
    expect(await originOf(anna)).toBe('application')
    await school.changeGuardian(id, anna, { mail: 'neu@example.org' })
    expect(await school.guardianOf(id, anna)).toMatchObject({ mail: 'neu@example.org', mail_verified_at: null })
    expect(await originOf(anna)).toBe('school')
  })

  test('person and relation have separate versions, and when one is stale neither is written', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id)
    const seen = await school.guardianOf(id, anna)
    const versions = { version: seen.version, relation_version: seen.relation_version }
    await school.changeGuardian(id, anna, { phone_home: '030 23125-001', ...versions })
    // Other fields of the same person, and all of the relation, can still be changed.
    expect((await school.changeGuardian(id, anna, { title: 'Dr.', may_pickup: false, ...versions })).statusCode).toBe(
      200,
    )
    const stale = await school.changeGuardian(id, anna, {
      phone_home: '030 23125-002',
      receives_letters: false,
      ...versions,
    })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ changed_by: expect.any(String), phone_home: '030 23125-001' })
    const other = await school.changeGuardian(id, anna, { phone_work: '030 23125-003', may_pickup: true, ...versions })
    expect(other.statusCode).toBe(409)
    expect(await school.guardianOf(id, anna)).toMatchObject({
      title: 'Dr.',
      phone_home: '030 23125-001',
      phone_work: null,
      may_pickup: false,
      receives_letters: true,
    })
    // A call without a version overwrites the stored value (domain §9a).
    expect((await school.changeGuardian(id, anna, { phone_home: '030 23125-004' })).statusCode).toBe(200)
  })

  test('the address is one unit: changing another part of it meanwhile is a conflict', async () => {
    const id = await school.child()
    const anna = await school.addGuardian(id)
    const { version } = await school.guardianOf(id, anna)
    await school.changeGuardian(id, anna, { street: 'Neuweg', house_number: '5', version })
    const stale = await school.changeGuardian(id, anna, { house_number: '9', version })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ street: 'Neuweg', house_number: '5' })
  })

  test('twenty changes of siblings’ shared guardian at once all go through', async () => {
    const [mia, ben] = [await school.child('Mia'), await school.child('Ben')]
    const anna = await school.addGuardian(mia)
    await school.linkGuardian(ben, anna)
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 5 === 4
          ? school.linkGuardian(index % 2 ? ben : mia, anna)
          : school.changeGuardian(index % 2 ? ben : mia, anna, {
              phone_home: `030 23125-1${10 + index}`,
              title: `T${index}`,
            }),
      ),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
  })

  test('a guardian linked to a sibling while removed from the last child is never lost', async () => {
    for (const round of [1, 2, 3, 4]) {
      const [mia, ben] = [await school.child('Mia'), await school.child('Ben')]
      const anna = await school.addGuardian(mia, { firstname: `Anna${'a'.repeat(round)}` })
      await school.addGuardian(mia, { firstname: 'Paul' })
      const [removed, linked] = await Promise.all([school.removeGuardian(mia, anna), school.linkGuardian(ben, anna)])
      expect([removed.statusCode, linked.statusCode]).toEqual([200, 201])
      expect(await school.guardianOf(ben, anna)).toMatchObject({ guardian_id: anna })
    }
  })
})
