import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type OutboxMail, outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { type CheckSchool, openCheckSchool } from '#server/test/data-check-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: CheckSchool
beforeAll(async () => {
  school = await openCheckSchool()
})
beforeEach(async () => {
  await school.forgetChecks()
  await school.forget()
})
afterAll(() => school.stop())

const list = async (query: Record<string, string> = {}, visitor = school.head) =>
  (await visitor.call(outboxMailEndpoints.list, { query })).json() as { data: OutboxMail[]; total: number }
const LINES = { by_mailing: 'true' }
const SUBJECT = 'Bitte prüfen Sie Ihre Kontaktdaten'

test('the mails of a data check are one line, reminders with invitations, and each of them singly', async () => {
  const check = await school.begin()
  await school.post.runDue()
  school.app.setNow(new Date(TEST_NOW.getTime() + 7 * 86_400_000))
  await school.act('remind', check)
  const lines = await list(LINES)
  expect(lines.total).toBe(1)
  expect(lines.data).toMatchObject([
    {
      ...{ template: 'data_check', name: null, address: null, children: null, contact: null, trouble: null },
      about: { page: 'data_check', id: check, text: SUBJECT },
      states: { queued: 2, held: 0, sent: 2, failed: 0, dropped: 0 },
    },
  ])
  const singly = await list({ data_check_id: String(check) })
  expect(singly.data.map(({ template, name, states }) => [template, name, states]).toSorted()).toEqual([
    ['data_check', 'Anna Müller', null],
    ['data_check', 'Jan Krüger', null],
    ['data_check_reminder', 'Anna Müller', null],
    ['data_check_reminder', 'Jan Krüger', null],
  ])
  expect(singly.data.find(({ name }) => name === 'Anna Müller')).toMatchObject({
    children: 'Mia Müller (1a), Ben Müller (2a)',
    about: { page: 'data_check', id: check, text: SUBJECT },
    contact: { page: 'pupil', id: school.Mia },
  })
  expect(await list({ data_check_id: String(check) }, school.neighbour)).toMatchObject({ data: [], total: 0 })
  expect(await list(LINES, school.neighbour)).toMatchObject({ data: [], total: 0 })
})

test('a circular and a data check of the same number are two lines, and a page behind the last knows how many there are', async () => {
  const check = await school.begin()
  await school.app.database.owner.query(`alter sequence circular_id_seq restart with ${check}`)
  expect((await school.add()).json().id).toBe(check)
  const lines = await list(LINES)
  expect(lines.data.map(({ about, states }) => [about?.page, about?.id, states?.queued]).toSorted()).toEqual([
    ['circular', check, 2],
    ['data_check', check, 2],
  ])
  expect(await list({ ...LINES, kind: 'data_check' })).toMatchObject({ total: 1 })
  expect(await list({ ...LINES, page: '3' })).toMatchObject({ data: [], total: 2 })
  expect((await list({ circular_id: String(check) })).data.map(({ template }) => template)).toEqual([
    'circular',
    'circular',
  ])
})
