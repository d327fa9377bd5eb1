import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERASURE_TEXTS, erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { makeUser } from '#server/test/factories.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'

let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.begin())

describe('the second person', () => {
  beforeEach(() => school.needSecond(true))

  test('is another person with the same right; until then nothing is erased', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const reply = await school.erase('pupil', pupil, { note: 'Antrag vom 15.01.2027' })
    expect(reply.json()).toEqual({ message: ERASURE_TEXTS.proposed, is_erased: false, request_id: null })
    expect(await school.rowsOf('select id from erasure')).toEqual([])
    expect((await school.erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.alreadyProposed)
    const own = await school.confirm('pupil', pupil, school.head)
    expect([own.statusCode, own.json().message]).toEqual([409, ERASURE_TEXTS.ownProposal])
    expect((await school.confirm('pupil', pupil, school.secretary)).statusCode).toBe(403)
    expect((await school.read('pupil', pupil, school.second)).json().proposal).toMatchObject({
      ground: 'withdrawn',
      note: 'Antrag vom 15.01.2027',
      is_own: false,
    })
    expect((await school.second.call(erasureOnRequestEndpoints.list)).json()).toMatchObject([
      { subject: 'pupil', subject_id: pupil, name: 'Quittenbaum Quittenbaum Quittenbaum' },
    ])
    expect((await school.confirm('pupil', pupil, school.second)).json().is_erased).toBe(true)
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
    expect(await school.rowsOf('select id from erasure_proposal')).toEqual([])
  })

  test('a hold that came meanwhile refuses the confirmation', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    await school.erase('pupil', pupil)
    await school.rowsOf(
      `insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2028-09-30')`,
    )
    expect((await school.confirm('pupil', pupil, school.second)).json().message).toBe(ERASURE_TEXTS.held)
    expect(await school.rowsOf('select id from erasure_proposal')).toHaveLength(1)
  })

  test('may refuse, and the first one may take it back', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    await school.erase('pupil', pupil)
    expect((await school.withdraw('pupil', pupil, school.second)).json().message).toBe(ERASURE_TEXTS.refused)
    await school.erase('pupil', pupil)
    expect((await school.withdraw('pupil', pupil, school.head)).json().message).toBe(ERASURE_TEXTS.withdrawn)
    expect((await school.confirm('pupil', pupil, school.second)).json().message).toBe(ERASURE_TEXTS.noProposal)
    const again = await school.withdraw('pupil', pupil, school.second)
    expect([again.statusCode, again.json().message]).toEqual([409, ERASURE_TEXTS.noProposal])
  })

  test('about an account is somebody who manages accounts; for others it is neither listed nor refused', async () => {
    const { app, fsw } = school
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
    expect((await school.erase('user', id)).json().message).toBe(ERASURE_TEXTS.proposed)
    const rights = { role: 'schooladmin' as const, schools: [fsw], may_manage_users: false }
    const other = await app.signedIn((await makeUser(app, rights)).id)
    expect((await other.call(erasureOnRequestEndpoints.list)).json()).toEqual([])
    for (const reply of [
      await school.read('user', id, other),
      await school.confirm('user', id, other),
      await school.withdraw('user', id, other),
    ])
      expect(reply.statusCode).toBe(403)
    expect((await school.second.call(erasureOnRequestEndpoints.list)).json()).toMatchObject([{ subject_id: id }])
  })
})

test('a proposal that nobody confirms goes after thirty days', async () => {
  await school.needSecond(true)
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.erase('pupil', pupil)
  school.goTo('2027-03-02')
  await tidyUp(school.app.platform)({})
  expect(await school.rowsOf('select id from erasure_proposal')).toHaveLength(1)
  school.goTo('2027-03-04')
  await tidyUp(school.app.platform)({})
  expect(await school.rowsOf('select id from erasure_proposal')).toEqual([])
})

test('without the right to see what is protected, nobody erases anything', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  expect((await school.erase('pupil', pupil, { visitor: school.secretary })).statusCode).toBe(403)
  expect((await school.read('pupil', pupil, school.secretary)).statusCode).toBe(403)
})

test('a request that asks for the erasure is about this person, and its identity is checked', async () => {
  const first = await school.plantPupil('Quittenbaum')
  await school.rowsOf('delete from sicknote_feed')
  const other = await school.plantPupil('Holunder')
  const [{ id } = { id: 0 }] = (await school.rowsOf(`insert into privacy_request
    (kind, subject_type, subject_id, requested_by, requester, channel, received_on)
    values ('erasure', 'pupil', ${first.pupil}, 'Frau Quittenbaum', 'custodian', 'mail', '2027-01-20') returning id`)) as {
    id: number
  }[]
  const eraseFor = (pupil: number, request_id: number) =>
    school.head.call(erasureOnRequestEndpoints.erase, {
      params: { subject: 'pupil', id: pupil },
      body: { ground: 'withdrawn', note: null, is_checked: true, request_id },
    })
  for (const wrong of [await eraseFor(other.pupil, id), await eraseFor(first.pupil, id + 1000)])
    expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { request_id: [ERASURE_TEXTS.notRequest] }])
  const unchecked = await eraseFor(first.pupil, id)
  expect([unchecked.statusCode, unchecked.json().message]).toEqual([409, ERASURE_TEXTS.notIdentified])
  await school.rowsOf(`update privacy_request set identity_checked_on = '2027-01-25', identity_method = 'id_card'`)
  expect((await eraseFor(first.pupil, id)).json()).toMatchObject({ is_erased: true, request_id: id })
})
