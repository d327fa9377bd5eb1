import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CLOCK_TIME_TEXT } from '#contract/clock-time.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { type PupilHistoryEntry, pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { userlogEndpoints } from '#contract/userlog/userlog.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

test('up to the first day everything can be changed', async () => {
  const id = await school.enter(await school.newChild(), { dateEnd: '2026-11-23' })
  const reply = await school.change(id, {
    dateStart: '2026-11-24',
    dateEnd: '2026-11-24',
    partial: true,
    lessons: [2, 1],
    reason: 'doctor',
    comment: 'bis zehn Uhr',
    reporterName: 'Anna',
    version: 1,
  })
  expect(reply.json()).toEqual({ message: REPLY_TEXTS.saved, version: 2 })
  expect(await school.stored(id)).toMatchObject({
    date_start: '2026-11-24',
    date_end: '2026-11-24',
    partial: true,
    lessons: [1, 2],
    reason: 'doctor',
    comment: 'bis zehn Uhr',
    reporter_name: 'Anna',
    excuse_state: 'open',
  })
  expect((await school.change(id, { comment: 'bis zehn Uhr' })).json()).toEqual({
    message: REPLY_TEXTS.nothingToChange,
    version: 2,
  })
})

test('from the second day on only the end, and each such change is kept', async () => {
  const id = await school.enter(await school.newChild(), { dateEnd: '2026-11-24', comment: 'Husten' })
  school.setClock('2026-11-20T23:59:59+01:00')
  expect((await school.change(id, { comment: 'Schnupfen' })).statusCode).toBe(200)
  school.setClock('2026-11-21T00:00:00+01:00')
  for (const change of [
    { dateStart: '2026-11-23' },
    { comment: null },
    { reason: 'other' },
    { reporterName: 'Anna' },
    { comment: 'x', dateEnd: '2026-11-25' },
  ]) {
    const reply = await school.change(id, change)
    expect(reply.statusCode).toBe(422)
    expect(Object.keys(reply.json().errors)).toEqual(Object.keys(change).filter((field) => field !== 'dateEnd'))
    expect(Object.values(reply.json().errors)[0]).toEqual([SICKNOTE_CHANGE_TEXTS.onlyEnd])
  }
  expect((await school.change(id, { dateEnd: '2026-11-27' })).statusCode).toBe(200)
  school.setClock('2026-11-25T09:00:00+01:00')
  expect((await school.change(id, { dateEnd: '2026-11-24' })).statusCode).toBe(200)
  const { history, value } = await school.read(id)
  expect(value.dateEnd).toBe('2026-11-24')
  expect(history).toEqual([
    {
      at: '2026-11-20T23:00:00.000Z',
      by_name: expect.any(String),
      date_end: '2026-11-27',
      date_end_before: '2026-11-24',
    },
    {
      at: '2026-11-25T08:00:00.000Z',
      by_name: expect.any(String),
      date_end: '2026-11-24',
      date_end_before: '2026-11-27',
    },
  ])
})

test('lessons of a part of a day can be added at any time, and then they count', async () => {
  const hours = { partial: true, timeStart: '10:00', timeEnd: '12:00' }
  const id = await school.enter(await school.newChild(), hours)
  const whole = await school.enter(await school.newChild())
  school.setClock('2026-11-23T09:00:00+01:00')
  expect((await school.read(id)).hints).toEqual(['lessons'])
  const mixed = await school.change(id, { lessons: [3, 4], timeStart: '09:00' })
  expect([mixed.statusCode, Object.keys(mixed.json().errors)]).toEqual([422, ['timeStart']])
  expect((await school.change(id, { lessons: [3, 4] })).statusCode).toBe(200)
  expect(await school.read(id)).toMatchObject({ hints: [], value: { ...hours, lessons: [3, 4] } })
  const refused = await school.change(whole, { lessons: [1] })
  expect(Object.values(refused.json().errors)).toEqual([[SICKNOTE_CHANGE_TEXTS.onlyEnd]])
  const onlyLessons = await school.enter(await school.newChild(), { partial: true, lessons: [1] })
  school.setClock('2026-11-24T09:00:00+01:00')
  const none = await school.change(onlyLessons, { lessons: [] })
  expect(none.json().errors).toEqual({ timeStart: [SICKNOTE_TEXTS.partialWhen] })
})

