import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints, STATUS_NOTE_MAX } from '#contract/registrations/registrations.ts'
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
let headName: string

beforeAll(async () => {
  school = await openDecisionSchool()
  ;({ app, fsw, fow, head, headName } = school)
})
afterAll(() => app.stop())
beforeEach(() => app.setNow(TEST_NOW))

const put = (id: number, body: unknown, visitor = head) =>
  visitor.call(endpoints.changeStatus, { params: { id }, body })
const change = async (id: number, status: string) => {
  const reply = await put(id, { status })
  expect(reply.statusCode).toBe(200)
  return reply.json()
}
const minutesLater = (minutes: number) => app.setNow(new Date(TEST_NOW.getTime() + minutes * 60_000))

describe('changing the status', () => {
  test('with the spec’s body alone: written with who, when, version and history', async () => {
    const { id } = await makeApplication(app, fsw)
    expect(await change(id, 'accepted')).toEqual({ status: 'accepted', wait_rank: null, version: 2, warning: null })
    expect(await school.details(id)).toMatchObject({
      status: 'accepted',
      decided_at: '2026-11-20T06:40:00Z',
      place_confirm_due_at: '2026-12-04',
      status_changed_at: '2026-11-20T06:40:00Z',
      version: 2,
      status_history: [
        { from: null, to: 'new', by: null },
        { from: 'new', to: 'accepted', at: '2026-11-20T06:40:00Z', by: headName, note: null },
      ],
    })
  })

  test('stores the reason in the history', async () => {
    const { id } = await makeApplication(app, fsw)
    expect((await put(id, { status: 'accepted', note: ' Geschwister im Haus ' })).statusCode).toBe(200)
    expect((await school.details(id)).status_history.at(-1)).toMatchObject({ note: 'Geschwister im Haus' })
    const tooLong = await put(id, { status: 'waiting', note: 'x'.repeat(STATUS_NOTE_MAX + 1) })
    expect([tooLong.statusCode, Object.keys(tooLong.json().errors)]).toEqual([422, ['note']])
  })

  test('is logged by its name, with fields and no value but that of the status', async () => {
    const { id } = await makeApplication(app, fsw)
    await change(id, 'rejected')
    const rows = await insideSchool(app, fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'user_name', 'changed_fields'])
        .where('entity_type', '=', 'registration')
        .where('entity_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    // Their order is that of the database's own collation.
    expect({ ...rows[1], changed_fields: rows[1]?.changed_fields.toSorted() }).toEqual({
      action: 'registration_status_changed',
      user_name: headName,
      changed_fields: ['decided_at', 'status', 'status:new>rejected', 'status_changed_at', 'status_changed_by'],
    })
  })

  const STATUSES = ['new', 'accepted', 'rejected', 'waiting']
  test.each(STATUSES.flatMap((from) => STATUSES.map((to) => ({ from, to }))))(
    'goes from $from to $to, with what that brings',
    async ({ from, to }) => {
      const { id } = await makeApplication(app, fsw)
      await change(id, from)
      const { wait_rank } = await change(id, to)
      const { place_confirm_due_at, decided_at } = await school.details(id)
      const isDecided = [from, to].some((status) => status === 'accepted' || status === 'rejected') && to !== 'new'
      expect({ wait: wait_rank !== null, due: place_confirm_due_at !== null, decided: decided_at !== null }).toEqual({
        wait: to === 'waiting',
        due: to === 'accepted',
        decided: isDecided,
      })
    },
  )

  test('decided_at is the last change to accepted or rejected and stays while waiting', async () => {
    const { id } = await makeApplication(app, fsw)
    await change(id, 'accepted')
    minutesLater(60)
    await change(id, 'rejected')
    minutesLater(120)
    await change(id, 'waiting')
    expect((await school.details(id)).decided_at).toBe('2026-11-20T07:40:00Z')
  })

  test('the same value is 200 without any effect', async () => {
    const { id } = await makeApplication(app, fsw)
    await change(id, 'waiting')
    const before = await school.details(id)
    expect(await change(id, 'waiting')).toEqual({
      status: 'waiting',
      wait_rank: before.wait_rank,
      version: 2,
      warning: null,
    })
    expect(await school.details(id)).toEqual(before)
  })

  test('an unknown value is 422 at the field and changes nothing', async () => {
    const { id } = await makeApplication(app, fsw)
    for (const body of [{ status: 'withdrawn' }, { status: 1 }, {}, { status: 'new', version: 'x' }]) {
      const reply = await put(id, body)
      expect(reply.statusCode).toBe(422)
      expect(Object.keys(reply.json().errors)).toHaveLength(1)
    }
    expect(await school.details(id)).toMatchObject({ status: 'new', version: 1 })
  })

  test('withdrawn and transformed ones are 409 with their texts', async () => {
    const { id } = await makeApplication(app, fsw)
    await setApplication(app, fsw, { id, withdrawn_at: '2026-11-19T09:00:00Z' })
    const withdrawn = await put(id, { status: 'accepted' })
    expect([withdrawn.statusCode, withdrawn.json().message]).toEqual([409, REGISTRATION_TEXTS.withdrawn])
    const other = await makeApplication(app, fsw, { lastname: 'Übernommen', birthdate: '2021-01-01' })
    await change(other.id, 'accepted')
    await head.call(endpoints.transformToPupil, { body: { registration_id: other.id } })
    const transformed = await put(other.id, { status: 'rejected' })
    expect([transformed.statusCode, transformed.json().message]).toEqual([409, REGISTRATION_TEXTS.transformed])
    expect((await school.details(other.id)).status).toBe('accepted')
  })

  test('unknown, deleted and another school’s ones are one 404', async () => {
    const { id: deleted } = await makeApplication(app, fsw)
    await head.call(endpoints.remove, { params: { id: deleted } })
    const { id: foreign } = await makeApplication(app, fow, { grade: 7 })
    const replies = await Promise.all([999_999, deleted, foreign].map((id) => put(id, { status: 'accepted' })))
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    const [row] = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('registration').select(['status', 'version']).where('id', '=', foreign).execute(),
    )
    expect(row).toEqual({ status: 'new', version: 1 })
  })

  test.each(['teacher_level_1', 'viewer'] as const)('a %s gets 403', async (role) => {
    const { id } = await makeApplication(app, fsw)
    const visitor = await app.signedIn((await makeUser(app, { role, schools: [fsw] })).id)
    expect((await put(id, { status: 'accepted' }, visitor)).statusCode).toBe(403)
    expect((await school.details(id)).status).toBe('new')
  })
})

