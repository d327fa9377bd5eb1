import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answerAt } from '#contract/dotted-keys.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { type WaitlistRow, waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type EditSchool, openEditSchool } from '#server/test/edit-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: EditSchool
beforeAll(async () => {
  school = await openEditSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

const JOINT = { second: { firstname: 'Jan', lastname: 'Müller', mail: 'jan@example.org' } }
const errorsOf = async (id: number, answers: Record<string, unknown>) => {
  const reply = await school.edit(id, { answers })
  expect([reply.statusCode, reply.body].join(' ')).toContain('422')
  return reply.json().errors
}

let grade = 1
const waiting = async (count: number, ownGrade?: number) => {
  if (ownGrade === undefined) grade += 1
  const ids: number[] = []
  for (let n = 0; n < count; n++) {
    const options = { grade: ownGrade ?? grade, entry_type: 'lateral' as const, birthdate: '2018-05-03' }
    const { id } = await makeApplication(school.app, school.fsw, { ...options, lastname: `Kind ${'abcdefghij'[n]}` })
    await school.status(id, 'waiting')
    ids.push(id)
  }
  return { ids, grade: ownGrade ?? grade }
}
const ranks = (ids: number[]) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const rows = await tx.selectFrom('registration').select(['id', 'wait_rank']).where('id', 'in', ids).execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.wait_rank)
  })

describe('another grade or year', () => {
  test('means leaving and joining at the end, waiting since now; the number stays', async () => {
    const from = await waiting(3)
    const to = await waiting(2)
    const moved = from.ids[1] ?? 0
    const { number } = await school.details(moved)
    school.app.setNow(new Date(TEST_NOW.getTime() + 60_000))
    expect((await school.edit(moved, { answers: { desired_grade: to.grade } })).statusCode).toBe(200)
    expect(await ranks([...from.ids, ...to.ids])).toEqual([1, 3, 2, 1, 2])
    expect(await school.details(moved)).toMatchObject({
      number,
      desired_grade: to.grade,
      waiting_since: '2026-11-20T06:41:00Z',
      events: [{ kind: 'edited', fields: ['desired_grade'], from_rank: 2, to_rank: 3 }],
    })
  })

  test('after a place was left: an undo of the status does not take a rank of the other list', async () => {
    const from = await waiting(2)
    const to = await waiting(2)
    const moved = from.ids[0] ?? 0
    await school.status(moved, 'accepted')
    await school.edit(moved, { answers: { desired_grade: to.grade } })
    await school.status(moved, 'waiting')
    expect(await ranks([moved, ...to.ids])).toEqual([3, 1, 2])
  })

  test('of those who do not wait touches no list', async () => {
    const { ids, grade: own } = await waiting(2)
    const { id } = await makeApplication(school.app, school.fsw, {
      grade: own,
      entry_type: 'lateral',
      birthdate: '2018-05-03',
    })
    await school.edit(id, { answers: { desired_grade: 2 } })
    expect(await ranks([...ids, id])).toEqual([1, 2, null])
  })

  test('from entry to a lateral one asks for what a lateral entry needs; back again fixes grade and first day', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Art', birthdate: '2020-11-01' })
    const asked = await errorsOf(id, { 'meta.entry_type': 'lateral' })
    expect(Object.keys(asked)).toContain('meta.previous_school_name')
    const lateral = {
      'meta.entry_type': 'lateral',
      desired_grade: 2,
      'meta.previous_school_name': 'Grundschule am See',
      'meta.previous_school_city': 'Potsdam',
      'meta.previous_school_type': 'grundschule',
      'meta.previous_grade': 1,
    }
    const first = (await school.details(id)).answers.desired_start_date
    expect((await school.edit(id, { answers: lateral })).json().changed).toContain('meta.entry_type')
    expect(await school.details(id)).toMatchObject({ entry_type: 'lateral', desired_grade: 2 })
    expect((await school.edit(id, { answers: { 'meta.entry_type': 'regular' } })).statusCode).toBe(200)
    const after = await school.details(id)
    expect(after).toMatchObject({ entry_type: 'regular', desired_grade: 1 })
    expect(after.answers).toMatchObject({ desired_start_date: first, meta: { previous_school_name: null } })
  })

  test('ten at once crosswise, while others leave: both lists stay gapless', async () => {
    const one = await waiting(5, 3)
    const two = await waiting(5, 4)
    const replies = await Promise.all([
      ...one.ids.map((id) => school.edit(id, { answers: { desired_grade: two.grade } })),
      ...two.ids.map((id, n) =>
        n % 2 ? school.status(id, 'accepted') : school.edit(id, { answers: { desired_grade: one.grade } }),
      ),
      ...one.ids.slice(0, 2).map((id) => school.head.call(withdrawalEndpoints.withdraw, { params: { id }, body: {} })),
    ])
    expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true)
    const rows = await insideSchool(school.app, school.fsw, (tx) =>
      tx
        .selectFrom('registration')
        .select(['desired_grade', 'wait_rank'])
        .where('desired_grade', 'in', [one.grade, two.grade])
        .where('wait_rank', 'is not', null)
        .orderBy('desired_grade')
        .orderBy('wait_rank')
        .execute(),
    )
    for (const list of [one.grade, two.grade]) {
      const taken = rows.filter(({ desired_grade }) => desired_grade === list).map(({ wait_rank }) => wait_rank)
      expect(taken).toEqual(taken.map((_, index) => index + 1))
    }
  })

  test('ends what was moved by hand, because nobody moved it in the other list', async () => {
    // Others of these grades wait already.
    const from = await waiting(2, 2)
    const to = await waiting(1, 3)
    const moved = from.ids[1] ?? 0
    const [from_rank = 0] = await ranks([moved])
    const { school_year_id } = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('registration').select('school_year_id').where('id', '=', moved).executeTakeFirstOrThrow(),
    )
    const body = { from_rank, to_rank: 1, note: 'Härtefall' }
    const reply = await school.head.call(waitlistEndpoints.move, { params: { id: moved }, body })
    expect(reply.statusCode).toBe(200)
    const byHand = async (grade: number) => {
      const query = { school_year_id, grade }
      const { rows } = (await school.head.call(waitlistEndpoints.list, { query })).json()
      return rows.flatMap((row: WaitlistRow) => (row.is_placed_by_hand || row.last_move ? [row.id] : []))
    }
    expect(await byHand(from.grade)).toEqual([moved])
    expect((await school.edit(moved, { answers: { desired_grade: to.grade } })).statusCode).toBe(200)
    expect(await byHand(to.grade)).toEqual([])
  })
})

