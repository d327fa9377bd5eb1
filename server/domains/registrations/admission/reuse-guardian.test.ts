import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { insertGuardian, insertRelation } from '#server/domains/families/families.shared.queries.ts'
import { confirmMails, makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openTransformSchool, type TransformSchool } from '#server/test/transform-school.ts'

let school: TransformSchool
beforeAll(async () => {
  school = await openTransformSchool()
})
afterAll(() => school.app.stop())

let lastname: string
beforeEach(() => {
  lastname = school.freshName()
})

type Recorded = Partial<Parameters<typeof insertGuardian>[1]>

/** A brother at the school; his mother's record has these values. */
const makeBrother = async (recorded: Recorded = {}) => {
  const { app, fsw } = school
  const brother = await makePupil(app, fsw, { firstname: 'Bruder', lastname, grade: 3, schoolclass: 'a' })
  const guardian = await insideSchool(app, fsw, async (tx) => {
    const id = await insertGuardian(tx, {
      school_id: fsw,
      firstname: 'Anna',
      lastname,
      mail_origin: 'school',
      ...recorded,
    })
    await insertRelation(tx, {
      ...{ school_id: fsw, pupil_id: brother, guardian_id: id, relationship: 'mother', has_custody: true },
      lives_with_pupil: true,
    })
    return id
  })
  return { brother, guardian }
}

interface Applying {
  contact?: Record<string, unknown>
  isConfirmed?: boolean
}

/** An accepted application by the same mother; staff have verified the brother. */
const apply = async (brother: number, { contact = {}, isConfirmed = true }: Applying = {}) => {
  const { app, fsw, head } = school
  const id = await school.accepted({
    ...{ lastname, mail: 'neu@example.org' },
    parent: { firstname: 'Anna', lastname },
  })
  if (Object.keys(contact).length > 0)
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration_contact').set(contact).where('registration_id', '=', id).execute(),
    )
  if (isConfirmed) await confirmMails(app, fsw, id)
  const body = { school_short: 'fsw', pupil_id: brother }
  expect((await head.call(waitlistSiblingEndpoints.verify, { params: { id }, body })).statusCode).toBe(201)
  return id
}
const candidateOf = async (id: number) =>
  ((await school.optionsOf(id)).json() as TransformOptions).guardians[0]?.candidates[0]
const take = async (id: number, guardian_id: number, takes: string[] = []) => {
  const reply = await school.transform({ id, guardians: [{ position: 1, guardian_id, takes }] })
  expect(reply.statusCode, reply.body).toBe(201)
  const pupil = await school.read(reply.json().pupil_id)
  return pupil.guardians[0]
}

