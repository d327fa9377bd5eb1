import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { MESSAGES } from '#contract/formats.ts'
import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints as endpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { insideSchool } from '#server/test/factories.ts'
import { plantPeople } from '#server/test/planted-people.ts'
import { errorsOf, openRequestSchool, REQUEST_FORM, type RequestSchool } from '#server/test/request-school.ts'

let school: RequestSchool
beforeAll(async () => {
  school = await openRequestSchool()
})
afterAll(() => school.app.stop())

beforeEach(async () => {
  school.goTo('2026-11-20')
  await school.clear()
})

describe('a request', () => {
  test('is listed with its person, the one received last first', async () => {
    const first = await school.add({
      subject: `pupil:${school.people.pupil}`,
      subject_name: null,
      received_on: '2026-10-01',
    })
    const second = await school.add({ kind: 'erasure' })
    const rows = (await school.head.call(endpoints.list)).json()
    expect(rows.map(({ id }: { id: number }) => id)).toEqual([second, first])
    expect(rows[0]).toMatchObject({ kind: 'erasure', subject: { type: 'unknown', id: null, name: 'Erna Fremd' } })
    expect(rows[1].subject).toMatchObject({
      type: 'pupil',
      id: school.people.pupil,
      hint: 'Klasse 1a, geboren am 05.10.2019',
    })
  })

  test('begins as an access request by mail of the person, and its history says who entered it', async () => {
    const request = await school.read(await school.add())
    expect(request).toMatchObject({
      kind: 'access',
      channel: 'mail',
      requester: 'self',
      done_on: null,
      delete_on: null,
    })
    expect(request.events).toEqual([expect.objectContaining({ kind: 'received', by: 'Person 1' })])
  })

  test('the same one sent twice is one', async () => {
    const options = { body: REQUEST_FORM, headers: { 'idempotency-key': crypto.randomUUID() } }
    const replies = [await school.head.call(endpoints.add, options), await school.head.call(endpoints.add, options)]
    expect(replies[0]?.json().id).toBe(replies[1]?.json().id)
    expect((await school.head.call(endpoints.list)).json()).toHaveLength(1)
  })

  test.each([
    ['a receipt of tomorrow', { received_on: '2026-11-21' }, { received_on: [MESSAGES.ahead] }],
    ['nobody', { subject_name: ' ' }, { subject_name: [MESSAGES.required] }],
    ['a child that is not there', { subject: 'pupil:999999' }, { subject: [REQUEST_TEXTS.subjectUnknown] }],
    ['an unknown kind of person', { subject: 'cat:1' }, { subject: [expect.any(String)] }],
    ['no name of the asking person', { requested_by: '' }, { requested_by: [MESSAGES.required] }],
    ['a kind that the law does not know', { kind: 'praise' }, { kind: [expect.any(String)] }],
  ])('%s is refused', async (_title, form, errors) => {
    expect(await errorsOf(school.head.call(endpoints.add, { body: { ...REQUEST_FORM, ...form } }))).toEqual(errors)
  })

  test('nobody of another school can be its subject', async () => {
    const theirs = await insideSchool(school.app, school.fow, (tx) =>
      plantPeople(tx, { school_id: school.fow, word: 'Anderswo', keys: school.app.platform.keys }),
    )
    for (const subject of [`pupil:${theirs.pupil}`, `guardian:${theirs.guardian}`])
      expect(await errorsOf(school.head.call(endpoints.add, { body: { ...REQUEST_FORM, subject } }))).toEqual({
        subject: [REQUEST_TEXTS.subjectUnknown],
      })
  })

  test('of another school answers like an id that does not exist', async () => {
    const id = await school.add()
    const calls: [Endpoint, object?][] = [
      [endpoints.get],
      [endpoints.change, { note: 'x' }],
      [endpoints.extend, { months: 'one', reason: 'x' }],
      [endpoints.checkIdentity, { method: 'known', checked_on: '2026-11-20', note: null }],
      [endpoints.finish, { result: 'withdrawn', done_on: '2026-11-20', reason: null }],
      [endpoints.reopen],
      [endpoints.letter, { kind: 'receipt', address: 'x', subject: 'x', text: 'x' }],
    ]
    for (const [endpoint, body] of calls) {
      const theirs = await school.foreign.call(endpoint, { params: { id }, body })
      const none = await school.foreign.call(endpoint, { params: { id: 999_999 }, body })
      expect([theirs.statusCode, theirs.body]).toEqual([404, none.body])
    }
    expect(await school.read(id)).toMatchObject({ note: null, done_on: null })
  })

  test('is changed field by field, and the history names the fields and not what they held', async () => {
    const id = await school.add()
    const { version } = await school.read(id)
    await school.send(endpoints.change, id, { note: 'Rückruf am Montag', channel: 'letter', version })
    const changed = await school.read(id)
    expect(changed).toMatchObject({ note: 'Rückruf am Montag', channel: 'letter' })
    expect(changed.events[0]).toMatchObject({ kind: 'changed', fields: ['channel', 'note'] })
    const stale = await school.send(endpoints.change, id, { note: 'anders', version })
    expect([stale.statusCode, stale.json().note]).toEqual([409, 'Rückruf am Montag'])
  })

  test('remembers which guardian of the child asked, as long as the name is this one', async () => {
    const { pupil, guardian } = school.people
    const asker = () =>
      school.inFsw((tx) =>
        tx.selectFrom('privacy_request').select('requester_guardian_id as id').executeTakeFirstOrThrow(),
      )
    const { firstname, lastname } = await school.inFsw((tx) =>
      tx.selectFrom('guardian').select(['firstname', 'lastname']).where('id', '=', guardian).executeTakeFirstOrThrow(),
    )
    const requested_by = `${firstname} ${lastname}`
    const id = await school.add({ subject: `pupil:${pupil}`, subject_name: null, requested_by })
    expect(await asker()).toEqual({ id: guardian })
    await school.send(endpoints.change, id, { requested_by: 'Rechtsanwältin Fremd' })
    expect(await asker()).toEqual({ id: null })
    await school.send(endpoints.change, id, { requested_by })
    expect(await asker()).toEqual({ id: guardian })
  })

  test('gets another person, known or not', async () => {
    const id = await school.add()
    await school.send(endpoints.change, id, { subject: `employee:${school.employee}` })
    expect((await school.read(id)).subject).toMatchObject({
      type: 'employee',
      id: school.employee,
      name: 'Hollerbusch Hollerbusch',
    })
    await school.send(endpoints.change, id, { subject: 'unknown', subject_name: 'Otto Niemand' })
    expect((await school.read(id)).subject).toMatchObject({ type: 'unknown', id: null, name: 'Otto Niemand' })
  })
})

