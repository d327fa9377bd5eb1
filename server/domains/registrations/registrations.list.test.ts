import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { registrationBulkEndpoints as bulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import type { RegistrationList } from '#contract/registrations/registrations.list.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { confirmMails, makeApplication, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
const ids: Record<string, number> = {}

const day = (n: number) => new Date(`2026-11-0${n}T09:00:00Z`)

beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const make = async (name: string, application: Parameters<typeof makeApplication>[2]) => {
    ids[name] = (await makeApplication(app, fsw, application)).id
  }
  await make('mia', { firstname: 'Mia', lastname: 'Müller', at: day(1) })
  await make('again', { firstname: 'Mia Sophie', lastname: 'Mueller', mail: 'paul_x@example.org', at: day(2) })
  await make('ole', { firstname: 'Ole', lastname: 'Öztürk', mail: null, at: day(3), birthdate: '2021-01-02' })
  await make('emil', {
    firstname: 'Emil',
    lastname: 'Zabel',
    grade: 3,
    entry_type: 'lateral',
    birthdate: '2018-02-02',
    parent: { firstname: 'Zoë', lastname: 'Abel' },
    at: day(4),
  })
  await make('twin', { firstname: 'Max', lastname: 'Müller', year: '2026/2027', at: day(5), birthdate: '2020-09-09' })
  await make('gone', { firstname: 'Weg', lastname: 'Zurück', at: day(6), birthdate: '2021-06-06' })
  await make('bin', { firstname: 'Im', lastname: 'Papierkorb', at: day(7), birthdate: '2021-07-07' })
  await confirmMails(app, fsw, ids.emil ?? 0)
  await setApplication(app, fsw, { id: ids.gone ?? 0, withdrawn_at: '2026-11-10T09:00:00Z' })
  await setApplication(app, fsw, { id: ids.emil ?? 0, status: 'accepted' })
  await head.call(endpoints.remove, { params: { id: ids.bin ?? 0 } })
  await makeApplication(app, fow, { firstname: 'Fremd', lastname: 'KANARIE', grade: 7 })
})
afterAll(() => app.stop())

const list = async (query: Record<string, string | number> = {}, visitor = head) => {
  const reply = await visitor.call(endpoints.list, { query })
  expect(reply.statusCode).toBe(200)
  return reply.json() as RegistrationList
}
const names = async (query: Record<string, string | number> = {}) =>
  (await list(query)).data.map(({ meta }) => meta.child_firstname)

