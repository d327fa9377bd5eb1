import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { updateContactMail } from '#server/domains/registrations/mails/registrations.optin.queries.ts'
import { statementsOf404, wholeOf } from '#server/test/dead-links.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkedFamily, openStatusSchool, type StatusSchool } from '#server/test/status-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: StatusSchool
beforeAll(async () => {
  school = await openStatusSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
})
afterAll(() => school.stop())

const daysLater = (days: number, ms = 0) => school.app.setNow(new Date(TEST_NOW.getTime() + days * DAY_MS + ms))

const statusOf = async (family: LinkedFamily) => {
  const reply = await school.read(school.tokenOf(family))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const newToken = () => randomBytes(24).toString('base64url')

describe('a link', () => {
  test.each(['accepted', 'rejected'] as const)('works until 30 days after %s, to the millisecond', async (status) => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, status)
    daysLater(30, -1)
    await statusOf(family)
    daysLater(30)
    expect((await school.read(school.tokenOf(family))).statusCode).toBe(404)
    expect((await school.wish(school.tokenOf(family), { action: 'withdraw' })).statusCode).toBe(404)
  })

  test('about a decision with a late mail works when it arrives, and 30 days from then', async () => {
    const family = await school.makeFamily({ mail: 'spaet@example.org' })
    await school.changeStatus(family.id, 'accepted')
    daysLater(31)
    expect((await school.read(school.tokenOf(family))).statusCode).toBe(404)
    await school.tell(family)
    const sent = school.post.mails.find(({ envelope }) => envelope.includes('spaet@example.org'))
    const token = /bewerbungsstatus\/([\w-]{32})\s/.exec(sent?.text ?? '')?.[1] ?? ''
    expect((await school.read(token)).json()).toMatchObject({ stage: 'accepted' })
    daysLater(61, -1)
    expect((await school.read(token)).statusCode).toBe(200)
    daysLater(61)
    expect((await school.read(token)).statusCode).toBe(404)
  })

  test('works until 30 days after a withdrawal', async () => {
    const family = await school.makeFamily()
    expect((await school.wish(school.tokenOf(family), { action: 'withdraw' })).statusCode).toBe(200)
    daysLater(30, -1)
    expect(await statusOf(family)).toMatchObject({ stage: 'withdrawn', withdrawn_on: '2026-11-20' })
    daysLater(30)
    expect((await school.read(school.tokenOf(family))).statusCode).toBe(404)
  })

  test('keeps working while nothing is decided, beside a newer one', async () => {
    const family = await school.makeFamily()
    daysLater(300)
    const newer = await school.makeLink(family)
    await statusOf(family)
    expect((await school.read(newer)).statusCode).toBe(200)
  })

  test('does not work again when its address comes back', async () => {
    const family = await school.makeFamily()
    await insideSchool(school.app, school.fsw, async (tx) => {
      for (const mail of ['anders@example.org', 'anna@example.org'])
        await updateContactMail(tx, family.contactIds[0] ?? 0, mail)
      const at = school.app.platform.now().toISOString()
      await tx.updateTable('registration_contact').set({ mail_verified_at: at }).execute()
    })
    expect((await school.read(school.tokenOf(family))).statusCode).toBe(404)
  })
})

/** Families whose link once worked, one for each reason why it no longer does. */
const DEAD: Record<string, (family: LinkedFamily) => Promise<unknown>> = {
  'went to an address that was changed': (family) =>
    insideSchool(school.app, family.school, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail: 'anders@example.org' })
        .where('registration_id', '=', family.id)
        .execute(),
    ),
  'went to an address that is not confirmed any more': (family) =>
    insideSchool(school.app, family.school, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail_verified_at: null })
        .where('registration_id', '=', family.id)
        .execute(),
    ),
  'is of a contact that is gone': (family) =>
    insideSchool(school.app, family.school, (tx) =>
      tx.deleteFrom('registration_contact').where('registration_id', '=', family.id).execute(),
    ),
  'is of an application in the bin': (family) => school.set(family, { deleted_at: '2026-11-01T10:00:00Z' }),
  'is of an application that is gone': (family) =>
    insideSchool(school.app, family.school, (tx) =>
      tx.deleteFrom('registration').where('id', '=', family.id).execute(),
    ),
  'is of one decided 30 days ago': (family) =>
    school.set(family, { status: 'rejected', decided_at: '2026-10-20T06:40:00Z' }),
  'is of one withdrawn 30 days ago': (family) =>
    school.set(family, { withdrawn_at: '2026-10-20T06:40:00Z', withdrawn_by: 'staff' }),
}
const makeDead = async (how: string) => {
  const family = await school.makeFamily()
  await DEAD[how]?.(family)
  return school.tokenOf(family)
}

