import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { noteFields } from './note-fields.ts'
import { findFieldChange } from './refuse-stale-status.ts'
import { updateRegistration } from './registrations.changes.queries.ts'
import { lockRegistration } from './registrations.shared.queries.ts'

interface Note {
  id: number
  internal_note: string | null
  version: number
}

const FIELDS = ['internal_note']

/**
 * Writes the internal note. 409 with who changed it and when, if that was since the page's version; other changes do
 * not matter (domain §9a).
 */
export async function saveNote(tx: SchoolTransaction, { id, internal_note, version }: Note, acting: Acting) {
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  if (current.internal_note === internal_note) return { internal_note, version: current.version }
  const last = await findFieldChange(tx, current, { fields: FIELDS, version })
  if (last)
    throw conflict(ERROR_TEXTS.stale, { ...last, version: current.version, internal_note: current.internal_note })
  const field_changes = noteFields(current, FIELDS, acting)
  return { internal_note, version: await updateRegistration(tx, id, { internal_note, field_changes }) }
}
