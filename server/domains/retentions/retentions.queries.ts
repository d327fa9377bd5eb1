import { sql } from 'kysely'
import type { RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  everHadHold,
  unverifiedPurgeable,
} from '#server/domains/registrations/registrations.deletion.shared.queries.ts'

const END_OF_TIME = '9999-12-31T00:00:00Z'

const noteWrittenAt = sql<string | null>`r.field_changes #>> '{internal_note,at}'`

const selectRetained = (tx: SchoolTransaction) =>
  tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .leftJoin('retention_hold as h', (join) =>
      join.onRef('h.school_id', '=', 'r.school_id').onRef('h.registration_id', '=', 'r.id'),
    )
    .leftJoin('app_user as u', 'u.id', 'h.created_by')
    .leftJoin('retention_notice as n', (join) =>
      join.onRef('n.school_id', '=', 'r.school_id').onRef('n.registration_id', '=', 'r.id'),
    )
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname', 'r.desired_grade', 'r.school_year_id'])
    .select(['r.status', 'r.created_at', 'r.decided_at', 'r.waiting_since', 'r.withdrawn_at', 'r.transformed_at'])
    .select(['r.desired_start_date', 'r.wait_rank', 'y.name as school_year', 'y.date_start', 'y.first_school_day'])
    .select(['h.reason as hold_reason', 'h.until', 'u.name as held_by', 'n.reason as notice_reason', 'n.listed_on'])
    .select((eb) => [
      eb('r.internal_note', 'is not', null).as('has_note'),
      'r.deleted_at',
      noteWrittenAt.as('note_written_at'),
    ])

/**
 * Applications with everything on which their periods depend, with hold and notice: the given ones, or all that have a
 * period. Applications in the bin are deleted by the bin's rule, except those that ever had a hold.
 */
export async function listRetained(tx: SchoolTransaction, ids?: readonly number[]) {
  const unverified = unverifiedPurgeable(tx, { createdBefore: END_OF_TIME }).select('r.id')
  const of = selectRetained(tx)
    .select((eb) => eb('r.id', 'in', unverified).as('is_unverified'))
    .where((eb) =>
      eb.or([
        eb.and([eb('r.deleted_at', 'is not', null), everHadHold]),
        eb.and([
          eb('r.deleted_at', 'is', null),
          eb.or([
            eb('r.status', '<>', 'new'),
            eb('r.withdrawn_at', 'is not', null),
            eb('r.transformed_at', 'is not', null),
            eb('h.id', 'is not', null),
            eb('n.id', 'is not', null),
            eb('r.id', 'in', unverified),
          ]),
        ]),
      ]),
    )
  const found = ids ? of.where((eb) => eb('r.id', '=', eb.fn.any(eb.val([...ids])))) : of
  const rows = await found.orderBy('r.id').execute()
  return rows.map(({ hold_reason: reason, until, held_by, notice_reason, listed_on, ...row }) => ({
    ...row,
    status: row.status as RegistrationStatus,
    has_note: row.has_note === true,
    is_unverified: row.is_unverified === true,
    hold: reason !== null && until !== null ? { reason, until, by: held_by } : null,
    notice: notice_reason !== null && listed_on !== null ? { reason: notice_reason, listed_on } : null,
  }))
}
export type RetainedRow = Awaited<ReturnType<typeof listRetained>>[number]

/** Locks these applications in the order of their ids, as everybody does who locks several. */
export const lockRegistrations = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration')
    .select('id')
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute()