describe('the deadline', () => {
  test('is extended once, with a reason, as long as it runs', async () => {
    const id = await school.add()
    school.goTo('2026-12-02')
    expect(await errorsOf(school.send(endpoints.extend, id, { months: 'two', reason: ' ' }))).toEqual({
      reason: [MESSAGES.required],
    })
    const reply = await school.send(endpoints.extend, id, { months: 'two', reason: 'Viele Akten' })
    expect(reply.json().message).toBe(REQUEST_TEXTS.extended('2027-02-02'))
    expect(await school.read(id)).toMatchObject({
      extended_by: 2,
      extended_on: '2026-12-02',
      extension_reason: 'Viele Akten',
    })
    expect(await errorsOf(school.send(endpoints.extend, id, { months: 'one', reason: 'Noch mehr' }))).toEqual({
      409: REQUEST_TEXTS.extendedOnce,
    })
  })

  test('is not extended the day after it ended', async () => {
    const id = await school.add()
    school.goTo('2026-12-03')
    expect(await errorsOf(school.send(endpoints.extend, id, { months: 'one', reason: 'Zu spät' }))).toEqual({
      409: REQUEST_TEXTS.extendedLate,
    })
  })

  test('of an open request counts as overdue from the day after, at its own school', async () => {
    const count = async (visitor = school.head) => (await visitor.call(overdueRequestEndpoints.count)).json().count
    const id = await school.add()
    await school.add({ received_on: '2026-11-10' })
    school.goTo('2026-12-02')
    expect(await count()).toBe(0)
    school.goTo('2026-12-03')
    expect([await count(), await count(school.foreign)]).toEqual([1, 0])
    await school.finish(id, { result: 'withdrawn', done_on: '2026-12-03' })
    expect(await count()).toBe(0)
  })
})

