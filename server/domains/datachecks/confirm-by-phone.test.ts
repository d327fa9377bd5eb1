import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { type CheckSchool, openCheckSchool } from '#server/test/data-check-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'
import { makeCheckLinks } from './check-link.ts'
import { findReaderOf } from './datachecks.queries.ts'

let school: CheckSchool
beforeAll(async () => {
  school = await openCheckSchool()
})
beforeEach(() => school.forgetChecks())
afterAll(() => school.stop())

test('an answer by telephone counts once', async () => {
  const id = await school.begin()
  const { reader_id } = await school.readerOf(id, school.Olga)
  const confirm = (by = school.head) => by.call(dataCheckDecideEndpoints.confirm, { params: { id: reader_id } })
  expect((await confirm(school.neighbour)).statusCode).toBe(404)
  expect((await confirm()).json().message).toBe(DATA_CHECK_TEXTS.phoned)
  expect((await school.readerOf(id, school.Olga)).state).toBe('confirmed')
  expect([(await confirm()).statusCode, (await school.readRound(id)).remind_from]).toEqual([409, '2026-11-27'])
})

test('what is read out on the telephone is what the page of this person shows', async () => {
  const id = await school.begin()
  const textOf = async (guardian: number) =>
    JSON.stringify((await school.family((await school.readerOf(id, guardian)).reader_id)).stored)
  const anna = await textOf(school.Anna)
  for (const text of ['0152 28817386', 'anna@example.org', 'Annaweg 1, 15999 Annastadt', 'Nora Nachbar'])
    expect(anna).toContain(text)
  expect(anna).not.toMatch(/Jandamm|jan@|Neue Person/)
  // Jan lives apart: what he may not know is not read out to him.
  const jan = await textOf(school.Jan)
  expect(jan).toContain('Jandamm 2')
  expect(jan).not.toMatch(/Annaweg|anna@|Nora/)
})

test('an answer by telephone is taken back while the round runs, and not one of the family', async () => {
  const id = await school.begin()
  const token = await school.tokenOf('anna@example.org')
  const { reader_id } = await school.readerOf(id, school.Anna)
  const call = (name: 'confirm' | 'unconfirm', by = school.head) =>
    by.call(dataCheckDecideEndpoints[name], { params: { id: reader_id } })
  const unconfirmed = async () => {
    const reply = await call('unconfirm')
    return [reply.statusCode, reply.json().message]
  }
  expect(await unconfirmed()).toEqual([409, DATA_CHECK_TEXTS.notByPhone])
  await call('confirm')
  expect(await school.readerOf(id, school.Anna)).toMatchObject({ state: 'confirmed', is_by_phone: true })
  expect((await call('unconfirm', school.neighbour)).statusCode).toBe(404)
  expect(await unconfirmed()).toEqual([200, DATA_CHECK_TEXTS.unphoned])
  expect(await school.readerOf(id, school.Anna)).toMatchObject({
    ...{ state: 'open', is_by_phone: false, answered_at: null },
  })
  const logged = await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select('action')
      .where('action', 'like', 'data_check_phone%')
      .where('entity_id', '=', school.Anna)
      .orderBy('id')
      .execute(),
  )
  expect(logged.map(({ action }) => action)).toEqual(['data_check_phoned', 'data_check_phone_undone'])
  // The family looks through the data after the call: that is its own answer.
  await call('confirm')
  await school.send(token)
  expect(await unconfirmed()).toEqual([409, DATA_CHECK_TEXTS.notByPhone])
  await school.act('end', id)
  expect(await unconfirmed()).toEqual([409, DATA_CHECK_TEXTS.over])
})

