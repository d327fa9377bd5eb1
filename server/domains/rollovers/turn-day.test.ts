import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { classIds, giveClass, makeEmployee } from '#server/test/school-staff.ts'
import { openStructureSchool, type StructureSchool } from '#server/test/structure-school.ts'
import { turnDay } from './turn-day.ts'

let school: StructureSchool
beforeEach(async () => {
  school = await openStructureSchool()
})
afterEach(() => school.app.stop())

const turnAt = async (moment: string) => {
  school.app.setNow(new Date(moment))
  await turnDay(school.app.platform)({})
}
const states = (schoolId = school.fsw) =>
  insideSchool(school.app, schoolId, async (tx) => {
    const years = await tx.selectFrom('schoolyear').select('state').orderBy('date_start').execute()
    return years.map(({ state }) => state)
  })
const setPupil = (id: number, change: Record<string, string | null>) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('pupil').set(change).where('id', '=', id).execute())
const pupil = (id: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.selectFrom('pupil').select(['status', 'version']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
const statusOf = async (id: number) => (await pupil(id)).status
const memberships = (id: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('pupil_schoolclass')
      .select(['date_start', 'date_end'])
      .where('pupil_id', '=', id)
      .orderBy('date_start')
      .execute(),
  )

describe('the active year', () => {
  test('changes at midnight in Berlin, in every school, and not again', async () => {
    await turnAt('2027-07-31T23:59:00+02:00')
    expect(await states()).toEqual(['active', 'planned'])
    await turnAt('2027-08-01T00:01:00+02:00')
    expect([await states(), await states(school.fow)]).toEqual([
      ['closed', 'active'],
      ['closed', 'active'],
    ])
    const written = (await school.logOf('schoolyear')).length
    await turnAt('2027-08-01T00:02:00+02:00')
    expect(await states()).toEqual(['closed', 'active'])
    expect(await school.logOf('schoolyear')).toHaveLength(written)
  })

  test('stays when no year follows, and while there is a gap', async () => {
    await turnAt('2027-08-01T00:01:00+02:00')
    await turnAt('2028-08-01T00:01:00+02:00')
    expect(await states()).toEqual(['closed', 'active'])
    await school.addYear(school.yearForm(2028, { date_start: '2028-08-15' }))
    await turnAt('2028-08-14T12:00:00+02:00')
    expect(await states()).toEqual(['closed', 'active', 'planned'])
    await turnAt('2028-08-15T12:00:00+02:00')
    expect(await states()).toEqual(['closed', 'closed', 'active'])
  })

  test('is only one when two servers turn the day at once', async () => {
    school.app.setNow(new Date('2027-08-01T00:01:00+02:00'))
    const task = turnDay(school.app.platform)
    await Promise.all([task({}), task({}), task({})])
    expect(await states()).toEqual(['closed', 'active'])
  })
})

describe('pupils', () => {
  test.each([
    // Winter: Berlin is an hour ahead of UTC.
    ['2026-11-24T22:59:00Z', 'upcoming'],
    ['2026-11-24T23:01:00Z', 'active'],
  ])('on the eve of their entry, at %s, are %s', async (moment, status) => {
    const id = await makePupil(school.app, school.fsw, { status: 'upcoming' })
    await setPupil(id, { date_entry: '2026-11-25' })
    await turnAt(moment)
    expect(await statusOf(id)).toBe(status)
  })

  test.each([
    // On Sunday 28 March 2027 summer time begins, on Sunday 31 October it ends.
    ['2027-03-28', '2027-03-27T23:01:00Z', '2027-03-27T22:59:00Z'],
    ['2027-03-29', '2027-03-28T22:01:00Z', '2027-03-28T21:59:00Z'],
    ['2027-10-31', '2027-10-30T22:01:00Z', '2027-10-30T21:59:00Z'],
    ['2027-11-01', '2027-10-31T23:01:00Z', '2027-10-31T22:59:00Z'],
  ])('start on %s at midnight in Berlin when the clocks change', async (day, after, before) => {
    const id = await makePupil(school.app, school.fsw, { status: 'upcoming' })
    await setPupil(id, { date_entry: day })
    await turnAt(before)
    expect(await statusOf(id)).toBe('upcoming')
    await turnAt(after)
    expect(await statusOf(id)).toBe('active')
  })

  test.each([
    ['graduated', 'graduated'],
    ['moved', 'left'],
    [null, 'left'],
  ])('who leave because of %s have %s on the day after', async (exit_reason, status) => {
    const id = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })
    await setPupil(id, { date_exit: '2026-11-30', exit_reason })
    await turnAt('2026-11-30T23:59:00+01:00')
    expect([await statusOf(id), (await memberships(id))[0]?.date_end]).toEqual(['active', null])
    await turnAt('2026-12-01T00:01:00+01:00')
    expect([await statusOf(id), (await memberships(id))[0]?.date_end]).toEqual([status, '2026-11-30'])
  })

  test('who left belong to no class later on, what ended before stays as it was', async () => {
    const id = await makePupil(school.app, school.fsw, { grade: 1, date_start: '2026-08-01', date_end: '2026-09-30' })
    const membership = { pupil_id: id, school_id: school.fsw, reason: 'change' }
    const [year, next] = [await school.yearOf('2026/2027'), await school.yearOf('2027/2028')]
    await insideSchool(school.app, school.fsw, async (tx) => {
      const { id: schoolgrade_id } = await tx.selectFrom('schoolgrade').select('id').limit(1).executeTakeFirstOrThrow()
      const rows = [
        { school_year_id: year.id, date_start: '2026-10-01', date_end: '2027-07-31' },
        { school_year_id: next.id, date_start: '2027-08-01', date_end: null },
      ]
      await tx
        .insertInto('pupil_schoolclass')
        .values(rows.map((row) => ({ ...membership, ...row, schoolgrade_id })))
        .execute()
    })
    await setPupil(id, { date_exit: '2026-11-30' })
    await turnAt('2026-12-01T00:01:00+01:00')
    expect(await memberships(id)).toEqual([
      { date_start: '2026-08-01', date_end: '2026-09-30' },
      { date_start: '2026-10-01', date_end: '2026-11-30' },
    ])
  })

  test('are changed once, however often the day is turned; those in the bin and others are left alone', async () => {
    const leaver = await makePupil(school.app, school.fsw, { grade: 1 })
    await setPupil(leaver, { date_exit: '2026-11-19' })
    const binned = await makePupil(school.app, school.fsw)
    await setPupil(binned, { date_exit: '2026-11-19', deleted_at: '2026-11-18T00:00:00Z' })
    const onLeave = await makePupil(school.app, school.fsw, { status: 'on_leave' })
    const never = await makePupil(school.app, school.fsw, { status: 'upcoming' })
    await setPupil(never, { date_entry: '2026-11-01', date_exit: '2026-11-10' })
    for (const time of ['00:01', '01:01', '12:00']) await turnAt(`2026-11-20T${time}:00+01:00`)
    // Once when the exit was entered, once at the turn of the day.
    expect(await pupil(leaver)).toEqual({ status: 'left', version: 3 })
    expect([await statusOf(binned), await statusOf(onLeave), await statusOf(never)]).toEqual([
      'active',
      'on_leave',
      'left',
    ])
    const log = await school.logOf('pupil')
    expect(log.filter(({ entity_id, action }) => entity_id === leaver && action === 'pupil_updated')).toHaveLength(2)
  })
})

