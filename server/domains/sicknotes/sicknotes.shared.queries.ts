import { addMonths } from '#contract/dates.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { RowViewer } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { readCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { toSicknote } from './describe-sicknote.ts'
import { listGrantedLeaves } from './sicknotes.leaves.queries.ts'
import { type NoteRow, type NoteShape, type NoteValues, readNotes } from './sicknotes.rows.queries.ts'

export interface NoteReader {
  viewer: RowViewer
  today: string
}

type Wanted = Omit<NoteValues, 'user_id' | 'today'> & Pick<NoteShape, 'kind'>

const leavePupils = (rows: readonly NoteRow[]) => [
  ...new Set(rows.flatMap(({ reason, pupil_id }) => (reason === 'leave' ? [pupil_id] : []))),
]

/** Three queries that are sent together, and one more if one of the notes is a leave. */
export async function describeNotes(tx: SchoolTransaction, { viewer, today }: NoteReader, { kind, ...values }: Wanted) {
  const { user_id, permissions } = viewer
  const [rows, calendar, settings] = await Promise.all([
    readNotes(tx, { permissions, kind }, { user_id, today, ...values }),
    readCalendar(tx),
    getSetting(tx, 'SICKNOTE_SETTINGS'),
  ])
  const leavesOf = await listGrantedLeaves(tx, leavePupils(rows))
  return rows.map((row) => toSicknote(row, { viewer, today, calendar, settings, leavesOf }))
}

interface NoteQuery extends NoteReader {
  /** Notes that overlap these days; missing: from today on, without an end. */
  from?: string | undefined
  to?: string | undefined
  schoolclass_id?: number | undefined
  /** One child, also after it left; without it only children who had not left at the beginning of the days. */
  pupil_id?: number | undefined
  /** Includes cancelled notes and refused leaves; not for the role viewer. */
  with_cancelled?: boolean | undefined
}

const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/**
 * Absences of the viewer's visible children, by class, name and days; teachers see those of attached pupils (domain
 * §4).
 */
export function listSicknotes(tx: SchoolTransaction, query: NoteQuery): Promise<Sicknote[]> {
  const { viewer, today, from = today, to, schoolclass_id, pupil_id, with_cancelled = false } = query
  const isRecord = with_cancelled && seesPupilContacts(viewer.permissions)
  const here_on = from < today ? from : today
  return describeNotes(
    tx,
    { viewer, today },
    {
      kind: isRecord ? 'record' : 'current',
      from,
      ...given({ to, schoolclass_id, pupil_id }),
      ...(pupil_id === undefined && { here_on }),
    },
  )
}

/** One note, also a cancelled one; undefined when the viewer may not see it. */
export async function findSicknote(tx: SchoolTransaction, id: number, reader: NoteReader) {
  const [note] = await describeNotes(tx, reader, { kind: 'record', id })
  return note
}

/**
 * Absences of this school year and the one before whose written excuse was due before today (domain §3.5): an excuse
 * for June is due after the summer, and stays on the list until somebody enters its state.
 */
export async function listMissingExcuses(tx: SchoolTransaction, reader: NoteReader) {
  const { today } = reader
  const year = (await readCalendar(tx, { from: today, to: today })).yearOf(today)
  const notes = await describeNotes(tx, reader, {
    kind: 'open',
    ended_before: today,
    here_on: today,
    ...(year && { from: addMonths(year.date_start, -12) }),
  })
  return notes.filter(({ excuse_due_at }) => excuse_due_at !== null && excuse_due_at < today)
}

interface Counting {
  pupilIds: readonly number[]
  from: string
  to: string
}

/** The data for counting days, of the notes that overlap the days; the caller has chosen the pupils. */
export const listNotesForCounting = (tx: SchoolTransaction, { pupilIds, from, to }: Counting) =>
  tx
    .selectFrom('pupil_sicknote as n')
    .select(['n.id', 'n.pupil_id', 'n.date_start', 'n.date_end', 'n.partial', 'n.lessons'])
    .select(['n.excuse_state', 'n.reason', 'n.leave_decision'])
    .where((eb) => eb('n.pupil_id', '=', eb.fn.any(eb.val([...pupilIds]))))
    .where('n.date_end', '>=', from)
    .where('n.date_start', '<=', to)
    .where('n.cancelled_at', 'is', null)
    .orderBy('n.pupil_id')
    .orderBy('n.date_start')
    .orderBy('n.id')
    .execute()
