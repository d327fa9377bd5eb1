import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sicknoteFeedEndpoints } from '#contract/sicknotefeeds/sicknotefeeds.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { sendDigests } from './send-digests.ts'

/** A teacher of 1a, where Mia is ill from Thursday to Friday; Ben of 2a is away too. */
let school: ClassSchool
let office: PostOffice
let teacher: Awaited<ReturnType<ClassSchool['makeTeacher']>>
let mia: number
beforeAll(async () => {
  school = await openClassSchool()
  office = await openPostOffice(school.app)
  teacher = await school.makeTeacher()
  await giveClass(school.app, school.fsw, { employee: teacher.employee, schoolclass: await school.classOf('1a') })
  mia = await makePupil(school.app, school.fsw, { firstname: 'Mia', lastname: 'Ölz', grade: 1, schoolclass: 'a' })
  const ben = await makePupil(school.app, school.fsw, { firstname: 'Ben', grade: 2, schoolclass: 'a' })
  await report(mia, { date_start: '2026-11-19', date_end: '2026-11-20' })
  await report(ben, { date_start: '2026-11-20', date_end: '2026-11-20' })
  await report(mia, { date_start: '2026-11-26', date_end: '2026-11-28' })
  await report(
    mia,
    { date_start: '2027-01-07', date_end: '2027-01-07' },
    { partial: true, time_start: '10:00', time_end: '11:30', lessons: [3, 4] },
  )
  // A refused leave is no absence, neither in the mail nor in the calendar.
  const refused = { reason: 'leave', leave_decision: 'refused' }
  await report(mia, { date_start: '2026-11-23', date_end: '2026-11-23' }, refused)
  await freeDay('2026-11-27')
})
afterAll(async () => {
  await office.stop()
  await school.app.stop()
})

const report = (pupil_id: number, days: { date_start: string; date_end: string }, change: object = {}) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const { id } = await tx
      .insertInto('pupil_sicknote')
      .values({ school_id: school.fsw, pupil_id, source: 'phone', comment: 'Geheimer Grund', ...days, ...change })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })

const freeDay = (day: string) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const { id } = await tx
      .selectFrom('schoolyear')
      .select('id')
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('schoolyear_free_day')
      .values({
        school_id: school.fsw,
        school_year_id: id,
        name: 'Frei',
        kind: 'closed',
        date_start: day,
        date_end: day,
      })
      .execute()
  })

const at = (moment: string) => school.app.setNow(new Date(moment))
const wishDigest = (wanted: boolean, browser = teacher.browser) =>
  browser.call(sicknoteFeedEndpoints[wanted ? 'orderDigest' : 'cancelDigest'])
const runDigests = async () => {
  await sendDigests(school.app.platform)({})
  await office.runDue()
}

describe('the mail of the morning', () => {
  test('goes out once on a school day after the cutoff, with numbers and without names', async () => {
    at('2026-11-20T08:14:00+01:00')
    expect((await wishDigest(true)).statusCode).toBe(200)
    expect((await teacher.browser.call(sicknoteFeedEndpoints.get)).json()).toMatchObject({
      may_have_digest: true,
      has_digest: true,
      digest_time: '08:15',
    })
    await runDigests()
    expect(office.mails).toHaveLength(0)
    at('2026-11-20T08:15:00+01:00')
    await runDigests()
    await runDigests()
    expect(office.mails).toHaveLength(1)
    const [mail] = office.mails
    expect(mail?.subject).toBe('Abwesend am 20.11.2026')
    expect(mail?.text).toContain('in Ihren Klassen fehlen heute:')
    expect(mail?.text).toContain('1a: 1 Kind')
    expect(mail?.text).toContain('Diese E-Mail bekommen Sie an Schultagen')
    expect(mail?.text).not.toMatch(/Mia|Ölz|Ben|2a|krank|Geheimer/)
  })

  test.each([
    ['a day on which nobody of the own classes is away', '2026-11-23T09:00:00+01:00'],
    ['a server that slept until noon', '2026-11-26T11:16:00+01:00'],
    ['a free day', '2026-11-27T09:00:00+01:00'],
    ['a Saturday', '2026-11-28T09:00:00+01:00'],
  ])('does not go out on %s', async (_what, moment) => {
    const before = office.mails.length
    at(moment)
    await runDigests()
    expect(office.mails).toHaveLength(before)
  })

  test('ends when it is not wanted any more', async () => {
    const before = office.mails.length
    await report(mia, { date_start: '2026-11-30', date_end: '2026-12-01' })
    at('2026-11-30T08:20:00+01:00')
    await runDigests()
    expect(office.mails).toHaveLength(before + 1)
    await wishDigest(false)
    at('2026-12-01T08:20:00+01:00')
    await runDigests()
    expect(office.mails).toHaveLength(before + 1)
  })

  test.each([
    ['no role any more', null, '2026-12-07'],
    ['a role without own classes', 'viewer', '2026-12-09'],
  ])('does not go out to an account with %s, which is not offered it either', async (_what, role, day) => {
    const { owner } = school.app.database
    const setRole = (to: string | null) =>
      owner.query('update app_user set role = $2 where id = $1', [teacher.user, to])
    at(`${day}T07:00:00+01:00`)
    await wishDigest(true)
    await report(mia, { date_start: day, date_end: day })
    const before = office.mails.length
    await setRole(role)
    at(`${day}T08:20:00+01:00`)
    await runDigests()
    const offered = (await teacher.browser.call(sicknoteFeedEndpoints.get)).json()
    await setRole('teacher_level_1')
    expect(office.mails).toHaveLength(before)
    expect(offered).toMatchObject({ may_have_digest: false })
  })

  test('does not go out when the role ends after it was made', async () => {
    const { owner } = school.app.database
    at('2026-12-08T08:20:00+01:00')
    await wishDigest(true)
    await report(mia, { date_start: '2026-12-08', date_end: '2026-12-08' })
    const before = office.mails.length
    await sendDigests(school.app.platform)({})
    await owner.query('update app_user set role = null where id = $1', [teacher.user])
    await office.runDue()
    await owner.query("update app_user set role = 'teacher_level_1' where id = $1", [teacher.user])
    expect(office.mails).toHaveLength(before)
  })
})

