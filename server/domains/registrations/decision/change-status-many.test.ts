import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  BULK_TEXTS,
  registrationBulkEndpoints as endpoints,
  type StatusResult,
} from '#contract/registrations/registrations.bulk.ts'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { findGrade, insertCapacities } from '#server/domains/schoolgrades/schoolgrades.shared.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { makeApplication, setApplication } from '#server/test/child-factories.ts'
import { type DecisionSchool, openDecisionSchool } from '#server/test/decision-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { TEST_NOW, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: DecisionSchool
let app: TestApp
let fsw: number
let fow: number
let head: TestVisitor

beforeAll(async () => {
  school = await openDecisionSchool()
  ;({ app, fsw, fow, head } = school)
})
afterAll(() => app.stop())
beforeEach(() => app.setNow(TEST_NOW))

interface Change {
  id: number
  status: string
  version?: number
}

const put = (changes: Change[], key: string = crypto.randomUUID(), visitor = head) =>
  visitor.call(endpoints.status, { body: { changes }, headers: { 'idempotency-key': key } })
const changeAll = async (changes: Change[]): Promise<StatusResult[]> => {
  const reply = await put(changes)
  expect(reply.statusCode).toBe(200)
  return reply.json().results
}
const to = (ids: number[], status: RegistrationStatus) => ids.map((id) => ({ id, status }))
/** The calls with which the page undoes a change: the former statuses, the last change first. */
const undoOf = (results: StatusResult[]) =>
  results.flatMap(({ id, from, version }) => (from && version ? [{ id, status: from, version }] : [])).toReversed()

let names = 0
const make = (grade: number, count: number) => {
  const ids: number[] = []
  return Array.from({ length: count }).reduce<Promise<number[]>>(async (before) => {
    await before
    names += 1
    const lastname = `Kind ${String.fromCharCode(97 + (names % 26), 97 + (Math.floor(names / 26) % 26))}`
    ids.push((await makeApplication(app, fsw, { grade, entry_type: grade === 1 ? 'regular' : 'lateral', lastname })).id)
    return ids
  }, Promise.resolve(ids))
}
/** The sorted ranks of every waiting list of the school. */
const allRanks = () =>
  insideSchool(app, fsw, async (tx) => {
    const rows = await tx
      .selectFrom('registration')
      .select(['school_year_id', 'desired_grade', 'wait_rank'])
      .where('wait_rank', 'is not', null)
      .orderBy('wait_rank')
      .execute()
    return [...Map.groupBy(rows, (row) => `${row.school_year_id} ${row.desired_grade}`).values()].map((list) =>
      list.map(({ wait_rank }) => wait_rank),
    )
  })

describe('a change of many applications', () => {
  test('returns each result; a refused one does not stop the others', async () => {
    const [plain = 0, withdrawn = 0, pupil = 0, stale = 0, same = 0] = await make(2, 5)
    await setApplication(app, fsw, { id: withdrawn, withdrawn_at: '2026-11-19T09:00:00Z' })
    await changeAll(to([pupil, same, stale], 'accepted'))
    expect(
      (await head.call(registrationEndpoints.transformToPupil, { body: { registration_id: pupil } })).statusCode,
    ).toBe(201)
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    const { id: binned } = await makeApplication(app, fsw)
    await head.call(registrationEndpoints.remove, { params: { id: binned } })
    const results = await changeAll([
      ...to([plain, withdrawn, pupil], 'rejected'),
      { id: stale, status: 'rejected', version: 1 },
      { id: same, status: 'accepted', version: 1 },
      ...to([foreign, binned, 999_999], 'rejected'),
    ])
    expect(results[0]).toMatchObject({
      id: plain,
      ok: true,
      from: 'new',
      status: 'rejected',
      version: 2,
      message: null,
    })
    expect(results[0]?.number).toMatch(/^FSW-/)
    expect(results[0]?.child).toMatch(/^Mia Kind/)
    expect(results.slice(1, 5)).toMatchObject([
      { id: withdrawn, ok: false, message: REGISTRATION_TEXTS.withdrawn, status: 'new', from: null },
      { id: pupil, ok: false, message: REGISTRATION_TEXTS.transformed, status: 'accepted', from: null },
      { id: stale, ok: false, message: BULK_TEXTS.stale, status: 'accepted', from: null, version: 2 },
      { id: same, ok: true, message: null, status: 'accepted', from: null, version: 2 },
    ])
    const missing = { ok: false, number: null, child: null, status: null, from: null, version: null, wait_rank: null }
    expect(results.slice(5)).toEqual(
      [foreign, binned, 999_999].map((id) => ({ id, ...missing, message: BULK_TEXTS.notFound })),
    )
    const [row] = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('registration').select(['status', 'version']).where('id', '=', foreign).execute(),
    )
    expect(row).toEqual({ status: 'new', version: 1 })
  })

  test('writes the same as a single change: history, decision, log', async () => {
    const ids = await make(2, 3)
    await changeAll(to(ids, 'accepted'))
    for (const id of ids) {
      const details = (await head.call(registrationEndpoints.get, { params: { id } })).json()
      expect(details).toMatchObject({ decided_at: '2026-11-20T06:40:00Z', place_confirm_due_at: '2026-12-04' })
      expect(details.status_history.map(({ to: status }: { to: string }) => status)).toEqual(['new', 'accepted'])
    }
    const logged = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select('entity_id')
        .where('action', '=', 'registration_status_changed')
        .where('entity_id', 'in', ids)
        .execute(),
    )
    expect(logged).toHaveLength(3)
  })

  test('an empty list, more than a hundred, one twice or an unknown status is 422', async () => {
    const [id = 0] = await make(2, 1)
    const many = Array.from({ length: 101 }, (_, index) => ({ id: index + 1, status: 'new' }))
    for (const changes of [[], many, to([id, id], 'accepted'), [{ id, status: 'withdrawn' }]])
      expect((await put(changes)).statusCode).toBe(422)
    expect(await changeAll([{ id, status: 'new' }])).toMatchObject([{ ok: true, from: null, version: 1 }])
  })

  test.each(['teacher_level_1', 'viewer'] as const)('a %s gets 403', async (role) => {
    const [id = 0] = await make(2, 1)
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
    expect((await put(to([id], 'accepted'), 'key', visitor)).statusCode).toBe(403)
    expect(await changeAll(to([id], 'new'))).toMatchObject([{ version: 1 }])
  })

  test('a repeat with the same key answers what the first did, also how to take it back', async () => {
    const [id = 0] = await make(2, 1)
    const first = await put(to([id], 'accepted'), 'the same')
    const again = await put(to([id], 'accepted'), 'the same')
    expect(again.body).toBe(first.body)
    expect(again.json().results).toMatchObject([{ from: 'new', version: 2 }])
  })
})

