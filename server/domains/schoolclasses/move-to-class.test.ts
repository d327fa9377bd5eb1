import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SCHOOLCLASS_TEXTS, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'

const TODAY = '2026-11-20'

let school: ClassSchool
const classes: Record<string, number> = {}
const of = (name: string) => classes[name] ?? 0
beforeAll(async () => {
  school = await openClassSchool()
  for (const name of ['1a', '1b', '2a', '5a', '5b']) classes[name] = await school.classOf(name)
  classes['next 6a'] = await school.classOf('6a', { year: '2027/2028' })
  classes['3/4'] = await school.makeMixed(3, 4)
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo(TODAY))

const child = (pupil: Parameters<typeof makePupil>[2] = {}) =>
  makePupil(school.app, school.fsw, { grade: 5, schoolclass: 'a', ...pupil })

const change = (id: number, set: object) =>
  insideSchool(school.app, school.fsw, (tx) => tx.updateTable('pupil').set(set).where('id', '=', id).execute())

/** A pupil's memberships without their ids. */
const history = async (id: number) =>
  (await school.membershipsOf(id)).map(({ schoolclass_id, grade, date_start, date_end }) => [
    Object.entries(classes).find(([, classId]) => classId === schoolclass_id)?.[0] ?? schoolclass_id,
    grade,
    date_start,
    date_end,
  ])

const errorsOf = (reply: { json(): { errors?: unknown }; statusCode: number }) => {
  expect(reply.statusCode).toBe(422)
  return reply.json().errors
}

describe('moving', () => {
  test('ends the former membership the day before and begins a new one, logged for the pupil', async () => {
    const id = await child({ firstname: 'Ada' })
    const reply = await school.move({ pupil_ids: [id], schoolclass_id: of('5b') })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(reply.json()).toEqual({
      message: '1 Kind ist ab heute in der Klasse 5b.',
      moved: [{ pupil_id: id, from_schoolclass_id: of('5a'), from_schoolgrade_id: await school.gradeId(5) }],
      stayed: [],
      is_overfull: false,
    })
    expect(await history(id)).toEqual([
      ['5a', 5, '2026-08-01', '2026-11-19'],
      ['5b', 5, TODAY, null],
    ])
    const log = await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .selectFrom('user_log')
        .select(['action', 'changed_fields'])
        .where('entity_type', '=', 'pupil')
        .where('entity_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirst(),
    )
    expect(log).toEqual({ action: 'class_changed', changed_fields: ['schoolclass_id'] })
  })

  test('back on the same day leaves no trace; on the same day elsewhere replaces', async () => {
    const id = await child()
    const before = await school.membershipsOf(id)
    await school.move({ pupil_ids: [id], schoolclass_id: of('5b') })
    await school.move({ pupil_ids: [id], schoolclass_id: null })
    expect(await history(id)).toEqual([
      ['5a', 5, '2026-08-01', '2026-11-19'],
      [null, 5, TODAY, null],
    ])
    expect((await school.move({ pupil_ids: [id], schoolclass_id: of('5a') })).statusCode).toBe(200)
    expect(await school.membershipsOf(id)).toEqual(before)
  })

  test('back restores also the grade that was changed', async () => {
    const id = await child()
    const before = await school.membershipsOf(id)
    await school.move({ pupil_ids: [id], schoolclass_id: of('2a'), changes_grade: true })
    expect(await history(id)).toMatchObject([{}, ['2a', 2, TODAY, null]])
    expect((await school.move({ pupil_ids: [id], schoolclass_id: of('5a') })).statusCode).toBe(200)
    expect(await school.membershipsOf(id)).toEqual(before)
  })

  test('to the class they are already in changes nothing and says who stayed', async () => {
    const id = await child({ firstname: 'Ben', gender: 'm' })
    const before = await school.membershipsOf(id)
    const reply = await school.move({ pupil_ids: [id, id], schoolclass_id: of('5a') })
    expect(reply.json()).toMatchObject({ moved: [], stayed: [id], message: 'Es gab nichts zu ändern.' })
    expect(await school.membershipsOf(id)).toEqual(before)
  })

  test('at a later day begins then; until then the former class holds', async () => {
    const id = await child()
    const reply = await school.move({ pupil_ids: [id], schoolclass_id: of('5b'), date_start: '2027-02-01' })
    expect(reply.json().message).toBe('1 Kind ist ab 01.02.2027 in der Klasse 5b.')
    expect(await history(id)).toEqual([
      ['5a', 5, '2026-08-01', '2027-01-31'],
      ['5b', 5, '2027-02-01', null],
    ])
    const now = await school.move({ pupil_ids: [id], schoolclass_id: null })
    expect(errorsOf(now)).toEqual({ pupil_ids: [SCHOOLCLASS_TEXTS.laterMembership('Mia Müller')] })
    await school.move({ pupil_ids: [id], schoolclass_id: of('5a'), date_start: '2027-02-01' })
    expect(await history(id)).toEqual([['5a', 5, '2026-08-01', null]])
  })

  test('keeps the end of the membership it replaces', async () => {
    const id = await child({ date_end: '2027-07-31' })
    await makeNextYear(id)
    await school.move({ pupil_ids: [id], schoolclass_id: of('5b') })
    expect(await history(id)).toEqual([
      ['5a', 5, '2026-08-01', '2026-11-19'],
      ['5b', 5, TODAY, '2027-07-31'],
      ['next 6a', 6, '2027-08-01', null],
    ])
  })

  test('into a class of the year to come begins on its first day', async () => {
    const id = await child()
    const reply = await school.move({ pupil_ids: [id], schoolclass_id: of('next 6a'), changes_grade: true })
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await history(id)).toEqual([
      ['5a', 5, '2026-08-01', '2027-07-31'],
      ['next 6a', 6, '2027-08-01', null],
    ])
  })

  test('gives an upcoming pupil a class from the day of entry on', async () => {
    const id = await makePupil(school.app, school.fsw, { status: 'upcoming' })
    await change(id, { date_entry: '2027-02-01' })
    await makeMembership(school.app, school.fsw, { id, grade: 5, date_start: '2027-02-01' })
    const reply = await school.move({ pupil_ids: [id], schoolclass_id: of('5b') })
    expect(reply.json().message).toBe('1 Kind ist ab 01.02.2027 in der Klasse 5b.')
    expect(await history(id)).toEqual([['5b', 5, '2027-02-01', null]])
    await school.move({ pupil_ids: [id], schoolclass_id: null })
    expect(await history(id)).toEqual([[null, 5, '2027-02-01', null]])
  })
})

