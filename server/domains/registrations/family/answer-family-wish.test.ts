import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type LinkedFamily, openStatusSchool, type StatusSchool } from '#server/test/status-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: StatusSchool
beforeAll(async () => {
  school = await openStatusSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
})
afterAll(() => school.stop())

const withdraw = (family: LinkedFamily, position: 1 | 2 = 1, reason?: string) =>
  school.wish(school.tokenOf(family, position), { action: 'withdraw', ...(reason && { reason }) })
const keep = (family: LinkedFamily, position: 1 | 2 = 1) =>
  school.wish(school.tokenOf(family, position), { action: 'keep' })
const kindsOf = async (family: LinkedFamily) => (await school.eventsOf(family)).map(({ kind }) => kind)
const said = (reply: Awaited<ReturnType<typeof withdraw>>) => {
  expect(reply.statusCode, reply.body).toBe(200)
  const { stage, withdrawal } = reply.json()
  return [stage, withdrawal]
}
const refusalOf = (reply: Awaited<ReturnType<typeof withdraw>>) => [reply.statusCode, reply.json().message]
const byStaff = (family: LinkedFamily, action: 'withdraw' | 'decline') =>
  school.head.call(withdrawalEndpoints[action], {
    params: { id: family.id },
    ...(action === 'withdraw' && { body: {} }),
  })

describe('a parent with sole custody', () => {
  test('withdraws at once, with a reason for staff alone, and gets a mail', async () => {
    const family = await school.makeFamily()
    const reply = await withdraw(family, 1, 'Wir ziehen um.')
    expect(said(reply)).toEqual(['withdrawn', 'impossible'])
    expect(reply.body).not.toContain('Wir ziehen um.')
    expect(await school.row(family)).toMatchObject({
      withdrawn_at: '2026-11-20T06:40:00Z',
      withdrawn_by: 'applicant',
      withdraw_reason: 'Wir ziehen um.',
      withdraw_requested_at: null,
    })
    expect(await school.eventsOf(family)).toEqual([
      { kind: 'withdrawn', contact_position: 1, note: 'Wir ziehen um.', created_by: null },
    ])
    expect(await school.mailsOf(family)).toEqual([['registration_withdrawn', 1]])
  })

  test('withdraws once, however often it is pressed', async () => {
    const family = await school.makeFamily()
    const replies = await Promise.all(Array.from({ length: 10 }, () => withdraw(family)))
    expect(replies.map(said)).toEqual(Array.from({ length: 10 }, () => ['withdrawn', 'impossible']))
    expect(said(await withdraw(family))).toEqual(['withdrawn', 'impossible'])
    expect(await kindsOf(family)).toEqual(['withdrawn'])
    expect(await school.mailsOf(family)).toHaveLength(1)
  })

  test('cannot take that back: the school can', async () => {
    const family = await school.makeFamily()
    await withdraw(family)
    expect(refusalOf(await keep(family))).toEqual([409, FAMILY_STATUS_TEXTS.tooLateToKeep])
  })

  test('leaves the waiting list, whose gap closes', async () => {
    const families = []
    for (const firstname of ['Mia', 'Ben', 'Lea']) {
      const family = await school.makeFamily({ firstname, grade: 3, entry_type: 'lateral' })
      await school.changeStatus(family.id, 'waiting')
      families.push(family)
    }
    const [first] = families
    if (first) await withdraw(first)
    expect(await Promise.all(families.map(async (family) => (await school.row(family)).wait_rank))).toEqual([
      null,
      1,
      2,
    ])
  })

  test.each(['accepted', 'rejected', 'waiting'] as const)(
    'withdraws a %s application of which nobody informed them',
    async (status) => {
      const family = await school.makeFamily({ grade: 4, entry_type: 'lateral' })
      await school.changeStatus(family.id, status)
      expect(said(await withdraw(family))).toEqual(['withdrawn', 'impossible'])
    },
  )
})

