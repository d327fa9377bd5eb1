import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let userId: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  userId = (await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id
})
afterAll(() => app.stop())
beforeEach(async () => {
  head = await app.signedIn(userId)
})

const read = async () => (await head.call(schoolEndpoints.get, { params: { id: fsw } })).json()
const change = (body: object, id = fsw) => head.call(schoolEndpoints.change, { params: { id }, body })

const logged = () =>
  insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'entity_type', 'entity_id', 'changed_fields'])
      .where('entity_type', '=', 'school')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst(),
  )

describe('the list of schools', () => {
  test('holds the own ones, and says which is the active one', async () => {
    const { id } = await makeUser(app, { role: 'schooladmin', schools: [fow, fsw] })
    const browser = await app.signedIn(id)
    const rows = (await browser.call(schoolEndpoints.list)).json()
    expect(
      rows.map(({ short, is_attached, is_active_school }: Record<string, unknown>) => [
        short,
        is_attached,
        is_active_school,
      ]),
    ).toEqual([
      ['fow', true, true],
      ['fsw', true, false],
    ])
    expect((await head.call(schoolEndpoints.list)).json()).toEqual([
      {
        federal_state: 'DE-BB',
        grade_min: 1,
        grade_max: 6,
        id: fsw,
        short: 'fsw',
        name: 'Freie Schule Wacholderhain',
        city: 'Wacholderhain',
        accent: '#2e7d4f',
        is_attached: true,
        is_active_school: true,
      },
    ])
  })

  test('holds all of the installation for an admin, who sees which are the own ones', async () => {
    const { id } = await makeUser(app, { role: 'admin', schools: [fsw] })
    const rows = (await (await app.signedIn(id)).call(schoolEndpoints.list)).json()
    expect(rows.map(({ short, is_attached }: Record<string, unknown>) => [short, is_attached])).toEqual([
      ['fow', false],
      ['fsw', true],
    ])
  })
})

describe('the master data', () => {
  test('are those of the active school, with the state it is in by default', async () => {
    expect(await read()).toMatchObject({
      id: fsw,
      short: 'fsw',
      school_type: 'primary',
      federal_state: 'DE-BB',
      grade_min: 1,
      grade_max: 6,
      entry_grade: 1,
      accent: '#2e7d4f',
      official_number: null,
      website: null,
      logo: null,
    })
    expect(Object.keys(await read()).sort()).not.toContain('field_changes')
  })

  test('take the sent fields, leave all others, and are seen at once where they are shown', async () => {
    const before = await read()
    const reply = await change({
      name: '  Freie   Schule am Wald ',
      accent: '#7b3f98',
      official_number: '00123',
      website: 'https://sekretariat:geheim@Wald.example.org',
      version: before.version,
    })
    // The published notice still names the school as it was.
    const message = expect.stringMatching(/^Die Änderungen sind gespeichert\. Die Datenschutzhinweise nennen noch/)
    expect([reply.statusCode, reply.json()]).toEqual([200, { message }])
    expect(await read()).toEqual({
      ...before,
      name: 'Freie Schule am Wald',
      accent: '#7b3f98',
      official_number: '00123',
      website: 'https://wald.example.org/',
      version: before.version + 1,
    })
    const { school } = (await head.call(accountEndpoints.basedata)).json()
    expect(school).toMatchObject({ name: 'Freie Schule am Wald', accent: '#7b3f98' })
    expect(await logged()).toEqual({
      action: 'school_updated',
      entity_type: 'school',
      entity_id: fsw,
      changed_fields: ['accent', 'name', 'official_number', 'website'],
    })
  })

  test('an empty number and address of the web are none', async () => {
    await change({ official_number: '12345', website: 'https://wald.example.org' })
    await change({ official_number: '', website: '' })
    expect(await read()).toMatchObject({ official_number: null, website: null })
  })

  test('sent back as they are change nothing', async () => {
    const { name, city, version } = await read()
    expect((await change({ name, city, version })).json()).toEqual({ message: 'Es gab nichts zu ändern.' })
    expect((await change({})).json()).toEqual({ message: 'Es gab nichts zu ändern.' })
    expect((await read()).version).toBe(version)
  })

  test.each([
    [{ name: 'Ab' }, { name: ['Mindestens 3 Zeichen angeben.'] }],
    [{ name: 'a'.repeat(121) }, { name: ['Maximal 120 Zeichen angeben.'] }],
    [{ official_number: '1234' }, { official_number: ['Bitte 5 bis 8 Ziffern angeben.'] }],
    [{ official_number: '12a45' }, { official_number: ['Bitte 5 bis 8 Ziffern angeben.'] }],
    [{ federal_state: 'DE-XX' }, { federal_state: ['Bitte wählen Sie einen Wert.'] }],
    [{ grade_min: 0 }, { grade_min: ['Bitte mindestens 1 angeben.'] }],
    [{ grade_max: 14 }, { grade_max: ['Bitte höchstens 13 angeben.'] }],
    [{ accent: 'green' }, { accent: ['Bitte wie #2e7d4f angeben.'] }],
    [
      { accent: '#ffd700' },
      { accent: ['Diese Farbe ist auf dem hellen Hintergrund zu schwach (nötig ist ein Kontrast von 3:1).'] },
    ],
    [{ zip: '01000' }, { zip: expect.any(Array) }],
    [{ carrier_name: '' }, { carrier_name: ['Dieses Feld ist ein Pflichtfeld.'] }],
    [{ mail: 'keine' }, { mail: ['Dies ist keine gültige E-Mail-Adresse.'] }],
    [{ website: 'javascript:alert(1)' }, { website: expect.any(Array) }],
  ])('%o is refused at its field', async (body, errors) => {
    const before = await read()
    const reply = await change(body)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
    expect(await read()).toEqual(before)
  })

  test('short and kind stay as they were set up', async () => {
    const before = await read()
    expect((await change({ short: 'neu', school_type: 'secondary_1', id: fow })).statusCode).toBe(200)
    expect(await read()).toEqual(before)
  })
})

