import { randomBytes } from 'node:crypto'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { guessColumns } from '#contract/pupilimports/pupilimports.guess.ts'
import { openPool, type Pool } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { checkImport } from '#server/domains/pupilimports/check-import.ts'
import { importPupils, orderImport } from '#server/domains/pupilimports/commit-import.ts'
import { lockImport } from '#server/domains/pupilimports/get-import.ts'
import { countVerdicts } from '#server/domains/pupilimports/pupilimports.queries.ts'
import { readImportFile } from '#server/domains/pupilimports/read-import-file.ts'
import { storeUpload } from '#server/domains/pupilimports/upload-import.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { startBenchDatabase } from './bench-database.ts'
import { makeManySchools } from './many-schools.ts'
import type { BenchRow } from './pupil-list.bench.ts'

const ROWS = 10_000
const GOAL = 6
const NOW = new Date('2026-11-20T08:00:00Z')
const TODAY = '2026-11-20'

/** The tables that an import writes to. */
const TABLES = [
  'pupil',
  'pupil_schoolclass',
  'guardian',
  'pupil_guardian',
  'pupil_import_row',
  'pupil_link',
  'user_log',
]
const HEADINGS =
  'Nachname;Vorname;Geschlecht;Geburtsdatum;Klasse;Aufnahmedatum;Straße;Hausnummer;PLZ;Ort;Sorge1_Vorname;Sorge1_Nachname;Sorge1_Telefon;Sorge1_E-Mail'

/** Names of letters only, each different from all others. */
const letters = (number: number) => [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join('')

const lineOf = (index: number) => {
  const day = `${String((index % 28) + 1).padStart(2, '0')}.${String((index % 12) + 1).padStart(2, '0')}.${2015 + (index % 5)}`
  const classes = `${(index % 6) + 1}${'abcd'[index % 4]}`
  return `Neu${letters(index)};Kind${letters(index)};w;${day};${classes};01.08.2026;Anger;${(index % 90) + 1};15999;Wacholderhain;Eva;Neu${letters(index)};030 23125-100;e${index}@example.org`
}

const file = () => Buffer.from([HEADINGS, ...Array.from({ length: ROWS }, (_, index) => lineOf(index))].join('\r\n'))

interface Scene {
  pool: Pool
  client: pg.Client
  viewer: SchoolViewer
}

/** From the bytes of the file to the last row, like the endpoints and the job. */
async function importFile({ pool, viewer }: Scene, content: Buffer) {
  const keys: SecretRing = [{ id: 'bench', bytes: randomBytes(32) }]
  const acting = { viewer, now: NOW, today: TODAY }
  const inside = <T>(work: (tx: SchoolTransaction) => Promise<T>) =>
    inSchool(pool, { userId: viewer.user_id, schoolId: viewer.school_id, requestId: crypto.randomUUID() }, work)
  const filename = 'liste.csv'
  const read = await readImportFile(content, { filename })
  if (guessColumns(read.headings).includes(null)) throw new Error('a heading is not known')
  const { id } = await inside((tx) => storeUpload(tx, { filename, content, file: read, keys }, acting))
  await inside(async (tx) => {
    await checkImport(tx, { id, read: await lockImport(tx, id), fileRows: read.rows }, acting.today)
    const counts = await countVerdicts(tx, id)
    if (counts.new !== ROWS) throw new Error(`not all rows are new: ${JSON.stringify(counts)}`)
  })
  await inside((tx) => orderImport(tx, { id, onlyGood: false, viewer }))
  await importPupils({ pool, keys, now: () => NOW })({
    school_id: viewer.school_id,
    user_id: viewer.user_id,
    import_id: id,
  })
}

/** All rows that the import wrote, as COPY prints them, and an empty table with the same keys. */
async function takeRows(client: pg.Client) {
  const taken = []
  for (const table of TABLES) {
    await client.query(
      `create table copy_of_${table} (like ${table} including constraints including indexes including generated)`,
    )
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    )
    const columns = rows[0]?.columns ?? ''
    const chunks: Buffer[] = []
    const keep = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    await pipeline(client.query(copyTo(`copy ${table} (${columns}) to stdout`)), keep)
    taken.push({ table, columns, chunks })
  }
  return taken
}

async function copyBack(client: pg.Client) {
  const taken = await takeRows(client)
  const began = performance.now()
  await client.query('begin')
  for (const { table, columns, chunks } of taken)
    await pipeline(Readable.from(chunks), client.query(copyFrom(`copy copy_of_${table} (${columns}) from stdin`)))
  await client.query('commit')
  return performance.now() - began
}

/**
 * A list of 10,000 pupils with a guardian each, read, checked and imported, compared with COPY of all resulting rows.
 */
export async function benchPupilImport(): Promise<BenchRow> {
  const database = await startBenchDatabase()
  const client = new pg.Client(database.superuser)
  const pool = openPool(database.app)
  try {
    const [school_id = 0] = await makeManySchools(database.superuser, { schools: 1, pupilsEach: 0, today: TODAY })
    await client.connect()
    await client.query(`alter table pupil_schoolclass add constraint pupil_schoolclass_no_overlap exclude using gist
      (school_id with =, pupil_id with =, daterange(date_start, date_end, '[]') with &&)`)
    const { rows: users } = await client.query<{ id: string }>(
      `insert into app_user (name, email, role) values ('Bench', 'import@example.org', 'schooladmin') returning id`,
    )
    await database.settle()
    const viewer: SchoolViewer = {
      user_id: Number(users[0]?.id),
      name: 'Bench',
      email: 'import@example.org',
      role: 'schooladmin',
      permissions: [],
      school_id,
      stays_signed_in: false,
      lacks_two_factor: false,
      lacks_way: false,
    }
    const content = file()
    const began = performance.now()
    await importFile({ pool, client, viewer }, content)
    const imported = performance.now() - began
    const copied = await copyBack(client)
    const ratio = Number((imported / copied).toPrecision(3))
    return {
      what: `import of ${ROWS} rows, read, checked and committed`,
      against: 'COPY of all rows it writes in all tables',
      ratio,
      goal: `≤ ${GOAL}`,
      isMet: ratio <= GOAL,
      figures: `${Math.round(imported)}/${Math.round(copied)} ms`,
    }
  } finally {
    await client.end()
    await pool.end()
    await database.stop()
  }
}