describe('a stale page', () => {
  test('gets 409 with who changed the status and when', async () => {
    const { id } = await makeApplication(app, fsw)
    await change(id, 'accepted')
    const stale = await put(id, { status: 'rejected', version: 1 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toEqual({
      message: ERROR_TEXTS.stale,
      changed_by: headName,
      changed_at: '2026-11-20T06:40:00Z',
      version: 2,
      status: 'accepted',
    })
    expect((await put(id, { status: 'rejected', version: 2 })).json()).toMatchObject({ status: 'rejected', version: 3 })
  })

  test('may change the status when only the note was written meanwhile, and the other way round', async () => {
    const { id } = await makeApplication(app, fsw)
    const note = (internal_note: string, version: number) =>
      head.call(endpoints.saveNote, { params: { id }, body: { internal_note, version } })
    expect((await note('Ruft am Montag an.', 1)).json()).toEqual({ internal_note: 'Ruft am Montag an.', version: 2 })
    expect((await put(id, { status: 'accepted', version: 1 })).statusCode).toBe(200)
    expect((await note('Kommt am Montag.', 2)).json()).toMatchObject({ version: 4 })
    const stale = await note('Kommt am Dienstag.', 3)
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ message: ERROR_TEXTS.stale, changed_by: headName, version: 4 })
    expect((await school.details(id)).internal_note).toBe('Kommt am Montag.')
  })
})

