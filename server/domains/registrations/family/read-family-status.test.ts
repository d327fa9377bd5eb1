import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAPER_LABELS } from '#contract/registrations/registrations.papers.ts'
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

const statusOf = async (family: LinkedFamily) => {
  const reply = await school.read(school.tokenOf(family))
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const newToken = () => randomBytes(24).toString('base64url')

describe('the status of an application', () => {
  test('says school, number, first name, year, grade and days, and nothing else', async () => {
    const family = await school.makeFamily({ isJoint: true, lastname: 'Zzkanarie', birthdate: '2021-02-03' })
    await school.set(family, { internal_note: 'Zznotiz', wait_rank: null })
    const reply = await school.read(school.tokenOf(family))
    expect(reply.json()).toEqual({
      school: {
        short: 'fsw',
        name: 'Freie Schule Wacholderhain',
        accent: expect.any(String),
        phone: '030 23125-100',
        mail: 'sekretariat.fsw@example.org',
        street: 'Am Anger',
        house_number: '1',
        zip: '15999',
        city: 'Wacholderhain',
        carrier_name: 'Trägerverein Wacholderhain e. V.',
        logo: null,
      },
      number: family.number,
      child_firstname: 'Mia',
      school_year: '2027/2028',
      desired_grade: 1,
      received_on: '2026-11-20',
      mail_confirmed_on: '2026-11-20',
      stage: 'received',
      next: expect.stringContaining('meldet sich bei Ihnen'),
      missing_papers: [],
      confirm_by: null,
      withdrawn_on: null,
      withdrawal: 'by_school',
      agreement: null,
    })
    for (const word of ['Zzkanarie', 'Zznotiz', 'ole@example.org', 'anna@example.org', 'Berg', '2021-02-03'])
      expect(reply.body).not.toContain(word)
  })

  test('is not cached, not indexed by search engines, and sends no referrer', async () => {
    const family = await school.makeFamily()
    for (const token of [school.tokenOf(family), newToken()])
      expect((await school.read(token)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
  })

  test('opens for the family alone, whoever is signed in; loading it changes nothing', async () => {
    const family = await school.makeFamily({ school: school.fow, grade: 7 })
    const before = await school.row(family)
    const reply = await school.read(school.tokenOf(family), school.head)
    expect([reply.statusCode, reply.json().school.short]).toEqual([200, 'fow'])
    expect(await school.row(family)).toEqual(before)
    expect(await school.eventsOf(family)).toEqual([])
  })

  test('is shown for two applications of one address each behind its own link', async () => {
    const [mia, ben] = [await school.makeFamily(), await school.makeFamily({ firstname: 'Ben' })]
    expect((await statusOf(mia)).child_firstname).toBe('Mia')
    expect((await statusOf(ben)).child_firstname).toBe('Ben')
  })
})

describe('a decision', () => {
  test.each([
    ['accepted', 'Platz'],
    ['rejected', 'keinen Platz'],
    ['waiting', 'Warteliste'],
  ] as const)('%s shows only once the school has told it (ADR 0023)', async (status, word) => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, status)
    const untold = await statusOf(family)
    expect(untold).toMatchObject({ stage: 'checking', confirm_by: null, withdrawal: 'at_once' })
    expect(untold.next).not.toContain(word)
    await school.tell(family)
    const told = await statusOf(family)
    expect(told.stage).toBe(status)
    expect(told.next).toContain(word)
  })

  test('of which nobody informed the family looks the same, whichever it is', async () => {
    const pages = []
    for (const status of ['accepted', 'rejected', 'waiting'] as const) {
      const family = await school.makeFamily()
      await school.changeStatus(family.id, status)
      const { number: _number, ...page } = await statusOf(family)
      pages.push(page)
    }
    expect(pages[1]).toEqual(pages[0])
    expect(pages[2]).toEqual(pages[0])
  })

  test('shows when the mail has left, not when it waits or failed', async () => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, 'rejected')
    await school.sendDecision(family)
    expect((await statusOf(family)).stage).toBe('checking')
    school.post.server.state.mood = 'refuse'
    await school.post.runAll()
    school.post.server.state.mood = 'accept'
    expect((await statusOf(family)).stage).toBe('checking')
    await school.tell(family)
    expect((await statusOf(family)).stage).toBe('rejected')
  })

  test('shows to the informed contact, to no other contact and at no other address', async () => {
    const family = await school.makeFamily({ isJoint: true })
    await school.changeStatus(family.id, 'accepted')
    await school.tell(family)
    const stageFor = async (position: 1 | 2) => (await school.read(school.tokenOf(family, position))).json().stage
    expect([await stageFor(1), await stageFor(2)]).toEqual(['accepted', 'checking'])
    await school.sendDecision(family, family.contactIds.slice(1))
    await school.post.runAll()
    expect([await stageFor(1), await stageFor(2)]).toEqual(['accepted', 'accepted'])
    await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('registration_contact')
        .set({ mail: 'andere@example.org' })
        .where('id', '=', family.contactIds[0] ?? 0)
        .execute(),
    )
    expect((await statusOf({ ...family, tokens: [await school.makeLink(family)] })).stage).toBe('checking')
  })

  test('that the school returns to needs a new mail', async () => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, 'accepted')
    await school.tell(family)
    school.app.setNow(new Date(TEST_NOW.getTime() + 3_600_000))
    await school.changeStatus(family.id, 'rejected')
    await school.changeStatus(family.id, 'accepted')
    expect((await statusOf(family)).stage).toBe('checking')
    await school.tell(family)
    expect((await statusOf(family)).stage).toBe('accepted')
  })

  test('that was changed after the mail shows no more', async () => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, 'accepted')
    await school.tell(family)
    await school.changeStatus(family.id, 'rejected')
    expect((await statusOf(family)).stage).toBe('checking')
  })

  test('for the child names the day until which the place is kept, and not once it is confirmed', async () => {
    const family = await school.makeFamily()
    await school.changeStatus(family.id, 'accepted')
    await school.tell(family)
    expect(await statusOf(family)).toMatchObject({ confirm_by: '2026-12-04', next: expect.stringContaining('E-Mail') })
    await school.set(family, { place_confirmed_at: '2026-11-20' })
    expect(await statusOf(family)).toMatchObject({ confirm_by: null, next: expect.stringContaining('bestätigt') })
  })

  test('never names a place on the waiting list', async () => {
    const family = await school.makeFamily({ grade: 2, entry_type: 'lateral' })
    await school.changeStatus(family.id, 'waiting')
    await school.set(family, { wait_rank: 73 })
    await school.tell(family)
    expect(JSON.stringify(await statusOf(family))).not.toContain('73')
  })
})

test('papers are named once the school asked for them, without those it has seen', async () => {
  const family = await school.makeFamily()
  expect((await statusOf(family)).missing_papers).toEqual([])
  await school.set(family, { papers_requested_at: '2026-11-20' })
  expect(await statusOf(family)).toMatchObject({
    stage: 'checking',
    missing_papers: [PAPER_LABELS.birth_certificate, PAPER_LABELS.custody_proof, PAPER_LABELS.measles_proof],
  })
  await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .insertInto('registration_paper')
      .values({ school_id: school.fsw, registration_id: family.id, kind: 'measles_proof', seen_on: '2026-11-20' })
      .execute(),
  )
  expect((await statusOf(family)).missing_papers).toHaveLength(2)
  await school.changeStatus(family.id, 'rejected')
  expect((await statusOf(family)).missing_papers).toHaveLength(2)
  await school.tell(family)
  expect((await statusOf(family)).missing_papers).toEqual([])
})