test.for([
  [{ dateEnd: '2026-11-19' }, 'dateEnd', SICKNOTE_TEXTS.endBeforeStart],
  [{ dateEnd: '2027-11-20' }, 'dateEnd', SICKNOTE_CHANGE_TEXTS.tooLong],
  [{ dateStart: '2026-11-21', dateEnd: '2026-11-22' }, 'dateStart', SICKNOTE_TEXTS.noSchoolDay],
  [{ partial: true }, 'timeStart', SICKNOTE_TEXTS.partialWhen],
  [{ timeStart: '25:00' }, 'timeStart', CLOCK_TIME_TEXT],
] as const)('%o is refused at %s', async ([change, field, text]) => {
  const id = await school.enter(await school.newChild())
  const reply = await school.change(id, change)
  expect(reply.statusCode).toBe(422)
  expect(Object.keys(reply.json().errors)).toEqual([field])
  expect(reply.json().errors[field]).toEqual([text])
  expect((await school.stored(id)).version).toBe(1)
})

test('a stale change gets a conflict with who, when and the stored values; other fields do not conflict', async () => {
  const id = await school.enter(await school.newChild(), { dateEnd: '2026-11-23' })
  expect((await school.change(id, { dateEnd: '2026-11-25', version: 1 })).statusCode).toBe(200)
  const stale = await school.change(id, { dateEnd: '2026-11-24', version: 1 })
  expect(stale.statusCode).toBe(409)
  expect(stale.json()).toMatchObject({
    message: ERROR_TEXTS.stale,
    version: 2,
    changed_by: expect.any(String),
    dateEnd: '2026-11-25',
    dateStart: '2026-11-20',
    partial: false,
  })
  // Days and part of the day are one unit.
  expect((await school.change(id, { partial: true, lessons: [1], dateEnd: '2026-11-20', version: 1 })).statusCode).toBe(
    409,
  )
  expect((await school.change(id, { comment: 'Husten', version: 1 })).statusCode).toBe(200)
  await school.see({ ids: [id], seen: false })
  expect((await school.change(id, { comment: 'Schnupfen', version: 3 })).statusCode).toBe(200)
})

test('another reason brings its own excuse', async () => {
  const id = await school.enter(await school.newChild(), { reason: 'unexplained' })
  await school.change(id, { reason: 'sick' })
  expect(await school.stored(id)).toMatchObject({ excuse_state: 'open', excuse_confirmed_by: null })
  await school.excuse({ ids: [id], state: 'excused' })
  await school.change(id, { reason: 'doctor' })
  expect(await school.stored(id)).toMatchObject({ excuse_state: 'excused', excuse_received_at: '2026-11-20' })
  await school.change(id, { reason: 'leave' })
  expect(await school.stored(id)).toMatchObject({
    excuse_state: 'open',
    leave_decision: 'pending',
    leave_applied_at: '2026-11-20',
  })
  await school.change(id, { reason: 'exempt' })
  expect(await school.stored(id)).toMatchObject({ excuse_state: 'not_required', leave_decision: null })
})

test('a change that makes the same absence twice is refused', async () => {
  const mia = await school.newChild()
  await school.enter(mia, { dateEnd: '2026-11-23' })
  const id = await school.enter(mia, { dateEnd: '2026-11-24' })
  const reply = await school.change(id, { dateEnd: '2026-11-23' })
  expect(reply.statusCode).toBe(409)
  expect(reply.json().message).toBe(SICKNOTE_TEXTS.duplicate)
})

test('cancelling twice gives the same answer; the note leaves the list and can be restored while nothing replaces it', async () => {
  const mia = await school.newChild()
  const id = await school.enter(mia)
  const first = await school.cancel(id)
  const second = await school.cancel(id)
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.body).toBe(first.body)
  expect(await school.stored(id)).toMatchObject({ cancelled_as: 'by_staff', cancelled_at: '2026-11-20T06:40:00Z' })
  expect(await school.listOf(mia)).toEqual([])
  expect(await school.listOf(mia, { with_cancelled: true })).toMatchObject([
    { id, cancelled_at: '2026-11-20T06:40:00Z' },
  ])
  for (const attempt of [
    school.change(id, { dateEnd: '2026-11-23' }),
    school.certify(id, { requested: true }),
    school.decide(id, 'granted'),
  ])
    expect((await attempt).json()).toMatchObject({ message: SICKNOTE_CHANGE_TEXTS.isCancelled })
  const same = await school.enter(mia)
  const refused = await school.restore(id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toBe(SICKNOTE_TEXTS.duplicate)
  await school.cancel(same)
  expect((await school.restore(id)).statusCode).toBe(200)
  expect((await school.restore(id)).statusCode).toBe(200)
  expect((await school.listOf(mia)).map((note) => note.id)).toEqual([id])
})

