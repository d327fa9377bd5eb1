import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  UNREACHABLE_TEXTS,
  type UnreachableContact,
  unreachableEndpoints,
} from '#contract/outboxes/outboxes.unreachable.ts'
import { ROLE_PERMISSIONS, ROLES } from '#contract/permissions.ts'
import { type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool } from '#server/test/factories.ts'

let school: CircularSchool
beforeAll(async () => {
  school = await openCircularSchool()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const list = async (visitor = school.head) =>
  (await visitor.call(unreachableEndpoints.list, {})).json() as UnreachableContact[]
const names = async () => (await list()).map(({ name, reason }) => `${name}: ${reason}`)
const markGood = (id: number, { visitor = school.head, kind = 'guardian' } = {}) =>
  visitor.call(unreachableEndpoints.markGood, { body: { kind: kind as 'guardian', id } })

/** Every reader of a circular is refused with these words. */
const refuseAll = async (words: string) => {
  school.post.server.state.mood = 'refuse'
  school.post.server.state.words = words
  const id = await school.send({ tries_unreachable: true })
  await school.post.runDue()
  return id
}
const acceptAll = async () => {
  school.post.server.state.mood = 'accept'
  await school.send({ tries_unreachable: true })
  await school.post.runDue()
}
const change = (set: object) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('mail_log').set(set).execute())

describe('an address that the mail server refuses for good', () => {
  test('stands with its person, the child, the reason and the day, until a mail arrives', async () => {
    await refuseAll('5.1.1 <anna@example.org>: User unknown')
    expect(await list()).toEqual([
      {
        ...{ kind: 'guardian', id: school.Jan, name: 'Jan Krüger', address: 'j***@example.org', child: 'Mia Müller' },
        ...{ page: { name: 'pupil', id: school.Mia }, since: expect.any(String), reason: 'unknown' },
      },
      expect.objectContaining({ name: 'Anna Müller' }),
    ])
    await acceptAll()
    expect(await list()).toEqual([])
  })

  test('is another one once it is changed', async () => {
    await refuseAll('5.1.1 User unknown')
    const set = (mail: string) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('guardian').set({ mail }).where('id', '=', school.Jan).execute(),
      )
    await set('jan.neu@example.org')
    expect(await names()).toEqual(['Anna Müller: unknown'])
    await set('JAN@example.org')
    expect(await names()).toHaveLength(2)
    await set('jan@example.org')
  })

  test('is good again once somebody says so, once', async () => {
    await refuseAll('5.1.1 User unknown')
    const reply = await markGood(school.Jan)
    expect([reply.statusCode, reply.json().message]).toEqual([200, UNREACHABLE_TEXTS.good])
    expect(await names()).toEqual(['Anna Müller: unknown'])
    const again = await markGood(school.Jan)
    expect([again.statusCode, again.json().message]).toEqual([409, UNREACHABLE_TEXTS.notMarked])
  })

  test.each([
    ['5.7.1 Message blocked as spam', []],
    ['5.7.26 Unauthenticated email', []],
    ['5.1.8 Sender address rejected', []],
    ['Blocked by policy: recipient', []],
    ['5.4.4 Domain not found', ['Jan Krüger: no_server', 'Anna Müller: no_server']],
    ['5.1.10 Recipient has null MX', ['Jan Krüger: no_server', 'Anna Müller: no_server']],
    ['5.2.1 Mailbox disabled', ['Jan Krüger: refused', 'Anna Müller: refused']],
    ['No such user', ['Jan Krüger: unknown', 'Anna Müller: unknown']],
  ])('refused with „%s“: %j', async (words, expected) => {
    await refuseAll(words)
    expect(await names()).toEqual(expected)
  })

  test('with a full mailbox counts once it was full days before, too', async () => {
    await refuseAll('5.2.2 Mailbox full')
    expect(await names()).toEqual([])
    await change({ bounced_at: new Date(Date.now() - 2.9 * 86_400_000).toISOString() })
    await refuseAll('5.2.2 Mailbox full')
    expect(await names()).toEqual([])
    await change({ bounced_at: new Date(Date.now() - 3 * 86_400_000).toISOString() })
    await refuseAll('5.2.2 Mailbox full')
    expect(await names()).toEqual(['Jan Krüger: full', 'Anna Müller: full'])
  })
})

describe('a circular', () => {
  test('leaves these people out with the reason, or tries them all the same', async () => {
    await refuseAll('5.1.1 User unknown')
    await markGood(school.Anna)
    const { readers, left_out } = (await school.plan()).json()
    expect(readers.map(({ name }: { name: string }) => name)).toEqual(['Anna Müller'])
    expect(left_out).toContainEqual(expect.objectContaining({ name: 'Jan Krüger', reason: 'unreachable' }))
    const all = (await school.plan({ ...school.both, tries_unreachable: true })).json()
    expect(all.readers).toHaveLength(2)
    const id = await school.send({ reader_count: 1 })
    expect(await school.read(id)).toMatchObject({ counts: { all: 1, unaddressed: 2 } })
    expect((await school.add({ reader_count: 2 })).statusCode).toBe(409)
  })
})

describe('other schools', () => {
  test('see none of it, and their people are unknown', async () => {
    await refuseAll('5.1.1 User unknown')
    expect(await list(school.neighbour)).toEqual([])
    expect((await markGood(school.Jan, { visitor: school.neighbour })).statusCode).toBe(404)
    expect((await markGood(987_654)).statusCode).toBe(404)
    expect((await markGood(school.Jan, { kind: 'employee' })).statusCode).toBe(404)
    expect((await markGood(school.Jan, { kind: 'school' })).statusCode).toBe(422)
    expect(await names()).toHaveLength(2)
  })
})

test('whoever may manage pupils may manage applications and employees', () => {
  for (const role of ROLES) {
    const may = ROLE_PERMISSIONS[role]
    if (may.includes('manage pupil'))
      expect(may).toEqual(expect.arrayContaining(['manage pupil application', 'manage employee']))
  }
})
