import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { deleteNote, insertNote, lockNote, updateNote } from './pupils.notes.queries.ts'

interface NoteKey {
  /** A pupil that the viewer may see. */
  pupilId: number
  noteId: number
}

export async function addNote(
  tx: SchoolTransaction,
  { pupilId, body_markdown, now }: { pupilId: number; body_markdown: string; now: Date },
  { user_id }: SchoolViewer,
) {
  const created_at = now.toISOString()
  const id = await insertNote(tx, { pupil_id: pupilId, body_markdown, created_by: user_id, created_at })
  return { id, message: 'Die Notiz ist gespeichert.' }
}

export async function changeNote(
  tx: SchoolTransaction,
  { body_markdown, version, ...key }: NoteKey & { body_markdown: string; version?: number | undefined },
  viewer: SchoolViewer,
) {
  const stored = await lockNote(tx, key, viewer)
  if (!stored) throw notFound()
  if (stored.body_markdown === body_markdown) return { message: REPLY_TEXTS.nothingToChange }
  const current = { body_markdown: stored.body_markdown }
  await refuseStale(tx, { stored, fields: ['body_markdown'], version, current })
  await updateNote(tx, key.noteId, body_markdown)
  return { message: REPLY_TEXTS.saved }
}

export async function removeNote(tx: SchoolTransaction, key: NoteKey, viewer: SchoolViewer) {
  if (!(await lockNote(tx, key, viewer))) throw notFound()
  await deleteNote(tx, key.noteId)
  // The history finds a deleted note by the pupil alone.
  await logEvent(tx, { action: 'pupil_note_deleted', entityType: 'pupil', entityId: key.pupilId })
  return { message: 'Die Notiz ist gelöscht.' }
}
