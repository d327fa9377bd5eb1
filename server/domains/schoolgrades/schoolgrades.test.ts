import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { schoolgradeEndpoints as endpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { makeApplication, makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openStructureSchool, type StructureSchool } from '#server/test/structure-school.ts'

let school: StructureSchool
let grades: Record<number, number>
const gradesOf = (schoolId: number) =>
  insideSchool(school.app, schoolId, async (tx) => {
    const rows = await tx.selectFrom('schoolgrade').select(['id', 'grade']).execute()
    return Object.fromEntries(rows.map(({ id, grade }) => [grade, id]))
  })
beforeEach(async () => {
  school = await openStructureSchool()
  grades = await gradesOf(school.fsw)
})
afterEach(() => school.app.stop())

const idOf = (grade: number) => grades[grade] ?? 0
const list = async () => (await school.head.call(endpoints.list)).json()
const add = (body: object) =>
  school.head.call(endpoints.add, { body, headers: { 'idempotency-key': crypto.randomUUID() } })
const change = (id: number, body: object) => school.head.call(endpoints.change, { params: { id }, body })
const remove = (id: number) => school.head.call(endpoints.remove, { params: { id } })
const read = async (id: number) => (await school.head.call(endpoints.get, { params: { id } })).json()
const places = (id: number, body: object) => school.head.call(endpoints.savePlaces, { params: { id }, body })
const clear = () =>
  insideSchool(school.app, school.fsw, async (tx) => {
    await tx.deleteFrom('schoolclass').execute()
  })

test('the list has the grades in order with the places of the active and the planned year, and what uses them', async () => {
  await makeApplication(school.app, school.fsw, { grade: 2, entry_type: 'lateral' })
  await makePupil(school.app, school.fsw, { grade: 2 })
  const { schoolgrades, schoolyears, grade_min, grade_max } = await list()
  expect([grade_min, grade_max]).toEqual([1, 6])
  expect(schoolyears.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
    ['2026/2027', 'active'],
    ['2027/2028', 'planned'],
  ])
  expect(schoolgrades.map(({ grade }: { grade: number }) => grade)).toEqual([1, 2, 3, 4, 5, 6])
  expect(schoolgrades[1]).toMatchObject({
    is_entry: false,
    next_schoolgrade_id: idOf(3),
    places: schoolyears.map(({ id }: { id: number }) => ({ school_year_id: id, places: null })),
    classes_by_year: [
      { school_year: '2027/2028', count: 2 },
      { school_year: '2026/2027', count: 2 },
    ],
    usage: { schoolclasses: 4, memberships: 1, registrations: 1, previous_grades: 1 },
  })
  expect(schoolgrades[5].next_schoolgrade_id).toBeNull()
})

test('a class of several grades uses both', async () => {
  await clear()
  const { id } = await school.yearOf('2026/2027')
  const row = { school_id: school.fsw, school_year_id: id, schoolgrade_id: idOf(1), schoolgrade_to_id: idOf(2) }
  await insideSchool(school.app, school.fsw, (tx) =>
    tx
      .insertInto('schoolclass')
      .values({ ...row, description: 'Füchse' })
      .execute(),
  )
  expect([(await read(idOf(1))).usage.schoolclasses, (await read(idOf(2))).usage.schoolclasses]).toEqual([1, 1])
})

