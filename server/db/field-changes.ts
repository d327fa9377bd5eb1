import { sql } from 'kysely'
import type { Queries } from './database.ts'

interface LastChange {
  version: number
  by: number | null
  at: string
}

/** The last change of each field of a record, as the trigger `note_changes` stores it (migration 0008). */
export type FieldChanges = Record<string, LastChange>

interface Versioned {
  version: number
  field_changes: unknown
}

/** The newest change of one of the fields since the version the page was loaded with; undefined when there is none. */
export async function findChangeSince(
  tx: Queries,
  { field_changes }: Versioned,
  { fields, version }: { fields: readonly string[]; version: number },
) {
  const changes = field_changes as FieldChanges
  const last = fields.flatMap((field) => changes[field] ?? []).sort((a, b) => b.version - a.version)[0]
  if (!last || last.version <= version) return undefined
  const author = await tx.selectFrom('app_user').select('name').where('id', '=', last.by).executeTakeFirst()
  return { changed_by: author?.name ?? null, changed_at: new Date(last.at).toISOString() }
}

/** Records a change of data below a record, such as the leaders of a class, under the names of its fields. */
export const noteChangesOf = async (
  tx: Queries,
  table: 'schoolclass' | 'schoolyear' | 'schoolgrade' | 'pupil',
  { id, fields }: { id: number; fields: readonly string[] },
) => {
  await sql`select note_changes_of(${table}, ${id}, ${fields}::text[])`.execute(tx)
}
