import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Families, linkIn, openFamilies } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

let school: RetentionSchool
let post: PostOffice
let families: Families
beforeAll(async () => {
  school = await openRetentionSchool()
  post = await openPostOffice(school.app)
  families = openFamilies(school.app, post, school.fsw)
})
beforeEach(() => school.goTo('2026-11-20'))
afterAll(async () => {
  await post.stop()
  await school.app.stop()
})

/** A family that never confirmed, on the day of its deletion, with the link that was sent to it last. */
const familyAtItsEnd = async () => {
  const { mail, number, link } = await families.family()
  await school.nightOf('2026-12-06')
  school.goTo('2026-12-19')
  expect((await families.resend(link)).statusCode).toBe(200)
  await post.runDue()
  school.goTo('2026-12-20')
  return { number, link: linkIn(families.mailsTo(mail).at(-1)?.text) }
}

test('a family that confirms while the nightly run decides keeps its application', async () => {
  const { number, link } = await familyAtItsEnd()
  expect(await school.left()).toEqual([number])
  const other = await school.app.database.owner.connect()
  const locked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const waiting = (count: number) =>
    expect.poll(async () => (await school.app.platform.pool.query(locked)).rowCount, { timeout: 10_000 }).toBe(count)
  try {
    await other.query('begin')
    // Stops the confirmation before its mail is queued: the address is confirmed, but nothing is committed.
    await other.query('lock table mail_log in exclusive mode')
    const confirmed = families.confirm(link)
    await waiting(1)
    const run = school.run()
    await waiting(2)
    await other.query('commit')
    expect((await confirmed).json()).toMatchObject({ state: 'confirmed' })
    await run
  } finally {
    other.release()
  }
  expect(await school.left()).toEqual([number])
})

test('an unconfirmed application is deleted that night, and its link is then unknown', async () => {
  const { link } = await familyAtItsEnd()
  const before = await school.left()
  await school.run()
  expect((await school.left()).length).toBe(before.length - 1)
  expect((await families.confirm(link)).statusCode).toBe(404)
})