describe('a new grade', () => {
  const grade = (number: number, more = {}) => ({ grade: number, name: `Klassenstufe ${number}`, ...more })
  beforeEach(async () => {
    await clear()
    await remove(idOf(1))
  })

  test('is added once, also by two at once, and may be an entry beside another', async () => {
    const replies = await Promise.all([add(grade(1, { is_entry: true })), add(grade(1, { is_entry: true }))])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
    const refused = replies.find(({ statusCode }) => statusCode === 422)
    expect(refused?.json().errors).toEqual({ grade: ['Diese Klassenstufe gibt es schon.'] })
    expect((await change(idOf(2), { is_entry: true })).statusCode).toBe(200)
    expect((await list()).schoolgrades).toHaveLength(6)
  })

  test('is refused at the field that is wrong', async () => {
    const wrongs = [
      [{ grade: 0 }, { grade: ['Bitte mindestens 1 angeben.'] }],
      [{ grade: 7 }, { grade: ['Die Schule hat die Klassenstufen 1 bis 6.'] }],
      [{ grade: 2 }, { grade: ['Diese Klassenstufe gibt es schon.'] }],
      [{ next_schoolgrade_id: 987_654 }, { next_schoolgrade_id: ['Diese Klassenstufe gibt es nicht.'] }],
      [{ name: 'x'.repeat(31) }, { name: ['Maximal 30 Zeichen angeben.'] }],
    ]
    for (const [wrong, errors] of wrongs) {
      const reply = await add({ ...grade(1), ...wrong })
      expect([reply.statusCode, reply.json().errors], JSON.stringify(wrong)).toEqual([422, errors])
    }
  })

  test('leads to a higher grade of this school only', async () => {
    const foreign = (await gradesOf(school.fow))[7]
    expect((await add(grade(1, { next_schoolgrade_id: foreign }))).json().errors).toEqual({
      next_schoolgrade_id: ['Diese Klassenstufe gibt es nicht.'],
    })
    await remove(idOf(2))
    expect((await add(grade(2, { next_schoolgrade_id: idOf(3) }))).statusCode).toBe(201)
    expect((await add(grade(1, { next_schoolgrade_id: idOf(6) }))).statusCode).toBe(201)
  })
})

describe('changing a grade', () => {
  test('changes what is sent, refuses what somebody else changed since, and logs the fields', async () => {
    expect((await change(idOf(1), { name: 'Eingang', version: 1 })).json().message).toBe('Eingang ist gespeichert.')
    const late = await change(idOf(1), { name: 'Anfang', version: 1 })
    expect([late.statusCode, late.json().name]).toEqual([409, 'Eingang'])
    expect((await change(idOf(1), { accepts_lateral: true, version: 1 })).statusCode).toBe(200)
    expect((await change(idOf(1), { name: 'Eingang' })).json().message).toBe('Es gab nichts zu ändern.')
    expect((await school.logOf('schoolgrade')).slice(-2).map(({ changed_fields }) => changed_fields)).toEqual([
      ['name'],
      ['accepts_lateral'],
    ])
  })

  test('never leads to itself or a lower grade', async () => {
    for (const next of [idOf(2), idOf(1)])
      expect((await change(idOf(2), { next_schoolgrade_id: next })).json().errors).toEqual({
        next_schoolgrade_id: ['Die folgende Stufe muss höher sein.'],
      })
    expect((await change(idOf(2), { next_schoolgrade_id: idOf(4) })).statusCode).toBe(200)
    expect((await change(idOf(2), { next_schoolgrade_id: null })).statusCode).toBe(200)
  })

  test('keeps its number while classes, memberships or applications use it', async () => {
    const used = { grade: ['Die Stufe wird schon verwendet; ihre Zahl kann nicht mehr geändert werden.'] }
    await change(idOf(5), { next_schoolgrade_id: null })
    await clear()
    await remove(idOf(6))
    await makePupil(school.app, school.fsw, { grade: 5 })
    expect((await change(idOf(5), { grade: 6 })).json().errors).toEqual(used)
    await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('pupil').execute())
    await makeApplication(school.app, school.fsw, { grade: 5 })
    expect((await change(idOf(5), { grade: 6 })).json().errors).toEqual(used)
    await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').execute())
    expect((await change(idOf(5), { grade: 6 })).statusCode).toBe(200)
    expect((await read(idOf(5))).grade).toBe(6)
  })

  test('stays higher than the grades that lead to it', async () => {
    await clear()
    for (const grade of [2, 3]) await change(idOf(grade), { next_schoolgrade_id: null })
    await change(idOf(1), { next_schoolgrade_id: null })
    await remove(idOf(2))
    await change(idOf(3), { next_schoolgrade_id: idOf(4) })
    await change(idOf(1), { next_schoolgrade_id: idOf(3) })
    expect((await change(idOf(1), { grade: 2 })).statusCode).toBe(200)
    await change(idOf(5), { next_schoolgrade_id: null })
    expect((await change(idOf(3), { grade: 1 })).json().errors).toEqual({
      grade: ['Die folgende Stufe muss höher sein.'],
    })
  })
})

