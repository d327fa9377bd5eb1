import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { WITHDRAWAL_TEXTS, withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type DecisionSchool, openDecisionSchool } from '#server/test/decision-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: DecisionSchool
let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor
let headName: string

beforeAll(async () => {
  school = await openDecisionSchool()
  ;({ app, fsw, fow, head, headName } = school)
})
afterAll(() => app.stop())
beforeEach(() => app.setNow(TEST_NOW))

const MINUTE = 60_000
const later = (ms: number) => app.setNow(new Date(TEST_NOW.getTime() + ms))

const withdraw = (id: number, body: object = {}, visitor = head) =>
  visitor.call(withdrawalEndpoints.withdraw, { params: { id }, body })
const undo = (id: number, visitor = head) => visitor.call(withdrawalEndpoints.undo, { params: { id } })
const decline = (id: number, visitor = head) => visitor.call(withdrawalEndpoints.decline, { params: { id } })

const isGapless = (taken: (number | null | undefined)[]) =>
  expect(taken.filter((rank) => rank !== null).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    taken.filter((rank) => rank !== null).map((_, index) => index + 1),
  )

/** The row that the family's page writes when one of two parents with joint custody asks. */
const wish = (id: number) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .updateTable('registration')
      .set({
        withdraw_requested_at: TEST_NOW.toISOString(),
        withdraw_requested_position: 2,
        withdraw_reason: 'Wir ziehen um.',
      })
      .where('id', '=', id)
      .execute(),
  )
const JOINT = { second: { firstname: 'Jan', lastname: 'Müller', mail: 'jan@example.org' } }

describe('a withdrawal by staff', () => {
  test('is written with who, when and why; the status stays and the place becomes free', async () => {
    const [first = 0, second = 0] = await school.waitingList(2)
    const reply = await withdraw(first, { reason: '  Umzug nach Kiel ' })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { version: 3, withdrawn_at: '2026-11-20T06:40:00.000Z', wait_rank: null },
    ])
    expect(await school.details(first)).toMatchObject({
      status: 'waiting',
      withdrawn_at: '2026-11-20T06:40:00Z',
      withdrawn_by: 'staff',
      withdraw_reason: 'Umzug nach Kiel',
      wait_rank: null,
      events: [{ kind: 'withdrawn', by: headName, from_rank: 1, note: 'Umzug nach Kiel', contact_position: null }],
    })
    expect(await school.ranks([first, second])).toEqual([null, 1])
    const logged = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'user_name'])
        .where('entity_type', '=', 'registration')
        .where('entity_id', '=', first)
        .orderBy('id', 'desc')
        .limit(1)
        .execute(),
    )
    expect(logged).toEqual([{ action: 'registration_withdrawn', user_name: headName }])
  })

  test('of an already withdrawn or transformed application is 409 with its text and writes nothing', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Zweimal' })
    await withdraw(id, { reason: 'erst' })
    const again = await withdraw(id, { reason: 'dann' })
    expect([again.statusCode, again.json().message]).toEqual([409, REGISTRATION_TEXTS.withdrawn])
    expect(await school.details(id)).toMatchObject({ withdraw_reason: 'erst', version: 2 })
    const other = await makeApplication(app, fsw, { lastname: 'Fertig', birthdate: '2021-01-01' })
    await school.changeStatus(other.id, 'accepted')
    await head.call(endpoints.transformToPupil, { body: { registration_id: other.id } })
    const transformed = await withdraw(other.id)
    expect([transformed.statusCode, transformed.json().message]).toEqual([409, REGISTRATION_TEXTS.transformed])
  })

  test('from a page with an older status is 409; from one with an older note it is not', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Stand' })
    await head.call(endpoints.saveNote, { params: { id }, body: { internal_note: 'x', version: 1 } })
    await school.changeStatus(id, 'accepted')
    const stale = await withdraw(id, { version: 2 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ message: ERROR_TEXTS.stale, changed_by: headName, status: 'accepted' })
    await head.call(endpoints.saveNote, { params: { id }, body: { internal_note: 'y', version: 3 } })
    expect((await withdraw(id, { version: 3 })).statusCode).toBe(200)
  })

  test('refuses a reason that is too long by its field', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Lang' })
    const reply = await withdraw(id, { reason: 'x'.repeat(501) })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['reason']])
  })

  test('of another school, of the bin and of nobody is one 404, for each of the three calls', async () => {
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    const { id: binned } = await makeApplication(app, fsw, { lastname: 'Weg' })
    await head.call(endpoints.remove, { params: { id: binned } })
    for (const act of [withdraw, undo, decline]) {
      const replies = await Promise.all([foreign, binned, 999_999].map((id) => act(id)))
      for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    }
  })

  test.each(['teacher_level_1', 'viewer'] as const)('a %s gets 403', async (role) => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Rolle' })
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
    for (const reply of [await withdraw(id, {}, visitor), await undo(id, visitor), await decline(id, visitor)]) {
      expect(reply.statusCode).toBe(403)
    }
    expect((await app.visitor().call(withdrawalEndpoints.undo, { params: { id } })).statusCode).toBe(401)
  })
})

