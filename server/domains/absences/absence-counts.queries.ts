import {
  absentDays,
  type CountedNote,
  countAbsences,
  daysOfMember,
  listSchoolDays,
} from '#contract/absences/absence-days.ts'
import { type AbsenceCount, COUNTS } from '#contract/absences/absences.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { listNotesForCounting } from '#server/domains/sicknotes/sicknotes.shared.queries.ts'

/** A child whose absences are counted, and the days on which it belongs to the school. */
export interface Counted {
  id: number
  date_entry: string
  date_exit: string | null
}

export interface CountedHalf {
  school_year_id: number
  half: 1 | 2
  date_start: string
  date_end: string
}

type FreeDays = readonly { date_start: string; date_end: string }[]

interface Days {
  pupilIds: readonly number[]
  from: string
  to: string
}

/** Sick notes that overlap these days, by the pupil's id; cancelled ones are left out. */
export async function listCountedNotes(tx: SchoolTransaction, days: Days) {
  const notes = await listNotesForCounting(tx, days)
  return Map.groupBy(notes as (CountedNote & { pupil_id: number })[], ({ pupil_id }) => pupil_id)
}

/** The pupils' absences in a half-year, counted from their notes as they are now, by the pupil's id. */
export async function countPupils(
  tx: SchoolTransaction,
  pupils: readonly Counted[],
  { half, freeDays }: { half: CountedHalf; freeDays: FreeDays },
) {
  const schoolDays = listSchoolDays(half, freeDays)
  const pupilIds = pupils.map(({ id }) => id)
  const notesOf = await listCountedNotes(tx, { pupilIds, from: half.date_start, to: half.date_end })
  return new Map(
    pupils.map(({ id, date_entry, date_exit }): [number, AbsenceCount] => {
      const days = daysOfMember(schoolDays, { entry: date_entry, exit: date_exit })
      return [id, countAbsences(absentDays(notesOf.get(id) ?? [], days))]
    }),
  )
}

/** Closed counts of the pupils in a school year, each with its half. */
export const listClosedCounts = (
  tx: SchoolTransaction,
  { pupilIds, yearId }: { pupilIds: readonly number[]; yearId: number },
) =>
  tx
    .selectFrom('absence_count')
    .select(['pupil_id', 'half', ...COUNTS])
    .where('school_year_id', '=', yearId)
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .execute()

/**
 * Stores the counts that stand on the school report; a pupil whose counts are already closed keeps those. Returns the
 * ids of the new rows.
 */
export async function insertClosedCounts(
  tx: SchoolTransaction,
  counts: ReadonlyMap<number, AbsenceCount>,
  { closedBy, half }: { closedBy: number | null; half: CountedHalf },
) {
  if (counts.size === 0) return []
  const rows = await tx
    .insertInto('absence_count')
    .values(
      [...counts].map(([pupil_id, count]) => ({
        ...count,
        pupil_id,
        school_year_id: half.school_year_id,
        half: half.half,
        closed_by: closedBy,
      })),
    )
    .onConflict((conflict) => conflict.columns(['school_id', 'pupil_id', 'school_year_id', 'half']).doNothing())
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

interface CountsToDelete {
  half: Pick<CountedHalf, 'school_year_id' | 'half'>
  pupilIds: readonly number[]
  /** Ids of counts; missing: all counts of the pupils. */
  only?: readonly number[] | undefined
}

/** Deletes the closed counts: the half-year is counted from the pupils' notes again. */
export const deleteClosedCounts = (
  tx: SchoolTransaction,
  { half: { school_year_id, half }, pupilIds, only }: CountsToDelete,
) =>
  tx
    .deleteFrom('absence_count')
    .where('school_year_id', '=', school_year_id)
    .where('half', '=', half)
    .where((eb) => eb('pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .$if(only !== undefined, (rows) => rows.where((eb) => eb('id', '=', eb.fn.any(eb.val([...(only ?? [])])))))
    .execute()

/** A child and its days at the school; undefined when the viewer may not see it. */
export const findCountedPupil = (
  tx: SchoolTransaction,
  id: number,
  { viewer, today }: { viewer: SchoolViewer; today: string },
): Promise<Counted | undefined> =>
  visiblePupils(tx, viewer, today)
    .select(['p.id', 'p.date_entry', 'p.date_exit'])
    .where('p.id', '=', id)
    .executeTakeFirst()
