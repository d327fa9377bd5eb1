import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import {
  countStatusChangesSince,
  findLastChange,
  lockRegistration,
  updateRegistration,
} from './registrations.changes.queries.ts'

interface Note {
  id: number
  internal_note: string | null
  version: number
}

/**
 * Writes the internal note. 409 with who and when if it was changed since the page's version: versions that changes of
 * status made do not count (domain §9a).
 */
export async function saveNote(tx: SchoolTransaction, { id, internal_note, version }: Note) {
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  if (current.internal_note === internal_note) return { internal_note, version: current.version }
  if (current.version - version > (await countStatusChangesSince(tx, id, version))) {
    const last = await findLastChange(tx, id, 'internal_note')
    throw conflict(ERROR_TEXTS.stale, { ...last, version: current.version, internal_note: current.internal_note })
  }
  return { internal_note, version: await updateRegistration(tx, id, { internal_note }) }
}
