import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationDocumentEndpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { insertSchoolclasses } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findGrade } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { type makeApplication, makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import type { TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openTransformSchool, type TransformSchool } from '#server/test/transform-school.ts'

let school: TransformSchool
let app: TestApp
let head: TestVisitor
let fsw: number
let fow: number
beforeAll(async () => {
  school = await openTransformSchool()
  ;({ app, head, fsw, fow } = school)
})
afterAll(() => app.stop())

let lastname: string
beforeEach(() => {
  lastname = school.freshName()
})

const accepted = (application: Parameters<typeof makeApplication>[2] = {}) =>
  school.accepted({ lastname, ...application })
const transform: TransformSchool['transform'] = (...call) => school.transform(...call)
const optionsOf: TransformSchool['optionsOf'] = (...call) => school.optionsOf(...call)

describe('duplicates', () => {
  test('an exact match stops with 409 and the known pupils; force continues', async () => {
    const pupilId = await makePupil(app, fsw, {
      firstname: 'Mia-Sophie',
      lastname,
      birthdate: '2021-03-31',
      status: 'left',
    })
    const id = await accepted({ firstname: 'mia', lastname: lastname.toUpperCase() })
    const reply = await transform({ id })
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toEqual({
      message: REGISTRATION_TEXTS.duplicates,
      duplicates: [
        {
          id: pupilId,
          firstname: 'Mia-Sophie',
          lastname,
          birthdate: '2021-03-31',
          status: 'left',
          school_short: 'fsw',
        },
      ],
    })
    const forced = await transform({ id, force: true })
    expect(forced.statusCode).toBe(201)
    expect(forced.json().pupil_id).not.toBe(pupilId)
  })

  test('linking uses the existing pupil without any change', async () => {
    const pupilId = await makePupil(app, fsw, { lastname, birthdate: '2021-03-31' })
    const id = await accepted()
    const before = [await school.countRows(), await school.read(pupilId)]
    expect((await transform({ id, link_pupil_id: pupilId })).json()).toEqual({ pupil_id: pupilId })
    const { registration, ...after } = await school.read(pupilId)
    expect(registration).toMatchObject({ id })
    expect([await school.countRows(), { ...after, registration: null }]).toEqual(before)
  })

  test('only an offered pupil of this school can be linked', async () => {
    const stranger = await makePupil(app, fsw, { firstname: 'Ganz', lastname: 'Anders', birthdate: '2015-01-01' })
    const foreign = await makePupil(app, fow, { lastname, birthdate: '2021-03-31' })
    const id = await accepted()
    for (const link_pupil_id of [stranger, foreign, 999_999]) {
      const reply = await transform({ id, link_pupil_id, force: true }, school.both)
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['link_pupil_id']])
    }
  })

  test('a pupil of the partner school is found by users attached to both schools, and by nobody else', async () => {
    const foreign = await makePupil(app, fow, { lastname, birthdate: '2021-03-31' })
    const id = await accepted()
    const found = (await optionsOf(id, school.both)).json() as TransformOptions
    expect(found.duplicates.exact).toMatchObject([{ id: foreign, school_short: 'fow' }])
    expect(((await optionsOf(id)).json() as TransformOptions).duplicates).toEqual({ exact: [], likely: [] })
    expect((await transform({ id }, school.both)).json().duplicates).toMatchObject([
      { id: foreign, school_short: 'fow' },
    ])
    const { pupil_id } = (await transform({ id }, head)).json()
    expect(await school.read(pupil_id)).toMatchObject({ lastname })
    const inFow = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('pupil').select('id').where('lastname', '=', lastname).execute(),
    )
    expect(inFow).toEqual([{ id: foreign }])
  })

  test('a likely match only warns: one letter, one digit, a part of a double name', async () => {
    const slip = await makePupil(app, fsw, { firstname: 'Mia', lastname: `${lastname}x`, birthdate: '2021-03-31' })
    const digit = await makePupil(app, fsw, { firstname: 'Mia', lastname, birthdate: '2021-03-30' })
    const twin = await makePupil(app, fsw, { firstname: 'Konstantin', lastname, birthdate: '2021-03-31' })
    const id = await accepted()
    const { duplicates } = (await optionsOf(id)).json() as TransformOptions
    expect(duplicates.exact).toEqual([])
    expect(duplicates.likely.map((pupil) => pupil.id)).toEqual([slip, digit])
    expect(duplicates.likely.map((pupil) => pupil.id)).not.toContain(twin)
    expect((await transform({ id })).statusCode).toBe(201)
  })
})