test('a change and a cancellation at once happen one after the other', async () => {
  const id = await school.enter(await school.newChild(), { dateEnd: '2026-11-23' })
  const [changed, cancelled] = await Promise.all([school.change(id, { dateEnd: '2026-11-24' }), school.cancel(id)])
  expect(cancelled.statusCode).toBe(200)
  const { cancelled_at, date_end } = await school.stored(id)
  expect(cancelled_at).not.toBe(null)
  expect([changed.statusCode, date_end]).toEqual(changed.statusCode === 200 ? [200, '2026-11-24'] : [409, '2026-11-23'])
})

test('a teacher corrects and undoes only their own entries of today', async () => {
  const mia = await school.newChild()
  const own = await school.enter(mia, { dateStart: '2026-11-23' }, school.teacher)
  const office = await school.enter(mia, { dateStart: '2026-11-24' })
  expect((await school.read(own, school.teacher)).is_own).toBe(true)
  expect((await school.read(office, school.teacher)).is_own).toBe(false)
  const attempts = (id: number) =>
    Promise.all([
      school.change(id, { comment: 'x' }, school.teacher),
      school.cancel(id, school.teacher),
      school.restore(id, school.teacher),
    ])
  expect((await attempts(office)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  expect((await school.change(own, { comment: 'Bus' }, school.teacher)).statusCode).toBe(200)
  expect((await school.change(own, { reason: 'exempt' }, school.teacher)).statusCode).toBe(422)
  expect((await school.cancel(own, school.teacher)).statusCode).toBe(200)
  expect((await school.restore(own, school.teacher)).statusCode).toBe(200)
  school.setClock('2026-11-21T00:00:00+01:00')
  expect((await school.read(own, school.teacher)).is_own).toBe(false)
  expect((await attempts(own)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
})

test('a note of another school, of nobody or of a child who is not attached does not exist', async () => {
  const elsewhere = await school.enter(await school.newChild({ grade: 2 }))
  const own = await school.enter(await school.newChild())
  const calls = (id: number, visitor = school.head) => [
    school.change(id, { comment: 'x' }, visitor),
    school.cancel(id, visitor),
    school.restore(id, visitor),
    school.decide(id, 'granted', visitor),
    school.see({ ids: [id] }, visitor),
    school.excuse({ ids: [id], state: 'excused' }, visitor),
  ]
  const unknown = await Promise.all(calls(999_999))
  for (const replies of [calls(elsewhere, school.teacher), calls(own, school.stranger)])
    for (const [index, reply] of (await Promise.all(replies)).entries()) {
      expect(reply.statusCode).toBe(404)
      expect(reply.body).toBe(unknown[index]?.body)
    }
  expect((await school.certify(own, { seen: true }, school.stranger)).statusCode).toBe(404)
  expect(await school.stored(own)).toMatchObject({ version: 1 })
})

test('notes of a child in the bin disappear with it and come back with it', async () => {
  const mia = await school.newChild()
  const id = await school.enter(mia)
  const linked = { id: mia, uuid: '', school: school.fsw }
  await school.setPupil(linked, { deleted_at: '2026-11-20T06:40:00Z' })
  expect(await school.listOf(mia)).toEqual([])
  expect((await school.change(id, { comment: 'x' })).statusCode).toBe(404)
  await school.setPupil(linked, { deleted_at: null })
  expect(await school.listOf(mia)).toHaveLength(1)
})

test('the log names what was done, and no value', async () => {
  const mia = await school.newChild()
  const id = await school.enter(mia, { comment: 'Geheimnis' })
  await school.change(id, { comment: 'Zweites' })
  await school.see({ ids: [id], seen: false })
  await school.excuse({ ids: [id], state: 'unexcused' })
  await school.cancel(id)
  await school.restore(id)
  const rows = (await school.loggedActions('pupil_sicknote')).filter(({ entity_id }) => entity_id === id)
  expect(rows.map(({ action }) => action)).toEqual([
    'sicknote_created',
    'pupil_sicknote_updated',
    'sicknote_seen',
    'sicknote_excused',
    'sicknote_cancelled',
    'sicknote_restored',
  ])
  expect(JSON.stringify(rows)).not.toMatch(/Geheimnis|Zweites/)
  const log = (
    await school.head.call(userlogEndpoints.list, { query: { entity_type: 'pupil_sicknote', entity_id: id } })
  ).json()
  const told = log.data.find((row: { entity_id: number }) => row.entity_id === id)
  expect(told.entity_label).toMatch(/^Mia Muster/)
  const history = (await school.head.call(pupilHistoryEndpoints.list, { params: { id: mia } })).json()
  const texts = history.flatMap((entry: PupilHistoryEntry) => entry.changes.map(({ text }) => text))
  expect(texts).toContain('hat eine Krankmeldung erfasst')
  expect(texts).toContain('hat eine Krankmeldung wiederhergestellt')
  expect(texts.join()).not.toContain('gesehen')
})
