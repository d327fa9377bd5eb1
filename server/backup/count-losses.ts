import type pg from 'pg'
import { counted } from '#contract/counted.ts'
import type { Footer } from './archive-format.ts'
import { bindSchool, quote, readSchoolIds } from './table-catalogue.ts'

/** What people miss most, with the rows that count. */
const COUNTED = [
  { table: 'registration', one: 'Bewerbung', many: 'Bewerbungen' },
  { table: 'pupil_sicknote', one: 'Abwesenheit', many: 'Abwesenheiten' },
  { table: 'pupil', one: 'neu angelegtes Kind', many: 'neu angelegte Kinder' },
  { table: 'app_user', one: 'Benutzerkonto', many: 'Benutzerkonten' },
  {
    table: 'user_log',
    one: 'Änderung laut Protokoll, die genannten eingeschlossen',
    many: 'Änderungen laut Protokoll, die genannten eingeschlossen',
    condition: ` and result = 'ok' and action !~ '^(login|logout)|session|_viewed$|download|export'`,
  },
] as const

/** Ids are never used twice, so the rows since the backup are those with a higher id than it had given out. */
const lastIdOf = ({ identities }: Footer, wanted: string) => {
  const found = identities.find(({ table }) => table === wanted)
  return found && (found.is_called ? found.value : found.value - 1)
}

async function countRows(client: pg.Client, text: string) {
  let count = 0
  for (const id of [...(await readSchoolIds(client)), null]) {
    await bindSchool(client, id)
    const { rows } = await client.query<{ count: string }>(text)
    count += Number(rows[0]?.count ?? 0)
  }
  return count
}

/**
 * What came into the database since the backup, in words, one line each. The database may be that of a newer program: a
 * table that looks different there is named as one that cannot be counted.
 */
export async function countLosses(client: pg.Client, footer: Footer) {
  const lines: string[] = []
  await client.query('begin read only')
  for (const { table, one, many, ...more } of COUNTED) {
    const lastId = lastIdOf(footer, table)
    if (lastId === undefined) continue
    const condition = 'condition' in more ? more.condition : ''
    // Row-level security shows each school its own rows; accounts have none, so the school is asked for as well.
    const text = `select count(*) from ${quote(table)} where id > ${lastId}${condition}
      and school_id is not distinct from nullif(current_setting('app.school_id', true), '')::bigint`
    await client.query('savepoint counting')
    const count = await countRows(client, text).catch(() => undefined)
    await client.query('rollback to counting')
    if (count === undefined) lines.push(`${many}: lässt sich nicht zählen`)
    else if (count > 0) lines.push(counted(count, one, many))
  }
  await client.query('rollback')
  return lines
}
