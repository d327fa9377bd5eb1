import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import {
  EMPLOYEE_TEXTS,
  type EmployeeDetails,
  type EmployeeRow,
  employeeEndpoints,
} from '#contract/employees/employees.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { classIds, giveClass, makeEmployee } from '#server/test/school-staff.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let classes: number[]
let head: TestVisitor
let secretary: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  classes = await classIds(app, fsw)
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  secretary = await app.signedIn(
    (await makeUser(app, { role: 'schooladmin', schools: [fsw], may_manage_users: false })).id,
  )
})
afterAll(() => app.stop())

const classAt = (index: number) => {
  const id = classes[index]
  if (id === undefined) throw new Error('The school has fewer classes.')
  return id
}

const person = (change: object = {}) => ({ firstname: 'Ada', lastname: 'Ohm', short_name: 'Ohm', ...change })
const add = (body: unknown, browser = head) => browser.call(employeeEndpoints.add, { body })
const change = (id: number, body: unknown, browser = head) =>
  browser.call(employeeEndpoints.change, { params: { id }, body })
const remove = (id: number) => head.call(employeeEndpoints.remove, { params: { id } })
const restore = (id: number) => head.call(employeeEndpoints.restore, { params: { id } })
const find = async (id: number): Promise<EmployeeDetails> =>
  (await head.call(employeeEndpoints.get, { params: { id } })).json()
const list = async (): Promise<EmployeeRow[]> => (await head.call(employeeEndpoints.list)).json()
const logged = (id: number) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'changed_fields'])
      .where('entity_type', '=', 'employee')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute(),
  )

describe('a new employee', () => {
  test('has the typed values, no class and no account', async () => {
    const reply = await add({
      ...person({ short_name: 'Oh' }),
      salutation: 'ms',
      title: ' Dr. ',
      employee_type: 'educator',
      mail: 'ada.ohm@Example.ORG',
      phone: '030 23125-222',
      date_entry: '2026-08-01',
      measles_proof_seen_at: '2026-11-20',
      note: 'Kommt montags später.',
    })
    expect(reply.statusCode, reply.body).toBe(201)
    // The reply is stored for repeated calls, so it names nobody.
    expect(reply.json().message).toBe('Der Eintrag ist angelegt.')
    const found = await find(reply.json().id)
    expect(found).toMatchObject({
      salutation: 'ms',
      title: 'Dr.',
      employee_type: 'educator',
      mail: 'ada.ohm@example.org',
      phone: '030 23125-222',
      date_entry: '2026-08-01',
      date_exit: null,
      active: true,
      classes: [],
      functions: [],
      also_at: [],
      measles_proof_seen_at: '2026-11-20',
      extended_certificate_seen_at: null,
      note: 'Kommt montags später.',
      account: { state: 'none', user_id: null, email: null },
      version: 1,
    })
    expect((await logged(found.id)).map(({ action }) => action)).toEqual(['employee_created'])
  })

  test('is added by a secretary, who manages no accounts', async () => {
    expect((await add(person({ short_name: 'Sek' }), secretary)).statusCode).toBe(201)
  })

  test('sent twice by a double click is one', async () => {
    const body = person({ short_name: 'Klick' })
    const [first, second] = await Promise.all([add(body), add(body)])
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
  })

  test.each<[string, [object, string, string]]>([
    ['no first name', [{ firstname: ' ' }, 'firstname', 'Dieses Feld ist ein Pflichtfeld.']],
    ['digits in the name', [{ lastname: 'R2D2' }, 'lastname', expect.stringContaining('ohne Ziffern') as never]],
    ['a short name of one letter', [{ short_name: 'V' }, 'short_name', expect.stringContaining('2 bis 6') as never]],
    ['a short name in small letters', [{ short_name: 'vo' }, 'short_name', expect.stringContaining('groß') as never]],
    ['a short name of 7 letters', [{ short_name: 'Abcdefg' }, 'short_name', 'Maximal 6 Zeichen angeben.']],
    ['an unknown type', [{ employee_type: 'boss' }, 'employee_type', 'Bitte wählen Sie einen Wert.']],
    ['no real address', [{ mail: 'a@b' }, 'mail', 'Dies ist keine gültige E-Mail-Adresse.']],
    ['half a telephone number', [{ phone: '030' }, 'phone', expect.stringContaining('6 Ziffern') as never]],
    ['a note of 501 characters', [{ note: 'a'.repeat(501) }, 'note', 'Maximal 500 Zeichen angeben.']],
    ['a day that is none', [{ date_entry: '2026-02-30' }, 'date_entry', 'Dies ist kein gültiges Datum.']],
    [
      'a proof of tomorrow',
      [{ measles_proof_seen_at: '2026-11-21' }, 'measles_proof_seen_at', EMPLOYEE_TEXTS.seenLater],
    ],
  ])('with %s is refused', async (_what, [wrong, field, text]) => {
    const before = (await list()).length
    const reply = await add(person({ short_name: 'Nein', ...wrong }))
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors[field]).toContainEqual(text)
    expect((await list()).length).toBe(before)
  })
})

