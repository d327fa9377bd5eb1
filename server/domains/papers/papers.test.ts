import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PAPER_SUBJECTS } from '#contract/papers/papers.kinds.ts'
import { PAPER_ENDPOINTS, PAPER_TEXTS, PAPERS_MAX } from '#contract/papers/papers.ts'
import { pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { reduceEmployees } from '#server/domains/employees/employees.erasure.shared.queries.ts'
import { reducePupilRows } from '#server/domains/pupils/pupils.erasure.shared.queries.ts'
import { deleteRegistrations } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool } from '#server/test/factories.ts'
import { pdf } from '#server/test/paper-files.ts'
import { openPaperSchool, type PaperSchool } from '#server/test/paper-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: PaperSchool
let own: PaperSchool['own']
beforeAll(async () => {
  school = await openPaperSchool()
  own = school.own
})
beforeEach(async () => {
  await school.forget()
  school.app.setNow(TEST_NOW)
})
afterAll(() => school.app.stop())

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const waitHours = (hours: number) => school.app.setNow(new Date(TEST_NOW.getTime() + hours * 3_600_000))

describe.each(PAPER_SUBJECTS)('papers of a record: %s', (subject) => {
  test('are listed without their bytes, changed, deleted and brought back', async () => {
    const id = own[subject]
    const first = await school.add({ subject, id, query: { title: 'Erste' } })
    const second = await school.add({ subject, id, query: { title: 'Zweite' }, files: [pdf({ pages: 2 })] })
    const listed = await school.list(id, subject)
    expect(listed.map(({ title, pages }) => [title, pages])).toEqual([
      ['Zweite', 2],
      ['Erste', 1],
    ])
    expect(Object.keys(listed[0] ?? {}).sort()).toEqual(
      ['created_at', 'created_by', 'deleted_at', 'id', 'kind', 'pages', 'size', 'title'].sort(),
    )
    const form = { kind: 'decision', title: 'Bescheid' }
    expect((await school.change(id, first, { subject, body: form })).json()).toEqual({ message: REPLY_TEXTS.saved })
    expect((await school.change(id, first, { subject, body: form })).json()).toEqual({
      message: REPLY_TEXTS.nothingToChange,
    })
    expect((await school.remove(id, second, { subject })).json()).toEqual({ message: PAPER_TEXTS.removed })
    expect((await school.list(id, subject)).map(({ title, deleted_at }) => [title, deleted_at !== null])).toEqual([
      ['Zweite', true],
      ['Bescheid', false],
    ])
    for (const call of [school.file, school.remove]) expect((await call(id, second, { subject })).statusCode).toBe(404)
    for (const _ of [1, 2])
      expect((await school.restore(id, second, { subject })).json()).toEqual({ message: PAPER_TEXTS.restored })
    expect(await school.list(id, subject)).toHaveLength(2)
  })

  test('give another school the answer of an unknown one', async () => {
    const id = own[subject]
    const paper = await school.add({ subject, id })
    const theirs = await school.add({ subject, id: school.theirs[subject], visitor: school.neighbour })
    const body = { kind: 'other', title: 'x' }
    for (const name of ['file', 'change', 'remove', 'restore'] as const) {
      const ask = (record: number, paperId: number, visitor = school.head) =>
        school[name](record, paperId, { subject, visitor, body })
      const unknown = await ask(id, 987_654_321)
      const answers = [
        await ask(id, paper, school.neighbour),
        // A paper is found with its own record alone.
        await ask(id, theirs),
        await ask(school.theirs[subject], theirs),
        await ask(987_654_321, paper),
      ]
      for (const answer of [unknown, ...answers]) expect([answer.statusCode, answer.body]).toEqual([404, unknown.body])
    }
    for (const record of [school.theirs[subject], 987_654_321]) {
      const params = { id: record }
      expect((await school.head.call(PAPER_ENDPOINTS[subject].list, { params })).statusCode).toBe(404)
      expect((await school.upload({ subject, id: record })).statusCode).toBe(404)
    }
    expect((await school.rows()).length).toBe(1)
  })

  test('are closed to teachers and viewers', async () => {
    const paper = await school.add({ subject, id: own[subject] })
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const visitor = await school.signIn(role)
      const { list } = PAPER_ENDPOINTS[subject]
      expect((await visitor.call(list, { params: { id: own[subject] } })).statusCode).toBe(403)
      expect((await school.file(own[subject], paper, { subject, visitor })).statusCode).toBe(403)
      expect((await school.upload({ subject, id: own[subject], visitor })).statusCode).toBe(403)
    }
  })

  test('go with a record in the bin, and come back with it', async () => {
    const id = own[subject]
    const paper = await school.add({ subject, id })
    const bin = (deleted_at: string | null) =>
      inFsw((tx) =>
        tx
          .updateTable(subject as 'pupil')
          .set({ deleted_at })
          .where('id', '=', id)
          .execute(),
      )
    await bin(TEST_NOW.toISOString())
    expect((await school.file(id, paper, { subject })).statusCode).toBe(404)
    expect((await school.upload({ subject, id })).statusCode).toBe(404)
    await bin(null)
    expect(await school.list(id, subject)).toHaveLength(1)
  })

  test('are hidden with a restricted record, and stay readable for heads', async () => {
    const id = own[subject]
    const paper = await school.add({ subject, id })
    await inFsw((tx) =>
      tx
        .insertInto('restriction')
        .values({ [`${subject}_id`]: id, reason: 'Widerspruch' })
        .execute(),
    )
    const admin = await school.signIn('admin')
    expect((await school.file(id, paper, { subject, visitor: admin })).statusCode).toBe(404)
    expect((await school.file(id, paper, { subject })).statusCode).toBe(200)
    expect(await school.list(id, subject)).toHaveLength(1)
    expect((await school.remove(id, paper, { subject })).statusCode).toBe(404)
    await inFsw((tx) => tx.deleteFrom('restriction').execute())
  })
})

