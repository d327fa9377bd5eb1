import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'

let school: ClassSchool
const classes: Record<string, number> = {}
const of = (name: string) => classes[name] ?? 0
beforeAll(async () => {
  school = await openClassSchool()
  for (const name of ['2b', '5a', '5b']) classes[name] = await school.classOf(name)
})
afterAll(() => school.app.stop())

const child = () => makePupil(school.app, school.fsw, { grade: 5, schoolclass: 'a' })
const change = (id: number, body: object) => school.head.call(schoolclassEndpoints.change, { params: { id }, body })
const addClass = async (description: string) => {
  const { schoolgrade, school_year } = (
    await school.head.call(schoolclassEndpoints.get, { params: { id: of('5a') } })
  ).json()
  const body = { school_year_id: school_year.id, schoolgrade_id: schoolgrade.id, description }
  return school.head.call(schoolclassEndpoints.add, { body, headers: { 'idempotency-key': crypto.randomUUID() } })
}

describe('at the same time', () => {
  test('twenty moves of one pupil leave one membership for each day', async () => {
    const id = await child()
    const targets = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? of('5b') : null))
    const replies = await Promise.all(targets.map((schoolclass_id) => school.move({ pupil_ids: [id], schoolclass_id })))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200))
    const rows = await school.membershipsOf(id)
    expect(rows.map(({ date_start, date_end }) => [date_start, date_end])).toEqual([
      ['2026-08-01', '2026-11-19'],
      ['2026-11-20', null],
    ])
  })

  test('two moves of the same pupils in other orders do not wait for each other', async () => {
    const ids = [await child(), await child(), await child()]
    const moves = Array.from({ length: 8 }, (_, index) =>
      school.move({
        pupil_ids: index % 2 === 0 ? ids : ids.toReversed(),
        schoolclass_id: of(index % 2 === 0 ? '5b' : '5a'),
      }),
    )
    expect((await Promise.all(moves)).every(({ statusCode }) => statusCode === 200)).toBe(true)
  })

  test('a class that is deleted while pupils come to it is there with them or gone without', async () => {
    const id = await child()
    const classId = (await addClass('kurz')).json().id
    const [moved, removed] = await Promise.all([
      school.move({ pupil_ids: [id], schoolclass_id: classId }),
      school.head.call(schoolclassEndpoints.remove, { params: { id: classId } }),
    ])
    expect([moved.statusCode, removed.statusCode].sort()).toEqual([200, 422])
  })

  test('of twenty who make the same class one does, and the others hear that it is taken', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => addClass(index % 2 === 0 ? 'Füchse' : 'füchse')),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(422)])
  })
})

test('a class over its capacity is said and filled all the same', async () => {
  await change(of('2b'), { capacity: 1 })
  const over = async (id: number) =>
    (await school.move({ pupil_ids: [id], schoolclass_id: of('2b'), changes_grade: true })).json().is_overfull
  expect([await over(await child()), await over(await child())]).toEqual([false, true])
})
