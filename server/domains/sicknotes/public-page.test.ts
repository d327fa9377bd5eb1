import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { publicSicknoteEndpoints as endpoints, PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { setPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { statementsOf404, wholeOf } from '#server/test/dead-links.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkedChild, openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: ParentsSchool
let mia: LinkedChild
beforeAll(async () => {
  school = await openParentsSchool()
  mia = await school.makeChild({ firstname: 'Mia', lastname: 'östlich' })
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
})
afterAll(() => school.app.stop())

const TODAY = '2026-11-20'
/** Children whose link once worked, one for each reason why it no longer does. */
const DEAD: Record<string, (child: LinkedChild) => Promise<unknown>> = {
  'was replaced': (child) =>
    insideSchool(school.app, child.school, (tx) => setPupilLink(tx, school.app.platform.keys, child.id)),
  'is of who has left': (child) => school.setPupil(child, { status: 'left' }),
  'is of who finished': (child) => school.setPupil(child, { status: 'graduated' }),
  'is of who left yesterday': (child) => school.setPupil(child, { date_exit: '2026-11-19' }),
  'is of a child in the bin': (child) => school.setPupil(child, { deleted_at: '2026-11-01T10:00:00Z' }),
  'is of a child that is gone': (child) =>
    insideSchool(school.app, child.school, (tx) => tx.deleteFrom('pupil').where('id', '=', child.id).execute()),
}
const makeDead = async (how: string) => {
  const child = await school.makeChild()
  await DEAD[how]?.(child)
  return child.uuid
}

const MALFORMED = (uuid: string) => [
  uuid.toUpperCase(),
  `${uuid} `,
  uuid.replaceAll('-', ''),
  uuid.slice(0, -1),
  `{${uuid}}`,
  "' or 1=1 --",
  'x'.repeat(10_000),
  '../../etc/passwd',
  '\0',
  '\ud800',
  '%00',
  'ä'.repeat(1000),
  '0',
  'null',
  // Versions 1 and 7 reveal when and where they were made; none of ours is one.
  '2c5ea4c0-4067-11e9-8bad-9b1deb4d3b7d',
  '01932c07-209f-7b8c-9d6f-3c1e5a7b9d10',
]

/** A link that does not work, one digit away from one that does. */
const neighbourOf = (uuid: string, step: number) => {
  const digits = uuid.replaceAll('-', '')
  const place = digits.length - 1 - (step % 12)
  const digit = ((Number.parseInt(digits[place] ?? '0', 16) + 1 + (Math.floor(step / 12) % 15)) % 16).toString(16)
  const changed = `${digits.slice(0, place)}${digit}${digits.slice(place + 1)}`
  return changed.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

describe('the page of a child', () => {
  test('says first name, initial, school and what may be reported, and nothing else', async () => {
    const reply = await school.readPage(mia.uuid)
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual({
      firstname: 'Mia',
      lastname_initial: 'Ö',
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
      notice: expect.stringMatching(/Trägerverein[\s\S]*datenschutz@example.org[\s\S]*löschen wir 28 Tage/),
      sicknote: {
        enabled: true,
        cutoff_time: '08:00',
        max_days: 14,
        backdate_from: '2026-11-17',
        latest_start: '2026-12-20',
        year_end: '2027-07-31',
        today: TODAY,
        free_days: [
          { name: 'Weihnachtsferien', date_start: '2026-12-23', date_end: '2027-01-02' },
          { name: '1. Weihnachtstag', date_start: '2026-12-25', date_end: '2026-12-25' },
          { name: '2. Weihnachtstag', date_start: '2026-12-26', date_end: '2026-12-26' },
          { name: 'Neujahr', date_start: '2027-01-01', date_end: '2027-01-01' },
        ],
      },
    })
    expect(reply.body).not.toContain('stlich')
  })

  test('is not cached, not indexed by search engines, and sends no referrer', async () => {
    for (const reply of [await school.readPage(mia.uuid), await school.readPage('unknown')]) {
      expect(reply.headers).toMatchObject({
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      })
    }
  })

  test('opens for upcoming pupils and on the last day, also for somebody signed in elsewhere', async () => {
    const upcoming = await school.makeChild({ firstname: 'Ida', status: 'upcoming' })
    const leaving = await school.makeChild({ firstname: 'Leo' })
    await school.setPupil(leaving, { date_exit: TODAY })
    const stranger = await school.signIn('viewer', school.fow)
    for (const child of [upcoming, leaving]) {
      expect((await school.readPage(child.uuid)).statusCode).toBe(200)
      expect((await school.readPage(child.uuid, stranger)).statusCode).toBe(200)
    }
  })
})

describe('a link that does not work', () => {
  const body = (uuid: string, uuids: string[] = []) => ({ uuid, uuids, dateStart: TODAY })

  test.each(Object.keys(DEAD))('because it %s answers like one nobody ever had, also as a sibling’s', async (how) => {
    const dead = await makeDead(how)
    const never = crypto.randomUUID()
    const unknown = await school.readPage(never)
    expect([unknown.statusCode, unknown.json()]).toEqual([404, { message: PARENTS_PAGE_TEXTS.unknown }])
    expect(wholeOf(await school.readPage(dead))).toEqual(wholeOf(unknown))
    const refused = wholeOf(await school.report(body(never)))
    expect(refused).toMatchObject({ statusCode: 404, body: unknown.body })
    expect(wholeOf(await school.report(body(dead)))).toEqual(refused)
    expect(wholeOf(await school.report(body(mia.uuid, [dead])))).toEqual(refused)
    expect(wholeOf(await school.report(body(mia.uuid, [never])))).toEqual(refused)
    expect(await school.notesOf(mia)).toEqual([])
  })

  test('because the school takes no reports answers the same', async () => {
    const unknown = wholeOf(await school.readPage(crypto.randomUUID()))
    await school.setSettings({ public_enabled: false })
    const [page, report] = [await school.readPage(mia.uuid), await school.report(body(mia.uuid))]
    await school.setSettings({})
    expect(wholeOf(page)).toEqual(unknown)
    expect([report.statusCode, report.body]).toEqual([404, unknown.body])
  })

  test('because it is malformed answers the same', async () => {
    const unknown = wholeOf(await school.readPage(crypto.randomUUID()))
    for (const uuid of MALFORMED(mia.uuid)) {
      await school.forgetLimits()
      expect(wholeOf(await school.readPage(uuid)), uuid.slice(0, 40)).toEqual(unknown)
      const report = await school.report(body(uuid))
      expect([report.statusCode, report.body], uuid.slice(0, 40)).toEqual([404, unknown.body])
    }
  })

  test('costs the same statements, whatever the reason', async () => {
    const uuids = [crypto.randomUUID(), 'x'.repeat(5000), ...(await Promise.all(Object.keys(DEAD).map(makeDead)))]
    const pages = []
    const reports = []
    for (const uuid of uuids) {
      pages.push(await statementsOf404(school.app, (visitor) => school.readPage(uuid, visitor)))
      reports.push(await statementsOf404(school.app, (visitor) => school.report(body(uuid), { visitor })))
    }
    expect(pages[0]?.length).toBeGreaterThan(4)
    for (const page of pages) expect(page).toEqual(pages[0])
    for (const report of reports) expect(report).toEqual(reports[0])
  })

  test('can be tried 30 times from one network; then 429, while working links keep working', async () => {
    const thief = () => school.app.visitor('203.0.113.7')
    for (let tries = 1; tries <= 30; tries++) {
      expect((await school.readPage(mia.uuid, thief())).statusCode).toBe(200)
      expect((await school.readPage(crypto.randomUUID(), thief())).statusCode).toBe(404)
    }
    const refused = await school.readPage(crypto.randomUUID(), thief())
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
    const report = await school.report(body(crypto.randomUUID()), { visitor: thief() })
    expect(report.statusCode).toBe(429)
    expect((await school.readPage(mia.uuid, thief())).statusCode).toBe(200)
    expect((await school.readPage(crypto.randomUUID(), school.app.visitor('203.0.113.8'))).statusCode).toBe(404)
  })

  test('counts once for each link of a report', async () => {
    const visitor = school.app.visitor('203.0.113.9')
    const five = () => Array.from({ length: 5 }, () => crypto.randomUUID())
    for (let tries = 1; tries <= 5; tries++)
      expect((await school.report(body(crypto.randomUUID(), five()), { visitor })).statusCode).toBe(404)
    expect((await school.report(body(crypto.randomUUID(), five()), { visitor })).statusCode).toBe(429)
  })

  test('is never found by 2,000 tries: 30 equal answers, then one equal refusal', async () => {
    const uuids = Array.from({ length: 2000 }, (_, index) => {
      if (index % 4 === 0) return neighbourOf(mia.uuid, index / 4)
      if (index % 4 === 1) return randomBytes(16).toString('hex')
      return index % 4 === 2 ? crypto.randomUUID() : (MALFORMED(mia.uuid)[(index >> 2) % 16] ?? '')
    })
    const visitor = school.app.visitor('203.0.113.10')
    const answers = new Map<string, number>()
    for (const uuid of uuids) {
      const { statusCode, body: text } = await visitor.call(endpoints.pupil, { params: { uuid } })
      const answer = `${statusCode} ${text}`
      answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
    expect([...answers]).toEqual([
      [`404 {"message":"${PARENTS_PAGE_TEXTS.unknown}"}`, 30],
      [expect.stringMatching(/^429 /), 1970],
    ])
  }, 60_000)
})

test('1,000 links are uuids of version 4, each another one', async () => {
  const ids = await insideSchool(school.app, school.fsw, async (tx) => {
    const template = await tx.selectFrom('pupil').selectAll().where('id', '=', mia.id).executeTakeFirstOrThrow()
    const { id: _id, pupil_number: _number, search_name: _search, ...pupil } = template
    const rows = Array.from({ length: 1000 }, (_, index) => ({ ...pupil, pupil_number: `v4-${index}` }))
    const made = await tx
      .insertInto('pupil')
      .values(rows as never)
      .returning('id')
      .execute()
    return made.map(({ id }) => id)
  })
  const { listLinks } = await import('#server/domains/parentlinks/parentlinks.shared.queries.ts')
  const links = await insideSchool(school.app, school.fsw, (tx) => listLinks(tx, school.app.platform.keys, ids))
  const uuids = [...links.values()].map(({ uuid }) => uuid)
  expect(new Set(uuids).size).toBe(1000)
  for (const uuid of uuids) expect(uuid).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})