describe('one of two with custody', () => {
  test('only asks; staff confirm, and both are informed', async () => {
    const family = await school.makeFamily({ isJoint: true })
    expect(said(await withdraw(family, 2, 'Andere Schule'))).toEqual(['received', 'asked'])
    expect(await school.row(family)).toMatchObject({
      withdrawn_at: null,
      withdraw_requested_at: '2026-11-20T06:40:00Z',
      withdraw_requested_position: 2,
    })
    expect(await school.mailsOf(family)).toEqual([])
    expect((await byStaff(family, 'withdraw')).statusCode).toBe(200)
    expect(await school.row(family)).toMatchObject({ withdrawn_by: 'applicant', withdraw_reason: 'Andere Schule' })
    expect(await kindsOf(family)).toEqual(['withdraw_requested', 'withdrawn'])
    expect(await school.mailsOf(family)).toEqual([
      ['registration_withdrawn', 1],
      ['registration_withdrawn', 2],
    ])
  })

  test('asks once, however often it is pressed; the other one sees nothing of it', async () => {
    const family = await school.makeFamily({ isJoint: true })
    const before = (await school.read(school.tokenOf(family, 2))).body
    const replies = await Promise.all(Array.from({ length: 10 }, () => withdraw(family)))
    expect(replies.map(said)).toEqual(Array.from({ length: 10 }, () => ['received', 'asked']))
    expect(await kindsOf(family)).toEqual(['withdraw_requested'])
    expect((await school.read(school.tokenOf(family, 2))).body).toBe(before)
  })

  test('takes it back while nobody has confirmed; nobody else can', async () => {
    const family = await school.makeFamily({ isJoint: true })
    await withdraw(family, 1)
    expect(said(await keep(family, 2))).toEqual(['received', 'by_school'])
    expect((await school.row(family)).withdraw_requested_position).toBe(1)
    expect(said(await keep(family, 1))).toEqual(['received', 'by_school'])
    expect(said(await keep(family, 1))).toEqual(['received', 'by_school'])
    expect(await school.row(family)).toMatchObject({ withdraw_requested_at: null, withdraw_reason: null })
    expect(await kindsOf(family)).toEqual(['withdraw_requested', 'withdraw_taken_back'])
  })

  test('can ask again after staff declined', async () => {
    const family = await school.makeFamily({ isJoint: true })
    await withdraw(family)
    expect((await byStaff(family, 'decline')).statusCode).toBe(200)
    expect(said(await withdraw(family))).toEqual(['received', 'asked'])
  })

  test('withdraws when the other one has already asked: then nobody is left to ask', async () => {
    const family = await school.makeFamily({ isJoint: true })
    await withdraw(family, 1)
    expect(said(await withdraw(family, 2))).toEqual(['withdrawn', 'impossible'])
    expect(await kindsOf(family)).toEqual(['withdraw_requested', 'withdrawn'])
  })

  test('and the other one at the same time: one asks, the other withdraws', async () => {
    const family = await school.makeFamily({ isJoint: true })
    const replies = await Promise.all([withdraw(family, 1), withdraw(family, 2)])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await kindsOf(family)).toEqual(['withdraw_requested', 'withdrawn'])
    expect(await school.mailsOf(family)).toHaveLength(2)
  })
})

test('a contact without custody only asks, whatever the other one asked for', async () => {
  const family = await school.makeFamily({ isJoint: true, meta: { custody: 'sole' } })
  expect(said(await withdraw(family, 2))).toEqual(['received', 'asked'])
  expect(said(await withdraw(family, 1))).toEqual(['withdrawn', 'impossible'])
})

describe('nothing is withdrawn here any more', () => {
  test('once the child is a pupil', async () => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, 'accepted')
    const pupil_id = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })
    await school.set(family, { pupil_id })
    expect((await school.read(school.tokenOf(family))).json().withdrawal).toBe('impossible')
    expect(refusalOf(await withdraw(family))).toEqual([409, FAMILY_STATUS_TEXTS.tooLateToWithdraw])
    expect(refusalOf(await keep(family))[0]).toBe(200)
  })

  test('once the school has said that there is no place', async () => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, 'rejected')
    await school.tell(family)
    expect(refusalOf(await withdraw(family))).toEqual([409, FAMILY_STATUS_TEXTS.tooLateToWithdraw])
  })
})

test('staff accept while the family withdraws: it is withdrawn, in whichever order', async () => {
  for (let round = 0; round < 5; round++) {
    const family = await school.makeFamily({ grade: 5, entry_type: 'lateral' })
    await school.changeStatus(family.id, 'waiting')
    const [wish, accepted] = await Promise.all([withdraw(family), school.changeStatus(family.id, 'accepted')])
    expect(said(wish)).toEqual(['withdrawn', 'impossible'])
    expect([200, 409]).toContain(accepted.statusCode)
    const row = await school.row(family)
    expect(row).toMatchObject({ withdrawn_by: 'applicant', wait_rank: null })
    expect(row.status).toBe(accepted.statusCode === 200 ? 'accepted' : 'waiting')
  }
})

test('staff and family withdraw at the same time: it happens once', async () => {
  const family = await school.makeFamily()
  const [wish, staff] = await Promise.all([withdraw(family), byStaff(family, 'withdraw')])
  expect(said(wish)).toEqual(['withdrawn', 'impossible'])
  expect([200, 409]).toContain(staff.statusCode)
  expect(await kindsOf(family)).toEqual(['withdrawn'])
})

test('changing one’s mind ends after six changes a day; calls without a change do not count', async () => {
  const family = await school.makeFamily({ isJoint: true })
  for (let round = 0; round < 3; round++) {
    expect((await withdraw(family)).statusCode).toBe(200)
    expect((await withdraw(family)).statusCode).toBe(200)
    expect((await keep(family)).statusCode).toBe(200)
    expect((await keep(family)).statusCode).toBe(200)
  }
  expect(refusalOf(await withdraw(family))).toEqual([429, FAMILY_STATUS_TEXTS.tooOften])
  expect(await kindsOf(family)).toHaveLength(6)
})

test.each([
  [{ action: 'delete' }, 'action'],
  [{}, 'action'],
  [{ action: 'withdraw', reason: 'x'.repeat(501) }, 'reason'],
])('a wish like %o is refused by field', async (body, field) => {
  const family = await school.makeFamily()
  const reply = await school.wish(school.tokenOf(family), body)
  expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
  expect(await school.eventsOf(family)).toEqual([])
})