describe('a short name', () => {
  test('is given once at a school, in any spelling, also to two at once; another school is free', async () => {
    await add(person({ short_name: 'Vog' }))
    const taken = await add(person({ short_name: 'VOG' }))
    expect(taken.statusCode).toBe(422)
    expect(taken.json().errors).toEqual({ short_name: [EMPLOYEE_TEXTS.shortTaken] })
    const race = await Promise.all(
      Array.from({ length: 6 }, (_, number) => add(person({ firstname: 'A'.repeat(number + 1), short_name: 'Eile' }))),
    )
    expect(race.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(5).fill(422)])
    const fow = await makeSchool(app, 'fow', { short: 'kurz' })
    const there = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    expect((await add(person({ short_name: 'Vog' }), there)).statusCode).toBe(201)
  })

  test('of somebody in the bin may be used again; then that person cannot be restored with it', async () => {
    const { id } = (await add(person({ short_name: 'Alt' }))).json()
    expect((await remove(id)).statusCode).toBe(200)
    expect((await add(person({ firstname: 'Nora', short_name: 'Alt' }))).statusCode).toBe(201)
    const refused = await restore(id)
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toEqual({
      message: EMPLOYEE_TEXTS.shortTaken,
      errors: { short_name: [EMPLOYEE_TEXTS.shortTaken] },
    })
  })
})

describe('a change', () => {
  test('writes changed fields, removes emptied ones and logs only the names of fields', async () => {
    const { id } = (await add(person({ short_name: 'Neu', title: 'Dr.', note: 'alt', phone: '030 23125-1' }))).json()
    const body = { title: '', note: '', phone: '', mail: '', firstname: 'Adele', short_name: 'Neu' }
    expect((await change(id, body)).json().message).toBe('Die Änderungen sind gespeichert.')
    expect(await find(id)).toMatchObject({ title: null, note: null, phone: null, mail: null, firstname: 'Adele' })
    expect((await logged(id)).at(-1)).toEqual({
      action: 'employee_updated',
      changed_fields: ['firstname', 'note', 'phone', 'title'],
    })
    expect((await change(id, { firstname: 'Adele' })).json().message).toBe('Es gab nichts zu ändern.')
  })

  test('of a field that somebody else changed meanwhile is refused with both versions, of another field it is not', async () => {
    const { id } = (await add(person({ short_name: 'Zwei' }))).json()
    expect((await change(id, { lastname: 'Berg', version: 1 }, secretary)).statusCode).toBe(200)
    expect((await change(id, { firstname: 'Ida', version: 1 })).statusCode).toBe(200)
    const stale = await change(id, { lastname: 'Tal', version: 1 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ message: ERROR_TEXTS.stale, lastname: 'Berg', version: 3 })
    expect(stale.json().changed_by).toMatch(/^Person/)
    expect((await change(id, { lastname: 'Tal', version: 3 })).statusCode).toBe(200)
  })

  test('cannot set the entry after the exit, nor a proof in the future', async () => {
    const id = await makeEmployee(app, fsw, { date_entry: '2025-08-01', date_exit: '2027-01-31' })
    expect((await change(id, { date_entry: '2027-02-01' })).json().errors).toEqual({
      date_entry: [EMPLOYEE_TEXTS.exitBeforeEntry],
    })
    expect((await change(id, { date_entry: '2027-01-31' })).statusCode).toBe(200)
    expect((await change(id, { extended_certificate_seen_at: '2026-11-21' })).statusCode).toBe(422)
    expect((await change(id, { extended_certificate_seen_at: '2026-11-20' })).statusCode).toBe(200)
  })
})

