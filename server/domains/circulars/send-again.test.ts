import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints, type LatePerson } from '#contract/circulars/circulars.ts'
import { outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import { type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool } from '#server/test/factories.ts'

let school: CircularSchool
beforeAll(async () => {
  school = await openCircularSchool()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const setMail = (id: number, mail: string | null, mail_origin = 'school') =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('guardian').set({ mail, mail_origin }).where('id', '=', id).execute(),
  )
const outbox = async () => (await school.head.call(outboxMailEndpoints.list, { query: {} })).json().data
const recipientOf = async (id: number, person: number) =>
  (await school.read(id)).recipients.find((one) => one.id === person)

/** Both mails come back because their addresses do not exist. */
async function sendInVain() {
  school.post.server.state.mood = 'refuse'
  const id = await school.send()
  await school.post.runDue()
  school.post.server.state.mood = 'accept'
  return id
}

describe('sending again', () => {
  afterEach(async () => {
    await setMail(school.Anna, 'anna@example.org')
    await setMail(school.Jan, 'jan@example.org')
    await school.setCustody(true)
  })

  test('counts somebody whose address cannot be reached apart from those without one', async () => {
    await sendInVain()
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('mail_log').set({ bounce_reason: 'unknown', bounced_at: '2026-11-20T08:00:00Z' }).execute(),
    )
    await setMail(school.Anna, 'anna.neu@example.org')
    const id = await school.send({ reader_count: 1 })
    expect((await school.read(id)).counts).toMatchObject({ all: 1, unaddressed: 2, unreachable: 1 })
  })

  test('goes to the new address of the same person, and the new address has no mark of the old one', async () => {
    const id = await sendInVain()
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('mail_log').set({ bounce_reason: 'unknown', bounced_at: '2026-11-20T08:00:00Z' }).execute(),
    )
    await setMail(school.Anna, 'anna.neu@example.org')
    expect((await school.act('retry', id)).json().message).toBe(CIRCULAR_TEXTS.again(2, 0))
    const marked = (await school.head.call(unreachableEndpoints.list, {})).json()
    expect(marked.map(({ name }: { name: string }) => name)).toEqual(['Jan Krüger'])
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna.neu@example.org', 'jan@example.org'])
    expect(await school.read(id)).toMatchObject({ counts: { sent: 2, failed: 0, dropped: 0 } })
  })

  test.each([
    ['no_custody', () => school.setCustody(false)],
    ['no_mail', () => setMail(school.Jan, null)],
    ['unconfirmed', () => setMail(school.Jan, 'jan.neu@example.org', 'application')],
  ] as const)('leaves out whoever may not get it, and says why: %s', async (trouble, change) => {
    const id = await sendInVain()
    await change()
    expect((await school.act('retry', id)).json().message).toBe(CIRCULAR_TEXTS.again(1, 1))
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org'])
    expect(await recipientOf(id, school.Jan)).toMatchObject({ state: 'dropped', trouble })
    expect((await outbox()).find(({ state }: { state: string }) => state === 'dropped')).toMatchObject({ trouble })
  })

  test('an address of somebody else never gets it: the turn looks at the person once more', async () => {
    const id = await sendInVain()
    await school.act('retry', id)
    await setMail(school.Jan, 'ina@example.org')
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org'])
    expect(await recipientOf(id, school.Jan)).toMatchObject({ state: 'dropped', trouble: 'address_changed' })
    // Somebody looks, and sends it on purpose.
    await setMail(school.Jan, 'jan.neu@example.org')
    expect((await school.act('retry', id)).json().message).toBe(CIRCULAR_TEXTS.again(1, 0))
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org', 'jan.neu@example.org'])
    expect((await school.act('retry', id)).statusCode).toBe(409)
  })

  test('the reason of a stopped one is that it was stopped', async () => {
    const id = await school.send()
    await school.act('pause', id)
    await school.post.runDue()
    await school.act('stop', id)
    expect((await school.read(id)).recipients.map(({ trouble }) => trouble)).toEqual(['stopped', 'stopped'])
  })
})

describe('sending late', () => {
  afterEach(() => setMail(school.Olga, null))
  const sendLate = (id: number, people: LatePerson[] = [], visitor = school.head) =>
    visitor.call(circularEndpoints.sendLate, { params: { id }, body: { people } })
  const isReady = async (id: number) => (await school.read(id)).left_out.map(({ is_ready }) => is_ready)

  test('reaches whoever has an address by now, once, and then nobody is left out', async () => {
    const id = await school.send()
    await school.post.runDue()
    expect(await isReady(id)).toEqual([false])
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.noneLate)
    await setMail(school.Olga, 'olga@example.org')
    expect(await isReady(id)).toEqual([true])
    expect((await sendLate(id, [{ person_id: school.Ina, child_id: school.Ida }])).statusCode).toBe(409)
    const olga = [{ person_id: school.Olga, child_id: school.Ole }]
    expect((await sendLate(id, olga)).json().message).toBe(CIRCULAR_TEXTS.queued(1))
    expect((await sendLate(id, olga)).statusCode).toBe(409)
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org', 'olga@example.org'])
    expect(await school.read(id)).toMatchObject({ counts: { all: 3, sent: 3, unaddressed: 0 }, left_out: [] })
    expect(school.post.server.mails.at(-1)?.text).toContain('morgen wandern wir mit Ole (2a).')
  })

  test('is for nobody whose address is not confirmed, and not for a stopped circular', async () => {
    const id = await school.send()
    await setMail(school.Olga, 'olga@example.org', 'application')
    expect(await isReady(id)).toEqual([false])
    expect((await sendLate(id)).statusCode).toBe(409)
    await setMail(school.Olga, 'olga@example.org')
    await school.act('stop', id)
    expect(await isReady(id)).toEqual([false])
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.over)
  })

  test('of another school there is none', async () => {
    const id = await school.send()
    expect((await sendLate(id, [], school.neighbour)).statusCode).toBe(404)
  })
})

test('a placeholder in the subject has its value on every page', async () => {
  const subject = 'Wandertag an der Freie Schule Wacholderhain'
  const id = await school.send()
  expect((await school.read(id)).subject).toBe(subject)
  expect((await school.head.call(circularEndpoints.list, { query: {} })).json().data[0].subject).toBe(subject)
  expect((await outbox())[0].about.text).toBe(subject)
  const found = (await school.head.call(outboxMailEndpoints.list, { query: { name: 'Olga' } })).json()
  expect(found.left_out.people[0].circular.subject).toBe(subject)
})
