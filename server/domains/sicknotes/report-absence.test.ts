import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes.public-paths.ts'
import { makePupil } from '#server/test/child-factories.ts'
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
  test('is kept as sick and excused, and answered with its days alone', async () => {
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
    ['times', { timeStart: '10:00', timeEnd: '12:30', lessons: [] }, 'für heute, 20.11.2026, von 10:00 bis 12:30 Uhr'],
    ['lessons', { lessons: [2, 1, 2] }, 'für heute, 20.11.2026, in der 1. und 2. Stunde'],
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

  test('takes no more than 100 ms', async () => {
    const times: number[] = []
    for (const index of ten) {
      const child = await school.makeChild({ firstname: `Kind ${index}` })
      const visitor = school.app.visitor()
      await visitor.inject('GET', '/sanctum/csrf-cookie')
      const before = performance.now()
      await school.report({ uuid: child.uuid, dateStart: TODAY }, { visitor })
      times.push(performance.now() - before)
    }
    times.sort((a, b) => a - b)
    expect(times[5]).toBeLessThan(100)
  })
})

describe('the same absence', () => {
  test('sent ten times at once is one note and ten times 201', async () => {
    const replies = await Promise.all(ten.map(() => school.report({ uuid: mia.uuid, dateStart: TODAY })))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
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

  test('are five a day; known ones do not count, the next day and another child begin anew', async () => {
    const send = (day: number, child = mia) => school.report({ uuid: child.uuid, dateStart: `2026-12-0${day}` })
    for (const day of [1, 2, 3, 4, 7]) expect((await send(day)).statusCode).toBe(201)
    expect((await send(1)).statusCode).toBe(201)
    const refused = await send(8)
    expect([refused.statusCode, refused.json().message]).toEqual([429, PARENTS_PAGE_TEXTS.dayIsFull])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(await school.notesOf(mia)).toHaveLength(5)
    expect((await send(8, await school.makeChild())).statusCode).toBe(201)
    school.setClock('2026-11-21T00:00:00+01:00')
    expect((await send(8)).statusCode).toBe(201)
  })

  test('at once are never more than five', async () => {
    const days = ['01', '02', '03', '04', '07', '08', '09', '10']
    const replies = await Promise.all(days.map((day) => school.report({ uuid: mia.uuid, dateStart: `2026-12-${day}` })))
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
    expect(await school.notesOf(mia)).toHaveLength(5)
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
})

describe('brothers and sisters', () => {
  test('of one guardian are reported at once', async () => {
    const tim = await school.makeChild({ firstname: 'Tim' })
    const eva = await school.makeChild({ firstname: 'Eva' })
    await school.makeGuardian([tim, mia, eva], { mail: null })
    const reply = await school.report({ uuid: mia.uuid, uuids: [tim.uuid, eva.uuid, mia.uuid], dateStart: TODAY })
    expect([reply.statusCode, reply.json().message]).toEqual([
      201,
      'Gute Besserung! Mia, Tim und Eva sind für heute, 20.11.2026, abgemeldet.',
    ])
    for (const child of [mia, tim, eva]) expect(await liveOf(child)).toHaveLength(1)
  })

  test('at two schools are known by one verified address, each under the rules of its school', async () => {
    const leo = await school.makeChild({ firstname: 'Leo', birthdate: '2013-01-01' }, school.fow)
    await school.setSettings({ cutoff_time: '07:30' }, school.fow)
    await school.makeGuardian([mia], { mail: 'familie@Example.org' })
    await school.makeGuardian([leo], { mail: 'Familie@example.org' })
    const reply = await school.report({ uuid: mia.uuid, uuids: [leo.uuid], dateStart: TODAY })
    expect([reply.statusCode, reply.json().is_late]).toEqual([201, true])
    expect(reply.json().message).toMatch(/^Gute Besserung! Mia und Leo sind .* Bitte rufen Sie zusätzlich an\.$/)
    expect([await liveOf(mia), await liveOf(leo)]).toMatchObject([[{ is_late: false }], [{ is_late: true }]])
  })

  const strangers: Record<string, (other: LinkedChild) => Promise<unknown>> = {
    'no guardian': async () => undefined,
    'a guardian without custody': (other) => school.makeGuardian([mia, other], { has_custody: false }),
    'the same name only': async (other) => {
      await school.makeGuardian([mia], { mail: 'a@example.org' })
      await school.makeGuardian([other], { mail: 'b@example.org' })
    },
    'an address that is not verified': async (other) => {
      await school.makeGuardian([mia], { mail: 'a@example.org' })
      await school.makeGuardian([other], { mail: 'a@example.org', isVerified: false })
    },
    'no address at all': async (other) => {
      await school.makeGuardian([mia], { mail: null })
      await school.makeGuardian([other], { mail: null })
    },
  }
  test.each(Object.keys(strangers))('who share %s are none, and nothing is kept', async (what) => {
    const other = await school.makeChild({ firstname: 'Ben' })
    await strangers[what]?.(other)
    const reply = await school.report({ uuid: mia.uuid, uuids: [other.uuid], dateStart: TODAY })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { uuids: [PARENTS_PAGE_TEXTS.notASibling] }])
    expect([await school.notesOf(mia), await school.notesOf(other)]).toEqual([[], []])
  })

  test('all share one guardian: each with the first is not enough when two did not', async () => {
    const [tim, ben] = [await school.makeChild({ firstname: 'Tim' }), await school.makeChild({ firstname: 'Ben' })]
    await school.makeGuardian([mia, tim], { mail: null })
    await school.makeGuardian([mia, ben], { mail: null })
    const reply = await school.report({ uuid: mia.uuid, uuids: [tim.uuid, ben.uuid], dateStart: TODAY })
    expect(reply.statusCode).toBe(422)
  })

  test('of age report themselves', async () => {
    const adult = await school.makeChild({ firstname: 'Ida', birthdate: '2008-11-20' })
    await school.makeGuardian([mia, adult])
    const reply = await school.report({ uuid: mia.uuid, uuids: [adult.uuid], dateStart: TODAY })
    expect(reply.statusCode).toBe(422)
    expect((await school.report({ uuid: adult.uuid, dateStart: TODAY, reporterRelation: 'self' })).statusCode).toBe(201)
  })

  test('are six at most, and reports of the same ones in any order do not wait for each other', async () => {
    const children = [mia, ...(await Promise.all(ten.slice(0, 5).map(() => school.makeChild())))]
    await school.makeGuardian(children, { mail: null })
    const uuids = children.map(({ uuid }) => uuid)
    const replies = await Promise.all(
      ten.map((index) => {
        const [uuid, ...others] = index % 2 === 0 ? uuids : uuids.toReversed()
        return school.report({ uuid, uuids: others, dateStart: TODAY })
      }),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    for (const child of children) expect(await school.notesOf(child)).toHaveLength(1)
    const seventh = await makePupil(school.app, school.fsw)
    const tooMany = [...uuids.slice(1), await school.uuidOf(seventh)]
    expect((await school.report({ uuid: mia.uuid, uuids: tooMany, dateStart: TODAY })).statusCode).toBe(422)
  })
})