test('employees after their last day are inactive, lead no class, and their account ends', async () => {
  const { id: userId } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
  const browser = await school.app.signedIn(userId)
  const employeeId = await makeEmployee(school.app, school.fsw, { user_id: userId, date_exit: '2026-11-30' })
  const { id: closes_account_by } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw] })
  await insideSchool(school.app, school.fsw, (tx) => tx.updateTable('employee').set({ closes_account_by }).execute())
  const [classId = 0] = await classIds(school.app, school.fsw)
  await giveClass(school.app, school.fsw, { employee: employeeId, schoolclass: classId })
  const look = () =>
    insideSchool(school.app, school.fsw, async (tx) => ({
      ...(await tx.selectFrom('employee').select('active').where('id', '=', employeeId).executeTakeFirstOrThrow()),
      ...(await tx.selectFrom('schoolclass_employee').select('date_end').executeTakeFirstOrThrow()),
    }))
  const status = async () => (await browser.inject('GET', '/api/basedata')).statusCode
  await turnAt('2026-11-30T23:59:00+01:00')
  expect([await look(), await status()]).toEqual([{ active: true, date_end: null }, 200])
  await turnAt('2026-12-01T00:01:00+01:00')
  expect([await look(), await status()]).toEqual([{ active: false, date_end: '2026-11-30' }, 401])
})

test('a step that fails in one school stops neither its other steps nor other schools, and is tried again', async () => {
  const pupilId = await makePupil(school.app, school.fsw, { status: 'upcoming' })
  await setPupil(pupilId, { date_entry: '2027-08-01' })
  await school.app.database.owner.query(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
     create trigger refuse before update on schoolyear for each row when (new.school_id = ${school.fsw}) execute function refuse()`,
  )
  await expect(turnAt('2027-08-01T00:01:00+02:00')).rejects.toThrow(
    `The turn of the day failed: year of school ${school.fsw} (P0001).`,
  )
  expect([await states(), await states(school.fow), await statusOf(pupilId)]).toEqual([
    ['active', 'planned'],
    ['closed', 'active'],
    'active',
  ])
  await school.app.database.owner.query('drop trigger refuse on schoolyear')
  await turnAt('2027-08-01T00:06:00+02:00')
  expect(await states()).toEqual(['closed', 'active'])
})