describe('a guardian on record whose application says otherwise', () => {
  const RECORDED = {
    ...{ mail: 'alt@example.org', phone_home: '0331 999999', street: 'Seeweg', house_number: '3' },
    ...{ zip: '14467', city: 'Potsdam' },
  }

  test('keeps the record; the dialog shows the differences, and staff choose', async () => {
    const { brother, guardian } = await makeBrother(RECORDED)
    const id = await apply(brother)
    expect(await candidateOf(id)).toMatchObject({
      guardian_id: guardian,
      sibling_ids: [brother],
      differences: [
        { kind: 'mail', recorded: 'alt@example.org', applied: 'neu@example.org', outcome: 'choice' },
        { kind: 'phone', recorded: '0331 999999', applied: '0331 123456', outcome: 'choice' },
        {
          kind: 'address',
          recorded: 'Seeweg 3, 14467 Potsdam',
          applied: 'Dorfstraße 1a, 15999 Wacholderhain',
          outcome: 'choice',
        },
      ],
    })
    expect(await take(id, guardian)).toMatchObject({
      ...{ guardian_id: guardian, mail: 'alt@example.org', mail_verified_at: null, phone_home: '0331 999999' },
      // The family confirmed the other address, not this one.
      receives_sicknote_mail: false,
      address: { street: 'Seeweg', house_number: '3' },
    })
  })

  test('gets only the values that staff chose', async () => {
    const { brother, guardian } = await makeBrother(RECORDED)
    expect(await take(await apply(brother), guardian, ['mail', 'address'])).toMatchObject({
      ...{ mail: 'neu@example.org', mail_verified_at: '2026-11-20T06:40:00Z', receives_sicknote_mail: true },
      phone_home: '0331 999999',
      address: { street: 'Dorfstraße', house_number: '1a', zip: '15999', city: 'Wacholderhain' },
    })
    const reply = await school.transform({
      id: 1,
      guardians: [{ position: 1, guardian_id: guardian, takes: ['name'] }],
    })
    expect(reply.statusCode).toBe(422)
  })

  test('gets what was missing: address for mails, number, and the number of a mobile phone beside the other', async () => {
    const { brother, guardian } = await makeBrother({ phone_home: '0331 999999' })
    const id = await apply(brother, { contact: { phone: '0170 1234567' } })
    expect((await candidateOf(id))?.differences).toMatchObject([
      { kind: 'mail', recorded: null, outcome: 'added' },
      { kind: 'phone', recorded: null, applied: '0170 1234567', outcome: 'added' },
    ])
    expect(await take(id, guardian)).toMatchObject({
      ...{ mail: 'neu@example.org', mail_verified_at: '2026-11-20T06:40:00Z', receives_sicknote_mail: true },
      ...{ phone_home: '0331 999999', phone_mobile: '0170 1234567' },
    })
  })

  test('an unconfirmed address never replaces the one the school uses', async () => {
    const { brother, guardian } = await makeBrother({ mail: 'alt@example.org', phone_home: '0331 123456' })
    const id = await apply(brother, { isConfirmed: false })
    expect((await candidateOf(id))?.differences).toMatchObject([{ kind: 'mail', outcome: 'left_out' }])
    expect(await take(id, guardian, ['mail'])).toMatchObject({ mail: 'alt@example.org', mail_verified_at: null })
  })

  test('the same address confirmed in the application is confirmed from then on', async () => {
    const { brother, guardian } = await makeBrother({ mail: 'Neu@example.org', phone_mobile: '+49 331 12 34 56' })
    const id = await apply(brother)
    expect((await candidateOf(id))?.differences).toEqual([])
    expect(await take(id, guardian)).toMatchObject({
      ...{ mail: 'Neu@example.org', mail_verified_at: '2026-11-20T06:40:00Z', receives_sicknote_mail: true },
      phone_home: null,
    })
  })

  test('an address confirmed on record stays so, whatever the application confirmed', async () => {
    const confirmed = { mail: 'alt@example.org', mail_verified_at: '2025-01-01T08:00:00Z', mail_origin: 'application' }
    const { brother, guardian } = await makeBrother({ ...confirmed, phone_home: '0331 123456' })
    expect(await take(await apply(brother, { isConfirmed: false }), guardian)).toMatchObject({
      ...{ mail: 'alt@example.org', mail_verified_at: '2025-01-01T08:00:00Z', receives_sicknote_mail: true },
    })
  })

  test('who lives elsewhere gets that address only by choice', async () => {
    const { brother, guardian } = await makeBrother({ mail: 'neu@example.org', phone_home: '0331 123456' })
    const home = { same_address: false, street: 'Am Markt', house_number: '9', zip: '14467', city: 'Potsdam' }
    const id = await apply(brother, { contact: home })
    expect((await candidateOf(id))?.differences).toEqual([
      { kind: 'address', recorded: null, applied: 'Am Markt 9, 14467 Potsdam', outcome: 'choice' },
    ])
    expect(await take(id, guardian, ['address'])).toMatchObject({
      ...{ lives_with_pupil: false, address: { street: 'Am Markt' } },
    })
  })
})

describe('verified brothers and sisters', () => {
  const siblingsOf = async (id: number, visitor = school.head) =>
    ((await school.optionsOf(id, visitor)).json() as TransformOptions).siblings

  test('are named in the dialog, and siblings by a guardian in common', async () => {
    const { brother, guardian } = await makeBrother()
    const id = await apply(brother)
    expect(await siblingsOf(id)).toEqual([
      { pupil_id: brother, school_short: 'fsw', is_own: true, name: `Bruder ${lastname} (3a)` },
    ])
    const { pupil_id } = (await school.transform({ id, guardians: [{ position: 1, guardian_id: guardian }] })).json()
    expect((await school.read(pupil_id)).siblings).toMatchObject([{ id: brother }])
    expect((await school.read(brother)).siblings).toMatchObject([{ id: pupil_id }])
  })

  test('of a partner school are named to users who work there; others only read that there is one', async () => {
    const sister = await makePupil(school.app, school.fow, { firstname: 'Schwester', lastname })
    const id = await school.accepted({ lastname })
    const body = { school_short: 'fow', pupil_id: sister }
    expect((await school.both.call(waitlistSiblingEndpoints.verify, { params: { id }, body })).statusCode).toBe(201)
    const there = { pupil_id: sister, school_short: 'fow', is_own: false }
    expect(await siblingsOf(id, school.both)).toEqual([{ ...there, name: `Schwester ${lastname}` }])
    expect(await siblingsOf(id)).toEqual([{ ...there, pupil_id: null, name: null }])
    expect(((await school.optionsOf(id)).json() as TransformOptions).guardians[0]?.candidates).toEqual([])
  })

  test('their guardian comes before another of the same name', async () => {
    const other = await insideSchool(school.app, school.fsw, (tx) =>
      insertGuardian(tx, { school_id: school.fsw, firstname: 'Anna', lastname, mail: 'neu@example.org' }),
    )
    const { brother, guardian } = await makeBrother()
    const [offer] = ((await school.optionsOf(await apply(brother))).json() as TransformOptions).guardians
    expect(offer?.candidates.map(({ guardian_id }) => guardian_id)).toEqual([guardian, other])
  })
})