describe('two people at once', () => {
  test('with different answers are both in; with the same one the second is told who, when and what', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Zwei' })
    expect(
      (await school.edit(id, { answers: { 'meta.child_firstname': 'Ada' }, version: 1 }, school.second)).statusCode,
    ).toBe(200)
    expect((await school.edit(id, { answers: { 'contacts.0.phone': '0331 4712' }, version: 1 })).statusCode).toBe(200)
    const stale = await school.edit(id, {
      answers: { 'meta.child_firstname': 'Ida', 'meta.motivation': 'x' },
      version: 1,
    })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toEqual({
      message: ERROR_TEXTS.stale,
      changed_by: school.secondName,
      changed_at: '2026-11-20T06:40:00.000Z',
      version: 3,
      fields: { 'meta.child_firstname': 'Ada' },
    })
    expect((await school.details(id)).answers.meta).toMatchObject({ child_firstname: 'Ada', motivation: null })
    const again = { answers: { 'meta.child_firstname': 'Ida', 'meta.motivation': 'x' }, version: 3 }
    expect((await school.edit(id, again)).statusCode).toBe(200)
  })

  test('who change the same answer to the same value get no conflict', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Gleich' })
    await school.edit(id, { answers: { 'meta.child_city': 'Potsdam' }, version: 1 }, school.second)
    expect((await school.edit(id, { answers: { 'meta.child_city': 'Potsdam' }, version: 1 })).statusCode).toBe(200)
  })

  test('an address is one unit: changing another part of it is a conflict', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Anschrift' })
    await school.edit(id, { answers: { 'meta.child_street': 'Neuweg' }, version: 1 }, school.second)
    const stale = await school.edit(id, { answers: { 'meta.child_house_number': '9' }, version: 1 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json().fields).toMatchObject({ 'meta.child_street': 'Neuweg', 'meta.child_house_number': '1a' })
  })

  test('who remove a person that was just changed, or change a removed one, get a conflict', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Person', ...JOINT })
    await school.edit(id, { answers: { 'contacts.1.firstname': 'Jonas' }, version: 1 }, school.second)
    const away = await school.edit(id, { answers: { 'meta.custody': 'sole' }, version: 1 })
    expect([away.statusCode, away.json().fields]).toEqual([409, { 'contacts.1.firstname': 'Jonas' }])
    await school.edit(id, { answers: { 'meta.custody': 'sole' }, version: 2 })
    const gone = await school.edit(id, { answers: { 'contacts.1.firstname': 'Jo' }, version: 2 }, school.second)
    expect([gone.statusCode, gone.json().fields]).toEqual([409, { 'contacts.1.firstname': null }])
  })

  test('a changed status or note is no reason', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Egal' })
    await school.status(id, 'accepted')
    await school.head.call(endpoints.saveNote, { params: { id }, body: { internal_note: 'x', version: 2 } })
    expect((await school.edit(id, { answers: { 'meta.child_city': 'Kiel' }, version: 1 })).statusCode).toBe(200)
    expect(answerAt((await school.details(id)).answers, 'meta.child_city')).toBe('Kiel')
  })

  test('ten at once on ten answers lose nothing', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Zehn' })
    const keys = ['child_firstname', 'child_lastname', 'kita_name', 'kita_city', 'motivation'].map(
      (key) => `meta.${key}`,
    )
    const more = ['firstname', 'lastname'].map((key) => `contacts.0.${key}`)
    const replies = await Promise.all(
      [...keys, ...more].map((key) => school.edit(id, { answers: { [key]: 'Neu' }, version: 1 })),
    )
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 200))
    const { answers } = await school.details(id)
    expect([...keys, ...more].map((key) => answerAt(answers, key))).toEqual(replies.map(() => 'Neu'))
  })
})