test('a paper is found with its own record alone', async () => {
  const sibling = await school.child('Ben')
  const paper = await school.add({ id: own.pupil })
  for (const name of ['file', 'change', 'remove', 'restore'] as const)
    expect((await school[name](sibling, paper, { body: { kind: 'other', title: 'x' } })).statusCode).toBe(404)
  expect(await school.list(sibling)).toEqual([])
  expect(await school.list(own.pupil)).toHaveLength(1)
})

test('each opening is noted as a view, and each change in the log and the history, without a title', async () => {
  const paper = await school.add({ id: own.pupil, query: { title: 'Geheimwort', kind: 'authority' } })
  await school.file(own.pupil, paper)
  await school.change(own.pupil, paper, { body: { kind: 'other', title: 'Anderes' } })
  await school.remove(own.pupil, paper)
  await school.restore(own.pupil, paper)
  const { views, logs } = await inFsw(async (tx) => ({
    views: await tx.selectFrom('view_log').select(['kind', 'what', 'subject', 'subject_id']).execute(),
    logs: await tx.selectFrom('user_log').selectAll().where('action', 'like', 'paper%').orderBy('id').execute(),
  }))
  expect(views).toContainEqual({
    kind: 'export',
    what: 'Unterlage: Vollmacht',
    subject: 'pupil',
    subject_id: own.pupil,
  })
  expect(logs.slice(-4).map(({ action, entity_type }) => `${action} ${entity_type}`)).toEqual([
    'paper_added pupil',
    'paper_changed pupil',
    'paper_removed pupil',
    'paper_restored pupil',
  ])
  expect(JSON.stringify({ views, logs })).not.toContain('Geheimwort')
  const history = await school.head.call(pupilHistoryEndpoints.list, { params: { id: own.pupil } })
  expect(history.body).toContain('hat eine Unterlage abgelegt')
})

describe('a deleted paper', () => {
  test('comes back for a day, unless the record is full meanwhile', async () => {
    const gone = await school.add({ id: own.pupil })
    await school.remove(own.pupil, gone)
    for (let count = 0; count < PAPERS_MAX; count++)
      await school.add({ id: own.pupil, query: { title: `Blatt ${count}` } })
    const full = await school.restore(own.pupil, gone)
    expect([full.statusCode, full.json().message]).toEqual([422, PAPER_TEXTS.tooMany])
    waitHours(24)
    expect((await school.restore(own.pupil, gone)).statusCode).toBe(404)
  })

  test('is gone for good after a day', async () => {
    const gone = await school.add({ id: own.pupil })
    await school.add({ id: own.pupil, query: { title: 'bleibt' } })
    await school.remove(own.pupil, gone)
    for (const [hours, left] of [
      [23, 2],
      [24, 1],
    ] as const) {
      waitHours(hours)
      expect(await school.list(own.pupil)).toHaveLength(left)
      await tidyUp(school.app.platform)({})
      expect(await school.rows()).toHaveLength(left)
    }
  })
})

describe('papers end with the period of their record', () => {
  const left = async () => (await school.rows()).length
  test('when somebody is reduced to a proof, and nothing is added then', async () => {
    const pupil = await school.child('Ole')
    await school.add({ id: pupil })
    await school.add({ subject: 'employee', id: own.employee })
    await inFsw((tx) => reducePupilRows(tx, [pupil], '2026-11-20'))
    expect(await left()).toBe(1)
    await inFsw((tx) => reduceEmployees(tx, [own.employee], '2026-11-20'))
    expect(await left()).toBe(0)
    const refused = [await school.upload({ id: pupil }), await school.upload({ subject: 'employee', id: own.employee })]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  })

  test('and when it is deleted', async () => {
    await school.add({ subject: 'registration', id: own.registration })
    await inFsw((tx) => deleteRegistrations(tx, [own.registration]))
    expect(await left()).toBe(0)
  })
})
