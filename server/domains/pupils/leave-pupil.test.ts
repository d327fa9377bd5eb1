import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import { PUPIL_TEXTS, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { turnDay } from '#server/domains/rollovers/turn-day.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'

let school: ClassSchool
let mia: number
let uuid: string

beforeAll(async () => {
  school = await openClassSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2026-11-20')
  mia = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })
  const { address } = (await school.head.call(parentLinkEndpoints.get, { params: { id: mia } })).json()
  uuid = address.split('/').at(-1)
})

const read = async () => (await school.head.call(pupilDetailsEndpoints.get, { params: { id: mia } })).json()
const leave = (body: Record<string, unknown>, visitor = school.head) =>
  visitor.call(pupilChangeEndpoints.leave, { params: { id: mia }, body })
/** Whether the link shows anything to the parents who open it. */
const opensLink = async () => {
  const reply = await school.app.visitor().call(publicSicknoteEndpoints.pupil, { params: { uuid } })
  return reply.statusCode === 200
}
const turn = () => turnDay(school.app.platform)(undefined as never)
const moved = { exit_reason: 'moved', next_school: 'Grundschule Nord' }

test('a planned exit changes nothing yet; on the day after it the turn of the day ends class, status and link', async () => {
  const reply = await leave({ date_exit: '2026-11-30', ...moved, version: 1 })
  expect(reply.json()).toEqual({
    message: 'Der Abgang von Mia Müller zum 30.11.2026 ist eingetragen.',
    renewed_links: [],
  })
  school.goTo('2026-11-30')
  await turn()
  expect(await read()).toMatchObject({ status: 'active', date_exit: '2026-11-30', ...moved })
  expect(await opensLink()).toBe(true)
  school.goTo('2026-12-01')
  await turn()
  expect(await read()).toMatchObject({ status: 'left', schoolclass: null })
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_end: '2026-11-30' }])
  expect(await opensLink()).toBe(false)
})

test('a past exit takes effect at once; when it is undone the child is in its class again, with the link', async () => {
  expect((await leave({ date_exit: '2026-11-15', exit_reason: 'graduated' })).statusCode).toBe(200)
  expect(await read()).toMatchObject({ status: 'graduated', schoolclass: null, is_removable: false })
  expect(await opensLink()).toBe(false)
  const back = await leave({ date_exit: null })
  expect(back.json()).toMatchObject({ message: 'Der Abgang von Mia Müller ist zurückgenommen.' })
  expect(await read()).toMatchObject({
    ...{ status: 'active', date_exit: null, exit_reason: null, next_school: null },
    schoolclass: { classgradePlain: '1a' },
  })
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_end: null }])
  expect(await opensLink()).toBe(true)
  expect((await leave({ date_exit: null })).json()).toMatchObject({ message: 'Es war kein Abgang eingetragen.' })
  const logged = await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select('action')
      .where('entity_type', '=', 'pupil')
      .where('entity_id', '=', mia)
      .orderBy('id')
      .execute(),
  )
  expect(logged.map(({ action }) => action)).toEqual([
    'pupil_created',
    'pupil_link_viewed',
    'pupil_left',
    'pupil_exit_taken_back',
  ])
})

test('a past exit can be moved to another day', async () => {
  await leave({ date_exit: '2026-11-15', ...moved })
  expect((await leave({ date_exit: '2026-10-31', ...moved })).statusCode).toBe(200)
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_end: '2026-10-31' }])
  expect(await read()).toMatchObject({ status: 'left', date_exit: '2026-10-31' })
  expect((await leave({ date_exit: '2026-12-15', ...moved })).statusCode).toBe(200)
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_end: null }])
  expect(await read()).toMatchObject({ status: 'active', schoolclass: { classgradePlain: '1a' } })
})

test('a child that did not come back after the holidays never was in the new class', async () => {
  await school.move({ pupil_ids: [mia], schoolclass_id: await school.classOf('1b'), date_start: '2026-11-02' })
  await leave({ date_exit: '2026-10-16', ...moved })
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_end: '2026-10-16' }])
})

test('after the end of the school year the class stays ended with it', async () => {
  await leave({ date_exit: '2027-06-30', ...moved })
  school.goTo('2027-10-01')
  await turn()
  expect((await leave({ date_exit: null })).json().message).toBe(
    'Der Abgang von Mia Müller ist zurückgenommen. Bitte wählen Sie wieder eine Klasse. Der alte Elternlink gilt nicht mehr. Bitte drucken Sie einen neuen Bogen.',
  )
  expect(await school.membershipsOf(mia)).toMatchObject([{ date_end: '2027-07-31' }])
})

test('a day before the entry, a day without reason and a stale page are refused', async () => {
  const errors = async (body: Record<string, unknown>) => (await leave(body)).json().errors
  expect(await errors({ date_exit: '2024-07-31', ...moved })).toEqual({ date_exit: [PUPIL_TEXTS.exitBeforeEntry] })
  expect(await errors({ date_exit: '2026-12-01' })).toEqual({ exit_reason: [PUPIL_TEXTS.reasonMissing] })
  expect(await errors({ date_exit: '2026-12-01', exit_reason: 'because' })).toHaveProperty('exit_reason')
  expect((await leave({ date_exit: '2026-12-01', ...moved, version: 1 })).statusCode).toBe(200)
  const stale = await leave({ date_exit: '2026-12-15', ...moved, version: 1 }, await school.signIn('admin'))
  expect([stale.statusCode, stale.json().date_exit]).toEqual([409, '2026-12-01'])
  const { browser } = await school.makeTeacher()
  expect((await leave({ date_exit: '2026-12-15', ...moved }, browser)).statusCode).toBe(403)
  expect((await leave({ date_exit: null }, await school.signIn('schooladmin', school.fow))).statusCode).toBe(404)
})