describe('the range of grades', () => {
  test('holds every grade there is, with the regular entry between first and last', async () => {
    const refused = async (body: object) => (await change(body)).json().errors
    expect(await refused({ grade_max: 5 })).toEqual({ grade_max: ['Es gibt noch Klassenstufen außerhalb: 6.'] })
    expect(await refused({ grade_max: 4 })).toEqual({ grade_max: ['Es gibt noch Klassenstufen außerhalb: 5, 6.'] })
    expect(await refused({ grade_min: 2, entry_grade: 2 })).toEqual({
      grade_min: ['Es gibt noch Klassenstufen außerhalb: 1.'],
    })
    expect(await refused({ grade_min: 3, grade_max: 4, entry_grade: 3 })).toEqual({
      grade_min: ['Es gibt noch Klassenstufen außerhalb: 1, 2.'],
      grade_max: ['Es gibt noch Klassenstufen außerhalb: 5, 6.'],
    })
    const order = ['Die Einstiegsstufe muss zwischen erster und letzter Klassenstufe liegen.']
    expect(await refused({ entry_grade: 7 })).toEqual({ entry_grade: order })
    expect(await refused({ grade_min: 7 })).toEqual({ entry_grade: order })
    expect((await read()).grade_max).toBe(6)
  })

  test('may grow, and the entry may be its first or its last', async () => {
    expect((await change({ grade_max: 7, entry_grade: 7 })).statusCode).toBe(200)
    expect((await change({ entry_grade: 1 })).statusCode).toBe(200)
    expect((await change({ grade_max: 6 })).statusCode).toBe(200)
  })
})

describe('two people at once', () => {
  test('who changes what another changed since gets both values to compare', async () => {
    const { version } = await read()
    const other = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
    const colleague = await app.signedIn(other.id)
    const first = { params: { id: fsw }, body: { city: 'Neuhain', version } }
    expect((await colleague.call(schoolEndpoints.change, first)).statusCode).toBe(200)
    const late = await change({ city: 'Althain', website: 'https://waldweg.example.org', version })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({
      message: ERROR_TEXTS.stale,
      version: version + 1,
      city: 'Neuhain',
      changed_by: expect.stringMatching(/^Person/),
      changed_at: expect.any(String),
    })
    expect((await read()).city).toBe('Neuhain')
    // An address is one unit: a street typed for the old town is a conflict, too.
    expect((await change({ street: 'Waldweg', version })).statusCode).toBe(409)
    expect((await change({ website: 'https://waldweg.example.org', version })).statusCode).toBe(200)
    expect((await change({ city: 'Althain', street: 'Waldweg', version: late.json().version })).statusCode).toBe(200)
    expect(await read()).toMatchObject({ city: 'Althain', street: 'Waldweg' })
  })

  test('who send at the same moment: one is stored and the others get a conflict', async () => {
    const { version } = await read()
    const replies = await Promise.all(
      ['1', '2', '3', '4'].map((house_number) => change({ house_number: `${house_number}a`, version })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    expect((await read()).version).toBe(version + 1)
  })
})

test('a grade added while the range shrinks is never outside of it', async () => {
  for (let round = 0; round < 5; round++) {
    await change({ grade_max: 7 })
    const [shrunk, added] = await Promise.all([
      change({ grade_max: 6 }),
      head.call(schoolgradeEndpoints.add, { body: { grade: 7, name: `Stufe ${round}` } }),
    ])
    expect([shrunk.statusCode, added.statusCode].sort()).toEqual(shrunk.statusCode === 200 ? [200, 422] : [201, 422])
    if (added.statusCode === 201)
      await head.call(schoolgradeEndpoints.remove, { params: { id: added.json().id }, body: {} })
  }
})

describe('another school', () => {
  const RANDOM = 987654

  test.each([
    ['get', schoolEndpoints.get, undefined],
    ['change', schoolEndpoints.change, { name: 'Fremde Schule' }],
    ['settings', schoolEndpoints.settings, undefined],
    ['changeSettings', schoolEndpoints.changeSettings, { key: 'SCHOOL_LABELS', value: { guardian: 'Eltern' } }],
    ['formLink', schoolEndpoints.formLink, undefined],
    ['saveLogo', schoolEndpoints.saveLogo, { content: 'AAAA' }],
    ['removeLogo', schoolEndpoints.removeLogo, undefined],
  ] as const)('is as unknown to %s as one that does not exist, attached or not', async (_name, endpoint, body) => {
    const both = await makeUser(app, { role: 'admin', schools: [fsw, fow] })
    for (const browser of [head, await app.signedIn(both.id)]) {
      const [foreign, random] = await Promise.all(
        [fow, RANDOM].map((id) => browser.call(endpoint, { params: { id }, body })),
      )
      expect([foreign?.statusCode, foreign?.body]).toEqual([404, random?.body])
    }
    const name = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('school').select(['name', 'version']).where('id', '=', fow).executeTakeFirstOrThrow(),
    )
    expect(name).toEqual({ name: 'Freie Oberschule Wacholderhain', version: 1 })
  })
})
