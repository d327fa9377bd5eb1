import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { berlinToday, formatDate } from '#contract/dates.ts'
import { withdrawRegistration } from '#server/domains/registrations/decision/withdraw-registration.ts'
import { deleteNotices, insertHold } from '#server/domains/retentions/holds.queries.ts'
import { runRetention } from '#server/domains/retentions/run-retention.ts'
import { updateSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { type Families, openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { announceRegistrations } from './announce-registrations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MORNING = new Date('2026-11-20T09:00:00+01:00')
const OFFICE = ['sekretariat@example.org', 'leitung@example.org']

let app: TestApp
let post: PostOffice
let fsw: number
let families: Families
let start = MORNING.getTime()
beforeAll(async () => {
  app = await startTestApp({ now: MORNING })
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  families = openFamilies(app, post, fsw)
  await setMails(OFFICE)
})
beforeEach(async () => {
  // Each test has its own day, with nothing left to announce.
  start += 60 * DAY_MS
  app.setNow(new Date(start))
  await announceRegistrations(app.platform)({})
  await post.runAll()
  app.setNow(new Date(start + 2 * HOUR_MS))
  post.mails.length = 0
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const setMails = (notify_mails: string[]) =>
  insideSchool(app, fsw, (tx) =>
    updateSetting(tx, {
      key: 'SCHOOL_REGISTRATION_SETTINGS',
      value: { isActive: true, notify_mails },
    }),
  )
const run = async () => {
  await announceRegistrations(app.platform)({})
  await post.runAll()
}
const toOffice = () => post.mails.filter(({ envelope }) => OFFICE.includes(envelope[0] ?? ''))
const idOf = (number: string) =>
  insideSchool(app, fsw, async (tx) => {
    const row = await tx.selectFrom('registration').select('id').where('number', '=', number).executeTakeFirstOrThrow()
    return row.id
  })
const makeArrivals = async (count: number) => {
  const arrived = []
  for (let n = 0; n < count; n++) arrived.push(await families.family({ 'meta.child_firstname': `Kind${'abc'[n]}` }))
  return arrived
}

describe('the digest of arrivals', () => {
  test('names number, grade and first name to each address, and nothing else of the child', async () => {
    const [one] = await makeArrivals(2)
    await run()
    expect(toOffice().map(({ envelope }) => envelope)).toEqual(OFFICE.map((mail) => [mail]))
    const [mail] = toOffice()
    expect(mail?.subject).toBe('2 neue Bewerbungen')
    expect(mail?.text).toContain(`${one?.number} · Klassenstufe 1 · Kinda`)
    expect(mail?.text).toContain('/app/admin/bewerbungen')
    expect(mail?.text).not.toContain('Müller')
  })

  test('comes once an hour at most, and a second run reports nothing twice', async () => {
    await makeArrivals(1)
    await Promise.all([announceRegistrations(app.platform)({}), announceRegistrations(app.platform)({})])
    await run()
    expect(toOffice()).toHaveLength(2)
    const told = app.platform.now().getTime()
    await makeArrivals(1)
    app.setNow(new Date(told + HOUR_MS - 1))
    await run()
    expect(toOffice()).toHaveLength(2)
    app.setNow(new Date(told + HOUR_MS))
    await run()
    expect(toOffice()).toHaveLength(4)
    expect(toOffice().at(-1)?.subject).toBe('1 neue Bewerbung')
  })

  test('says what families withdrew, not what staff did', async () => {
    const [byFamily, byStaff] = await makeArrivals(2)
    await run()
    post.mails.length = 0
    app.setNow(new Date(app.platform.now().getTime() + HOUR_MS))
    const [familyId, staffId] = [await idOf(byFamily?.number ?? ''), await idOf(byStaff?.number ?? '')]
    const now = app.platform.now()
    await insideSchool(app, fsw, async (tx) => {
      await withdrawRegistration(tx, { id: familyId, by: 'applicant', reason: 'Umzug', now, userId: null })
      await withdrawRegistration(tx, { id: staffId, by: 'staff', reason: null, now, userId: 1 })
    })
    await run()
    const [mail] = toOffice()
    expect(mail?.subject).toBe('Neues zu Bewerbungen')
    expect(mail?.text).toContain(`Von der Familie zurückgezogen:\n${byFamily?.number}`)
    expect(mail?.text).not.toContain(byStaff?.number)
    expect(mail?.text).not.toContain('Umzug')
  })

  test('is not sent without addresses, and applications from that time are not reported later', async () => {
    await setMails([])
    await makeArrivals(1)
    await run()
    await setMails(OFFICE)
    app.setNow(new Date(app.platform.now().getTime() + 2 * HOUR_MS))
    await run()
    expect(toOffice()).toEqual([])
  })
})

describe('the digest of deletions', () => {
  beforeEach(() => insideSchool(app, fsw, (tx) => tx.deleteFrom('registration').execute()))

  const dayLater = (days: number) => app.setNow(new Date(start + days * DAY_MS))
  const purges = () => toOffice().filter(({ subject }) => subject?.includes('gelöscht'))

  test('comes seven days before, once, with the day of deletion', async () => {
    const [one] = await makeArrivals(1)
    dayLater(22)
    await run()
    // The preview does not show it yet: nothing is deleted within two weeks, so no mail mentions it.
    dayLater(30)
    await run()
    expect(purges()).toEqual([])
    dayLater(16)
    await runRetention(app.platform)({})
    dayLater(22)
    await run()
    expect(purges()).toEqual([])
    dayLater(23)
    await run()
    await run()
    expect(purges()).toHaveLength(2)
    expect(purges()[0]?.subject).toBe('1 unbestätigte Bewerbung wird in 7 Tagen gelöscht')
    expect(purges()[0]?.text).toContain(
      `${one?.number} · Klassenstufe 1 · Kinda · am ${formatDate(berlinToday(new Date(start + 30 * DAY_MS)))}`,
    )
    expect(purges()[0]?.text).toContain('Ein Anruf allein genügt nicht.')
    dayLater(24)
    await run()
    expect(purges()).toHaveLength(2)
  })

  test('comes again after a hold: the application is deleted two weeks after the hold, not unannounced', async () => {
    const [one] = await makeArrivals(1)
    const id = await idOf(one?.number ?? '')
    dayLater(16)
    await runRetention(app.platform)({})
    dayLater(23)
    await run()
    expect(purges()).toHaveLength(2)
    await insideSchool(app, fsw, async (tx) => {
      const until = berlinToday(new Date(start + 40 * DAY_MS))
      await insertHold(tx, 'registration', {
        id,
        reason: 'Die Familie meldet sich.',
        until,
        created_by: 1,
      })
      await deleteNotices(tx, 'registration', [id])
    })
    dayLater(33)
    await runRetention(app.platform)({})
    await run()
    expect(purges()).toHaveLength(2)
    dayLater(41)
    await runRetention(app.platform)({})
    await run()
    expect(purges()).toHaveLength(2)
    dayLater(48)
    await run()
    await run()
    expect(purges()).toHaveLength(4)
    expect(purges().at(-1)?.text).toContain(`am ${formatDate(berlinToday(new Date(start + 55 * DAY_MS)))}`)
    dayLater(49)
    await run()
    expect(purges()).toHaveLength(4)
  })

  test('leaves out applications that are confirmed, have a note or a decision, or whose mail never left', async () => {
    const [confirmed, noted, unsent] = await makeArrivals(3)
    if (!confirmed || !noted || !unsent) throw new Error('Three families applied.')
    await families.confirm(confirmed.link)
    await insideSchool(app, fsw, async (tx) => {
      await tx.updateTable('registration').set({ internal_note: 'x' }).where('number', '=', noted.number).execute()
      await tx
        .updateTable('mail_log')
        .set({ state: 'failed' })
        .where('related_id', '=', unsent.contactId)
        .where('related_type', '=', 'registration_contact')
        .execute()
    })
    dayLater(16)
    await runRetention(app.platform)({})
    dayLater(25)
    await run()
    expect(purges()).toEqual([])
  })
})
