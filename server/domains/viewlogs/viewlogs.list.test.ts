import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { logView } from '#server/db/log-view.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openViewedSchool, type ViewedSchool } from '#server/test/viewed-school.ts'

let school: ViewedSchool
let head: TestVisitor
let list: ViewedSchool['list']
let open: ViewedSchool['open']
let ben: number
beforeAll(async () => {
  school = await openViewedSchool()
  ;({ head, list, open, ben } = school)
})
afterAll(() => school.app.stop())
beforeEach(() => school.beginAnew())

describe('the list', () => {
  const write = (at: string, ids: number[], change: { kind?: 'export' | 'print'; school?: number } = {}) =>
    insideSchool(school.app, change.school ?? school.fsw, (tx) =>
      logView(tx, { kind: change.kind ?? 'export', subject: 'pupil', ids, what: at, at: new Date(at) }),
    )

  test('counts days as Berlin does, both ends included, also on the day the clocks change', async () => {
    for (const at of ['2026-10-24T21:59:59Z', '2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z', '2026-10-25T23:00:00Z'])
      await write(at, [ben])
    const { data } = await list({ from: '2026-10-25', until: '2026-10-25', sort: 'viewed_at' })
    expect(data.map(({ what }) => what)).toEqual(['2026-10-24T22:00:00Z', '2026-10-25T22:59:59Z'])
  })

  test('is narrowed by person, by words of the name, and by kind; pages add up', async () => {
    const other = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw] })
    await school.app.database.owner.query(`update app_user set name = 'Jörg Müller-Ost' where id = $1`, [other.id])
    await open(await school.app.signedIn(other.id), ben)
    await write('2026-11-01T08:00:00Z', [ben], { kind: 'print' })
    expect((await list({ user_id: other.id })).data.map(({ user_name }) => user_name)).toEqual(['Jörg Müller-Ost'])
    expect((await list({ search: 'ost mueller' })).total).toBe(1)
    expect((await list({ search: 'nobody' })).total).toBe(0)
    expect((await list({ kind: 'print' })).total).toBe(1)
    expect((await list({ page: 2, per_page: 1 })).data.map(({ kind }) => kind)).toEqual(['print'])
  })

  test('shows the own school alone, also to somebody who sends ids of the other one', async () => {
    const foreign = await makePupil(school.app, school.fow, { grade: 7, schoolclass: 'a' })
    await write('2026-11-01T08:00:00Z', [foreign, foreign + 1], { school: school.fow })
    const there = await insideSchool(school.app, school.fow, (tx) =>
      tx.selectFrom('view_log').select('id').executeTakeFirstOrThrow(),
    )
    expect((await list()).total).toBe(0)
    expect((await list({ subject: 'pupil', subject_id: foreign })).total).toBe(0)
    const [unknown, asked] = [
      await head.call(viewlogEndpoints.records, { params: { id: 987_654 } }),
      await head.call(viewlogEndpoints.records, { params: { id: there.id } }),
    ]
    expect([asked.statusCode, asked.body]).toEqual([404, unknown.body])
  })

  test('names the child it is narrowed to, also where there is nothing', async () => {
    const foreign = await makePupil(school.app, school.fow, { grade: 7 })
    const asked = async (subject_id: number) => (await list({ subject: 'pupil', subject_id })).record_label
    expect([await asked(ben), await asked(foreign), (await list()).record_label]).toEqual(['Ben Berg', null, null])
  })

  test('names a restricted child, because only heads read this', async () => {
    const restricted = await makePupil(school.app, school.fsw, { firstname: 'Rita', lastname: 'Ruhig', grade: 1 })
    await write('2026-11-01T08:00:00Z', [restricted])
    const reply = await head.call(restrictionEndpoints.set, {
      params: { subject: 'pupil', id: restricted },
      body: { reason: 'Richtigkeit bestritten' },
    })
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await list()).data).toContainEqual(expect.objectContaining({ subject_label: 'Rita Ruhig' }))
    expect((await list({ subject: 'pupil', subject_id: restricted })).record_label).toBe('Rita Ruhig')
  })

  test('says the number of somebody who is gone, and refuses a number without a kind', async () => {
    await write('2026-11-01T08:00:00Z', [987_654])
    expect((await list()).data).toMatchObject([{ subject_id: 987_654, subject_label: null }])
    expect((await head.call(viewlogEndpoints.list, { query: { subject_id: 3 } })).statusCode).toBe(422)
    expect((await head.call(viewlogEndpoints.list, { query: { from: '2026-13-01' } })).statusCode).toBe(422)
  })

  test('is for heads: not for a secretary without class D, not for one who manages no accounts, not for others', async () => {
    const secretary = await makeUser(school.app, {
      role: 'schooladmin',
      schools: [school.fsw],
      may_view_sensitive: false,
    })
    const deputy = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw], may_manage_users: false })
    const visitors = [
      await school.app.signedIn(secretary.id),
      await school.app.signedIn(deputy.id),
      school.teacher,
      await school.signIn('admin'),
    ]
    for (const visitor of visitors) {
      const replies = [
        await visitor.call(viewlogEndpoints.list),
        await visitor.call(viewlogEndpoints.records, { params: { id: 1 } }),
        await visitor.call(viewlogEndpoints.paper, { body: {} }),
      ]
      expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
    }
  })
})

