import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints as endpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { plantRequest } from '#server/test/planted-requests.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'

const WORD = 'Quittenbaum'

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const rowsOf = (query: string) => inFsw(async (tx) => (await sql.raw(query).execute(tx)).rows)
const naming = async () =>
  (await tablesNaming(school.app, school.fsw, WORD)).filter((table) => table.includes('privacy_request'))

beforeEach(async () => {
  school.goTo('2026-11-20')
  // The application itself cannot take a proof away.
  await school.app.database.owner.query('truncate erasure')
  for (const table of ['saved_view', 'privacy_request', 'pupil', 'guardian', 'schoolclass_employee', 'employee'])
    await rowsOf(`delete from ${table}`)
})

/** A request with the word in every text, about a child with a family. */
const planted = () =>
  inFsw(async (tx) => {
    const people = await plantPeople(tx, { school_id: school.fsw, word: WORD, keys: school.app.platform.keys })
    const id = await plantRequest(tx, { pupil_id: people.pupil, guardian_id: people.guardian, word: WORD })
    return { ...people, id }
  })

const FACTS = 'kind, subject_type, subject_id, requested_by, received_on, identity_method, extended_by, result, version'

describe('a request loses its names and texts, and keeps kind, days and result', () => {
  test('when the child is erased', async () => {
    const { pupil, id } = await planted()
    await rowsOf(`update privacy_request set done_on = '2026-11-19', result = 'partly', result_reason = '${WORD}'`)
    expect(await naming()).toContain('public.privacy_request')
    await rowsOf(`delete from pupil where id = ${pupil}`)
    expect(await naming()).toEqual([])
    const request = (await school.head.call(endpoints.get, { params: { id } })).json()
    expect(request).toMatchObject({
      kind: 'access',
      received_on: '2026-11-02',
      result: 'partly',
      done_on: '2026-11-19',
      subject: { type: 'pupil', id: null, name: null, erased_on: expect.any(String) },
      requested_by: null,
    })
    expect(request.events[0].kind).toBe('erased')
  })

  test.each([
    ['guardian', 'guardian'],
    ['employee', 'employee'],
  ])('when the %s is erased', async (subject_type, table) => {
    const { guardian, schoolclass } = await planted()
    await rowsOf(`update pupil set firstname = 'Ohne', lastname = 'Wort'`)
    const employee = await inFsw((tx) =>
      plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: WORD }),
    )
    const subject_id = table === 'guardian' ? guardian : employee
    await rowsOf(
      `update privacy_request set subject_type = '${subject_type}', subject_id = ${subject_id}, requester_guardian_id = null`,
    )
    await rowsOf(`delete from schoolclass_employee`)
    await rowsOf(`delete from ${table} where id = ${subject_id}`)
    expect(await naming()).toEqual([])
    expect(await rowsOf(`select subject_id, requested_by from privacy_request`)).toEqual([
      { subject_id: null, requested_by: null },
    ])
  })

  test('when the application is erased', async () => {
    const { id } = await planted()
    const application = await school.made({})
    await rowsOf(`update privacy_request set subject_type = 'registration', subject_id = ${application.id}`)
    await rowsOf(`delete from registration where id = ${application.id}`)
    expect(await naming()).toEqual([])
    expect((await school.head.call(endpoints.get, { params: { id } })).json().subject.erased_on).not.toBeNull()
  })

  test('when the account is deleted, at every school', async () => {
    await planted()
    const { rows } = await school.app.database.owner.query(
      `insert into app_user (name, email) values ('${WORD}', 'weg@example.org') returning id`,
    )
    await rowsOf(`update privacy_request set subject_type = 'user', subject_id = ${rows[0].id}`)
    await school.app.database.owner.query(`delete from app_user where id = ${rows[0].id}`)
    expect(await naming()).toEqual([])
  })

  test('when the family is erased and the proof of attendance stays', async () => {
    const { pupil } = await planted()
    await rowsOf(`update pupil set reduced_on = '2026-11-20' where id = ${pupil}`)
    expect(await naming()).toEqual([])
    expect(await rowsOf('select subject_id, subject_erased_on from privacy_request')).toEqual([
      { subject_id: pupil, subject_erased_on: null },
    ])
  })

  test('when the guardian who asked is erased alone', async () => {
    const { guardian, pupil } = await planted()
    await rowsOf(`delete from guardian where id = ${guardian}`)
    expect(await naming()).toEqual([])
    expect(await rowsOf(`select ${FACTS} from privacy_request`)).toEqual([
      expect.objectContaining({ subject_id: pupil, requested_by: null, received_on: '2026-11-02' }),
    ])
  })

  test('and nothing brings a name back: what is typed afterwards is not stored', async () => {
    const { pupil, id } = await planted()
    await rowsOf(`delete from pupil where id = ${pupil}`)
    const call = (endpoint: Parameters<typeof school.head.call>[0], body: object) =>
      school.head.call(endpoint, { params: { id }, body })
    const changed = await call(endpoints.change, { requested_by: WORD })
    expect([changed.statusCode, changed.json().message]).toEqual([409, REQUEST_TEXTS.erased])
    await call(endpoints.checkIdentity, { method: 'known', checked_on: '2026-11-20', note: WORD })
    expect((await call(endpoints.finish, { result: 'partly', done_on: '2026-11-20', reason: WORD })).statusCode).toBe(
      200,
    )
    expect(await naming()).toEqual([])
  })

  test('and a refusal then needs no reason, because no text is stored', async () => {
    const { pupil, id } = await planted()
    await rowsOf(`delete from pupil where id = ${pupil}`)
    const body = { result: 'refused', done_on: '2026-11-20', reason: null }
    expect((await school.head.call(endpoints.finish, { params: { id }, body })).statusCode).toBe(200)
  })
})

describe('an answered request goes three years after its answer', () => {
  const answered = async (done_on: string) => {
    const { id } = await planted()
    await rowsOf(`update privacy_request set done_on = '${done_on}', result = 'granted' where id = ${id}`)
    return id
  }

  test('not the day before, with its history, and the proof counts it', async () => {
    const id = await answered('2026-11-19')
    await school.nightOf('2029-11-05')
    await school.nightOf('2029-11-18')
    expect(await rowsOf('select id from privacy_request')).toEqual([{ id }])
    await school.nightOf('2029-11-19')
    expect(await rowsOf('select id from privacy_request')).toEqual([])
    expect(await rowsOf('select id from privacy_request_event')).toEqual([])
    expect(await rowsOf(`select subject_id, rule, erased_on from erasure where subject = 'request'`)).toEqual([
      { subject_id: id, rule: 'request', erased_on: '2029-11-19' },
    ])
    await school.run()
    expect(await rowsOf(`select id from erasure where subject = 'request'`)).toHaveLength(1)
  })

  test('an open one stays', async () => {
    const { id } = await planted()
    await school.nightOf('2036-11-20')
    expect(await rowsOf('select id from privacy_request')).toEqual([{ id }])
  })
})
