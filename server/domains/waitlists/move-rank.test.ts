import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { waitlistEndpoints as endpoints, WAITLIST_TEXTS } from '#contract/waitlists/waitlists.ts'
import { confirmMails, makeApplication, setApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'
import { openWaitlistSchool, type WaitlistSchool } from '#server/test/waitlist-school.ts'

let school: WaitlistSchool
beforeAll(async () => {
  school = await openWaitlistSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

/** This many waiting applications for a separate grade, by rank. */
const waitingList = async (length: number) => {
  const grade = school.nextGrade()
  const before = await school.order(grade)
  for (const id of before.ids) await school.setStatus(id, 'new')
  const ids: number[] = []
  for (let n = 0; n < length; n++) ids.push(await school.wait({ grade }))
  return { grade, ids }
}

test('the page shows how many addresses of a waiting family are confirmed, like the list', async () => {
  const grade = school.nextGrade()
  const second = { firstname: 'Jan', lastname: 'Ohm', mail: 'jan@example.org' }
  const id = await school.wait({ grade, second })
  const shown = async () => (await school.list(grade)).rows[0].addresses
  await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .updateTable('registration_contact')
      .set({ mail_verified_at: '2026-11-09T09:00:00Z' })
      .where('registration_id', '=', id)
      .where('position', '=', 1)
      .execute(),
  )
  expect(await shown()).toEqual({ all: 2, confirmed: 1 })
  await confirmMails(school.app, school.fsw, id)
  expect(await shown()).toEqual({ all: 2, confirmed: 2 })
})

describe('moving a waiting application', () => {
  test('shifts those in between by one, up and down, and stores the reason', async () => {
    const { grade, ids } = await waitingList(4)
    const [a, b, c, d] = ids as [number, number, number, number]
    const up = await school.move(d, { from_rank: 4, to_rank: 2, note: ' Absprache  mit der Schulleitung ' })
    expect([up.statusCode, up.json()]).toEqual([200, { wait_rank: 2 }])
    expect(await school.order(grade)).toEqual({ ids: [a, d, b, c], isGapless: true })
    await school.move(a, { from_rank: 1, to_rank: 4 })
    expect(await school.order(grade)).toEqual({ ids: [d, b, c, a], isGapless: true })

    const { rows } = await school.list(grade)
    expect(rows[0]).toMatchObject({
      id: d,
      wait_rank: 1,
      last_move: { from_rank: 4, to_rank: 2, note: 'Absprache mit der Schulleitung', at: '2026-11-20T06:40:00Z' },
    })
    expect(rows[1].last_move).toBeNull()
    const details = (await school.head.call(registrationEndpoints.get, { params: { id: d } })).json()
    expect(details.events).toMatchObject([{ kind: 'rank_moved', from_rank: 4, to_rank: 2 }])
  })

  test('is logged by its name; nobody’s version changes', async () => {
    const { ids } = await waitingList(3)
    const third = ids[2] ?? 0
    const before = (await school.head.call(registrationEndpoints.get, { params: { id: third } })).json().version
    await school.move(third, { from_rank: 3, to_rank: 1 })
    const logged = await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['entity_id', 'action', 'changed_fields'])
        .where('action', '=', 'registration_moved')
        .where('entity_id', 'in', ids)
        .execute(),
    )
    expect(logged).toHaveLength(3)
    expect(logged.every(({ changed_fields }) => changed_fields.join() === 'wait_rank')).toBe(true)
    const after = (await school.head.call(registrationEndpoints.get, { params: { id: third } })).json().version
    expect(after).toBe(before)
  })

  test('to the rank it has is 200 and leaves no trace', async () => {
    const { ids } = await waitingList(2)
    expect((await school.move(ids[1] ?? 0, { from_rank: 2, to_rank: 2 })).statusCode).toBe(200)
    const details = (await school.head.call(registrationEndpoints.get, { params: { id: ids[1] ?? 0 } })).json()
    expect(details.events).toEqual([])
  })

  test('from a rank it no longer has is 409 with the order as it is now', async () => {
    const { grade, ids } = await waitingList(3)
    const [a, b, c] = ids as [number, number, number]
    await school.move(c, { from_rank: 3, to_rank: 1 })
    const late = await school.move(b, { from_rank: 2, to_rank: 1 })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({
      message: WAITLIST_TEXTS.changed,
      order: [
        { id: c, wait_rank: 1 },
        { id: a, wait_rank: 2 },
        { id: b, wait_rank: 3 },
      ],
    })
    expect((await school.order(grade)).ids).toEqual([c, a, b])
  })

  test('outside 1…n and without a reason is 422 at the field', async () => {
    const { grade, ids } = await waitingList(2)
    const id = ids[0] ?? 0
    const fields = async (body: Record<string, unknown>) => {
      const reply = await school.move(id, { from_rank: 1, ...body })
      return [reply.statusCode, Object.keys(reply.json().errors ?? {})]
    }
    for (const to_rank of [0, -1, 3, 1.5, 'x']) expect(await fields({ to_rank })).toEqual([422, ['to_rank']])
    for (const note of ['', '   ', 'x'.repeat(201)]) expect(await fields({ to_rank: 2, note })).toEqual([422, ['note']])
    expect((await school.order(grade)).ids).toEqual(ids)
    expect((await school.move(id, { from_rank: 1, to_rank: 2, note: 'x'.repeat(200) })).statusCode).toBe(200)
  })

  test('is 409 with its reason for one that no longer waits', async () => {
    const { ids } = await waitingList(3)
    const [a, b] = ids as [number, number]
    await school.setStatus(a, 'accepted')
    const accepted = await school.move(a, { from_rank: 1, to_rank: 2 })
    expect([accepted.statusCode, accepted.json().message]).toEqual([409, WAITLIST_TEXTS.notWaiting])
    await setApplication(school.app, school.fsw, { id: b, withdrawn_at: '2026-11-19T09:00:00Z' })
    const withdrawn = await school.move(b, { from_rank: 1, to_rank: 2 })
    expect([withdrawn.statusCode, withdrawn.json().message]).toEqual([409, 'Die Bewerbung wurde zurückgezogen.'])
  })

  test('unknown, deleted and another school’s ones are one 404', async () => {
    const { id: foreign } = await makeApplication(school.app, school.fow, { grade: 7 })
    const { ids } = await waitingList(1)
    await school.head.call(registrationEndpoints.remove, { params: { id: ids[0] ?? 0 } })
    const replies = await Promise.all(
      [999_999, ids[0] ?? 0, foreign].map((id) => school.move(id, { from_rank: 1, to_rank: 1 })),
    )
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test('is for nobody but heads', async () => {
    const { grade, ids } = await waitingList(2)
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const visitor = await school.app.signedIn((await makeUser(school.app, { role, schools: [school.fsw] })).id)
      expect((await school.move(ids[1] ?? 0, { from_rank: 2, to_rank: 1 }, visitor)).statusCode).toBe(403)
      const asked = { query: { school_year_id: school.year, grade } }
      expect((await visitor.call(endpoints.list, asked)).statusCode).toBe(403)
    }
    const nobody = school.app.visitor()
    expect((await school.move(ids[1] ?? 0, { from_rank: 2, to_rank: 1 }, nobody)).statusCode).toBe(401)
    expect((await school.order(grade)).ids).toEqual(ids)
  })
})

describe('thirty at once', () => {
  test('move, join, leave, withdraw and are deleted, and the ranks stay 1…n', { timeout: 60_000 }, async () => {
    const { grade, ids } = await waitingList(10)
    const joining: number[] = []
    for (let n = 0; n < 8; n++)
      joining.push(
        (
          await makeApplication(school.app, school.fsw, {
            grade,
            entry_type: 'lateral',
            lastname: school.freshName(),
          })
        ).id,
      )
    const moves = ids.map((id, index) => school.move(id, { from_rank: index + 1, to_rank: 10 - index }))
    const joins = joining.map((id) => school.setStatus(id, 'waiting'))
    const leaves = ids.slice(0, 4).map((id) => school.setStatus(id, 'accepted'))
    const params = (id: number) => ({ params: { id } })
    const ends = [
      school.head.call(registrationEndpoints.remove, params(ids[4] ?? 0)),
      ...ids.slice(5, 7).map((id) => school.head.call(withdrawalEndpoints.withdraw, { ...params(id), body: {} })),
    ]
    const others = ids.slice(5, 10).map((id, index) => school.move(id, { from_rank: index + 6, to_rank: 1 }))
    const replies = await Promise.all([...moves, ...joins, ...leaves, ...ends, ...others])
    expect(replies).toHaveLength(30)
    expect(replies.map(({ statusCode }) => statusCode).filter((code) => ![200, 404, 409, 422].includes(code))).toEqual(
      [],
    )
    const { ids: left, isGapless } = await school.order(grade)
    expect(isGapless).toBe(true)
    expect(left.toSorted()).toEqual([...ids.slice(7), ...joining].toSorted())
  })
})