describe('waiting lists', () => {
  test('are joined in the order given and left without gaps', async () => {
    const ids = await make(3, 6)
    expect((await changeAll(to(ids, 'waiting'))).map(({ wait_rank }) => wait_rank)).toEqual([1, 2, 3, 4, 5, 6])
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = ids
    const results = await changeAll([...to([e, b], 'accepted'), ...to([a], 'rejected')])
    expect(results.map(({ wait_rank }) => wait_rank)).toEqual([null, null, null])
    expect(await school.ranks([c, d, f])).toEqual([1, 2, 3])
  })

  test('return the rank after all changes, not after its own', async () => {
    const [a = 0, b = 0] = await make(4, 2)
    await changeAll(to([a], 'waiting'))
    const results = await changeAll([...to([b], 'waiting'), ...to([a], 'accepted')])
    expect(results.map(({ wait_rank }) => wait_rank)).toEqual([1, null])
    expect(await school.ranks([a, b])).toEqual([null, 1])
  })

  test('an undo within ten minutes restores all positions', async () => {
    const ids = await make(5, 8)
    await changeAll(to(ids, 'waiting'))
    const left = [ids[6], ids[1], ids[2], ids[4]].map((id) => id ?? 0)
    const results = await changeAll(to(left, 'accepted'))
    app.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000))
    const back = await changeAll(undoOf(results))
    expect(back.every(({ ok }) => ok)).toBe(true)
    expect(await school.ranks(ids)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  test('an undo does not touch applications on which somebody else decided meanwhile', async () => {
    const [a = 0, b = 0] = await make(6, 2)
    const results = await changeAll(to([a, b], 'accepted'))
    await changeAll(to([a], 'rejected'))
    const back = await changeAll(undoOf(results))
    expect(back).toMatchObject([
      { id: b, ok: true, status: 'new' },
      { id: a, ok: false, status: 'rejected', message: BULK_TEXTS.stale },
    ])
  })

  test('twenty bulk changes over all lists with single changes in between: no deadlock, and no list has a gap', async () => {
    const ids = (await Promise.all([2, 3, 4, 5, 6].map((grade) => make(grade, 3)))).flat()
    const statuses: RegistrationStatus[] = ['waiting', 'accepted', 'waiting', 'rejected', 'waiting', 'new']
    const bulk = (turn: number) => {
      const turned = [...ids.slice(turn % ids.length), ...ids.slice(0, turn % ids.length)]
      // Each call gets half of each list: common rows would already make the calls wait for each other.
      const half = turned.filter((_, index) => index % 2 === 0)
      const changes = (turn % 3 ? half : half.toReversed()).map((id, index) => ({
        id,
        status: statuses[(index + turn) % statuses.length] ?? 'new',
      }))
      return put(changes)
    }
    const single = (turn: number) =>
      head.call(registrationEndpoints.changeStatus, {
        params: { id: ids[(turn * 4) % ids.length] ?? 0 },
        body: { status: turn % 2 ? 'waiting' : 'rejected' },
      })
    // There are as many parallel calls as connections. Further calls would only wait for a connection.
    const lanes = Array.from({ length: 10 }, async (_, lane) => [
      await bulk(lane),
      await single(lane),
      await bulk(lane + 10),
    ])
    const replies = (await Promise.all(lanes)).flat()
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
    const results: StatusResult[] = replies.flatMap((reply) => reply.json().results ?? [])
    expect(results.filter(({ ok }) => !ok)).toEqual([])
    expect(results).toHaveLength(20 * Math.ceil(ids.length / 2))
    const lists = await allRanks()
    expect(lists.length).toBeGreaterThan(0)
    for (const list of lists) expect(list).toEqual(list.map((_, index) => index + 1))
  })
})

test('more accepted than places is told once for each grade, and nothing is refused', async () => {
  await insideSchool(app, fsw, async (tx) => {
    const year = (await listSchoolyears(tx)).find(({ state }) => state === 'planned')
    const grade = await findGrade(tx, 1)
    await insertCapacities(tx, [
      { school_id: fsw, school_year_id: year?.id ?? 0, schoolgrade_id: grade?.id ?? 0, places: 2 },
    ])
  })
  const ids = await make(1, 4)
  const reply = (await put(to(ids, 'accepted'))).json()
  expect(reply.results.every(({ ok }: StatusResult) => ok)).toBe(true)
  expect(reply.warnings).toEqual([{ school_year: '2027/2028', grade: 1, accepted: 4, places: 2 }])
  expect((await put(to(ids.slice(0, 2), 'rejected'))).json().warnings).toEqual([])
})
