import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { setPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkedChild, openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: ParentsSchool
let mia: LinkedChild
beforeAll(async () => {
  school = await openParentsSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
  mia = await school.makeChild({ firstname: 'Mia', lastname: 'Müller' })
})
afterAll(() => school.app.stop())

const TODAY = '2026-11-20'
const ten = Array.from({ length: 10 }, (_, index) => index)
const liveOf = async (child: LinkedChild) =>
  (await school.notesOf(child)).filter(({ cancelled_at }) => cancelled_at === null)

describe('a report of today', () => {
  test('is stored as sick and excused, and answered with its days alone', async () => {
    const reply = await school.report({ uuid: mia.uuid, dateStart: TODAY })
    expect(reply.statusCode, reply.body).toBe(201)
    expect(reply.json()).toEqual({
      message: 'Gute Besserung! Mia ist für heute, 20.11.2026, abgemeldet.',
      value: { dateStart: TODAY, dateEnd: TODAY },
      is_late: false,
      take_back: expect.any(String),
    })
    expect(await school.notesOf(mia)).toMatchObject([
      {
        date_start: TODAY,
        date_end: TODAY,
        reason: 'sick',
        source: 'public_link',
        partial: false,
        lessons: [],
        excuse_state: 'excused',
        excuse_received_at: TODAY,
        created_by: null,
        created_at: '2026-11-20T06:40:00Z',
        leave_decision: null,
        is_late: false,
      },
    ])
  })

  test('keeps what parents say besides, and is open where the link does not count as written', async () => {
    await school.setSettings({ online_counts_as_written: false })
    const said = { reason: 'doctor', comment: ' Zahnspange ', reporterName: 'Anna', reporterRelation: 'mother' }
    const reply = await school.report({ uuid: mia.uuid, dateStart: TODAY, ...said, reporterPhone: '030 23125-112' })
    await school.setSettings({})
    expect(reply.json().message).toBe('Mia ist für heute, 20.11.2026, abgemeldet.')
    expect(await school.notesOf(mia)).toMatchObject([
      {
        reason: 'doctor',
        comment: 'Zahnspange',
        reporter_name: 'Anna',
        reporter_relation: 'mother',
        excuse_state: 'open',
        excuse_received_at: null,
      },
    ])
  })

  test.each([
    ['times', { timeStart: '10:00', timeEnd: '12:30', lessons: [] }, 'für heute, 20.11.2026, 10:00–12:30 Uhr,'],
    ['lessons', { lessons: [2, 1, 2] }, 'für heute, 20.11.2026, 1.–2. Stunde,'],
  ])('may be a part of the day, by %s', async (_name, times, said) => {
    const reply = await school.report({ uuid: mia.uuid, dateStart: TODAY, reason: 'other', partial: true, ...times })
    expect(reply.json().message).toBe(`Mia ist ${said} abgemeldet.`)
    expect(await school.notesOf(mia)).toMatchObject([{ partial: true, date_end: TODAY }])
  })

  test.each([
    [{ partial: true }, 'timeStart'],
    [{ partial: true, timeStart: '10:00' }, 'timeStart'],
    [{ partial: true, timeStart: '12:00', timeEnd: '10:00' }, 'timeEnd'],
    [{ partial: true, lessons: [1], dateEnd: '2026-11-23' }, 'partial'],
    [{ partial: true, lessons: [11] }, 'lessons.0'],
    [{ reason: 'leave' }, 'reason'],
    [{ reason: 'unexplained' }, 'reason'],
    [{ comment: 'x'.repeat(301) }, 'comment'],
    [{ reporterName: 'x'.repeat(81) }, 'reporterName'],
    [{ reporterRelation: 'uncle' }, 'reporterRelation'],
    [{ dateStart: '20.11.2026' }, 'dateStart'],
    [{ dateStart: '2026-11-31' }, 'dateStart'],
  ])('is refused with %j', async (more, field) => {
    const reply = await school.report({ uuid: mia.uuid, dateStart: TODAY, ...more })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
    expect(await school.notesOf(mia)).toEqual([])
  })

  test('drops times of a whole day', async () => {
    await school.report({ uuid: mia.uuid, dateStart: TODAY, timeStart: '10:00', timeEnd: '12:00', lessons: [1] })
    expect(await school.notesOf(mia)).toMatchObject([{ partial: false, time_start: null, time_end: null, lessons: [] }])
  })

  test('is written to the log as nobody’s, without what was said', async () => {
    await school.report({ uuid: mia.uuid, dateStart: TODAY, comment: 'Zzgeheim' }, { visitor: school.head })
    const logged = await school.loggedActions('pupil_sicknote')
    const [note] = await school.notesOf(mia)
    expect(logged.filter(({ entity_id }) => entity_id === note?.id)).toMatchObject([
      { action: 'sicknote_created', user_id: null },
    ])
    expect(JSON.stringify(logged)).not.toMatch(new RegExp(`Zzgeheim|${mia.uuid}`))
  })
})

describe('the same absence', () => {
  test('sent ten times at once is one note and ten times 201', async () => {
    const send = () => school.report({ uuid: mia.uuid, dateStart: TODAY }, { key: null })
    const replies = await Promise.all(ten.map(send))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1)
    expect(await school.notesOf(mia)).toHaveLength(1)
  })

  test('is one note also when ten people report it at once', async () => {
    const replies = await Promise.all(ten.map(() => school.report({ uuid: mia.uuid, dateStart: TODAY })))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
    expect(await school.notesOf(mia)).toHaveLength(1)
  })

  test('answers as the first time, whatever reason it has now', async () => {
    const first = (await school.report({ uuid: mia.uuid, dateStart: TODAY })).json()
    const again = (await school.report({ uuid: mia.uuid, dateStart: TODAY, dateEnd: TODAY })).json()
    expect({ ...again, take_back: '' }).toEqual({ ...first, take_back: '' })
    await school.report({ uuid: mia.uuid, dateStart: TODAY, reason: 'other' })
    expect(await school.notesOf(mia)).toMatchObject([{ reason: 'sick' }])
  })

  test('that staff entered by phone is not told apart', async () => {
    await school.makeNote(mia.id, { from: TODAY })
    const other = await school.makeChild({ firstname: 'Mia' })
    const [known, fresh] = [
      await school.report({ uuid: mia.uuid, dateStart: TODAY }),
      await school.report({ uuid: other.uuid, dateStart: TODAY }),
    ]
    expect([known.statusCode, { ...known.json(), take_back: '' }]).toEqual([
      fresh.statusCode,
      { ...fresh.json(), take_back: '' },
    ])
    expect(known.json().take_back).toHaveLength(fresh.json().take_back.length)
    expect(await school.notesOf(mia)).toHaveLength(1)
  })

  test('repeated with its key is byte by byte the first answer, and another body under that key is refused', async () => {
    const visitor = school.app.visitor()
    const key = crypto.randomUUID()
    const first = await school.report({ uuid: mia.uuid, dateStart: TODAY }, { visitor, key })
    const again = await school.report({ uuid: mia.uuid, dateStart: TODAY }, { visitor, key })
    expect([again.statusCode, again.body]).toEqual([201, first.body])
    const other = await school.report({ uuid: mia.uuid, dateStart: '2026-11-23' }, { visitor, key })
    expect(other.statusCode).toBe(409)
    expect(await school.notesOf(mia)).toHaveLength(1)
  })

  test.each([
    ['with its key', crypto.randomUUID()],
    ['without a key', null],
  ])('repeated %s is not answered any more once the link was replaced', async (_name, key) => {
    const visitor = school.app.visitor()
    const send = () => school.report({ uuid: mia.uuid, dateStart: TODAY }, { visitor, key })
    expect((await send()).statusCode).toBe(201)
    await insideSchool(school.app, mia.school, (tx) => setPupilLink(tx, school.app.platform.keys, mia.id))
    const again = await send()
    expect([again.statusCode, again.json()]).toEqual([404, { message: PARENTS_PAGE_TEXTS.unknown }])
  })

  test.each([
    ['with its key', crypto.randomUUID()],
    ['without a key', null],
  ])('repeated %s after it was taken back is a new report', async (_name, key) => {
    const visitor = school.app.visitor()
    const send = () => school.report({ uuid: mia.uuid, dateStart: TODAY }, { visitor, key })
    const first = await send()
    await school.takeBack(first.json().take_back)
    expect(await liveOf(mia)).toEqual([])
    const again = await send()
    expect([again.statusCode, again.body === first.body]).toEqual([201, false])
    expect(await liveOf(mia)).toHaveLength(1)
    expect((await send()).body).toBe(again.body)
  })

  test('that was taken back under another answer is reported anew', async () => {
    const send = (key: string | null) => school.report({ uuid: mia.uuid, dateStart: TODAY }, { key })
    await send(null)
    await school.takeBack((await send(crypto.randomUUID())).json().take_back)
    expect(await liveOf(mia)).toEqual([])
    expect((await send(null)).statusCode).toBe(201)
    expect(await liveOf(mia)).toHaveLength(1)
  })

  test('is kept although a leave of that day was refused', async () => {
    await school.makeNote(mia.id, { from: TODAY, reason: 'leave', leave_decision: 'refused' })
    await school.report({ uuid: mia.uuid, dateStart: TODAY })
    expect(await school.notesOf(mia)).toMatchObject([{ reason: 'leave' }, { reason: 'sick' }])
  })

  test('may be reported again after it was cancelled', async () => {
    await school.makeNote(mia.id, { from: TODAY, cancelled_at: '2026-11-20T06:00:00Z' })
    await school.report({ uuid: mia.uuid, dateStart: TODAY })
    expect(await liveOf(mia)).toHaveLength(1)
  })
})

