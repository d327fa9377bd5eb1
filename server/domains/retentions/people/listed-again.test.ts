import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inSchool } from '#server/db/school-transaction.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { PEOPLE_STEPS } from './people-steps.ts'

let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  await school.begin()
  for (const table of ['consent', 'privacy_request', 'retention_hold']) await school.rowsOf(`delete from ${table}`)
})

const listed = () => school.rowsOf('select listed_on from retention_notice')
const addRequest = (done_on: string) =>
  school.rowsOf(`insert into privacy_request (kind, subject_type, subject_name, requested_by, requester, channel, received_on, done_on, result)
    values ('access', 'unknown', 'Erna', 'Erna', 'self', 'mail', '2024-01-15', '${done_on}', 'granted') returning id`)
const withdrawConsent = (pupil: number, day: string) =>
  school.rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at, withdrawn_at)
    values (${pupil}, 'photo_press', '1', 'granted', 'paper', '2022-09-01', '${day}T08:00:00Z') returning id`)

describe('what the preview shows no longer is forgotten, so that it is announced anew', () => {
  test('a pupil who comes back', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    await school.nightOf('2028-07-20')
    expect(await listed()).toHaveLength(1)
    await school.rowsOf(`update pupil set status = 'active', date_exit = null where id = ${pupil}`)
    await school.nightOf('2028-07-21')
    expect(await listed()).toEqual([])
  })

  test('a request that is opened again', async () => {
    await addRequest('2024-02-10')
    await school.nightOf('2027-02-01')
    expect(await listed()).toHaveLength(1)
    await school.rowsOf('update privacy_request set done_on = null, result = null')
    await school.nightOf('2027-02-02')
    expect(await listed()).toEqual([])
  })
})

test('a hold ends with its last day, not before', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  const { id } = await school.made({ status: 'rejected' })
  await school.rowsOf(
    `insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2027-03-10')`,
  )
  await school.rowsOf(
    `insert into retention_hold (registration_id, reason, until) values (${id}, 'Verfahren', '2027-03-10')`,
  )
  await school.nightOf('2027-03-10')
  expect(await school.rowsOf('select id from retention_hold')).toHaveLength(2)
  await school.nightOf('2027-03-11')
  expect(await school.rowsOf('select id from retention_hold')).toEqual([])
  expect(await school.rowsOf(`select kind from registration_event where registration_id = ${id}`)).toContainEqual({
    kind: 'hold_ended',
  })
})

test('a batch erases only what is still due once it is locked', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  const [request] = (await addRequest('2027-01-10')) as { id: number }[]
  const [consent] = (await withdrawConsent(pupil, '2027-01-10')) as { id: number }[]
  const left = () => school.rowsOf('select id from consent union all select id from privacy_request order by id')
  const before = await left()
  const night = { schoolId: school.fsw, now: new Date('2027-02-01T02:00:00Z'), today: '2027-02-01' }
  const ids: Record<string, number> = {
    'pupil-reduce': pupil,
    'pupil-delete': pupil,
    'consent-proofs': consent?.id ?? 0,
    requests: request?.id ?? 0,
  }
  for (const { name, erase } of PEOPLE_STEPS) {
    const actor = { userId: null, schoolId: school.fsw, requestId: `late-${name}` }
    await inSchool(school.app.platform.pool, actor, (tx) => erase(tx, night, [ids[name] ?? 999_999]))
  }
  expect(await school.rowsOf('select id from erasure')).toEqual([])
  expect(await left()).toEqual(before)
  expect(await school.rowsOf('select reduced_on from pupil')).toEqual([{ reduced_on: null }])
})