describe('the waiting list', () => {
  test('gives ranks in the order of joining, by grade', async () => {
    const ids = await school.waitingList(3)
    expect(await school.ranks(ids)).toEqual([1, 2, 3])
    expect(await school.ranks(await school.waitingList(1))).toEqual([1])
  })

  test('closes the gap when one leaves, and an undo within ten minutes takes the rank again', async () => {
    const ids = await school.waitingList(4)
    await change(ids[1] ?? 0, 'accepted')
    expect(await school.ranks(ids)).toEqual([1, null, 2, 3])
    minutesLater(10)
    expect((await change(ids[1] ?? 0, 'waiting')).wait_rank).toBe(2)
    expect(await school.ranks(ids)).toEqual([1, 2, 3, 4])
  })

  test('after ten minutes, or after another status in between, the application joins at the end', async () => {
    const ids = await school.waitingList(3)
    await change(ids[0] ?? 0, 'rejected')
    app.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000 + 1))
    await change(ids[0] ?? 0, 'waiting')
    expect(await school.ranks(ids)).toEqual([3, 1, 2])
    await change(ids[1] ?? 0, 'rejected')
    await change(ids[1] ?? 0, 'accepted')
    await change(ids[1] ?? 0, 'waiting')
    expect(await school.ranks(ids)).toEqual([2, 3, 1])
  })

  test('an undo after others have left, too, takes the last remaining rank', async () => {
    const ids = await school.waitingList(3)
    await change(ids[2] ?? 0, 'accepted')
    await change(ids[1] ?? 0, 'accepted')
    await change(ids[0] ?? 0, 'accepted')
    await change(ids[2] ?? 0, 'waiting')
    expect(await school.ranks(ids)).toEqual([null, null, 1])
  })

  test('deleting closes the gap, restoring joins at the end', async () => {
    const ids = await school.waitingList(3)
    await head.call(endpoints.remove, { params: { id: ids[0] ?? 0 } })
    expect(await school.ranks(ids)).toEqual([null, 1, 2])
    minutesLater(5)
    expect((await head.call(endpoints.restore, { params: { id: ids[0] ?? 0 } })).statusCode).toBe(200)
    expect(await school.ranks(ids)).toEqual([3, 1, 2])
    expect((await school.details(ids[0] ?? 0)).waiting_since).toBe('2026-11-20T06:45:00Z')
  })

  test('moving others up changes neither their version nor their conflict check', async () => {
    const ids = await school.waitingList(2)
    await change(ids[0] ?? 0, 'accepted')
    expect(await school.details(ids[1] ?? 0)).toMatchObject({ wait_rank: 1, version: 2 })
    expect((await put(ids[1] ?? 0, { status: 'accepted', version: 2 })).statusCode).toBe(200)
  })

  test('stays gapless 1…n when many change it at once', async () => {
    const ids = await school.waitingList(6)
    const turns = [
      ['accepted', 'waiting', 'rejected', 'waiting', 'new', 'accepted'],
      ['waiting', 'accepted', 'waiting', 'new', 'waiting', 'waiting'],
      ['new', 'waiting', 'waiting', 'waiting', 'rejected', 'waiting'],
    ]
    for (const turn of turns) {
      const replies = await Promise.all(
        ids.flatMap((id, n) => [put(id, { status: turn[n] }), put(id, { status: turn[n] })]),
      )
      expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
      const taken = (await school.ranks(ids)).filter((rank) => rank !== null)
      expect(taken.toSorted()).toEqual(taken.map((_, index) => index + 1))
      expect(taken).toHaveLength(turn.filter((status) => status === 'waiting').length)
    }
  })
})

describe('places', () => {
  test('more accepted than places is a warning, never a refusal', async () => {
    await insideSchool(app, fow, async (tx) => {
      const year = (await listSchoolyears(tx)).find(({ state }) => state === 'planned')
      const eight = await findGrade(tx, 8)
      await insertCapacities(tx, [
        { school_id: fow, school_year_id: year?.id ?? 0, schoolgrade_id: eight?.id ?? 0, places: 1 },
      ])
    })
    const user = await makeUser(app, { role: 'schooladmin', schools: [fow] })
    const other = await app.signedIn(user.id)
    const make = (lastname: string) => makeApplication(app, fow, { grade: 8, entry_type: 'lateral', lastname })
    const [first, second] = [await make('Eins'), await make('Zwei')]
    expect((await put(first.id, { status: 'accepted' }, other)).json().warning).toBeNull()
    expect((await put(second.id, { status: 'accepted' }, other)).json()).toMatchObject({
      status: 'accepted',
      warning: 'Klassenstufe 8 (2027/2028): 2 angenommen, aber nur 1 Platz.',
    })
    expect((await put(second.id, { status: 'rejected' }, other)).json().warning).toBeNull()
  })
})
