import type { Insertable } from 'kysely'
import type { PupilNote as Note } from '#contract/pupils/pupils.notes.ts'
import type { PupilNote } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'

/** Data class E: users with 'manage pupil' see all notes, everybody else only their own (domain §1.0). */
const visibleNotes = (tx: SchoolTransaction, pupilId: number, { permissions, user_id }: SchoolViewer) => {
  const notes = tx.selectFrom('pupil_note as n').where('n.pupil_id', '=', pupilId)
  return permissions.includes('manage pupil') ? notes : notes.where('n.created_by', '=', user_id)
}

/** Newest first; every visible note may be changed. */
export async function listNotes(tx: SchoolTransaction, pupilId: number, viewer: SchoolViewer): Promise<Note[]> {
  const rows = await visibleNotes(tx, pupilId, viewer)
    .leftJoin('app_user as u', 'u.id', 'n.created_by')
    .select([
      'n.id',
      'n.body_markdown',
      'u.name as author',
      'n.created_by',
      'n.created_at',
      'n.updated_at',
      'n.version',
    ])
    .orderBy('n.created_at', 'desc')
    .orderBy('n.id', 'desc')
    .execute()
  return rows.map(({ created_by, ...row }) => ({ ...row, is_own: created_by === viewer.user_id }))
}

/** Locks a note until the transaction ends; undefined when the viewer may not see it. */
export const lockNote = (tx: SchoolTransaction, key: { pupilId: number; noteId: number }, viewer: SchoolViewer) =>
  visibleNotes(tx, key.pupilId, viewer)
    .selectAll('n')
    .where('n.id', '=', key.noteId)
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertNote = async (tx: SchoolTransaction, note: Insertable<PupilNote>) =>
  (await tx.insertInto('pupil_note').values(note).returning('id').executeTakeFirstOrThrow()).id

export const updateNote = (tx: SchoolTransaction, id: number, body_markdown: string) =>
  tx.updateTable('pupil_note').set({ body_markdown }).where('id', '=', id).execute()

export const deleteNote = (tx: SchoolTransaction, id: number) =>
  tx.deleteFrom('pupil_note').where('id', '=', id).execute()