describe('other reports of the same child', () => {
  test('may overlap, and are kept', async () => {
    await school.report({ uuid: mia.uuid, dateStart: TODAY })
    await school.report({ uuid: mia.uuid, dateStart: TODAY, dateEnd: '2026-11-23' })
    await school.report({ uuid: mia.uuid, dateStart: TODAY, partial: true, lessons: [1] })
    expect(await liveOf(mia)).toHaveLength(3)
  })

  test('are five a day; the next day and another child begin anew, and what is repeated for want of an answer is free', async () => {
    const send = (day: number, child = mia) => school.report({ uuid: child.uuid, dateStart: `2026-12-0${day}` })
    const key = crypto.randomUUID()
    const repeat = () => school.report({ uuid: mia.uuid, dateStart: '2026-12-01' }, { key })
    for (let count = 0; count < 3; count++) expect((await repeat()).statusCode).toBe(201)
    for (const day of [2, 3, 4, 7]) expect((await send(day)).statusCode).toBe(201)
    expect((await repeat()).statusCode).toBe(201)
    const refused = await send(8)
    expect([refused.statusCode, refused.json().message]).toEqual([429, PARENTS_PAGE_TEXTS.dayIsFull])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await school.notesOf(mia)).toHaveLength(5)
    expect((await send(8, await school.makeChild())).statusCode).toBe(201)
    school.setClock('2026-11-21T00:00:00+01:00')
    expect((await send(8)).statusCode).toBe(201)
  })

  test('count alike, known or not: the limit tells nothing of what the school knows', async () => {
    const other = await school.makeChild()
    for (const day of ['01', '02', '03']) await school.makeNote(mia.id, { from: `2026-12-${day}` })
    const days = ['01', '02', '03', '04', '07', '08']
    const codesOf = async ({ uuid }: LinkedChild) => {
      const codes: number[] = []
      for (const day of days) codes.push((await school.report({ uuid, dateStart: `2026-12-${day}` })).statusCode)
      return codes
    }
    expect(await codesOf(mia)).toEqual([201, 201, 201, 201, 201, 429])
    expect(await codesOf(other)).toEqual(await codesOf(await school.makeChild()))
  })

  test('at once are never more than five', async () => {
    const days = ['01', '02', '03', '04', '07', '08', '09', '10']
    const replies = await Promise.all(days.map((day) => school.report({ uuid: mia.uuid, dateStart: `2026-12-${day}` })))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
    expect(await school.notesOf(mia)).toHaveLength(5)
  })

  test('have an open excuse when somebody entered that a day is unexcused; a mark does not count', async () => {
    await school.makeNote(mia.id, { from: TODAY, excuse_state: 'unexcused' })
    await school.makeNote(mia.id, { from: '2026-11-26', reason: 'unexplained', excuse_state: 'unexcused' })
    await school.report({ uuid: mia.uuid, dateStart: '2026-11-19', dateEnd: '2026-11-24' })
    await school.report({ uuid: mia.uuid, dateStart: '2026-11-26' })
    expect((await school.notesOf(mia)).slice(2)).toMatchObject([
      { excuse_state: 'open', excuse_received_at: null },
      { excuse_state: 'excused', excuse_received_at: TODAY },
    ])
  })

  test('end the mark of a missing child on its days, and on no other', async () => {
    await school.makeNote(mia.id, { from: TODAY, reason: 'unexplained', excuse_state: 'unexcused' })
    await school.makeNote(mia.id, { from: '2026-11-19', reason: 'unexplained', excuse_state: 'unexcused' })
    await school.report({ uuid: mia.uuid, dateStart: TODAY, dateEnd: '2026-11-24' })
    expect(await school.notesOf(mia)).toMatchObject([
      { date_start: TODAY, cancelled_as: 'explained', cancelled_at: '2026-11-20T06:40:00Z' },
      { date_start: '2026-11-19', cancelled_as: null },
      { date_start: TODAY, reason: 'sick', cancelled_at: null },
    ])
  })

  test('and a mark set at the same moment never exist side by side', async () => {
    const children = await Promise.all(ten.map(() => school.makeChild()))
    const mark = ({ id }: LinkedChild) =>
      school.head.call(sicknoteChangeEndpoints.add, {
        body: { pupil_ids: [id], dateStart: TODAY, reason: 'unexplained' },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
    const replies = await Promise.all(
      children.flatMap((child) => [mark(child), school.report({ uuid: child.uuid, dateStart: TODAY })]),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    for (const child of children) expect(await liveOf(child)).toMatchObject([{ reason: 'sick' }])
  })
})