describe('identity and result', () => {
  test.each([
    ['before the receipt', '2026-11-01', REQUEST_TEXTS.beforeReceived('2026-11-02')],
    ['tomorrow', '2026-11-21', MESSAGES.ahead],
  ])('no day %s', async (_title, day, message) => {
    const id = await school.add()
    expect(await errorsOf(school.identity(id, { checked_on: day }))).toEqual({ checked_on: [message] })
    expect(await errorsOf(school.finish(id, { result: 'withdrawn', done_on: day }))).toEqual({ done_on: [message] })
  })

  test('data or a change are given only to somebody whose identity was checked', async () => {
    const id = await school.add()
    for (const result of ['granted', 'partly'])
      expect(await errorsOf(school.finish(id, { result, reason: 'x' }))).toEqual({
        result: [REQUEST_TEXTS.identityMissing],
      })
    await school.identity(id, { checked_on: '2026-11-02', note: 'Personalausweis' })
    expect(await school.read(id)).toMatchObject({ identity_method: 'id_card', identity_checked_by: 'Person 1' })
    expect((await school.finish(id)).statusCode).toBe(200)
  })

  test('a refusal and a part need a reason', async () => {
    const id = await school.add()
    await school.identity(id)
    for (const result of ['refused', 'partly'])
      expect(await errorsOf(school.finish(id, { result }))).toEqual({ reason: [REQUEST_TEXTS.reasonMissing] })
    expect((await school.finish(id, { result: 'refused', reason: 'Schon beantwortet' })).statusCode).toBe(200)
  })

  test('a request that is done stays as it is until its result is taken back', async () => {
    const id = await school.add()
    await school.finish(id, { result: 'withdrawn' })
    expect(await school.read(id)).toMatchObject({ result: 'withdrawn', done_by: 'Person 1', delete_on: '2029-11-20' })
    const done = { 409: REQUEST_TEXTS.isDone }
    expect(await errorsOf(school.send(endpoints.change, id, { note: 'x' }))).toEqual(done)
    expect(await errorsOf(school.identity(id))).toEqual(done)
    expect(await errorsOf(school.finish(id))).toEqual(done)
    expect(await errorsOf(school.send(endpoints.extend, id, { months: 'one', reason: 'x' }))).toEqual(done)
    await school.send(endpoints.reopen, id)
    expect(await school.read(id)).toMatchObject({ result: null, done_on: null, done_by: null, delete_on: null })
    expect(await errorsOf(school.send(endpoints.reopen, id))).toEqual({ 409: REQUEST_TEXTS.notDone })
  })

  test('the receipt cannot move behind what was done afterwards', async () => {
    const id = await school.add()
    await school.identity(id)
    expect(await errorsOf(school.send(endpoints.change, id, { received_on: '2026-11-06' }))).toEqual({
      received_on: [REQUEST_TEXTS.afterSteps('2026-11-05')],
    })
    expect((await school.send(endpoints.change, id, { received_on: '2026-11-05' })).statusCode).toBe(200)
    expect((await school.send(endpoints.extend, id, { months: 'one', reason: 'Viele Akten' })).statusCode).toBe(200)
    expect(await errorsOf(school.send(endpoints.change, id, { received_on: '2026-11-06' }))).toEqual({
      received_on: [REQUEST_TEXTS.afterSteps('2026-11-05')],
    })
  })

  test('the receipt cannot move behind today', async () => {
    const id = await school.add()
    expect(await errorsOf(school.send(endpoints.change, id, { received_on: '2026-11-21' }))).toEqual({
      received_on: [MESSAGES.ahead],
    })
    expect((await school.send(endpoints.change, id, { received_on: '2026-11-20' })).statusCode).toBe(200)
  })
})