describe('the list of applications', () => {
  test('is newest first, without withdrawn and deleted ones, with counters', async () => {
    const { data, total, counts, page, per_page } = await list()
    expect(data.map(({ meta }) => meta.child_firstname)).toEqual(['Max', 'Emil', 'Ole', 'Mia Sophie', 'Mia'])
    expect([total, page, per_page]).toEqual([5, 1, 50])
    expect(counts).toEqual({ new: 4, accepted: 1, rejected: 0, waiting: 0 })
  })

  test('a row has the keys of the spec and what the list shows besides', async () => {
    expect((await list({ search: 'Ole' })).data).toEqual([
      {
        id: ids.ole,
        status: 'new',
        created_at: '2026-11-03T09:00:00Z',
        meta: { child_firstname: 'Ole', child_lastname: 'Öztürk' },
        contact: {
          id: expect.any(Number),
          mail: null,
          fullname: 'Anna Müller',
          mail_verified_at: null,
          may_resend: false,
          agreement: null,
        },
        second_contact: null,
        number: 'FSW-2027-0003',
        child_birthdate: '2021-01-02',
        desired_grade: 1,
        school_year: { id: expect.any(Number), name: '2027/2028' },
        entry_type: 'regular',
        mail_state: 'none',
        mail_failed: false,
        told_at: null,
        wait_rank: null,
        possible_duplicate: null,
        is_follow_up: false,
        is_not_informed: false,
        is_withdraw_requested: false,
        withdrawn_at: null,
        pupil_id: null,
        version: 1,
      },
    ])
  })

  test('the state of the mail is none, unverified or verified', async () => {
    const states = (await list()).data.map(({ meta, mail_state }) => [meta.child_firstname, mail_state])
    expect(Object.fromEntries(states)).toMatchObject({ Ole: 'none', Mia: 'unverified', Emil: 'verified' })
  })

  test('two applications of what seems one child for one year are flagged, others not', async () => {
    const flagged = (await list()).data.filter((row) => row.possible_duplicate)
    expect(flagged.map(({ id }) => id)).toEqual([ids.again, ids.mia])
    const alone = (await list({ per_page: 1, page: 5 })).data
    expect(alone).toMatchObject([{ id: ids.mia, possible_duplicate: { child_firstname: 'Mia Sophie' } }])
  })

  test('another school sees nothing of it', async () => {
    const other = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
    expect((await list({}, other)).data.map(({ meta }) => meta.child_firstname)).toEqual(['Fremd'])
    expect((await list({}, other)).counts).toEqual({ new: 1, accepted: 0, rejected: 0, waiting: 0 })
    expect(JSON.stringify(await list({ per_page: 0 }))).not.toContain('KANARIE')
  })

  test.each(['teacher_level_1', 'viewer'] as const)('a %s may not see it', async (role) => {
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
    for (const endpoint of [endpoints.list, endpoints.latest, endpoints.formOptions])
      expect((await visitor.call(endpoint)).statusCode).toBe(403)
  })

  test('stays reachable when the school takes no applications', async () => {
    const setActive = (isActive: boolean) =>
      insideSchool(app, fsw, (tx) =>
        tx
          .updateTable('school_setting')
          .set({ setting_value: JSON.stringify({ isActive }) })
          .where('key', '=', 'SCHOOL_REGISTRATION_SETTINGS')
          .execute(),
      )
    await setActive(false)
    expect((await list()).total).toBe(5)
    await setActive(true)
  })

  test('without an active school: 409', async () => {
    const visitor = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [] })).id)
    expect((await visitor.call(endpoints.list)).statusCode).toBe(409)
    expect((await visitor.call(accountEndpoints.basedata)).statusCode).toBe(200)
  })
})

describe('searching applications', () => {
  test.each([
    // Ole's mother is a Müller.
    ['mueller', ['Max', 'Ole', 'Mia Sophie', 'Mia']],
    ['max mueller anna', ['Max']],
    ['0331 12', ['Max', 'Emil', 'Ole', 'Mia Sophie', 'Mia']],
    ['+49 (0)331 123456', ['Max', 'Emil', 'Ole', 'Mia Sophie', 'Mia']],
    ['sophie mül', ['Mia Sophie']],
    ['FSW-2027-0003', ['Ole']],
    ['0003', ['Ole']],
    ['PAUL_X@', ['Mia Sophie']],
    ['l_x', ['Mia Sophie']],
    ['%', []],
    ['anna@', ['Max', 'Emil', 'Mia']],
    ['Иван', []],
  ])('%s finds %j', async (search, found) => {
    expect(await names({ search })).toEqual(found)
  })
})

describe('filters of applications', () => {
  test('status, also several; the counters are those without it', async () => {
    const { data, total, counts } = await list({ status: 'accepted' })
    expect([data.length, total]).toEqual([1, 1])
    expect(counts).toEqual({ new: 4, accepted: 1, rejected: 0, waiting: 0 })
    expect((await list({ status: 'accepted,new' })).total).toBe(5)
    expect((await list({ status: 'new,new' })).total).toBe(4)
  })

  test('grade, type, school year, unconfirmed, withdrawn', async () => {
    expect(await names({ grade: 3 })).toEqual(['Emil'])
    expect(await names({ type: 'lateral' })).toEqual(['Emil'])
    const year = (await list({ search: 'Max' })).data[0]?.school_year.id ?? 0
    expect(await names({ school_year_id: year })).toEqual(['Max'])
    // Ole has no address at all (domain §2.3/5).
    expect(await names({ unconfirmed: 'true' })).toEqual(['Max', 'Ole', 'Mia Sophie', 'Mia'])
    expect(await names({ withdrawn: 1 })).toEqual(['Weg'])
    expect(await names({ deleted: 1 })).toEqual(['Im'])
    expect(await names({ deleted: 1, search: 'Zurück' })).toEqual([])
    expect((await list({ grade: 3 })).counts).toEqual({ new: 0, accepted: 1, rejected: 0, waiting: 0 })
  })

  test('what is no filter is refused at its field', async () => {
    for (const query of [{ status: 'withdrawn' }, { type: 'x' }, { grade: 14 }, { sort: 'meta' }, { page: '-1' }]) {
      const reply = await head.call(endpoints.list, { query })
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(reply.json().errors)[0]).toMatch(new RegExp(`^${Object.keys(query)[0]}`))
    }
  })
})

