import type { Insertable, Updateable } from 'kysely'
import type { PupilSicknote } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import type { NoteReader } from './sicknotes.shared.queries.ts'

/**
 * Locks those of these children that the viewer may see, in the order of their ids: a report that somebody else is
 * writing is visible before, or waits.
 */
export const lockChildren = (tx: SchoolTransaction, ids: readonly number[], { viewer, today }: NoteReader) =>
  visiblePupils(tx, viewer, today)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.date_entry', 'p.date_exit'])
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('p.id')
    .forUpdate('p')
    .execute()
export type LockedChild = Awaited<ReturnType<typeof lockChildren>>[number]

/**
 * Locks the children of these notes in the order of their ids, before the notes themselves: a report or mark for one of
 * them is visible before, or waits.
 */
export const lockChildrenOf = (tx: SchoolTransaction, noteIds: readonly number[]) =>
  tx
    .selectFrom('pupil as p')
    .select('p.id')
    .where(({ exists, selectFrom, eb }) =>
      exists(
        selectFrom('pupil_sicknote as n')
          .select('n.id')
          .whereRef('n.school_id', '=', 'p.school_id')
          .whereRef('n.pupil_id', '=', 'p.id')
          .where('n.id', '=', eb.fn.any(eb.val([...noteIds]))),
      ),
    )
    .orderBy('p.id')
    .forUpdate()
    .execute()

/** Notes of children the viewer sees, locked in the order of their ids, with the child's name and stay. */
export const lockSicknotes = (tx: SchoolTransaction, ids: readonly number[], { viewer, today }: NoteReader) =>
  visiblePupils(tx, viewer, today)
    .innerJoin('pupil_sicknote as n', (join) =>
      join.onRef('n.school_id', '=', 'p.school_id').onRef('n.pupil_id', '=', 'p.id'),
    )
    .selectAll('n')
    .select(['p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.date_entry', 'p.date_exit'])
    .where((eb) => eb('n.id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('n.id')
    .forNoKeyUpdate('n')
    .execute()
export type LockedSicknote = Awaited<ReturnType<typeof lockSicknotes>>[number]

export type NewNote = Insertable<PupilSicknote>

/** The time of an absence; two notes with the same values are the same absence (index pupil_sicknote_once). */
export type SameAbsence = Pick<
  LockedSicknote,
  'date_start' | 'date_end' | 'partial' | 'time_start' | 'time_end' | 'lessons'
>

/** The ids of these children's notes for this very absence, with any reason, without marks. */
export async function listSameNotes(tx: SchoolTransaction, pupilIds: readonly number[], same: SameAbsence) {
  const rows = await tx
    .selectFrom('pupil_sicknote')
    .select('id')
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('date_start', '=', same.date_start)
    .where('date_end', '=', same.date_end)
    .where('partial', '=', same.partial)
    .where('time_start', 'is not distinct from', same.time_start)
    .where('time_end', 'is not distinct from', same.time_end)
    .where((eb) => eb('lessons', '=', eb.val(same.lessons)))
    .where('cancelled_at', 'is', null)
    .where('leave_decision', 'is distinct from', 'refused')
    .where('reason', '<>', 'unexplained')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores absences that are not known yet (index pupil_sicknote_once); returns the new rows. */
export const insertSicknotes = (tx: SchoolTransaction, notes: readonly NewNote[]) =>
  tx
    .insertInto('pupil_sicknote')
    .values([...notes])
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'pupil_id'])
    .execute()

export const updateSicknotes = (
  tx: SchoolTransaction,
  ids: readonly number[],
  change: Updateable<PupilSicknote>,
): Promise<{ version: number }[]> =>
  tx
    .updateTable('pupil_sicknote')
    .set(change)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .returning('version')
    .execute()
