import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { MovePupilsReply } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { type SchoolclassDetails, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makeMembership, makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'

const TODAY = '2026-11-20'
const NEXT = { year: '2027/2028' }

let school: ClassSchool
const classes: Record<string, number> = {}
const of = (name: string) => classes[name] ?? 0
beforeAll(async () => {
  school = await openClassSchool()
  for (const name of ['1a', '2a', '3a', '5a', '5b', '6b']) classes[name] = await school.classOf(name)
  for (const name of ['3a', '6a', '6b']) classes[`next ${name}`] = await school.classOf(name, NEXT)
  classes['1/2'] = await school.makeMixed(1, 2)
  classes['next 1/2'] = await school.makeMixed(1, 2, NEXT.year)
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo(TODAY))

const child = (pupil: Parameters<typeof makePupil>[2] = {}) =>
  makePupil(school.app, school.fsw, { grade: 5, schoolclass: 'a', ...pupil })
const pageOf = async (id: number): Promise<SchoolclassDetails> =>
  (await school.head.call(schoolclassEndpoints.get, { params: { id } })).json()

const done = async (body: Record<string, unknown>): Promise<MovePupilsReply> => {
  const reply = await school.move(body)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}
const refusedOf = async (body: Record<string, unknown>) => {
  const reply = await school.move(body)
  expect(reply.statusCode, reply.body).toBe(422)
  return reply.json().errors
}

/** Undoes a move like the page: the former class and grade, on the same day. */
const takeBack = async ({ moved }: MovePupilsReply, date_start: string) => {
  for (const { pupil_id, from_schoolclass_id, from_schoolgrade_id } of moved)
    await done({
      pupil_ids: [pupil_id],
      schoolclass_id: from_schoolclass_id,
      ...(from_schoolgrade_id === null ? {} : { schoolgrade_id: from_schoolgrade_id }),
      date_start,
    })
}

describe('a membership that began before today', () => {
  const begun = 'Mia Müller ist seit 01.08.2026 in 5a; ein Wechsel ist frühestens ab 02.08.2026 möglich.'

  test('is not replaced: the day after it began is the first day elsewhere', async () => {
    const id = await child()
    const before = await school.membershipsOf(id)
    const asked = { pupil_ids: [id], schoolclass_id: of('5b'), date_start: '2026-08-01' }
    expect(await refusedOf(asked)).toEqual({ pupil_ids: [begun] })
    expect(await refusedOf({ ...asked, schoolclass_id: null })).toEqual({ pupil_ids: [begun] })
    expect(await school.membershipsOf(id)).toEqual(before)
    await done({ ...asked, date_start: '2026-08-02' })
    expect(await school.membershipsOf(id)).toMatchObject([
      { schoolclass_id: of('5a'), date_start: '2026-08-01', date_end: '2026-08-01' },
      { schoolclass_id: of('5b'), date_start: '2026-08-02', date_end: null },
    ])
  })

  test('is named for each with class and day', async () => {
    const pupil_ids = [
      await child({ firstname: 'Ada' }),
      await child({ firstname: 'Ben' }),
      await makePupil(school.app, school.fsw, { firstname: 'Cem', grade: 5 }),
    ]
    expect(await refusedOf({ pupil_ids, schoolclass_id: of('5b'), date_start: '2026-08-01' })).toEqual({
      pupil_ids: [
        'Ada Müller, Ben Müller sind seit 01.08.2026 in 5a; ein Wechsel ist frühestens ab 02.08.2026 möglich. ' +
          'Cem Müller ist seit 01.08.2026 ohne Klasse; ein Wechsel ist frühestens ab 02.08.2026 möglich.',
      ],
    })
  })

  test('today is replaced, from tomorrow on it is history', async () => {
    const id = await child()
    const asked = { pupil_ids: [id], schoolclass_id: of('5b'), date_start: TODAY }
    await done(asked)
    await done({ ...asked, schoolclass_id: of('6b'), changes_grade: true })
    expect(await school.membershipsOf(id)).toMatchObject([{ date_end: '2026-11-19' }, { schoolclass_id: of('6b') }])
    school.goTo('2026-11-21')
    for (const schoolclass_id of [of('5a'), of('5b'), null])
      expect(await refusedOf({ ...asked, schoolclass_id, changes_grade: true })).toMatchObject({
        pupil_ids: [expect.stringMatching(/^Mia Müller ist seit 20.11.2026 in 6b; .* ab 21.11.2026/)],
      })
  })

  test('by a move that was entered today is taken back, tomorrow not any more', async () => {
    const id = await child()
    const before = await school.membershipsOf(id)
    const date_start = '2026-11-02'
    await takeBack(await done({ pupil_ids: [id], schoolclass_id: of('5b'), date_start }), date_start)
    expect(await school.membershipsOf(id)).toEqual(before)
    await done({ pupil_ids: [id], schoolclass_id: of('5b'), date_start })
    school.goTo('2026-11-21')
    expect(await refusedOf({ pupil_ids: [id], schoolclass_id: of('5a'), date_start })).toHaveProperty('pupil_ids')
    expect(await school.membershipsOf(id)).toHaveLength(2)
  })
})

describe('a closed year', () => {
  const CLOSED = {
    schoolclass_id: ['Das Schuljahr 2026/2027 ist abgeschlossen; seine Klassen ändern sich nicht mehr.'],
  }
  afterEach(async () => {
    await school.setYearState('2027/2028', 'planned')
    await school.setYearState('2026/2027', 'active')
  })

  test('lets nobody into its classes nor out of them', async () => {
    const id = await child()
    const before = await school.membershipsOf(id)
    await school.setYearState('2026/2027', 'closed')
    await school.setYearState('2027/2028', 'active')
    for (const schoolclass_id of [of('5b'), null])
      expect(await refusedOf({ pupil_ids: [id], schoolclass_id, date_start: '2027-03-01' })).toEqual(CLOSED)
    expect(await school.membershipsOf(id)).toEqual(before)
    school.goTo('2027-08-02')
    await done({ pupil_ids: [id], schoolclass_id: of('next 6a'), changes_grade: true })
  })

  test('keeps its classes, also those nobody belonged to', async () => {
    await school.setYearState('2026/2027', 'closed')
    const empty = await school.classOf('4a')
    expect((await pageOf(empty)).is_removable).toBe(false)
    const reply = await school.head.call(schoolclassEndpoints.remove, { params: { id: empty } })
    expect([reply.statusCode, reply.json().message]).toEqual([422, CLOSED.schoolclass_id[0]])
  })
})

describe('taking a move back', () => {
  const rows = (id: number) => school.membershipsOf(id)

  test.each([
    ['a mixed group that began today', '1/2', 1],
    ['a mixed group that began today, in the upper grade', '1/2', 2],
  ])('into %s leaves class and grade', async (_, name, grade) => {
    const id = await makePupil(school.app, school.fsw)
    await done({
      pupil_ids: [id],
      schoolclass_id: of(name),
      schoolgrade_id: await school.gradeId(grade),
      date_start: TODAY,
    })
    const before = await rows(id)
    const moved = await done({ pupil_ids: [id], schoolclass_id: of('3a'), date_start: TODAY, changes_grade: true })
    expect(await rows(id)).toMatchObject([{ schoolclass_id: of('3a'), grade: 3 }])
    await takeBack(moved, TODAY)
    expect(await rows(id)).toEqual(before)
    expect(before).toMatchObject([{ schoolclass_id: of(name), grade }])
  })

  test('into a mixed group of the planned year leaves class and grade', async () => {
    const id = await child({ grade: 1 })
    const day = '2027-08-01'
    const asked = { pupil_ids: [id], date_start: day, changes_grade: true }
    await done({ ...asked, schoolclass_id: of('next 1/2') })
    const before = await rows(id)
    expect(before).toMatchObject([{ schoolclass_id: of('1a') }, { schoolclass_id: of('next 1/2'), grade: 1 }])
    await takeBack(await done({ ...asked, schoolclass_id: of('next 3a') }), day)
    expect(await rows(id)).toEqual(before)
  })

  test('into the planned year leaves the current year unchanged, open or not', async () => {
    const day = '2027-08-01'
    for (const date_end of [null, '2027-07-31']) {
      const id = await child(date_end === null ? {} : { date_end })
      const before = await rows(id)
      const moved = await done({ pupil_ids: [id], schoolclass_id: of('next 6a'), changes_grade: true })
      expect(moved.moved).toEqual([{ pupil_id: id, from_schoolclass_id: null, from_schoolgrade_id: null }])
      const elsewhere = await done({ pupil_ids: [id], schoolclass_id: of('next 6b') })
      await takeBack(elsewhere, day)
      await takeBack(moved, day)
      expect(await rows(id)).toEqual(before)
    }
  })

  test('into an open class leaves the grade there was', async () => {
    const id = await makePupil(school.app, school.fsw, { grade: 1, date_start: TODAY })
    const before = await rows(id)
    await takeBack(await done({ pupil_ids: [id], schoolclass_id: of('2a'), changes_grade: true }), TODAY)
    expect(await rows(id)).toEqual(before)
  })

  test('in a group of several grades can be a change of the grade alone', async () => {
    const id = await makePupil(school.app, school.fsw, { grade: 1, schoolclass: 'a' })
    await done({ pupil_ids: [id], schoolclass_id: of('1/2') })
    const second = { pupil_ids: [id], schoolclass_id: of('1/2'), schoolgrade_id: await school.gradeId(2) }
    await done({ ...second, date_start: '2027-02-01' })
    expect(await rows(id)).toMatchObject([{}, { grade: 1, date_end: '2027-01-31' }, { grade: 2, date_end: null }])
  })

  test('takes only a grade of the class and of the school', async () => {
    const id = await child()
    const asked = { pupil_ids: [id], schoolclass_id: of('1/2') }
    expect(await refusedOf({ ...asked, schoolgrade_id: await school.gradeId(3) })).toEqual({
      schoolgrade_id: ['Diese Klassenstufe gibt es in der Klasse nicht.'],
    })
    for (const schoolgrade_id of [await school.gradeId(7, school.fow), 987_654_321])
      for (const schoolclass_id of [of('1/2'), null])
        expect(await refusedOf({ ...asked, schoolclass_id, schoolgrade_id })).toEqual({
          schoolgrade_id: ['Bitte wählen Sie einen Wert.'],
        })
  })
})

describe('a class can be deleted once its pupils are elsewhere', () => {
  const newClass = async (description: string) => {
    const { schoolgrade, school_year } = await pageOf(of('6b'))
    const body = { school_year_id: school_year.id, schoolgrade_id: schoolgrade.id, description }
    const headers = { 'idempotency-key': crypto.randomUUID() }
    return (await school.head.call(schoolclassEndpoints.add, { body, headers })).json().id as number
  }
  const member = (description: string, more: { date_start?: string; date_end?: string } = {}) =>
    child({ grade: 6, schoolclass: description, ...more })

  test('if nobody belonged to it before today', async () => {
    const id = await newClass('heute')
    expect((await pageOf(id)).is_removable).toBe(true)
    const pupil = await member('heute', { date_start: TODAY })
    expect((await pageOf(id)).is_removable).toBe(true)
    await done({ pupil_ids: [pupil], schoolclass_id: of('6b'), date_start: TODAY })
    expect((await school.head.call(schoolclassEndpoints.remove, { params: { id } })).statusCode).toBe(200)
  })

  test('not if somebody did, or will, or is in the bin', async () => {
    const yesterday = await newClass('gestern')
    await member('gestern', { date_start: '2026-11-19' })
    const former = await newClass('früher')
    await member('früher', { date_end: '2026-09-30' })
    const later = await newClass('später')
    await makeMembership(school.app, school.fsw, {
      id: await child({ date_end: '2027-01-31' }),
      grade: 6,
      schoolclass: 'später',
      date_start: '2027-02-01',
    })
    const binned = await newClass('Korb')
    const gone = await member('Korb', { date_start: TODAY })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('pupil').set({ deleted_at: '2026-11-20T08:00:00Z' }).where('id', '=', gone).execute(),
    )
    for (const id of [yesterday, former, later, binned]) {
      const page = await pageOf(id)
      expect([page.description, page.is_removable]).toEqual([page.description, false])
    }
    expect((await pageOf(binned)).pupils).toEqual([])
  })
})