describe('what the dialog offers', () => {
  test('classes of the desired year and grade with places and pupils, first day, open points', async () => {
    const id = await accepted()
    const other = await accepted({ firstname: 'Erste', lastname: 'Füchsin', birthdate: '2021-05-05' })
    expect((await transform({ id: other, schoolclass_id: school.classes['1Füchse'] })).statusCode).toBe(201)
    const options = (await optionsOf(id)).json() as TransformOptions
    expect(options).toMatchObject({ school_year: { name: '2027/2028' }, grade: 1, date_entry: '2027-08-01' })
    expect(options.classes.map(({ classgradePlain, capacity }) => [classgradePlain, capacity])).toEqual([
      ['1a', 20],
      ['1/2 Füchse', 24],
    ])
    expect(options.classes[1]?.pupil_count).toBeGreaterThan(0)
    expect(options.open_points).toEqual(['place_not_confirmed', 'mail_not_verified', 'custody_unproven'])
    const confirmed = { mail: 'zoe@example.org', mail_verified_at: '2026-11-01T08:00Z' }
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration_contact').set(confirmed).where('registration_id', '=', id).execute(),
    )
    const open = ((await optionsOf(id)).json() as TransformOptions).open_points
    expect(open).toEqual(['place_not_confirmed', 'family_not_told', 'custody_unproven'])
    const place = { place_confirmed_at: '2026-11-13' }
    await insideSchool(app, fsw, (tx) => tx.updateTable('registration').set(place).where('id', '=', id).execute())
    // Who confirmed the place knows of it, though no mail went out.
    expect(((await optionsOf(id)).json() as TransformOptions).open_points).toEqual(['custody_unproven'])
    await accepted()
    expect(((await optionsOf(id)).json() as TransformOptions).open_points).toContain('applied_twice')
    const lateral = await accepted({ firstname: 'Quer', grade: 5, entry_type: 'lateral', birthdate: '2016-01-01' })
    expect(((await optionsOf(lateral)).json() as TransformOptions).open_points).toContain('no_class')
  })

  test('who will probably stay in a class after the turn of the year, without those who leave', async () => {
    const id = await accepted()
    const staying = async () =>
      ((await optionsOf(id)).json() as TransformOptions).classes.map((one) => [one.classgradePlain, one.staying_count])
    expect(await staying()).toEqual([
      ['1a', 0],
      ['1/2 Füchse', 0],
    ])
    await insideSchool(app, fsw, async (tx) => {
      const year = await findActiveSchoolyear(tx)
      const [one, two] = [await findGrade(tx, 1), await findGrade(tx, 2)]
      if (!year || !one || !two) throw new Error('The school has no active year.')
      const grades = { schoolgrade_id: one.id, schoolgrade_to_id: two.id }
      await insertSchoolclasses(tx, [{ school_id: fsw, school_year_id: year.id, ...grades, description: 'Füchse' }])
    })
    const inFoxes = { lastname, grade: 1, schoolclass: 'Füchse' }
    await makePupil(app, fsw, { firstname: 'Bleibt', ...inFoxes })
    const leaver = await makePupil(app, fsw, { firstname: 'Geht', ...inFoxes })
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('pupil').set({ date_exit: '2027-07-01' }).where('id', '=', leaver).execute(),
    )
    expect(await staying()).toEqual([
      ['1a', 0],
      ['1/2 Füchse', 1],
    ])
  })

  test('a guardian on record with the same name and mail can be reused; nobody else', async () => {
    const parent = { firstname: 'Zoë', lastname: 'Großmann' }
    const first = await accepted({ firstname: 'Erstes', parent, mail: 'zoe@example.org' })
    const sibling = (await transform({ id: first })).json().pupil_id
    const id = await accepted({
      firstname: 'Zweites',
      birthdate: '2021-09-09',
      parent: { firstname: 'Zoe', lastname: 'Grossmann' },
      mail: 'Zoe@Example.org',
    })
    const [guardian] = ((await optionsOf(id)).json() as TransformOptions).guardians
    expect(guardian).toMatchObject({
      position: 1,
      fullname: 'Zoe Grossmann',
      candidates: [{ fullname: 'Zoë Großmann', mail: 'zoe@example.org', pupils: [`Erstes ${lastname}`] }],
    })
    const offered = guardian?.candidates[0]?.guardian_id ?? 0
    for (const guardians of [
      [{ position: 1, guardian_id: 999_999 }],
      [{ position: 2, guardian_id: offered }],
      [
        { position: 1, guardian_id: offered },
        { position: 1, guardian_id: offered },
      ],
    ]) {
      expect((await transform({ id, guardians })).statusCode).toBe(422)
    }
    const { pupil_id } = (await transform({ id, guardians: [{ position: 1, guardian_id: offered }] })).json()
    const pupil = await school.read(pupil_id)
    expect(pupil.guardians).toMatchObject([{ guardian_id: offered, firstname: 'Zoë' }])
    expect(pupil.siblings).toMatchObject([{ id: sibling, firstname: 'Erstes' }])
  })

  test('the guardians of a verified brother are offered, by name first, whatever their address', async () => {
    const parent = { firstname: 'Zoë', lastname: 'Großmann' }
    const first = await accepted({
      ...{ firstname: 'Bruder', parent, mail: 'alt@example.org' },
      second: { firstname: 'Uwe', lastname: 'Fern', mail: null },
    })
    const brother = (await transform({ id: first })).json().pupil_id
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('pupil').set({ status: 'active' }).where('id', '=', brother).execute(),
    )
    const id = await accepted({
      ...{ firstname: 'Zweites', birthdate: '2021-09-09', parent: { firstname: 'Zoe', lastname: 'Grossmann' } },
      mail: 'neu@example.org',
    })
    const offered = async () => ((await optionsOf(id)).json() as TransformOptions).guardians[0]?.candidates ?? []
    expect(await offered()).toEqual([])

    const siblings = { params: { id }, body: { school_short: 'fsw', pupil_id: brother } }
    expect((await head.call(waitlistSiblingEndpoints.verify, siblings)).statusCode).toBe(201)
    const candidates = await offered()
    expect(candidates).toMatchObject([
      { fullname: 'Zoë Großmann', mail: 'alt@example.org', is_same_name: true, sibling_ids: [brother] },
      { fullname: 'Uwe Fern', mail: null, is_same_name: false, sibling_ids: [brother] },
    ])
    const guardian_id = candidates[0]?.guardian_id
    const { pupil_id } = (await transform({ id, guardians: [{ position: 1, guardian_id }] })).json()
    expect(await school.read(pupil_id)).toMatchObject({
      guardians: [{ guardian_id }],
      siblings: [{ id: brother, firstname: 'Bruder' }],
    })
  })

  test.each(['sole', 'guardian'])(
    'with %s custody its proof is to be seen; the day goes to the guardian',
    async (custody) => {
      const id = await accepted({ firstname: 'Solo', meta: { custody } })
      const open = async () => ((await optionsOf(id)).json() as TransformOptions).open_points
      expect(await open()).toContain('custody_unproven')
      const papers = [{ kind: 'custody_proof', seen_on: '2026-11-19' }]
      expect(
        (await head.call(registrationDocumentEndpoints.savePapers, { params: { id }, body: { papers } })).statusCode,
      ).toBe(200)
      expect(await open()).not.toContain('custody_unproven')
      const { pupil_id } = (await transform({ id })).json()
      expect((await school.read(pupil_id)).guardians).toMatchObject([{ custody_proof_seen_at: '2026-11-19' }])
    },
  )

  test('without being chosen, a guardian of the same name is made anew', async () => {
    const before = await school.countRows()
    await transform({ id: await accepted({ firstname: 'Erstes', mail: 'x@example.org' }) })
    await transform({ id: await accepted({ firstname: 'Zweites', birthdate: '2021-09-09', mail: 'x@example.org' }) })
    expect((await school.countRows()).guardian).toBe((before.guardian ?? 0) + 2)
  })
})