describe('the list', () => {
  test('stands in the order of a telephone book and shows the classes of today in the active year', async () => {
    const school = await makeSchool(app, 'fsw', { short: 'liste' })
    const own = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
    const [first = 0, second = 0] = await classIds(app, school)
    for (const lastname of ['Muller', 'Müller', 'Mueller', 'Ärmel', 'Zahn'])
      await makeEmployee(app, school, { lastname, firstname: 'Eva' })
    const lead = await makeEmployee(app, school, { lastname: 'Azur' })
    await giveClass(app, school, { employee: lead, schoolclass: second })
    await giveClass(app, school, { employee: lead, schoolclass: first, function: 'assigned', until: '2026-11-20' })
    const over = await makeEmployee(app, school, { lastname: 'Zuvor' })
    await giveClass(app, school, { employee: over, schoolclass: first, until: '2026-11-19' })
    await giveClass(app, school, { employee: over, schoolclass: second, from: '2026-11-21', function: 'assigned' })
    const rows: EmployeeRow[] = (await own.call(employeeEndpoints.list)).json()
    expect(rows.map(({ lastname }) => lastname)).toEqual([
      'Ärmel',
      'Azur',
      'Mueller',
      'Müller',
      'Muller',
      'Zahn',
      'Zuvor',
    ])
    const classesOf = (id: number) => rows.find((row) => row.id === id)?.classes.map((one) => [one.id, one.function])
    expect(classesOf(lead)).toEqual([
      [first, 'assigned'],
      [second, 'responsible'],
    ])
    expect(classesOf(over)).toEqual([])
  })

  test('of a page tells classes of today and to come first, then those of before', async () => {
    const id = await makeEmployee(app, fsw)
    await giveClass(app, fsw, { employee: id, schoolclass: classAt(0), until: '2026-09-30' })
    await giveClass(app, fsw, { employee: id, schoolclass: classAt(1), until: '2026-10-31' })
    await giveClass(app, fsw, { employee: id, schoolclass: classAt(3) })
    await giveClass(app, fsw, { employee: id, schoolclass: classAt(2), from: '2027-02-01', function: 'assigned' })
    const { functions } = await find(id)
    expect(functions.map(({ schoolclass, date_end }) => [schoolclass.id, date_end])).toEqual([
      [classAt(2), null],
      [classAt(3), null],
      [classAt(1), '2026-10-31'],
      [classAt(0), '2026-09-30'],
    ])
  })
})

describe('deleting', () => {
  test('moves somebody who never had a class into the bin for 30 days', async () => {
    const id = await makeEmployee(app, fsw, { lastname: 'Korb' })
    expect((await remove(id)).json().message).toBe('Vera Korb ist gelöscht.')
    expect((await list()).map((row) => row.id)).not.toContain(id)
    for (const reply of [await remove(id), await change(id, { firstname: 'X' })]) expect(reply.statusCode).toBe(404)
    expect((await restore(id)).json().message).toBe('Vera Korb ist wieder da.')
    expect((await restore(id)).statusCode).toBe(404)
    expect((await find(id)).lastname).toBe('Korb')
    expect((await logged(id)).map(({ action }) => action)).toEqual([
      'employee_created',
      'employee_deleted',
      'employee_restored',
    ])
  })

  test.each([
    ['today', { from: '2026-08-01' }],
    ['that is still to come', { from: '2027-01-01' }],
    ['until today', { from: '2026-08-01', until: '2026-11-20' }],
  ])('is refused while there is a class %s', async (_when, period) => {
    const id = await makeEmployee(app, fsw)
    await giveClass(app, fsw, { employee: id, schoolclass: classAt(0), ...period })
    const reply = await remove(id)
    expect(reply.statusCode).toBe(422)
    const { functions } = await find(id)
    expect(reply.json().message).toBe(EMPLOYEE_TEXTS.hasClasses(functions[0]?.schoolclass.classgradePlain ?? ''))
  })

  test('is refused for somebody who ever had one: the history stays complete', async () => {
    const id = await makeEmployee(app, fsw)
    await giveClass(app, fsw, { employee: id, schoolclass: classAt(0), until: '2026-11-19' })
    expect((await remove(id)).json().message).toBe(EMPLOYEE_TEXTS.hadClasses)
  })

  test('is for good after 30 days', async () => {
    const exists = (id: number) =>
      insideSchool(app, fsw, (tx) => tx.selectFrom('employee').select('id').where('id', '=', id).executeTakeFirst())
    const id = await makeEmployee(app, fsw)
    const stays = await makeEmployee(app, fsw)
    await remove(id)
    const tidyAfter = async (ms: number) => {
      app.setNow(new Date(TEST_NOW.getTime() + ms))
      await tidyUp(app.platform)({})
    }
    await tidyAfter(30 * DAY_MS - 1000)
    expect(await exists(id)).toBeDefined()
    await tidyAfter(30 * DAY_MS)
    expect((await restore(id)).statusCode).toBe(404)
    expect(await exists(id)).toBeUndefined()
    expect(await exists(stays)).toBeDefined()
    app.setNow(TEST_NOW)
  })
})
