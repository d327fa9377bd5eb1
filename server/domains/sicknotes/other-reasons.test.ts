import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  sicknoteChangeEndpoints as changes,
  OtherReasons,
  SICKNOTE_CHANGE_TEXTS,
} from '#contract/sicknotes/sicknotes.change.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: SicknoteSchool
let mia: number
beforeAll(async () => {
  school = await openSicknoteSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  mia = await school.newChild()
})
afterAll(() => school.app.stop())

const notes = (child = mia) => school.listOf(child, { with_cancelled: true })
const reasons = async (child = mia) =>
  (await notes(child)).map(({ value, cancelled_at }) => `${value.reason}${cancelled_at ? ', gelöscht' : ''}`).sort()
const otherReasonsOf = (reply: { json(): unknown }) => OtherReasons.parse(reply.json()).other_reasons

describe('the same days with another reason', () => {
  test('lead to a question, and nothing is entered for any of the children', async () => {
    const tim = await school.newChild()
    const id = await school.enter(mia, { reason: 'sick' })
    const before = await notes()
    const reply = await school.add({ pupil_ids: [tim, mia], reason: 'exempt' })
    expect(reply.statusCode, reply.body).toBe(409)
    const [other, ...more] = otherReasonsOf(reply)
    expect(more).toEqual([])
    expect(other).toEqual({
      ...{ id, version: 1, pupil_id: mia, name: expect.stringContaining('Mia'), reason: 'sick' },
      ...{ source: 'phone', created_at: before[0]?.created_at, is_replaced: false },
    })
    expect(reply.json().message).toBe(SICKNOTE_CHANGE_TEXTS.otherReason(`${other?.name} (krank)`))
    expect([await notes(), await notes(tim)]).toEqual([before, []])
  })

  test('get the new reason after a confirmation; the note stays the same one', async () => {
    const id = await school.enter(mia, { reason: 'sick' })
    const reply = await school.add({ pupil_ids: [mia], reason: 'exempt', replaces: [{ id, version: 1 }] })
    expect(reply.json()).toMatchObject({
      ...{ ids: [], known_pupil_ids: [] },
      ...{ replaced_ids: [], mended: [{ id, version: 2 }] },
    })
    expect(reply.json().message).toMatch(/^Der Grund ist bei Mia Muster\w* geändert\.$/)
    const [note, ...more] = await notes()
    expect(more).toEqual([])
    expect(note).toMatchObject({ id, version: 2, excuse_state: 'not_required', value: { reason: 'exempt' } })
  })

  test('get it for two children at once, and each change is in the log as one', async () => {
    const tim = await school.newChild()
    const replaces = [
      { id: await school.enter(mia, { reason: 'sick' }), version: 1 },
      { id: await school.enter(tim, { reason: 'sick' }), version: 1 },
    ]
    await school.add({ pupil_ids: [mia, tim], reason: 'exempt', replaces })
    const logged = (await school.loggedActions('pupil_sicknote')).filter(({ entity_id }) =>
      replaces.some(({ id }) => id === entity_id),
    )
    expect(logged.map(({ action }) => action).sort()).toEqual([
      'pupil_sicknote_updated',
      'pupil_sicknote_updated',
      'sicknote_created',
      'sicknote_created',
    ])
  })

  test('of a version that was not seen are asked about again', async () => {
    const id = await school.enter(mia, { reason: 'sick' })
    await school.change(id, { reason: 'doctor', version: 1 })
    const reply = await school.add({ pupil_ids: [mia], reason: 'exempt', replaces: [{ id, version: 1 }] })
    expect([reply.statusCode, otherReasonsOf(reply)[0]?.reason]).toEqual([409, 'doctor'])
    expect(await reasons()).toEqual(['doctor'])
  })

  test('after the first day, and of a leave, are cancelled and entered anew', async () => {
    const since = { dateStart: '2026-11-19', dateEnd: '2026-11-20' }
    const id = await school.enter(mia, { reason: 'sick', ...since })
    const replaces = [{ id, version: 1 }]
    const reply = await school.add({ pupil_ids: [mia], reason: 'exempt', ...since, replaces })
    expect(reply.json()).toMatchObject({
      ...{ ids: [expect.any(Number)], known_pupil_ids: [] },
      ...{ replaced_ids: [id], mended: [] },
    })
    expect(reply.json().message).toMatch(/ist eingetragen\. Die Meldung mit dem anderen Grund ist gelöscht\.$/)
    expect(await reasons()).toEqual(['exempt', 'sick, gelöscht'])

    const tim = await school.newChild()
    const other = await school.enter(tim, { reason: 'sick' })
    const leave = { reason: 'leave', leave_decision: 'granted', replaces: [{ id: other, version: 1 }] }
    expect((await school.add({ pupil_ids: [tim], ...leave })).statusCode).toBe(201)
    expect(await reasons(tim)).toEqual(['leave', 'sick, gelöscht'])
    expect((await school.listOf(tim))[0]?.leave?.decision).toBe('granted')
  })

  test('a teacher learns who may change a parents’ report, and nothing happens', async () => {
    await school.enter(mia, { reason: 'sick' })
    const [note] = await notes()
    const replaces = [{ id: note?.id, version: 1 }]
    for (const body of [{}, { replaces }]) {
      const reply = await school.add({ pupil_ids: [mia], reason: 'doctor', ...body }, school.teacher)
      expect(reply.statusCode, reply.body).toBe(409)
      expect(reply.json().message).toContain(SICKNOTE_CHANGE_TEXTS.reasonOfOffice)
      expect(reply.json().other_reasons).toBeUndefined()
    }
    expect(await notes()).toEqual([note])
  })

  test('a teacher changes the reason of their own entry', async () => {
    const id = await school.enter(mia, { reason: 'sick' }, school.teacher)
    const body = { pupil_ids: [mia], reason: 'doctor', replaces: [{ id, version: 1 }] }
    expect((await school.add(body, school.teacher)).statusCode).toBe(201)
    expect(await reasons()).toEqual(['doctor'])
  })
})