const makeLink = async (browser: TestVisitor) => {
  const reply = await browser.call(sicknoteFeedEndpoints.makeCalendar)
  expect(reply.statusCode).toBe(201)
  return new URL((reply.json() as { address: string }).address).pathname
}
const open = (path: string, ip?: string) => school.app.visitor(ip).inject('GET', path)

describe('the calendar', () => {
  test('shows what its owner may see, first name and initial, no reason', async () => {
    at('2026-11-20T10:00:00+01:00')
    const reply = await open(await makeLink(teacher.browser))
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(reply.headers['cache-control']).toContain('no-store')
    const text = reply.body
    expect(text).toContain('SUMMARY:Mia Ö. (1a) abwesend')
    expect(text).toContain('DTSTART;VALUE=DATE:20261119')
    expect(text).toContain('DTEND;VALUE=DATE:20261121')
    expect(text).not.toContain('DTSTART;VALUE=DATE:20261123')
    expect(text).toContain('DESCRIPTION:10:00–11:30 Uhr\\, 3.–4. Stunde')
    expect(text).not.toMatch(/Ölz|Ben|krank|Geheimer/)
    expect((await open(await makeLink(school.head))).body).toContain('SUMMARY:Ben')
  })

  test('stops working after a new link, when it is revoked, and when the owner loses the right', async () => {
    const [first, second] = [await makeLink(teacher.browser), await makeLink(teacher.browser)]
    const unknown = await open(second.replace(/[^/]{32}\.ics$/, `${'x'.repeat(32)}.ics`))
    expect(unknown.statusCode).toBe(404)
    expect([(await open(first)).body, (await open(first)).statusCode]).toEqual([unknown.body, 404])
    expect((await open(second)).statusCode).toBe(200)
    expect((await teacher.browser.call(sicknoteFeedEndpoints.revokeCalendar)).statusCode).toBe(200)
    expect((await open(second)).body).toBe(unknown.body)
    const third = await makeLink(teacher.browser)
    await school.app.database.owner.query('update app_user set role = null where id = $1', [teacher.user])
    expect((await open(third)).body).toBe(unknown.body)
    expect((await wishDigest(true)).statusCode).toBe(403)
    expect((await wishDigest(false)).statusCode).toBe(200)
    await school.app.database.owner.query("update app_user set role = 'viewer' where id = $1", [teacher.user])
    expect((await open(third)).body).toBe(unknown.body)
    expect((await teacher.browser.call(sicknoteFeedEndpoints.revokeCalendar)).statusCode).toBe(200)
    await school.app.database.owner.query("update app_user set role = 'teacher_level_1' where id = $1", [teacher.user])
    const fourth = await makeLink(teacher.browser)
    expect((await open(fourth)).statusCode).toBe(200)
    await school.app.database.owner.query('update app_user set deactivated_at = now() where id = $1', [teacher.user])
    expect((await open(fourth)).body).toBe(unknown.body)
  })

  test('answers nobody who guesses: after 30 unknown links 429', async () => {
    const path = (name: string) => sicknoteFeedEndpoints.calendar.path.replace(':token', name)
    const statuses = []
    for (let i = 0; i < 32; i++) statuses.push((await open(path(`guess${i}.ics`), '198.51.100.7')).statusCode)
    expect(statuses).toEqual([...Array(30).fill(404), 429, 429])
    expect((await open(await makeLink(school.head), '198.51.100.7')).statusCode).toBe(200)
  })
})
