import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SICKNOTE_CHANGE_TEXTS, sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_TEXTS } from '#contract/sicknotes/sicknotes.rules.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openSicknoteSchool, type SicknoteSchool } from '#server/test/sicknote-school.ts'

let school: SicknoteSchool

beforeAll(async () => {
  school = await openSicknoteSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.setClock('2026-11-20T07:40:00+01:00'))

test('several children of one call are entered at once; known absences stay', async () => {
  const [mia, tim, eva] = [await school.newChild(), await school.newChild(), await school.newChild()]
  const first = await school.add({ pupil_ids: [mia] })
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({
    message: expect.stringContaining('Die Krankmeldung für Mia'),
    known_pupil_ids: [],
    replaced_ids: [],
    mended: [],
  })
  const all = await school.add({ pupil_ids: [eva, mia, tim, eva] })
  expect(all.statusCode).toBe(201)
  const { message, ids, known_pupil_ids } = all.json()
  expect(known_pupil_ids).toEqual([mia])
  expect(message).toBe('Die Krankmeldung für 2 Kinder ist eingetragen. Für 1 Kind gab es sie schon.')
  expect((await Promise.all(ids.map(school.stored))).map(({ pupil_id }) => pupil_id)).toEqual([eva, tim])
  const again = await school.add({ pupil_ids: [mia, tim] })
  expect(again.statusCode).toBe(201)
  expect(again.json()).toEqual({
    message: SICKNOTE_TEXTS.duplicate,
    ids: [],
    known_pupil_ids: [mia, tim],
    replaced_ids: [],
    mended: [],
  })
})

test('the note has the entered values, and counts as seen by its author', async () => {
  const mia = await school.newChild()
  const id = await school.enter(mia, {
    dateEnd: '2026-11-24',
    comment: '  kommt  später ',
    reporterName: 'Anna Müller',
    reporterRelation: 'mother',
    reporterPhone: '0331 123456',
    source: 'phone',
  })
  expect(await school.stored(id)).toMatchObject({
    date_start: '2026-11-20',
    date_end: '2026-11-24',
    partial: false,
    reason: 'sick',
    comment: 'kommt später',
    reporter_name: 'Anna Müller',
    reporter_relation: 'mother',
    reporter_phone: '0331 123456',
    source: 'phone',
    is_late: false,
    excuse_state: 'open',
    excuse_received_at: null,
    seen_at: '2026-11-20T06:40:00Z',
    created_at: '2026-11-20T06:40:00Z',
    leave_decision: null,
  })
})

test('a part of a day keeps its times or lessons, a whole day neither', async () => {
  const mia = await school.newChild()
  const times = await school.enter(mia, { partial: true, timeStart: '08:00', timeEnd: '10:00' })
  const lessons = await school.enter(mia, { partial: true, lessons: [3, 1, 3], timeStart: '08:00' })
  const whole = await school.enter(mia, { partial: false, timeStart: '08:00', timeEnd: '10:00', lessons: [1] })
  expect(await school.stored(times)).toMatchObject({
    partial: true,
    time_start: '08:00',
    time_end: '10:00',
    lessons: [],
  })
  expect(await school.stored(lessons)).toMatchObject({
    partial: true,
    time_start: null,
    time_end: null,
    lessons: [1, 3],
  })
  expect(await school.stored(whole)).toMatchObject({ partial: false, time_start: null, time_end: null, lessons: [] })
})

test.for([
  ['sick', 'phone', {}, 'open'],
  ['sick', 'staff', {}, 'open'],
  ['sick', 'teacher', {}, 'open'],
  ['doctor', 'mail', {}, 'excused'],
  ['other', 'mail', {}, 'excused'],
  ['unexplained', 'staff', {}, 'unexcused'],
  ['school_event', 'phone', {}, 'not_required'],
  ['exempt', 'staff', {}, 'not_required'],
  ['leave', 'mail', {}, 'open'],
  ['leave', 'mail', { leave_decision: 'pending' }, 'open'],
  ['leave', 'mail', { leave_decision: 'granted' }, 'not_required'],
  ['leave', 'mail', { leave_decision: 'refused' }, 'not_required'],
] as const)('%s by %s %o begins as %s', async ([reason, source, more, state]) => {
  const id = await school.enter(await school.newChild(), { reason, source, ...more })
  const note = await school.stored(id)
  expect(note.excuse_state).toBe(state)
  expect(note.excuse_received_at).toBe(state === 'excused' ? '2026-11-20' : null)
  expect(note.leave_applied_at).toBe(reason === 'leave' ? '2026-11-20' : null)
})

test('a mail counts as written only where the school says so', async () => {
  await school.setSettings({ online_counts_as_written: false })
  const id = await school.enter(await school.newChild(), { source: 'mail' })
  await school.setSettings({})
  expect((await school.stored(id)).excuse_state).toBe('open')
})

test('a class trip has no caller: the office is its source, and no guardian gets a mail', async () => {
  const child = await school.makeChild({ firstname: 'Ida' })
  await school.makeGuardian([child])
  const mailsOf = () =>
    insideSchool(school.app, school.fsw, async (tx) => (await tx.selectFrom('mail_log').select('id').execute()).length)
  const before = await mailsOf()
  const trip = await school.enter(child.id, { reason: 'school_event', source: 'phone' })
  expect((await school.stored(trip)).source).toBe('staff')
  await school.enter(child.id, { reason: 'sick', source: 'staff', dateStart: '2026-11-23' })
  expect(await mailsOf()).toBe(before)
  await school.enter(child.id, { reason: 'sick', source: 'phone', dateStart: '2026-11-24' })
  expect(await mailsOf()).toBe(before + 1)
  // This absence is already known.
  await school.add({ pupil_ids: [child.id], reason: 'sick', source: 'phone', dateStart: '2026-11-24' })
  expect(await mailsOf()).toBe(before + 1)
})

test.for([
  ['2026-11-20T08:00:00+01:00', '2026-11-20', false],
  ['2026-11-20T08:00:01+01:00', '2026-11-20', true],
  ['2026-11-20T23:59:59+01:00', '2026-11-23', false],
  // The first day of school is Monday.
  ['2026-11-21T12:00:00+01:00', '2026-11-21', false],
  ['2026-11-23T08:01:00+01:00', '2026-11-21', true],
  // In Berlin it is the 23rd, in UTC still the 22nd.
  ['2026-11-23T00:30:00+01:00', '2026-11-23', false],
] as const)('at %s a report for %s is late: %s', async ([now, dateStart, isLate]) => {
  school.setClock(now)
  const id = await school.enter(await school.newChild(), { dateStart, dateEnd: '2026-11-24' })
  expect((await school.stored(id)).is_late).toBe(isLate)
})

test('reasons that parents do not report are never late', async () => {
  school.setClock('2026-11-20T12:00:00+01:00')
  for (const reason of ['school_event', 'exempt', 'leave', 'unexplained']) {
    const id = await school.enter(await school.newChild(), { reason })
    expect((await school.stored(id)).is_late).toBe(false)
  }
})

test.for([
  [{ dateEnd: '2026-11-19' }, 'dateEnd', SICKNOTE_TEXTS.endBeforeStart],
  [{ dateStart: '2026-11-21', dateEnd: '2026-11-22' }, 'dateStart', SICKNOTE_TEXTS.noSchoolDay],
  [{ dateStart: '2026-12-23', dateEnd: '2027-01-02' }, 'dateStart', SICKNOTE_TEXTS.noSchoolDay],
  [{ dateStart: '2020-11-20' }, 'dateStart', SICKNOTE_CHANGE_TEXTS.noYear],
  [{ dateStart: '2028-07-28', dateEnd: '2028-08-01' }, 'dateEnd', SICKNOTE_CHANGE_TEXTS.noYear],
  [{ dateStart: '2026-11-20', dateEnd: '2027-11-20' }, 'dateEnd', SICKNOTE_CHANGE_TEXTS.tooLong],
  [{ partial: true }, 'timeStart', SICKNOTE_TEXTS.partialWhen],
  [{ partial: true, timeStart: '10:00', timeEnd: '10:00' }, 'timeEnd', SICKNOTE_TEXTS.timesOrder],
  [{ partial: true, lessons: [1], dateEnd: '2026-11-23' }, 'partial', SICKNOTE_TEXTS.partialOneDay],
] as const)('%o is refused at %s', async ([body, field, text]) => {
  const mia = await school.newChild()
  const reply = await school.add({ pupil_ids: [mia], ...body })
  expect(reply.statusCode).toBe(422)
  expect(reply.json().errors[field]).toEqual([text])
  expect(await school.notesOf({ id: mia, uuid: '', school: school.fsw })).toEqual([])
})

test('a year less a day is not too long, and free days can be entered after a confirmation', async () => {
  const mia = await school.newChild()
  await school.enter(mia, { dateStart: '2026-11-20', dateEnd: '2027-11-19' })
  const id = await school.enter(mia, { dateStart: '2026-12-24', accepts_free_days: true })
  expect(await school.read(id)).toMatchObject({ school_days: 0, hints: ['free'], excuse_due_at: null })
})

test('only children who belong to the school on a school day of the absence can miss it', async () => {
  const upcoming = await school.newChild({ firstname: 'Uwe' })
  const leaving = await school.newChild({ firstname: 'Lea' })
  const here = await school.newChild()
  const linked = (id: number) => ({ id, uuid: '', school: school.fsw })
  await school.setPupil(linked(upcoming), { date_entry: '2026-11-25', status: 'upcoming' })
  await school.setPupil(linked(leaving), { date_exit: '2026-11-23', exit_reason: 'moved' })
  const refused = async (pupil_ids: number[], days: object) => {
    const reply = await school.add({ pupil_ids, ...days })
    expect(reply.statusCode).toBe(422)
    return reply.json().errors.pupil_ids
  }
  expect(await refused([here, upcoming], { dateStart: '2026-11-20', dateEnd: '2026-11-24' })).toHaveLength(1)
  expect(await refused([upcoming, leaving], { dateStart: '2026-11-24' })).toHaveLength(2)
  // Only a weekend is left of the days.
  await school.setPupil(linked(leaving), { date_exit: '2026-11-22', exit_reason: 'moved' })
  expect(await refused([leaving], { dateStart: '2026-11-21', dateEnd: '2026-11-24' })).toHaveLength(1)
  const id = await school.enter(upcoming, { dateStart: '2026-11-24', dateEnd: '2026-11-26' })
  expect((await school.read(id)).school_days).toBe(2)
})

test('a teacher enters for attached children, as a teacher, and only what teachers know', async () => {
  const [mine, other] = [await school.newChild(), await school.newChild({ grade: 2 })]
  const id = await school.enter(mine, { source: 'phone' }, school.teacher)
  expect(await school.stored(id)).toMatchObject({ source: 'teacher', created_by: school.teacherId, seen_at: null })
  for (const reason of ['school_event', 'exempt']) {
    const reply = await school.add({ pupil_ids: [mine], reason }, school.teacher)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ reason: [SICKNOTE_CHANGE_TEXTS.notTeachersReason] })
  }
  const foreign = await school.add({ pupil_ids: [mine, other], dateStart: '2026-11-23' }, school.teacher)
  const unknown = await school.add({ pupil_ids: [mine, 999_999], dateStart: '2026-11-23' }, school.teacher)
  const elsewhere = await school.add({ pupil_ids: [mine], dateStart: '2026-11-23' }, school.stranger)
  expect([foreign.statusCode, unknown.statusCode, elsewhere.statusCode]).toEqual([404, 404, 404])
  expect(foreign.body).toBe(unknown.body)
  expect(await school.listOf(mine, { from: '2026-11-23' })).toEqual([])
  for (const role of ['viewer', null] as const) {
    const { browser } = await school.signInAs(role)
    expect((await school.add({ pupil_ids: [mine] }, browser)).statusCode).toBe(403)
  }
})

test('ten users who enter the same absence at once leave one note', async () => {
  const mia = await school.newChild()
  const replies = await Promise.all(Array.from({ length: 10 }, () => school.add({ pupil_ids: [mia] })))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 10 }, () => 201))
  expect(replies.filter((reply) => reply.json().ids.length === 1)).toHaveLength(1)
  expect(await school.listOf(mia)).toHaveLength(1)
})

test('the same key twice is one entry with one answer', async () => {
  const mia = await school.newChild()
  const send = () =>
    school.head.call(sicknoteChangeEndpoints.add, {
      body: { pupil_ids: [mia], dateStart: '2026-11-20' },
      headers: { 'idempotency-key': 'dieselbe Taste' },
    })
  const [first, second] = [await send(), await send()]
  expect(second.body).toBe(first.body)
})
