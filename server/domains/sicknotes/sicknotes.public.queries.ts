import { sql } from 'kysely'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import { SicknoteSettings } from '#contract/schools/schools.settings.ts'
import type { Queries } from '#server/db/database.ts'
import { hashToken } from '#server/db/hash-token.ts'
import { bindByLink, type SchoolTransaction } from '#server/db/school-transaction.ts'
import type { firstExcuse } from './first-excuse.ts'
import type { noteColumns } from './note-columns.ts'
import { isAbsentNote } from './sicknotes.absent.shared.queries.ts'
import { isUsableMail } from './sicknotes.mails.queries.ts'

/**
 * The child of a parents' link with the page's data, and the transaction bound to its school and to no user. Undefined
 * for every link that does not work: unknown, replaced, switched off, or of a child who has left or is deleted. Always
 * the same two statements, so that neither answer nor time shows which (domain §5.6).
 */
export async function findLinkedChild(tx: Queries, uuid: string, today: string) {
  const opened = await bindByLink(
    tx,
    sql<{
      school_id: number
      pupil_id: number
    }>`select school_id, pupil_id from open_pupil_link(${hashToken(uuid)})`,
  )
  const child = await tx
    .selectFrom('pupil as p')
    .innerJoin('school as s', 's.id', 'p.school_id')
    .leftJoin('school_setting as t', (join) =>
      join.onRef('t.school_id', '=', 'p.school_id').on('t.key', '=', 'SICKNOTE_SETTINGS'),
    )
    .select(['p.school_id', 'p.id', 'p.firstname', 'p.lastname', 'p.birthdate', 'p.date_entry', 'p.date_exit'])
    .select(['s.short', 's.name', 's.accent', 's.phone', 's.mail', 's.street', 's.house_number', 's.zip', 's.city'])
    .select(['s.carrier_name', 's.privacy_officer_contact', 's.logo_document_id', 't.setting_value'])
    .where('p.school_id', '=', opened?.row.school_id ?? 0)
    .where('p.id', '=', opened?.row.pupil_id ?? 0)
    .where('p.deleted_at', 'is', null)
    .where('p.status', 'not in', LEFT_STATUSES)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', today)]))
    .executeTakeFirst()
  if (!opened || !child) return undefined
  const { setting_value, ...row } = child
  const settings = SicknoteSettings.parse(setting_value ?? {})
  return settings.public_enabled ? { child: { ...row, settings }, tx: opened.tx } : undefined
}
export type LinkedChild = NonNullable<Awaited<ReturnType<typeof findLinkedChild>>>['child']

/** The people with custody of a child at the bound school; `mail` only when it is usable. */
export const listCustodians = (tx: SchoolTransaction, pupilId: number) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['g.id', sql<string | null>`case when ${isUsableMail} then lower(g.mail) end`.as('mail')])
    .where('pg.pupil_id', '=', pupilId)
    .where('pg.has_custody', '=', true)
    .where('g.deleted_at', 'is', null)
    .execute()

export type ReportedNote = ReturnType<typeof noteColumns> &
  ReturnType<typeof firstExcuse> & { pupil_id: number; is_late: boolean }

const insertOnce = async (tx: SchoolTransaction, note: ReportedNote) => {
  const row = await tx
    .insertInto('pupil_sicknote')
    .values({ ...note, source: 'public_link' })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** The names of fields that were changed since the note was created. */
const CHANGED = sql<string[]>`array(select jsonb_object_keys(field_changes))`

/** The existing note of the same absence (index pupil_sicknote_once). */
const findSame = (tx: SchoolTransaction, note: ReportedNote) =>
  tx
    .selectFrom('pupil_sicknote as n')
    .select(['n.id', 'n.source', 'n.created_at', CHANGED.as('changed')])
    .where('pupil_id', '=', note.pupil_id)
    .where('date_start', '=', note.date_start)
    .where('date_end', '=', note.date_end)
    .where('partial', '=', note.partial)
    .where('time_start', 'is not distinct from', note.time_start)
    .where('time_end', 'is not distinct from', note.time_end)
    .where(sql<boolean>`lessons = ${note.lessons}::int[]`)
    .where('reason', '<>', 'unexplained')
    .where(isAbsentNote())
    .executeTakeFirst()
type KnownNote = NonNullable<Awaited<ReturnType<typeof findSame>>>

/** Stores a report unless the same absence is known; returns its id, and the known note. */
export async function insertReport(
  tx: SchoolTransaction,
  note: ReportedNote,
): Promise<{ id: number; known?: KnownNote }> {
  for (let tries = 1; ; tries++) {
    const inserted = await insertOnce(tx, note)
    if (inserted !== undefined) return { id: inserted }
    const known = await findSame(tx, note)
    if (known) return { id: known.id, known }
    // It was taken back between the two statements.
    if (tries === 3) throw new Error('A report is neither new nor known.')
  }
}

/** Finds the children for whom somebody entered that one of these days is unexcused; a mark alone does not say so. */
export async function listUnexcused(
  tx: SchoolTransaction,
  pupilIds: readonly number[],
  { dateStart, dateEnd }: { dateStart: string; dateEnd: string },
) {
  const rows = await tx
    .selectFrom('pupil_sicknote as n')
    .select('n.pupil_id')
    .where((eb) => eb('n.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('n.date_start', '<=', dateEnd)
    .where('n.date_end', '>=', dateStart)
    .where('n.excuse_state', '=', 'unexcused')
    .where('n.reason', '<>', 'unexplained')
    .where(isAbsentNote())
    .execute()
  return rows.map(({ pupil_id }) => pupil_id)
}

/** Locks the notes that somebody wants to take back, until the end of the transaction. */
export const lockNotes = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('pupil_sicknote')
    .select(['id', 'pupil_id', 'cancelled_as', CHANGED.as('changed')])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('id')
    .forUpdate()
    .execute()
export type LockedNote = Awaited<ReturnType<typeof lockNotes>>[number]

export const updateTakenBack = (tx: SchoolTransaction, ids: readonly number[], at: string) =>
  tx
    .updateTable('pupil_sicknote')
    .set({ cancelled_at: at, cancelled_as: 'taken_back' })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