const makeNextYear = (id: number) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const next = await tx
      .selectFrom('schoolclass')
      .selectAll()
      .where('id', '=', of('next 6a'))
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('pupil_schoolclass')
      .values({
        school_id: school.fsw,
        pupil_id: id,
        school_year_id: next.school_year_id,
        schoolgrade_id: next.schoolgrade_id,
        schoolclass_id: next.id,
        date_start: '2027-08-01',
        reason: 'rollover',
      })
      .execute()
  })

describe('the grade', () => {
  test('is asked about before it changes, with the names; none is moved', async () => {
    const [fits, other] = [await child({ grade: 1 }), await child({ firstname: 'Cem' })]
    const asked = { pupil_ids: [fits, other], schoolclass_id: of('1b') }
    expect(errorsOf(await school.move(asked))).toEqual({
      changes_grade: [SCHOOLCLASS_TEXTS.otherGrade('Cem Müller')],
    })
    expect(await history(fits)).toHaveLength(1)
    expect((await school.move({ ...asked, changes_grade: true })).json().moved).toHaveLength(2)
    expect(await history(other)).toMatchObject([{}, ['1b', 1, TODAY, null]])
  })

  test.each([
    [3, 3],
    [4, 4],
    [5, 4],
    [2, 3],
  ])('%i becomes %i in a group of 3 and 4', async (grade, became) => {
    const id = await child({ grade, schoolclass: 'b' })
    await school.move({ pupil_ids: [id], schoolclass_id: of('3/4'), changes_grade: true })
    expect(await history(id)).toMatchObject([{}, ['3/4', became, TODAY, null]])
  })

  test('stays when the class is left open', async () => {
    const id = await child()
    const reply = await school.move({ pupil_ids: [id], schoolclass_id: null })
    expect(reply.json()).toMatchObject({ message: '1 Kind ist ab heute ohne Klasse.', is_overfull: false })
    expect(await history(id)).toMatchObject([{}, [null, 5, TODAY, null]])
  })

  test('of a pupil without one is that of the class; without a class or in a mixed group it is missing', async () => {
    const none = { grade: undefined, schoolclass: undefined }
    const [first, second] = [
      await makePupil(school.app, school.fsw, none),
      await makePupil(school.app, school.fsw, none),
    ]
    await school.move({ pupil_ids: [first], schoolclass_id: of('2a') })
    expect(await history(first)).toEqual([['2a', 2, TODAY, null]])
    // After the undo there is none again.
    await school.move({ pupil_ids: [first], schoolclass_id: null })
    expect(await history(first)).toEqual([])
    for (const schoolclass_id of [null, of('3/4')])
      expect(errorsOf(await school.move({ pupil_ids: [second], schoolclass_id }))).toEqual({
        pupil_ids: [SCHOOLCLASS_TEXTS.noGrade('Mia Müller')],
      })
  })
})

