import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { type CheckSchool, openCheckSchool } from '#server/test/data-check-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

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
