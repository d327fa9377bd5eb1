import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
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
  mia = await school.makeChild({ firstname: 'Mia' })
})
afterAll(() => school.app.stop())

const TODAY = '2026-11-20'
const report = async (more: Record<string, unknown> = {}): Promise<string> =>
  (await school.report({ uuid: mia.uuid, dateStart: TODAY, ...more })).json().take_back
const goOn = (seconds: number) => school.app.setNow(new Date(TEST_NOW.getTime() + seconds * 1000))
const change = (set: Record<string, unknown>, child = mia) =>
  insideSchool(school.app, child.school, (tx) =>
    tx.updateTable('pupil_sicknote').set(set).where('pupil_id', '=', child.id).execute(),
  )
const TAKEN = [200, { message: PARENTS_PAGE_TEXTS.takenBack }]
const TOO_LATE = [409, { message: PARENTS_PAGE_TEXTS.tooLateToTakeBack }]
const answer = async (token: string) => {
  const reply = await school.takeBack(token)
  return [reply.statusCode, reply.json()]
}

describe('a report', () => {
  test('is taken back within ten minutes, as often as one asks, and may be made again', async () => {
    const token = await report()
    goOn(600)
    expect(await answer(token)).toEqual(TAKEN)
    expect(await school.notesOf(mia)).toMatchObject([
      { cancelled_as: 'taken_back', cancelled_at: '2026-11-20T06:50:00Z', cancelled_by: null },
    ])
    await report()
    expect(await school.notesOf(mia)).toMatchObject([{ cancelled_as: 'taken_back' }, { cancelled_at: null }])
    const logged = await school.loggedActions('pupil_sicknote')
    expect(logged).toContainEqual(expect.objectContaining({ action: 'sicknote_taken_back', user_id: null }))
  })

  test('stays after ten minutes', async () => {
    const token = await report()
    goOn(600.001)
    expect(await answer(token)).toEqual(TOO_LATE)
    expect(await school.notesOf(mia)).toMatchObject([{ cancelled_at: null }])
  })

  test('that staff have seen may still be taken back, one they worked with not', async () => {
    const token = await report()
    await change({ seen_at: '2026-11-20T06:41:00Z', seen_by: 1 })
    expect(await answer(token)).toEqual(TAKEN)
    for (const set of [
      { excuse_state: 'open' },
      { date_end: '2026-11-23' },
      { certificate_requested_at: TODAY },
      { cancelled_at: '2026-11-20T06:41:00Z', cancelled_as: 'by_staff' },
    ]) {
      mia = await school.makeChild()
      const other = await report()
      await change(set)
      expect(await answer(other), JSON.stringify(set)).toEqual(TOO_LATE)
      expect((await school.notesOf(mia))[0]?.cancelled_as).not.toBe('taken_back')
    }
  })

  test('that was already known is taken back only if it came through the link just now', async () => {
    await report()
    goOn(300)
    const again = await report()
    goOn(900)
    expect(await answer(again)).toEqual(TAKEN)
    expect(await school.notesOf(mia)).toMatchObject([{ cancelled_as: 'taken_back' }])
  })

  test.each<[string, Record<string, unknown>]>([
    ['by phone', {}],
    ['under the link, yesterday', { source: 'public_link', created_at: '2026-11-19T06:40:00Z' }],
    ['under the link, minutes ago, and staff changed it', { source: 'public_link', excuse_state: 'open' }],
  ])('that was known %s is answered like another, and stays', async (_name, known) => {
    await school.makeNote(mia.id, { from: TODAY })
    await change({ created_at: '2026-11-20T06:39:00Z', ...known })
    const token = await report()
    expect(await answer(token)).toEqual(TAKEN)
    expect(await school.notesOf(mia)).toMatchObject([{ cancelled_at: null }])
    goOn(600)
    expect(await answer(token)).toEqual(TAKEN)
    goOn(600.001)
    expect(await answer(token)).toEqual(TOO_LATE)
    mia = await school.makeChild({ firstname: 'Mia' })
    school.app.setNow(TEST_NOW)
    const fresh = await report()
    expect(fresh).toHaveLength(token.length)
    expect(await answer(fresh)).toEqual(TAKEN)
    goOn(600.001)
    expect(await answer(fresh)).toEqual(TOO_LATE)
  })

  test('of brothers and sisters is taken back as a whole or not at all, also across schools', async () => {
    const tim = await school.makeChild({ firstname: 'Tim' })
    const leo = await school.makeChild({ firstname: 'Leo' }, school.fow)
    await school.makeGuardian([mia, tim])
    await school.makeGuardian([leo])
    const token = await report({ uuids: [tim.uuid, leo.uuid] })
    await change({ excuse_state: 'open' }, leo)
    expect(await answer(token)).toEqual(TOO_LATE)
    for (const child of [mia, tim, leo]) expect(await school.notesOf(child)).toMatchObject([{ cancelled_at: null }])
    const next = await report({ uuids: [tim.uuid, leo.uuid], dateStart: '2026-11-23' })
    expect(await answer(next)).toEqual(TAKEN)
    for (const child of [mia, tim, leo])
      expect(await school.notesOf(child)).toMatchObject([{ cancelled_at: null }, { cancelled_as: 'taken_back' }])
  })

  test('that explained a missing child leaves it missing again', async () => {
    await school.makeNote(mia.id, { from: TODAY, reason: 'unexplained', excuse_state: 'unexcused' })
    const token = await report()
    expect(await school.notesOf(mia)).toMatchObject([{ cancelled_as: 'explained' }, { cancelled_at: null }])
    goOn(60)
    expect(await answer(token)).toEqual(TAKEN)
    expect(await school.notesOf(mia)).toMatchObject([
      { reason: 'unexplained', cancelled_at: null, cancelled_as: null },
      { cancelled_as: 'taken_back' },
    ])
  })

  test('taken back leaves a missing child missing once, though somebody marked it meanwhile', async () => {
    await school.makeNote(mia.id, { from: TODAY, reason: 'unexplained', excuse_state: 'unexcused' })
    const token = await report()
    await school.makeNote(mia.id, { from: TODAY, reason: 'unexplained', excuse_state: 'unexcused' })
    expect(await answer(token)).toEqual(TAKEN)
    const live = (await school.notesOf(mia)).filter(({ cancelled_at }) => cancelled_at === null)
    expect(live).toMatchObject([{ reason: 'unexplained' }])
  })

  test('taken back ten times at once is taken back once', async () => {
    const token = await report()
    const answers = await Promise.all(Array.from({ length: 10 }, () => answer(token)))
    for (const one of answers) expect(one).toEqual(TAKEN)
    expect(await school.notesOf(mia)).toMatchObject([{ version: 2 }])
  })
})

describe('the token that takes a report back', () => {
  test('contains nothing readable, and an invented one does not work', async () => {
    const token = await report()
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/school|"ids"/)
    const forged = [
      '',
      'x',
      token.slice(0, -4),
      `${token.slice(0, -6)}AAAAAA`,
      Buffer.from('[{"school":1,"ids":[1]}]').toString('base64url'),
    ]
    for (const one of forged) expect(await answer(one)).toEqual(TOO_LATE)
    expect((await school.takeBack('x'.repeat(4001))).statusCode).toBe(422)
    expect(await school.notesOf(mia)).toMatchObject([{ cancelled_at: null }])
  })
})