test('the same reason, other days, a part of a day and a mark are no question', async () => {
  await school.enter(mia, { reason: 'sick' })
  for (const body of [
    { reason: 'sick' },
    { reason: 'doctor', dateEnd: '2026-11-23' },
    { reason: 'doctor', partial: true, lessons: [1] },
    { reason: 'unexplained' },
  ]) {
    const reply = await school.add({ pupil_ids: [mia], ...body })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json()).toMatchObject({ replaced_ids: [], mended: [] })
  }
})

/** Everything of a note except the number of its changes. */
const withoutChanges = (note: Awaited<ReturnType<typeof school.stored>>) => {
  const {
    version: _version,
    field_changes: _changes,
    updated_at: _at,
    ...rest
  } = note as typeof note & {
    updated_at?: unknown
  }
  return rest
}

describe('a changed reason is taken back', () => {
  const restoreReason = (id: number, version: number, visitor = school.head) =>
    visitor.call(changes.restoreReason, { params: { id }, body: { version } })
  const giveReason = async (id: number, body: object, version = 1) => {
    const reply = await school.add({ pupil_ids: [mia], replaces: [{ id, version }], ...body })
    expect(reply.statusCode, reply.body).toBe(201)
    return reply.json() as { ids: number[]; replaced_ids: number[]; mended: { id: number; version: number }[] }
  }

  test('with its text, excuse and lateness as before', async () => {
    const id = await school.enter(mia, { reason: 'sick', comment: 'seit gestern', reporterName: 'Anna' })
    await school.excuse({ ids: [id], state: 'excused' })
    const before = await school.stored(id)
    const { mended } = await giveReason(id, { reason: 'exempt', comment: 'Sport' }, before.version)
    expect(await school.stored(id)).toMatchObject({ reason: 'exempt', comment: 'Sport', excuse_state: 'not_required' })
    const reply = await restoreReason(id, mended[0]?.version ?? 0)
    expect([reply.statusCode, reply.json().message]).toEqual([200, SICKNOTE_CHANGE_TEXTS.reasonIsBack])
    expect(withoutChanges(await school.stored(id))).toEqual(withoutChanges(before))
    await school.excuse({ ids: [id], state: 'before' })
    expect((await school.stored(id)).excuse_state).toBe('open')
  })

  test('of a leave that was granted, with the decision', async () => {
    const id = await school.enter(mia, { reason: 'leave', leave_decision: 'granted' })
    const before = await school.stored(id)
    const { mended } = await giveReason(id, { reason: 'sick' })
    expect((await school.stored(id)).leave_decision).toBeNull()
    await restoreReason(id, mended[0]?.version ?? 0)
    expect(withoutChanges(await school.stored(id))).toEqual(withoutChanges(before))
  })

  test('but not twice, not over a later change and not of what was never changed', async () => {
    const id = await school.enter(mia, { reason: 'sick' })
    expect((await restoreReason(id, 1)).json().message).toBe(SICKNOTE_CHANGE_TEXTS.noReasonBefore)
    const { mended } = await giveReason(id, { reason: 'doctor' })
    const version = mended[0]?.version ?? 0
    await school.excuse({ ids: [id], state: 'unexcused' })
    expect((await restoreReason(id, version)).statusCode).toBe(409)
    expect((await school.stored(id)).reason).toBe('doctor')
    const now = (await school.stored(id)).version
    expect((await restoreReason(id, now)).statusCode).toBe(200)
    expect((await restoreReason(id, now + 1)).json().message).toBe(SICKNOTE_CHANGE_TEXTS.noReasonBefore)
  })

  test('neither of a cancelled note, nor by a teacher who did not enter it, nor from another school', async () => {
    const id = await school.enter(mia, { reason: 'sick' })
    const { mended } = await giveReason(id, { reason: 'doctor' })
    const version = mended[0]?.version ?? 0
    expect((await restoreReason(id, version, school.teacher)).statusCode).toBe(403)
    expect((await restoreReason(id, version, school.stranger)).statusCode).toBe(404)
    await school.cancel(id)
    expect((await restoreReason(id, version)).json().message).toBe(SICKNOTE_CHANGE_TEXTS.isCancelled)
    expect((await school.stored(id)).reason).toBe('doctor')
  })

  test('of a report that was replaced: the new one goes, the old one stands as it stood', async () => {
    const days = { dateStart: '2026-11-19', dateEnd: '2026-11-20' }
    school.app.setNow(new Date('2026-11-19T06:35:00+01:00'))
    const id = await school.enter(mia, { reason: 'sick', ...days })
    await school.excuse({ ids: [id], state: 'excused' })
    school.app.setNow(TEST_NOW)
    const before = await school.stored(id)
    const asked = await school.add({ pupil_ids: [mia], reason: 'doctor', ...days })
    expect(otherReasonsOf(asked)[0]).toMatchObject({ id, is_replaced: true, created_at: before.created_at })
    const { ids, replaced_ids } = await giveReason(id, { reason: 'doctor', ...days }, before.version)
    for (const one of ids) expect((await school.cancel(one)).statusCode).toBe(200)
    for (const one of replaced_ids) expect((await school.restore(one)).statusCode).toBe(200)
    expect(withoutChanges(await school.stored(id))).toEqual(withoutChanges(before))
    expect(await reasons()).toEqual(['doctor, gelöscht', 'sick'])
  })
})

test.each([
  ['2026-11-19T06:35:00+01:00', false],
  ['2026-11-19T11:00:00+01:00', true],
])('an absence that replaces a report of %s is as late as the report: %s', async (reportedAt, isLate) => {
  const days = { dateStart: '2026-11-19', dateEnd: '2026-11-20' }
  school.app.setNow(new Date(reportedAt))
  const id = await school.enter(mia, { reason: 'sick', ...days })
  school.app.setNow(TEST_NOW)
  const reply = await school.add({ pupil_ids: [mia], reason: 'doctor', ...days, replaces: [{ id, version: 1 }] })
  const [entered] = reply.json().ids
  expect([(await school.stored(id)).is_late, (await school.stored(entered)).is_late]).toEqual([isLate, isLate])
})
