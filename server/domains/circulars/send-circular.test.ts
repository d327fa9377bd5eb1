import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints } from '#contract/circulars/circulars.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { queueAgain } from '#server/mail/outbox.ts'
import { type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: CircularSchool
beforeAll(async () => {
  school = await openCircularSchool()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

describe('sending', () => {
  test('is refused when the readers are others than the page has shown', async () => {
    const reply = await school.add({ reader_count: 3 })
    expect(reply.statusCode).toBe(409)
    expect(reply.json().message).toBe(CIRCULAR_TEXTS.changed)
  })

  test('happens once for the same key', async () => {
    const key = crypto.randomUUID()
    const [one, two] = [await school.add({}, { key }), await school.add({}, { key })]
    expect(two.json()).toEqual(one.json())
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org'])
  })

  test('a paused one holds its mails back, and going on sends each once', async () => {
    const id = await school.send()
    expect((await school.act('pause', id)).json().message).toBe(CIRCULAR_TEXTS.paused)
    await school.post.runDue()
    expect(school.readers()).toEqual([])
    expect(await school.read(id)).toMatchObject({ state: 'paused', counts: { all: 2, waiting: 2, sent: 0 } })
    expect((await school.act('goOn', id)).statusCode).toBe(200)
    // Twice in a row: the second finds nothing that is held.
    expect((await school.act('goOn', id)).statusCode).toBe(200)
    await school.post.runAll()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org'])
    expect(await school.read(id)).toMatchObject({ state: 'done', counts: { all: 2, waiting: 0, sent: 2 } })
    expect((await school.act('pause', id)).json().message).toBe(CIRCULAR_TEXTS.over)
  })

  test('paused and continued before any turn came: the first jobs send, and none is made twice', async () => {
    const id = await school.send()
    await school.act('pause', id)
    await school.act('goOn', id)
    await school.post.runAll()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org'])
  })

  test('a stopped one sends nothing any more', async () => {
    const id = await school.send()
    await school.act('pause', id)
    await school.post.runDue()
    expect((await school.act('stop', id)).json().message).toBe(CIRCULAR_TEXTS.stopped)
    await school.post.runAll()
    expect(school.readers()).toEqual([])
    expect(await school.read(id)).toMatchObject({ state: 'stopped', counts: { dropped: 2, waiting: 0 } })
    for (const name of ['goOn', 'stop', 'retry'] as const) expect((await school.act(name, id)).statusCode).toBe(409)
  })

  test('a refused address is shown first, and sent again when asked', async () => {
    school.post.server.state.mood = 'refuse'
    const id = await school.send()
    await school.post.runDue()
    expect(await school.read(id)).toMatchObject({ state: 'done', counts: { failed: 2, sent: 0 } })
    const [recipient] = (await school.read(id)).recipients
    expect(recipient).toMatchObject({ trouble: 'refused', pupil_id: expect.any(Number) })
    school.post.server.state.mood = 'accept'
    expect((await school.act('retry', id)).json().message).toBe(CIRCULAR_TEXTS.again(2, 0))
    await school.post.runDue()
    expect(await school.read(id)).toMatchObject({ counts: { failed: 0, sent: 2 } })
    expect((await school.act('retry', id)).json().message).toBe(CIRCULAR_TEXTS.noneFailed)
  })

  test('who is no longer a reader when the turn comes gets none', async () => {
    const id = await school.send()
    await school.setCustody(false)
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org'])
    expect((await school.read(id)).recipients[0]).toMatchObject({ name: 'Jan Krüger', state: 'dropped' })
    await school.setCustody(true)
  })

  test('a mail whose try ended without an outcome is sent again under the same id, and called doubtful', async () => {
    const id = await school.send({ class_ids: [school.classes['2a']], reader_count: 1 })
    // The row looks like this when the program was killed after it handed the mail over.
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('mail_log').set({ begun_at: '2026-11-20T08:00:00Z' }).execute(),
    )
    await school.post.runDue()
    expect(await school.read(id)).toMatchObject({
      counts: { sent: 1, doubtful: 1 },
      recipients: [{ is_doubtful: true }],
    })
  })
})

describe('a try that ended without an outcome', () => {
  /** Makes the rows look as they do when the program was killed after it handed the mails over. */
  const kill = () =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('mail_log').set({ begun_at: '2026-11-20T08:00:00Z' }).execute(),
    )

  test('is not forgotten while the mail is held back', async () => {
    const id = await school.send()
    await kill()
    await school.act('pause', id)
    await school.post.runDue()
    expect(school.readers()).toEqual([])
    await school.act('goOn', id)
    await school.post.runDue()
    expect(await school.read(id)).toMatchObject({ counts: { sent: 2, doubtful: 2 } })
  })

  test('is said of a mail that nobody wants any more', async () => {
    const id = await school.send()
    await kill()
    await school.act('stop', id)
    await school.post.runDue()
    expect(school.readers()).toEqual([])
    expect(await school.read(id)).toMatchObject({ counts: { dropped: 2, doubtful: 2 } })
  })

  test('a job that comes again finds its mail sent, dropped or failed, and does nothing', async () => {
    const id = await school.send()
    await school.post.runDue()
    school.post.server.mails.length = 0
    for (const state of ['sent', 'dropped', 'failed']) {
      const keys = await insideSchool(school.app, school.fsw, async (tx) => {
        const lines = tx.updateTable('mail_log').set({ state }).returning(['school_id', 'id as mail_id'])
        const changed = await lines.execute()
        await queueAgain(tx, changed)
        return changed
      })
      expect(keys).toHaveLength(2)
      await school.post.runDue()
      expect(await school.post.countJobs()).toBe(0)
      expect(school.readers(), state).toEqual([])
      expect((await school.read(id)).counts[state as 'sent']).toBe(2)
    }
  })
})

describe('other schools', () => {
  test('a class of another school is none', async () => {
    const reply = await school.add({}, { visitor: school.neighbour })
    expect(reply.json().errors).toEqual({ class_ids: [CIRCULAR_TEXTS.noClass] })
    expect((await school.plan(school.both, school.neighbour)).json()).toEqual({ readers: [], left_out: [] })
  })

  test('a circular of another school does not exist', async () => {
    const id = await school.send()
    expect((await school.neighbour.call(circularEndpoints.get, { params: { id } })).statusCode).toBe(404)
    for (const name of ['pause', 'goOn', 'stop', 'retry'] as const)
      expect((await school.act(name, id, school.neighbour)).statusCode).toBe(404)
    const list = (await school.neighbour.call(circularEndpoints.list, { query: {} })).json()
    expect(list).toMatchObject({ data: [], total: 0 })
    expect((await school.head.call(circularEndpoints.list, { query: {} })).json()).toMatchObject({
      total: 1,
      data: [{ audience: '1a, 2a', state: 'sending', counts: { all: 2 } }],
    })
  })
})

test('after six months nothing is left of it', async () => {
  await school.send()
  await school.post.runDue()
  const left = async () =>
    insideSchool(school.app, school.fsw, async (tx) => [
      (await tx.selectFrom('circular').select('id').execute()).length,
      (await tx.selectFrom('mail_log').select('id').execute()).length,
    ])
  // The log is dated by the database's clock, the circular by the program's.
  await insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('mail_log').set({ created_at: TEST_NOW.toISOString() }).execute(),
  )
  const day = (text: string) => new Date(`${text}T12:00:00Z`)
  school.app.setNow(day('2027-05-19'))
  await tidyUp(school.app.platform)({})
  expect(await left()).toEqual([1, 2])
  school.app.setNow(day('2027-05-20'))
  await tidyUp(school.app.platform)({})
  expect(await left()).toEqual([0, 0])
  school.app.setNow(TEST_NOW)
})
