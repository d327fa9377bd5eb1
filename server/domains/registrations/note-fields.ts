import type { FieldChanges } from '#server/db/field-changes.ts'
import type { Acting } from '#server/db/viewer.ts'
import type { LockedRegistration } from './registrations.shared.queries.ts'

interface Noting extends Pick<Acting, 'now'> {
  /** Null: the family. */
  viewer: Pick<Acting['viewer'], 'user_id'> | null
  former?: Record<string, unknown>
}

/** The column that says who changed which field last, for the next version of a locked application. */
export const noteFields = (
  { version, field_changes }: Pick<LockedRegistration, 'version' | 'field_changes'>,
  fields: readonly string[],
  { viewer, now, former }: Noting,
) => {
  const change = { version: version + 1, by: viewer?.user_id ?? null, at: now.toISOString() }
  return JSON.stringify({
    ...(field_changes as unknown as FieldChanges),
    ...Object.fromEntries(
      fields.map((field) => [field, { ...change, ...(former && field in former && { was: former[field] }) }]),
    ),
  })
}
