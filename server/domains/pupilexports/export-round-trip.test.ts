import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { LIST_COLUMNS, PUPIL_LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'

let school: ImportSchool
let ids: number[]

/** The house list as the export writes it (domain §6.3), with values that could be damaged on the way. */
const LIST = [
  PUPIL_LIST_COLUMNS.join(';'),
  "FSW-00001;O'Neil;von der;Ann-Sofie;w;03.05.2018;1a;1;aktiv;01.08.2024;Am Wald;3 a;03159;Neustadt;Eva;O'Neil;'+48 22 1234567;Eva@x.example;Jürgen;Groß;0331 5550123;",
  'FSW-00002;Łukasiewicz;;Beñ;m;29.02.2020;1b;1;aktiv;01.08.2026;;;;;;;;;;;;',
  "FSW-00003;O'Neil;von der;Mia;d;28.02.2019;;;künftig;01.08.2027;Am Wald;3 a;03159;Neustadt;Eva;O'Neil;'+48 22 1234567;Eva@x.example;;;;",
  '',
].join('\r\n')

const exported = async (format: 'xlsx' | 'csv' | 'schild', columns: readonly string[] = PUPIL_LIST_COLUMNS) => {
  const body = { format, ids, ...(format !== 'schild' && { columns }) }
  const reply = await school.head.call(pupilExportEndpoints.create, { body })
  expect(reply.statusCode, reply.body.slice(0, 200)).toBe(200)
  return reply.rawPayload
}

beforeAll(async () => {
  school = await openImportSchool()
  const done = await school.importText(LIST)
  expect(done.state, JSON.stringify(done.counts)).toBe('done')
  const rows = await insideSchool(school.app, school.fsw, (tx) =>
    tx.selectFrom('pupil').select('id').orderBy('pupil_number').execute(),
  )
  ids = rows.map(({ id }) => id)
})
afterAll(() => school.app.stop())

test('what was imported is exported the same, byte by byte', async () => {
  expect((await exported('csv')).toString('utf8')).toBe(`\ufeff${LIST}`)
})

test.each(['csv', 'xlsx'] as const)('what was exported as %s changes nothing when it is imported', async (format) => {
  for (const columns of [PUPIL_LIST_COLUMNS, LIST_COLUMNS]) {
    const { id, ignored_headings } = await school.upload(`liste.${format}`, await exported(format, columns))
    expect(ignored_headings).toEqual([])
    expect((await school.check(id)).counts).toEqual({ new: 0, changed: 0, same: 3, error: 0, duplicate: 0 })
  }
})

test('what was exported for SchILD-NRW changes nothing, though it cannot write every letter', async () => {
  const { id, format } = await school.upload('schild.zip', await exported('schild'))
  expect(format).toBe('schild')
  const { counts } = await school.check(id)
  const rows = await school.rowsOf(id)
  expect(rows.map(({ cells }) => cells.lastname)).toEqual(["O'Neil", 'Lukasiewicz', "O'Neil"])
  expect(rows[1]?.notes).toMatchObject([{ field: 'lastname', message: expect.stringContaining('„Łukasiewicz“') }])
  expect(counts, JSON.stringify(rows.map(({ problems, changes }) => ({ problems, changes })))).toEqual({
    new: 0,
    changed: 0,
    same: 3,
    error: 0,
    duplicate: 0,
  })
})