describe('the paper for the authority', () => {
  const paper = async (body = {}) => {
    const reply = await head.call(viewlogEndpoints.paper, { body })
    expect(reply.statusCode, reply.body).toBe(200)
    return { reply, text: (await readPdf(reply.rawPayload)).pages.map((page) => page.text).join('\n') }
  }

  test('says what was asked, each view, and everybody concerned; its name names no person', async () => {
    await head.call(pupilExportEndpoints.create, { body: { ids: [school.mia, ben], format: 'csv' } })
    await open(school.teacher)
    const { reply, text } = await paper({ from: '2026-11-01' })
    expect(reply.headers['content-disposition']).toMatch(/Einsichten-2026-11-\d\d\.pdf/)
    for (const word of [
      'Einsichten in personenbezogene Daten',
      'ab 01.11.2026',
      'Als Datei ausgegeben: CSV für Excel',
      '2 SuS',
      'Lehrer Level 1',
      'Betroffene Personen',
      'Mia Müller',
      'Ben Berg',
    ])
      expect(text).toContain(word)
  })

  test('about one child names no other child of the same export', async () => {
    await head.call(pupilExportEndpoints.create, { body: { ids: [school.mia, ben], format: 'csv' } })
    const { text } = await paper({ subject: 'pupil', subject_id: ben })
    expect(text).toContain('Ben Berg')
    expect(text).not.toContain('Mia')
  })

  test('about a number without a kind is refused', async () => {
    expect((await head.call(viewlogEndpoints.paper, { body: { subject_id: 3 } })).statusCode).toBe(422)
  })

  test('is itself in the log of actions, and says when nothing was found', async () => {
    const { text } = await paper({ until: '2020-01-01' })
    expect(text).toContain('Für diese Auswahl ist nichts vermerkt.')
    const rows = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('user_log').select('changed_fields').where('entity_type', '=', 'view_log').execute(),
    )
    expect(rows).toContainEqual({ changed_fields: ['rows:0'] })
  })
})

describe('the table', () => {
  const asApp = (statement: string) =>
    insideSchool(school.app, school.fsw, (tx) => sql.raw(statement).execute(tx)).then(
      () => 'done',
      (error: Error) => error.message,
    )

  test('is only added to through its functions: nobody writes, changes or empties it', async () => {
    for (const statement of [
      `insert into view_log (kind, subject, subject_id, subject_count) values ('page', 'pupil', 1, 1)`,
      `update view_log set user_name = 'x'`,
      'delete from view_log',
      'delete from view_log_record',
    ])
      expect(await asApp(statement), statement).toMatch(/permission denied/)
  })

  test('is kept for 12 months and forgets the name of a deleted account', async () => {
    const gone = await makeUser(school.app, { role: 'viewer', schools: [school.fsw] })
    const note = (at: string) =>
      school.app.platform.views.note({ schoolId: school.fsw, userId: gone.id, subject: 'pupil', id: ben }, new Date(at))
    const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    note(day(370))
    note(day(300))
    await school.app.platform.views.flush()
    await school.app.database.owner.query(
      `update app_user set deactivated_at = now() - interval '7 months' where id = $1`,
      [gone.id],
    )
    await insideSchool(school.app, school.fsw, (tx) => sql`select tidy_installation(now())`.execute(tx))
    const { data } = await list()
    expect(data.map(({ user_id, user_name }) => [user_id, user_name])).toEqual([[gone.id, null]])
  })
})