describe('is refused', () => {
  test('for who has left, from the day after; on the last day it works', async () => {
    const [gone, leaving, left] = [await child({ firstname: 'Gone' }), await child(), await child({ status: 'left' })]
    await change(gone, { date_exit: '2026-11-19' })
    await change(leaving, { date_exit: TODAY })
    for (const [id, name] of [
      [gone, 'Gone Müller'],
      [left, 'Mia Müller'],
    ] as const)
      expect(errorsOf(await school.move({ pupil_ids: [id], schoolclass_id: of('5b') }))).toEqual({
        pupil_ids: [SCHOOLCLASS_TEXTS.hasLeft(name)],
      })
    expect((await school.move({ pupil_ids: [leaving], schoolclass_id: of('5b') })).statusCode).toBe(200)
  })

  test('for pupils of another school, in the bin or unknown, as if they were not there; and for such classes', async () => {
    const [own, binned] = [await child(), await child()]
    await change(binned, { deleted_at: '2026-11-19T10:00:00Z' })
    const foreign = await makePupil(school.app, school.fow, { grade: 7, schoolclass: 'a' })
    const unknown = { pupil_ids: ['Bitte wählen Sie einen Wert.'] }
    for (const id of [binned, foreign, 987_654_321])
      expect(errorsOf(await school.move({ pupil_ids: [own, id], schoolclass_id: of('5b') }))).toEqual(unknown)
    for (const schoolclass_id of [await school.classOf('7a', { school: school.fow }), 987_654_321])
      expect(errorsOf(await school.move({ pupil_ids: [own], schoolclass_id }))).toEqual({
        schoolclass_id: ['Bitte wählen Sie einen Wert.'],
      })
    expect(await history(own)).toEqual([['5a', 5, '2026-08-01', null]])
  })

  test('outside the school year of the class, with its days, also without a class', async () => {
    const id = await child()
    const outside = { date_start: [SCHOOLCLASS_TEXTS.outsideYear('2026/2027', '01.08.2026', '31.07.2027')] }
    for (const schoolclass_id of [of('5b'), null])
      expect(errorsOf(await school.move({ pupil_ids: [id], schoolclass_id, date_start: '2027-08-01' }))).toEqual(
        outside,
      )
    const early = await school.move({ pupil_ids: [id], schoolclass_id: of('5b'), date_start: '2026-07-31' })
    expect(errorsOf(early)).toEqual(outside)
    for (const date_start of ['2026-08-01', '2027-07-31']) {
      const one = await makePupil(school.app, school.fsw)
      expect((await school.move({ pupil_ids: [one], schoolclass_id: of('5b'), date_start })).statusCode).toBe(200)
    }
  })

  test('for more than sixty, and for a teacher', async () => {
    const ids = Array.from({ length: 61 }, (_, index) => index + 1)
    expect((await school.move({ pupil_ids: ids, schoolclass_id: of('5b') })).statusCode).toBe(422)
    const { browser } = await school.makeTeacher()
    expect((await school.move({ pupil_ids: [1], schoolclass_id: of('5b') }, browser)).statusCode).toBe(403)
  })
})

describe('a move that is planned', () => {
  const classPage = async (name: string, browser = school.head) =>
    (await browser.call(schoolclassEndpoints.get, { params: { id: of(name) } })).json()

  test('is shown on both pages until its day', async () => {
    const id = await child({ firstname: 'Ada' })
    await school.move({ pupil_ids: [id], schoolclass_id: of('5b'), date_start: '2026-12-01' })
    const coming = (page: { coming: { id: number; date_start: string }[] }) =>
      page.coming.filter((one) => one.id === id).map(({ date_start }) => date_start)
    const nextOf = (page: { pupils: { id: number; next?: { date_start: string } | undefined }[] }) =>
      page.pupils.find((one) => one.id === id)?.next
    expect(nextOf(await classPage('5a'))).toMatchObject({
      date_start: '2026-12-01',
      schoolclass: { id: of('5b'), classgradePlain: '5b' },
    })
    expect(coming(await classPage('5b'))).toEqual(['2026-12-01'])
    expect(coming(await classPage('5a'))).toEqual([])
    school.goTo('2026-12-01')
    expect(nextOf(await classPage('5b'))).toBeUndefined()
    expect(coming(await classPage('5b'))).toEqual([])
  })

  test('to no class is shown, too; a pupil who leaves before is not announced', async () => {
    const [open, left] = [await child(), await child({ firstname: 'Ben' })]
    await school.move({ pupil_ids: [open], schoolclass_id: null, date_start: '2026-12-01' })
    await school.move({ pupil_ids: [left], schoolclass_id: of('5b'), date_start: '2026-12-01' })
    await change(left, { date_exit: '2026-11-30' })
    const { pupils } = await classPage('5a')
    expect(pupils.find((one: { id: number }) => one.id === open)?.next).toEqual({
      date_start: '2026-12-01',
      schoolclass: null,
    })
    expect((await classPage('5b')).coming.map((one: { id: number }) => one.id)).not.toContain(left)
  })
})