describe('an application with two addresses', () => {
  const setVerified = (position: number) =>
    insideSchool(app, fsw, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail_verified_at: '2026-11-09T09:00:00Z' })
        .where('registration_id', '=', ids.both ?? 0)
        .where('position', '=', position)
        .execute(),
    )
  const shown = async () => {
    const row = (await list({ search: 'Doppelt' })).data[0]
    const resendable = [row?.contact, row?.second_contact].map((contact) => contact?.may_resend)
    return [row?.mail_state, resendable, await names({ search: 'Doppelt', unconfirmed: 'true' })]
  }

  test('is unconfirmed until both are, for state, filter and resend alike', async () => {
    const parent = { firstname: 'Ida', lastname: 'Doppelt' }
    const second = { firstname: 'Jan', lastname: 'Doppelt', mail: 'jan@example.org' }
    const child = { firstname: 'Zwei', lastname: 'Doppelt', birthdate: '2021-05-05' }
    ids.both = (await makeApplication(app, fsw, { ...child, parent, second })).id
    expect(await shown()).toEqual(['unverified', [true, true], ['Zwei']])
    await setVerified(1)
    expect(await shown()).toEqual(['unverified', [false, true], ['Zwei']])
    const resent = await head.call(bulkEndpoints.resend, { body: { ids: [ids.both] } })
    expect(resent.json().results).toMatchObject([{ outcome: 'sent', sent: 1, message: 'E-Mail an Jan Doppelt.' }])
    await setVerified(2)
    expect(await shown()).toEqual(['verified', [false, false], []])
    await head.call(endpoints.remove, { params: { id: ids.both } })
  })
})

describe('order of applications', () => {
  test.each([
    ['created_at', ['Mia', 'Mia Sophie', 'Ole', 'Emil', 'Max']],
    ['number', ['Max', 'Mia', 'Mia Sophie', 'Ole', 'Emil']],
    ['child', ['Mia Sophie', 'Max', 'Mia', 'Ole', 'Emil']],
    ['-child', ['Emil', 'Ole', 'Mia', 'Max', 'Mia Sophie']],
    ['child_birthdate', ['Emil', 'Max', 'Ole', 'Mia', 'Mia Sophie']],
    ['-desired_grade,created_at', ['Emil', 'Mia', 'Mia Sophie', 'Ole', 'Max']],
    ['school_year', ['Max', 'Mia', 'Mia Sophie', 'Ole', 'Emil']],
    ['entry_type', ['Emil', 'Mia', 'Mia Sophie', 'Ole', 'Max']],
    ['contact', ['Emil', 'Mia', 'Mia Sophie', 'Ole', 'Max']],
    ['-status', ['Emil', 'Max', 'Ole', 'Mia Sophie', 'Mia']],
  ])('by %s', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected)
  })

  test('pages hold every application once', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list({ page, per_page: 2 })))
    expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual((await list()).data.map(({ id }) => id))
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5, 5])
  })
})

describe('the newest for the dashboard', () => {
  test('are five, newest first, without withdrawn and deleted ones', async () => {
    await makeApplication(app, fsw, { firstname: 'Neu', lastname: 'Neuling', birthdate: '2021-08-08' })
    const rows = (await head.call(endpoints.latest)).json() as RegistrationList['data']
    expect(rows.map(({ meta }) => meta.child_firstname)).toEqual(['Neu', 'Max', 'Emil', 'Ole', 'Mia Sophie'])
  })
})
