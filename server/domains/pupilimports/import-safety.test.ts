import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { pupilImportEndpoints as endpoints } from '#contract/pupilimports/pupilimports.ts'
import type { Queries } from '#server/db/database.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

/** A whole table as text, except for encrypted columns. */
const textOf = async (table: string) => {
  const read = (tx: Queries) => sql`select to_jsonb(t) as row from ${sql.table(table)} t`.execute(tx)
  // Stored answers belong to no school, and the app's role cannot read them.
  if (table === 'idempotency')
    return JSON.stringify((await school.app.database.owner.query('select to_jsonb(t) as row from idempotency t')).rows)
  const { rows } = await insideSchool(school.app, school.fsw, read)
  expect(rows).not.toEqual([])
  return JSON.stringify(rows)
}

test('columns that are not mapped are nowhere in plain text, neither in the database nor in stored answers', async () => {
  const file = 'Nachname;Vorname;Geburtsdatum;Notizen\nUhlig;Mia;1.3.2018;Diabetes\n'
  const options = {
    query: { filename: 'a.csv' },
    body: Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream', 'idempotency-key': 'safe' },
  }
  const first = await school.head.call(endpoints.upload, options)
  expect(first.json().preview).toEqual([['Uhlig', 'Mia', '1.3.2018', 'Diabetes']])
  const { id } = first.json()
  expect((await school.head.call(endpoints.upload, options)).json()).toEqual(first.json())
  await school.check(id)
  const commit = { params: { id }, body: {}, headers: { 'idempotency-key': 'begun' } }
  const begun = await school.head.call(endpoints.commit, commit)
  expect(begun.json()).toMatchObject({ id, state: 'queued' })
  await school.runJob(id)
  // A repeated call starts nothing and returns the result.
  expect((await school.head.call(endpoints.commit, commit)).json()).toMatchObject({ id, state: 'done' })
  const hexOf = (text: string) => Buffer.from(text).toString('hex')
  for (const table of ['pupil_import', 'pupil_import_row', 'idempotency']) {
    const text = await textOf(table)
    for (const secret of ['Diabetes', hexOf('Diabetes')]) expect(text).not.toContain(secret)
  }
  for (const secret of ['Uhlig', hexOf('Uhlig')]) expect(await textOf('idempotency')).not.toContain(secret)
})

test('a file opens in no other import, of this school or another', async () => {
  const own = await school.upload('a.csv', Buffer.from('Nachname;Vorname;Geburtsdatum\nEigen;Mia;1.3.2018\n'))
  const other = await school.upload('b.csv', Buffer.from('Nachname;Vorname;Geburtsdatum\nFremd;Mia;1.3.2018\n'))
  await insideSchool(school.app, school.fsw, (tx) =>
    sql`update pupil_import t set file_encrypted = f.file_encrypted, preview_encrypted = f.preview_encrypted
      from pupil_import f where t.id = ${own.id} and f.id = ${other.id}`.execute(tx),
  )
  for (const endpoint of [endpoints.check, endpoints.get]) {
    const reply = await school.head.call(endpoint, { params: { id: own.id } })
    expect(reply.statusCode).toBe(500)
    expect(reply.body).not.toContain('Fremd')
  }
})

test('of two first checks at once one is refused, and what was corrected meanwhile stays', async () => {
  const lines = Array.from({ length: 300 }, (_, index) => `Nr;Kind;${(index % 28) + 1}.2.2018`)
  const { id } = await school.upload('a.csv', Buffer.from(['Nachname;Vorname;Geburtsdatum', ...lines].join('\n')))
  await school.answerQuestions(id)
  const replies = await Promise.all([1, 2].map(() => school.head.call(endpoints.check, { params: { id } })))
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  await school.head.call(endpoints.changeRow, { params: { id, line: 2 }, body: { cells: { lastname: 'Richtig' } } })
  await school.check(id)
  expect((await school.rowsOf(id))[0]?.cells.lastname).toBe('Richtig')
})

test('after a day nothing reveals whose list it was', async () => {
  const text = 'Kopflos;Maja;03.03.2013;Waldweg 7\nHeimlich;Ben;04.04.2014;Waldweg 8\n'
  const { id } = await school.upload('Epilepsie_Maja_Kopflos.csv', Buffer.from(text))
  const mapping = ['lastname', 'firstname', 'birthdate', null]
  expect((await school.head.call(endpoints.map, { params: { id }, body: { mapping } })).statusCode).toBe(200)
  await school.check(id)
  const done = await school.commit(id)
  school.app.setNow(new Date(Date.parse(done.finished_at ?? '') + 1.1 * DAY_MS))
  await school.tidy()
  expect(await school.detail(id)).toMatchObject({
    filename: 'Datei.csv',
    headings: [],
    mapping: [],
    preview: [],
    missing_classes: [],
    sheet: null,
    problem: null,
    report: { created: 1 },
  })
  expect(await school.count('pupil_import_row')).toBe(0)
  for (const table of ['pupil_import', 'user_log'])
    expect(await textOf(table)).not.toMatch(/Kopflos|Maja|Waldweg|Heimlich/)
})