const MALFORMED = (token: string) => [
  `${token} `,
  token.slice(0, -1),
  `${token}A`,
  "' or 1=1 --",
  'x'.repeat(10_000),
  '../../etc/passwd',
  '\0',
  '\ud800',
  '%00',
  'ä'.repeat(1000),
  '0',
  'null',
  crypto.randomUUID(),
]

describe('a link that does not work', () => {
  test.each(Object.keys(DEAD))('because it %s answers like one nobody ever had', async (how) => {
    const dead = await makeDead(how)
    const never = newToken()
    const unknown = await school.read(never)
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { message: FAMILY_STATUS_TEXTS.unknown }])
    expect(wholeOf(await school.read(dead))).toEqual(wholeOf(unknown))
    for (const action of ['withdraw', 'keep']) {
      const refused = wholeOf(await school.wish(never, { action }))
      expect(refused).toMatchObject({ statusCode: 404, body: unknown.body })
      expect(wholeOf(await school.wish(dead, { action }))).toEqual(refused)
    }
  })

  test('because it is malformed answers the same', async () => {
    const unknown = wholeOf(await school.read(newToken()))
    for (const token of MALFORMED(school.tokenOf(await school.makeFamily()))) {
      await school.forgetLimits()
      expect(wholeOf(await school.read(token)), token.slice(0, 40)).toEqual(unknown)
      const wish = await school.wish(token, { action: 'withdraw' })
      expect([wish.statusCode, wish.body], token.slice(0, 40)).toEqual([404, unknown.body])
    }
  })

  test('costs the same statements, whatever the reason', async () => {
    const tokens = [newToken(), 'x'.repeat(5000), ...(await Promise.all(Object.keys(DEAD).map(makeDead)))]
    const pages = []
    const wishes = []
    for (const token of tokens) {
      pages.push(await statementsOf404(school.app, (visitor) => school.read(token, visitor)))
      wishes.push(await statementsOf404(school.app, (visitor) => school.wish(token, { action: 'withdraw' }, visitor)))
    }
    expect(pages[0]?.length).toBeGreaterThan(4)
    for (const page of pages) expect(page).toEqual(pages[0])
    for (const wish of wishes) expect(wish).toEqual(wishes[0])
  })

  test('can be tried 30 times from one network; then 429, while working links keep working', async () => {
    const family = await school.makeFamily()
    const thief = () => school.app.visitor('203.0.113.7')
    for (let tries = 1; tries <= 15; tries++) {
      expect((await school.read(newToken(), thief())).statusCode).toBe(404)
      expect((await school.wish(newToken(), { action: 'withdraw' }, thief())).statusCode).toBe(404)
      expect((await school.read(school.tokenOf(family), thief())).statusCode).toBe(200)
    }
    const refused = await school.read(newToken(), thief())
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    expect((await school.wish(newToken(), { action: 'keep' }, thief())).statusCode).toBe(429)
    expect((await school.read(school.tokenOf(family), thief())).statusCode).toBe(200)
    expect((await school.read(newToken(), school.app.visitor('203.0.113.8'))).statusCode).toBe(404)
  })
})

test('tokens have 192 bits that nobody can guess, and only their hash is kept', async () => {
  const family = await school.makeFamily()
  const token = school.tokenOf(family)
  expect(token).toMatch(/^[\w-]{32}$/)
  const { rows } = await school.app.database.owner.query('select token_hash from registration_status_link')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.some(({ token_hash }) => token_hash.toString('latin1').includes(token))).toBe(false)
  const direct = school.app.database.pool.query('select * from registration_status_link')
  await expect(direct).rejects.toThrow(/permission denied/)
})