describe('taking it back', () => {
  test('within ten minutes brings the old place and the time of waiting', async () => {
    const ids = await school.waitingList(3)
    const [first = 0] = ids
    const { waiting_since } = await school.details(first)
    await withdraw(first)
    later(10 * MINUTE)
    expect((await undo(first)).json()).toMatchObject({ withdrawn_at: null, wait_rank: 1 })
    expect(await school.ranks(ids)).toEqual([1, 2, 3])
    expect(await school.details(first)).toMatchObject({
      waiting_since,
      withdrawn_by: null,
      withdraw_reason: null,
      events: [{ kind: 'withdrawn' }, { kind: 'withdrawal_undone', by: headName, to_rank: 1 }],
    })
  })

  test('a moment later it joins at the end, and waits since then', async () => {
    const ids = await school.waitingList(3)
    const [first = 0] = ids
    await withdraw(first)
    later(10 * MINUTE + 1)
    await undo(first)
    expect(await school.ranks(ids)).toEqual([3, 1, 2])
    expect((await school.details(first)).waiting_since).toBe('2026-11-20T06:50:00.001Z')
  })

  test('after others left, too, takes the last place there is', async () => {
    const ids = await school.waitingList(3)
    for (const id of ids.toReversed()) await withdraw(id)
    await undo(ids[2] ?? 0)
    expect(await school.ranks(ids)).toEqual([null, null, 1])
  })

  test('works on the thirtieth day and not after it', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Frist' })
    await withdraw(id)
    // Midnight in Berlin after that day, because the page promises a day and not a minute.
    const midnight = Date.parse('2026-12-21T00:00:00+01:00') - TEST_NOW.getTime()
    later(midnight)
    const late = await undo(id)
    expect([late.statusCode, late.json().message]).toEqual([409, WITHDRAWAL_TEXTS.undoTooLate])
    later(midnight - 1)
    expect((await undo(id)).statusCode).toBe(200)
    const again = await undo(id)
    expect([again.statusCode, again.json().message]).toEqual([409, WITHDRAWAL_TEXTS.notWithdrawn])
  })

  test('ten at once, withdrawn and taken back, leave the list gapless', async () => {
    const ids = await school.waitingList(10)
    for (const act of [withdraw, undo, withdraw]) {
      const replies = await Promise.all(ids.map((id) => act(id)))
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      isGapless(await school.ranks(ids))
    }
    const mixed = await Promise.all(ids.flatMap((id, n) => (n % 2 ? [undo(id), undo(id)] : [undo(id), withdraw(id)])))
    expect(mixed.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
    isGapless(await school.ranks(ids))
  })
})

describe('the wish of one of two', () => {
  test('confirmed, it is the family’s withdrawal with the family’s reason', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Wunsch', ...JOINT })
    await wish(id)
    await withdraw(id)
    expect(await school.details(id)).toMatchObject({
      withdrawn_by: 'applicant',
      withdraw_reason: 'Wir ziehen um.',
      withdraw_requested_at: null,
      events: [{ kind: 'withdrawn', by: headName, contact_position: 2 }],
    })
  })

  test('declined, the application goes on; a second decline finds no wish', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Bleibt', ...JOINT })
    await wish(id)
    expect((await decline(id)).statusCode).toBe(200)
    expect(await school.details(id)).toMatchObject({
      withdrawn_at: null,
      withdraw_requested_at: null,
      withdraw_reason: null,
      events: [{ kind: 'withdraw_declined', by: headName, contact_position: 2 }],
    })
    const again = await decline(id)
    expect([again.statusCode, again.json().message]).toEqual([409, WITHDRAWAL_TEXTS.notRequested])
  })

  test('confirmed and declined at once, one of them wins', async () => {
    const { id } = await makeApplication(app, fsw, { lastname: 'Beide', ...JOINT })
    await wish(id)
    const replies = await Promise.all([withdraw(id), decline(id)])
    const { withdrawn_at, withdraw_requested_at } = await school.details(id)
    expect(withdraw_requested_at).toBeNull()
    expect(withdrawn_at !== null).toBe(replies[0].statusCode === 200)
  })
})
