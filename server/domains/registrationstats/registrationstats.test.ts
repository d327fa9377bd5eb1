import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { monthName } from '#contract/dates.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import {
  registrationStatEndpoints as endpoints,
  type RegistrationStats,
} from '#contract/registrationstats/registrationstats.ts'
import { makeApplication, makePupil, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let years: Record<string, number>
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  years = await insideSchool(app, fsw, async (tx) =>
    Object.fromEntries(
      (await tx.selectFrom('schoolyear').select(['name', 'id']).execute()).map(({ name, id }) => [name, id]),
    ),
  )
})
afterAll(() => app.stop())

const get = (query: { school_year_id?: number } = {}, visitor = head) => visitor.call(endpoints.get, { query })
const stats = async (query = {}) => {
  const reply = await get(query)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as RegistrationStats
}
const NONE = { new: 0, waiting: 0, accepted: 0, rejected: 0, withdrawn: 0, total: 0 }

const setPlaces = (places: number, grade = 1) =>
  insideSchool(app, fsw, async (tx) => {
    const { id } = await tx.selectFrom('schoolgrade').select('id').where('grade', '=', grade).executeTakeFirstOrThrow()
    const key = { school_id: fsw, school_year_id: years['2027/2028'] as number, schoolgrade_id: id }
    await tx
      .deleteFrom('schoolgrade_capacity')
      .where('schoolgrade_id', '=', id)
      .where('school_year_id', '=', key.school_year_id)
      .execute()
    await tx
      .insertInto('schoolgrade_capacity')
      .values({ ...key, places })
      .execute()
  })

describe('the statistics of a year', () => {
  test('are empty before anybody applied', async () => {
    expect(await stats()).toMatchObject({ counts: NONE, counts_before: NONE, transformed: 0, tallied: 0, byMonth: [] })
  })

  test('count by status, by grade with places, by month of arrival in Berlin, beside the year before', async () => {
    const make = (at: string, change: Parameters<typeof makeApplication>[2] = {}) =>
      makeApplication(app, fsw, { at: new Date(at), ...change })
    // In Berlin it is already the first of November.
    await make('2026-10-31T23:30:00Z')
    const waiting = await make('2026-09-05T10:00:00Z')
    const accepted = await make('2026-11-05T10:00:00Z', { grade: 3, entry_type: 'lateral' })
    const withdrawn = await make('2026-11-06T10:00:00Z')
    const gone = await make('2026-11-07T10:00:00Z')
    const pupil = await make('2026-11-08T10:00:00Z')
    await make('2025-11-08T10:00:00Z', { year: '2026/2027' })
    await head.call(registrationEndpoints.changeStatus, { params: { id: waiting.id }, body: { status: 'waiting' } })
    await setApplication(app, fsw, { id: accepted.id, status: 'accepted' })
    await setApplication(app, fsw, { id: pupil.id, status: 'accepted' })
    await setApplication(app, fsw, { id: withdrawn.id, status: 'accepted', withdrawn_at: '2026-11-09T10:00:00Z' })
    const pupil_id = await makePupil(app, fsw)
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('registration').set({ pupil_id }).where('id', '=', pupil.id).execute(),
    )
    await head.call(registrationEndpoints.remove, { params: { id: gone.id } })
    await makeApplication(app, fow, { grade: 7 })
    await setPlaces(24)
    const found = await stats({ school_year_id: years['2027/2028'] })
    expect(found).toMatchObject({
      schoolyear: { name: '2027/2028' },
      before: { name: '2026/2027' },
      counts: { new: 1, waiting: 1, accepted: 2, rejected: 0, withdrawn: 1, total: 5 },
      counts_before: { ...NONE, new: 1, total: 1 },
      transformed: 1,
      tallied: 0,
    })
    expect(found.byGrade.find(({ grade }) => grade === 1)).toEqual({
      grade: 1,
      counts: { new: 1, waiting: 1, accepted: 1, rejected: 0, withdrawn: 1, total: 4 },
      places: 24,
      total_before: 1,
    })
    expect(found.byGrade.find(({ grade }) => grade === 3)?.counts).toEqual({ ...NONE, accepted: 1, total: 1 })
    expect(found.byGrade.some(({ grade }) => grade === 7)).toBe(false)
    expect(found.byMonth.map(({ month, counts, total_before }) => [month, counts.total, total_before])).toEqual([
      ['2026-09-01', 1, 0],
      ['2026-10-01', 0, 0],
      ['2026-11-01', 4, 1],
    ])
    expect(found.schoolyears[0]?.name).toBe('2027/2028')
  })

  test('still count applications that were deleted after their period', async () => {
    const before = await stats({ school_year_id: years['2027/2028'] })
    await insideSchool(app, fsw, (tx) =>
      tx
        .insertInto('registration_tally')
        .values({
          ...{ school_id: fsw, school_year_id: years['2027/2028'] as number, desired_grade: 2, status: 'rejected' },
          ...{ month: '2026-08-01', count: 3 },
        })
        .execute(),
    )
    const after = await stats({ school_year_id: years['2027/2028'] })
    expect(after.tallied).toBe(3)
    expect(after.counts).toEqual({ ...before.counts, rejected: 3, total: before.counts.total + 3 })
    expect(after.byGrade.find(({ grade }) => grade === 2)?.counts.rejected).toBe(3)
    expect(after.byMonth[0]).toEqual({
      month: '2026-08-01',
      counts: { ...NONE, rejected: 3, total: 3 },
      total_before: 0,
    })
  })

  test('start with the year for which applications are open', async () => {
    expect((await stats()).schoolyear.name).toBe('2027/2028')
  })

  test('can be saved as a file with the numbers of the page', async () => {
    const school_year_id = years['2027/2028'] as number
    const file = (table: string, format: string) =>
      head.call(endpoints.export, { body: { school_year_id, table, format } })
    const csv = await file('grade', 'csv')
    expect(csv.headers['content-disposition']).toContain('Bewerbungen-2027-2028-nach-Klassenstufe.csv')
    expect(csv.body).toContain(
      'Klassenstufe;Neu;Warteliste;Angenommen;Abgelehnt;Zurückgezogen;Gesamt;Plätze;Gesamt 2026/2027',
    )
    expect(csv.body).toMatch(/^"?1"?;"?1"?;"?1"?;"?1"?;"?0"?;"?1"?;"?4"?;"?24"?;"?1"?/m)
    expect((await file('month', 'csv')).body).toContain(monthName('2026-11-01'))
    const sheet = await readSpreadsheet((await file('status', 'xlsx')).rawPayload)
    expect(JSON.stringify(sheet)).toContain('Gesamt')
    expect((await file('nothing', 'csv')).statusCode).toBe(422)
  })

  test('are for heads, of years of the own school', async () => {
    expect((await get({}, app.visitor())).statusCode).toBe(401)
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
      expect((await get({}, visitor)).statusCode).toBe(403)
    }
    const foreign = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('schoolyear').select('id').executeTakeFirstOrThrow(),
    )
    const unknown = await get({ school_year_id: 987_654_321 })
    expect(unknown.statusCode).toBe(404)
    expect((await get({ school_year_id: foreign.id })).body).toBe(unknown.body)
    const body = { school_year_id: foreign.id, table: 'grade', format: 'csv' }
    expect((await head.call(endpoints.export, { body })).body).toBe(unknown.body)
  })
})