describe('deleting a grade', () => {
  test('says what still uses it, in right German', async () => {
    await makeApplication(school.app, school.fsw, { grade: 3, entry_type: 'lateral' })
    expect((await remove(idOf(3))).json().message).toBe(
      'Wird von 4 Klassen, 1 Bewerbung, 1 vorangehenden Klassenstufe verwendet.',
    )
    await clear()
    await makePupil(school.app, school.fsw, { grade: 1 })
    await makePupil(school.app, school.fsw, { grade: 1 })
    expect((await remove(idOf(1))).json().message).toBe('Wird von 2 Klassenzugehörigkeiten verwendet.')
  })

  test('takes its places along when nothing uses it', async () => {
    await clear()
    const { id } = await school.yearOf('2027/2028')
    await places(idOf(1), { places: [{ school_year_id: id, places: 40 }] })
    expect((await remove(idOf(1))).json()).toEqual({ message: 'Klassenstufe 1 ist gelöscht.' })
    expect((await remove(idOf(1))).statusCode).toBe(404)
  })
})

describe('places', () => {
  test('are set, changed and taken away for each year', async () => {
    const [a, b] = [(await school.yearOf('2026/2027')).id, (await school.yearOf('2027/2028')).id]
    const set = async (...wanted: [number, number | null][]) =>
      (await places(idOf(1), { places: wanted.map(([school_year_id, count]) => ({ school_year_id, places: count })) }))
        .statusCode
    const stored = async () => (await read(idOf(1))).places.map(({ places: count }: { places: number | null }) => count)
    const { version } = await read(idOf(1))
    expect(await set([a, 0], [b, 500])).toBe(200)
    expect(await stored()).toEqual([0, 500])
    expect(await set([a, null], [b, 48])).toBe(200)
    expect(await stored()).toEqual([null, 48])
    expect(await set([b, 48])).toBe(200)
    expect((await read(idOf(1))).version).toBe(version + 2)
    expect([await set([a, 501]), await set([a, -1])]).toEqual([422, 422])
  })

  test('are logged with their grade, their year and both numbers', async () => {
    const { id } = await school.yearOf('2026/2027')
    for (const count of [40, 42, null]) await places(idOf(1), { places: [{ school_year_id: id, places: count }] })
    const log = (await school.logOf('schoolgrade_capacity')).map(({ action, changed_fields }) => [
      action,
      ...changed_fields,
    ])
    expect(log.slice(-3)).toEqual([
      ['schoolgrade_capacity_created', 'places:1:2026/2027:none>40'],
      ['schoolgrade_capacity_updated', 'places', 'places:1:2026/2027:40>42'],
      ['schoolgrade_capacity_deleted', 'places:1:2026/2027:42>none'],
    ])
  })

  test('of one year changed since are refused, those of another are not', async () => {
    const [a, b] = [(await school.yearOf('2026/2027')).id, (await school.yearOf('2027/2028')).id]
    await places(idOf(1), { places: [{ school_year_id: a, places: 40 }], version: 1 })
    const late = await places(idOf(1), { places: [{ school_year_id: a, places: 41 }], version: 1 })
    expect([late.statusCode, late.json().places]).toEqual([
      409,
      expect.arrayContaining([{ school_year_id: a, places: 40 }]),
    ])
    expect((await places(idOf(1), { places: [{ school_year_id: b, places: 41 }], version: 1 })).statusCode).toBe(200)
  })

  test('are refused for a year of another school, or one named twice', async () => {
    const [own, foreign] = [(await school.yearOf('2026/2027')).id, (await school.yearOf('2026/2027', school.fow)).id]
    expect((await places(idOf(1), { places: [{ school_year_id: foreign, places: 4 }] })).json().errors).toEqual({
      'places.0.school_year_id': ['Dieses Schuljahr gibt es nicht.'],
    })
    const twice = [own, own].map((school_year_id, index) => ({ school_year_id, places: index }))
    expect((await places(idOf(1), { places: twice })).json().errors).toEqual({
      'places.1.school_year_id': ['Dieses Schuljahr steht schon in der Liste.'],
    })
  })

  test('set by two at once are both kept or refused, never an error', async () => {
    const { id } = await school.yearOf('2027/2028')
    const replies = await Promise.all(
      [40, 41].map((count) => places(idOf(1), { places: [{ school_year_id: id, places: count }], version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

test('a grade of another school is not found', async () => {
  const foreign = (await gradesOf(school.fow))[7] ?? 0
  for (const reply of [
    await change(foreign, { name: 'x' }),
    await remove(foreign),
    await school.head.call(endpoints.get, { params: { id: foreign } }),
    await places(foreign, { places: [{ school_year_id: 1, places: 1 }] }),
  ])
    expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Der Eintrag wurde nicht gefunden.' }])
})
