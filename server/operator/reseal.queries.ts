import type pg from 'pg'
import { bindSchool, readSchoolIds } from '#server/backup/table-catalogue.ts'
import { headerFor, reseal, type SecretRing } from '#server/secret-keys.ts'
import { SEALED_PLACES, type SealedPlace, type SealedRow } from './sealed-places.ts'

/** A connection of the owner: only with it an encryption again is no change of a record. */
export type OwnerClient = pg.Client

/** So many rows are in one transaction: a row is locked for milliseconds, and a killed process repeats little. */
const ROWS_AT_ONCE = 200
const LARGE_ROWS_AT_ONCE = 1

/** The header is at most 18 bytes, which are 24 characters of base64. */
const HEAD_BYTES = 18
const HEAD_CHARACTERS = 24

const textOf = ({ column, text }: SealedPlace) => column ?? `(${text?.read})`

/** An expression for the first bytes, so that a large file is not read only to see that it is done. */
const headOf = (place: SealedPlace) =>
  place.column
    ? `substr(${place.column}, 1, ${HEAD_BYTES})`
    : `decode(translate(substr(${textOf(place)}, 1, ${HEAD_CHARACTERS}), '-_', '+/'), 'base64')`

/** Rows that another key than those with the headers in $1 encrypted. */
const otherRows = (place: SealedPlace) =>
  `${textOf(place)} is not null and ${place.where ?? 'true'}
   and not exists (select from unnest($1::bytea[]) header where substr(${headOf(place)}, 1, length(header)) = header)`

const currentHeader = (ring: SecretRing) => [headerFor(ring[0].id)]

/** The schools of a place: each one by itself under row-level security, otherwise all at once. */
export const roomsOf = ({ isOfSchools }: SealedPlace, schoolIds: readonly number[]) =>
  isOfSchools ? schoolIds : [null]

/** How many stored texts were encrypted with a key that has none of these headers. */
async function countOthers(client: OwnerClient, headers: readonly Buffer[]) {
  const schoolIds = await readSchoolIds(client)
  let count = 0
  await client.query('begin')
  for (const place of SEALED_PLACES)
    for (const schoolId of roomsOf(place, schoolIds)) {
      await bindSchool(client, schoolId)
      const text = `select count(*)::int as count from ${place.table} where ${otherRows(place)}`
      count += (await client.query<{ count: number }>(text, [headers])).rows[0]?.count ?? 0
    }
  await client.query('commit')
  return count
}

/** How many stored texts another key than the current one encrypted. */
export const countAllOld = (client: OwnerClient, ring: SecretRing) => countOthers(client, currentHeader(ring))

/** How many stored texts no key of the ring encrypted. */
export const countLost = (client: OwnerClient, ring: SecretRing) =>
  countOthers(
    client,
    ring.map(({ id }) => headerFor(id)),
  )

type Found = SealedRow & { sealed: Buffer | string }

const numbers = (row: Found): Found => {
  for (const name of ['school_id', 'id', 'pupil_id'] as const) if (name in row) row[name] = Number(row[name])
  return row
}

const bytesOf = (sealed: Buffer | string) => (typeof sealed === 'string' ? Buffer.from(sealed, 'base64url') : sealed)

export interface Resealed {
  changed: number
  /** No key of the ring opens these; they stay as they are. */
  unreadable: number
  /** The keys of the last row, to go on after it; undefined when there are no more. */
  last: SealedRow | undefined
}

/**
 * Encrypts the next old rows of a place with the current key, in one transaction. A row that its user changes meanwhile
 * waits for a moment, or is changed already and then found again by the next pass.
 */
export async function resealSome(
  client: OwnerClient,
  {
    place,
    ring,
    schoolId,
    after,
  }: { place: SealedPlace; ring: SecretRing; schoolId: number | null; after: SealedRow | undefined },
): Promise<Resealed> {
  const { table, keys, more = [], column, text } = place
  const names = keys.join(', ')
  const places = (from: number) => keys.map((_, index) => `$${from + index}`).join(', ')
  const keyValues = (row: SealedRow) => keys.map((key) => row[key])
  await client.query('begin')
  await bindSchool(client, schoolId)
  await client.query("select set_config('app.resealing', 'on', true)")
  const { rows } = await client.query<Found>(
    `select ${[...keys, ...more].join(', ')}, ${textOf(place)} as sealed from ${table}
     where ${otherRows(place)} ${after ? `and (${names}) > (${places(2)})` : ''}
     order by ${names} limit ${place.isLarge ? LARGE_ROWS_AT_ONCE : ROWS_AT_ONCE} for no key update`,
    [currentHeader(ring), ...(after ? keyValues(after) : [])],
  )
  const found = rows.map(numbers)
  let changed = 0
  for (const row of found) {
    const fresh = reseal(ring, place.purposesOf(row), bytesOf(row.sealed))
    if (!fresh) continue
    await client.query(
      `update ${table} set ${column ? `${column} = $1` : text?.write} where (${names}) = (${places(2)})`,
      [column ? fresh : fresh.toString('base64url'), ...keyValues(row)],
    )
    changed += 1
  }
  await client.query('commit')
  return { changed, unreadable: found.length - changed, last: found.at(-1) }
}

const LOCK = 7_351_010

/** Whether this connection is now the only one that renews keys; the lock ends with the connection. */
export async function lockRotation(client: OwnerClient) {
  const { rows } = await client.query<{ is_held: boolean }>('select pg_try_advisory_lock($1) as is_held', [LOCK])
  return rows[0]?.is_held === true
}

/** A mark that `areOver` compares with. */
export async function markNow(client: OwnerClient) {
  const { rows } = await client.query<{ mark: string }>('select pg_current_xact_id()::text as mark')
  return rows[0]?.mark ?? '0'
}

/** Whether all transactions that ran at the mark have ended: none of them can still store a text made with an old key. */
export async function areOver(client: OwnerClient, mark: string) {
  const { rows } = await client.query<{ over: boolean }>(
    'select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 as over',
    [mark],
  )
  return rows[0]?.over === true
}

/** Deletes the codes that open a login without the app: their hashes were made with keys that are going away. */
export async function deleteRecoveryCodes(client: OwnerClient) {
  const { rows } = await client.query<{ people: number }>(
    `with gone as (delete from recovery_code returning user_id, used_at)
     select count(distinct user_id) filter (where used_at is null)::int as people from gone`,
  )
  return rows[0]?.people ?? 0
}

export async function countCodeOwners(client: OwnerClient) {
  const { rows } = await client.query<{ people: number }>(
    'select count(distinct user_id)::int as people from recovery_code where used_at is null',
  )
  return rows[0]?.people ?? 0
}
