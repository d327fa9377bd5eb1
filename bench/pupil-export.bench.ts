import pg from 'pg'
import writeExcelFile, { type CellObject } from 'write-excel-file/node'
import { PupilExportForm } from '#contract/pupilexports/pupilexports.ts'
import { PUPIL_LIST_COLUMNS } from '#contract/pupils/pupil-list-columns.ts'
import { openPool, type Pool } from '#server/db/database.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { fileOf } from '#server/domains/pupilexports/export-formats.ts'
import { houseColumns } from '#server/domains/pupilexports/house-list.ts'
import { readExport } from '#server/domains/pupilexports/read-export.ts'
import { startBenchDatabase } from './bench-database.ts'
import { makeManySchools } from './many-schools.ts'
import { median } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROUNDS = 3
const PUPILS = 10_000
const GOAL = 1.5
const TODAY = '2026-11-20'

const FAMILIES = `with grown as (
    insert into guardian (school_id, firstname, lastname, phone_mobile, mail)
      select school_id, 'Eva', lastname, '+49170' || id, 'eva' || id || '@example.org' from pupil returning school_id, id)
  insert into pupil_guardian (school_id, pupil_id, guardian_id, relationship, has_custody)
    select p.school_id, p.id, g.id, 'mother', true from (select *, row_number() over (order by id) as n from pupil) p
    join (select *, row_number() over (order by id) as n from grown) g using (n)`

async function fill(superuser: pg.ClientConfig) {
  const [schoolId = 0] = await makeManySchools(superuser, { schools: 1, pupilsEach: PUPILS, today: TODAY })
  const client = new pg.Client(superuser)
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query(FAMILIES)
  const { rows } = await client.query<{ id: string }>('select id from pupil order by lastname, firstname, id')
  await client.end()
  return { schoolId, ids: rows.map(({ id }) => Number(id)) }
}

const viewerOf = (school_id: number): SchoolViewer => ({
  user_id: 1,
  name: 'Bench',
  email: 'export@example.org',
  role: 'schooladmin',
  permissions: ['view pupil', 'manage pupil', 'export personal data'],
  school_id,
  stays_signed_in: false,
  lacks_two_factor: false,
  lacks_way: false,
})

const read = (pool: Pool, { schoolId, ids }: Awaited<ReturnType<typeof fill>>) =>
  inSchool(pool, { userId: null, schoolId, requestId: crypto.randomUUID() }, (tx) =>
    readExport(tx, PupilExportForm.parse({ format: 'xlsx', ids }), { viewer: viewerOf(schoolId), today: TODAY }),
  )

/** The same cells for the library, made in advance. */
function cellsOf({ pupils }: Awaited<ReturnType<typeof read>>) {
  const columns = houseColumns(PUPIL_LIST_COLUMNS)
  const cell = (value: string | number | null, kind?: string): CellObject | null => {
    if (value === null || value === '') return null
    if (typeof value === 'number') return { value, type: Number }
    if (kind === 'day') return { value: new Date(value), type: Date, format: 'dd.mm.yyyy' }
    return { value, type: String }
  }
  return pupils.map((pupil) => columns.map((column) => cell(column.cell(pupil), column.kind)))
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** The export of 10,000 pupils as Excel, read and written, against write-excel-file writing the same cells. */
export async function benchPupilExport(): Promise<BenchRow> {
  const database = await startBenchDatabase()
  const pool = openPool(database.app)
  try {
    const school = await fill(database.superuser)
    await database.settle()
    const cells = cellsOf(await read(pool, school))
    const rounds = []
    for (let i = 0; i < ROUNDS; i++) {
      const ours = await timed(async () => fileOf(await read(pool, school)).write())
      const library = await timed(() => writeExcelFile(cells).toBuffer())
      rounds.push({ ours, library })
    }
    const ratio = Number(median(rounds.map(({ ours, library }) => ours / library)).toPrecision(2))
    return {
      what: `XLSX export of ${PUPILS} pupils with guardians, read and written`,
      against: 'write-excel-file alone, the same cells',
      ratio,
      goal: `≤ ${GOAL}`,
      isMet: ratio <= GOAL,
      figures: `${rounds.map(({ ours, library }) => `${Math.round(ours)}/${Math.round(library)}`).join(' ')} ms`,
    }
  } finally {
    await pool.end()
    await database.stop()
  }
}