describe('the mail that an answer by telephone has made unnecessary', () => {
  const mailsTo = (guardian: number) =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('mail_log').select(['state', 'error']).where('related_id', '=', guardian).execute(),
    )
  const leftTo = (address: string) => school.post.mails.filter(({ envelope }) => envelope.includes(address)).length
  /** The token of the link that a letter would carry. */
  const linkOf = (round: number, guardian: number) =>
    insideSchool(school.app, school.fsw, async (tx) => {
      const reader = await findReaderOf(tx, round, guardian)
      if (!reader) throw new Error('Not in this round.')
      return (await makeCheckLinks(tx, [reader], school.app.platform)).get(reader.id)?.split('/').at(-1) ?? ''
    })
  /** A round whose mail to Anna was dropped, because she had called before its turn came. */
  async function dropAnnasMail() {
    const id = await school.begin()
    const { reader_id } = await school.readerOf(id, school.Anna)
    const call = async (name: 'confirm' | 'unconfirm') => {
      const reply = await school.head.call(dataCheckDecideEndpoints[name], { params: { id: reader_id } })
      return [reply.statusCode, reply.json().message]
    }
    await call('confirm')
    await school.post.runDue()
    expect(await mailsTo(school.Anna)).toEqual([{ state: 'dropped', error: 'not_needed' }])
    return { id, call }
  }

  test('is queued again with the taking back, and leaves once', async () => {
    const { call } = await dropAnnasMail()
    expect(await call('unconfirm')).toEqual([200, DATA_CHECK_TEXTS.unphonedMailed])
    expect(await mailsTo(school.Anna)).toEqual([{ state: 'queued', error: null }])
    expect((await call('unconfirm'))[0]).toBe(409)
    await school.post.runDue()
    expect([await mailsTo(school.Anna), leftTo('anna@example.org')]).toEqual([[{ state: 'sent', error: null }], 1])
    // It has left now, so the same mistake a second time sends nothing.
    await call('confirm')
    expect(await call('unconfirm')).toEqual([200, DATA_CHECK_TEXTS.unphoned])
    await school.post.runDue()
    expect(leftTo('anna@example.org')).toBe(1)
  })

  test('does not leave when the family confirms by itself meanwhile, or the round has ended', async () => {
    const { id, call } = await dropAnnasMail()
    await call('unconfirm')
    expect((await school.send(await linkOf(id, school.Anna))).statusCode).toBe(200)
    await school.post.runDue()
    expect(await mailsTo(school.Anna)).toEqual([{ state: 'dropped', error: 'not_needed' }])
    await school.forgetChecks()
    const over = await dropAnnasMail()
    await school.act('end', over.id)
    expect(await over.call('unconfirm')).toEqual([409, DATA_CHECK_TEXTS.over])
    expect(leftTo('anna@example.org')).toBe(0)
  })
})

test('whose children have left meanwhile is named with the day, and gets no reminder', async () => {
  const id = await school.begin()
  await school.post.runDue()
  const leave = (pupil: number, exit: string | null) =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('pupil')
        .set({ date_exit: exit, status: exit ? 'left' : 'active' })
        .where('id', '=', pupil)
        .execute(),
    )
  await leave(school.Mia, '2026-11-23')
  school.app.setNow(new Date(TEST_NOW.getTime() + 7 * 86_400_000))
  expect(await school.readerOf(id, school.Jan)).toMatchObject({
    ...{ children: 'Mia (beendet am 23.11.2026)', is_over: true, state: 'open' },
  })
  expect(await school.readerOf(id, school.Anna)).toMatchObject({
    ...{ children: 'Mia (beendet am 23.11.2026); Ben, 2a', is_over: false },
  })
  expect((await school.act('remind', id)).json().message).toBe(DATA_CHECK_TEXTS.reminded(1))
  await leave(school.Mia, null)
})

test('whoever has lost custody confirms nothing by telephone', async () => {
  const id = await school.begin()
  const { reader_id } = await school.readerOf(id, school.Jan)
  const confirm = async () => {
    const reply = await school.head.call(dataCheckDecideEndpoints.confirm, { params: { id: reader_id } })
    return [reply.statusCode, reply.json().message]
  }
  await school.setCustody(false)
  expect(await confirm()).toEqual([409, DATA_CHECK_TEXTS.gone])
  expect(await school.readerOf(id, school.Jan)).toMatchObject({ state: 'open', answered_at: null })
  await school.setCustody(true)
  expect(await confirm()).toEqual([200, DATA_CHECK_TEXTS.phoned])
})

test('an answer by telephone comes too late once the round is over', async () => {
  const id = await school.begin()
  const { reader_id } = await school.readerOf(id, school.Olga)
  await school.act('end', id)
  const reply = await school.head.call(dataCheckDecideEndpoints.confirm, { params: { id: reader_id } })
  expect([reply.statusCode, reply.json().message]).toEqual([409, DATA_CHECK_TEXTS.over])
})

test('the next family is one of another running round when this one has none left', async () => {
  const { reader, anna } = await school.beginAnew()
  await school.propose({ anna, reader }, { person: { phone_home: '0331 777888' } })
  expect((await school.family(reader)).next_reader_id).toBeNull()
  const second = await school.begin({ reader_count: 2 })
  await school.send(await school.tokenOf('jan@example.org'), { person: { phone_home: '0331 777889' } })
  const { reader_id } = await school.readerOf(second, school.Jan)
  expect((await school.family(reader)).next_reader_id).toBe(reader_id)
  await school.act('end', second)
  expect((await school.family(reader)).next_reader_id).toBeNull()
})
