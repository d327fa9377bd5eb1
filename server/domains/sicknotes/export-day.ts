import { strongestState } from '#contract/absences/absence-days.ts'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { partText } from '#contract/sicknotes/sicknotes.texts.ts'
import { EXCUSE_STATE_LABELS, type ExcuseState, type Sicknote } from '#contract/sicknotes/sicknotes.ts'
import type { TableFormat } from '#contract/table-formats.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import type { Column } from '#server/documents/spreadsheet.ts'
import { writeTableFile } from '#server/documents/write-table-file.ts'
import { listVisibleClassIds } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { listSicknotes, type NoteReader } from './sicknotes.shared.queries.ts'

interface Row {
  note: Sicknote
  dateStart: string
  dateEnd: string
  /** Null: the whole day. */
  part: string | null
  state: ExcuseState
}

/** One line for each child: a whole day replaces parts of it. */
const toRow = (notes: readonly Sicknote[]): Row[] => {
  const whole = notes.filter(({ value }) => !value.partial)
  const shown = whole.length > 0 ? whole : notes
  const [first] = shown
  if (!first) return []
  const parts = shown.flatMap(({ value }) => partText(value) ?? [])
  return [
    {
      note: first,
      dateStart: shown.map(({ value }) => value.dateStart).sort()[0] ?? first.value.dateStart,
      dateEnd:
        shown
          .map(({ value }) => value.dateEnd)
          .sort()
          .at(-1) ?? first.value.dateEnd,
      part: parts.length > 0 ? parts.join('; ') : null,
      state: strongestState(shown.map(({ excuse_state }) => excuse_state)),
    },
  ]
}

/** Without reasons, because the list lies on desks (domain §3.5, §5.4). */
const COLUMNS: Column<Row>[] = [
  { heading: 'Klasse', cell: ({ note }) => note.pupil.schoolclass?.classgradePlain ?? '', width: 14 },
  {
    heading: 'Nachname',
    cell: ({ note: { pupil } }) => [pupil.lastname_prefix, pupil.lastname].filter(Boolean).join(' '),
    width: 24,
  },
  { heading: 'Vorname', cell: ({ note }) => note.pupil.firstname, width: 20 },
  { heading: 'abwesend von', cell: ({ dateStart }) => dateStart, kind: 'day', width: 14 },
  { heading: 'bis', cell: ({ dateEnd }) => dateEnd, kind: 'day', width: 14 },
  { heading: 'stundenweise', cell: ({ part }) => part, width: 24 },
  { heading: 'gemeldet am', cell: ({ note }) => formatDateTime(note.created_at), width: 18 },
  { heading: 'Entschuldigung', cell: ({ state }) => EXCUSE_STATE_LABELS[state], width: 16 },
]

interface DayListQuery extends NoteReader {
  viewer: SchoolViewer
  day: string
  /** Null: without a class. */
  schoolclass_ids?: readonly (number | null)[] | undefined
}

/** 404 when one of the classes is not visible, whether it exists or not. */
async function requireClasses(tx: SchoolTransaction, { viewer, today, schoolclass_ids = [] }: DayListQuery) {
  const ids = new Set(schoolclass_ids.filter((id) => id !== null))
  if (ids.size === 0) return
  const visible = await listVisibleClassIds(tx, { viewer, today, ids: [...ids] })
  if (visible.length < ids.size) throw notFound()
}

/**
 * The children who are absent on the day, in the order of the list; the export is logged with the number of lines
 * (domain DP-18).
 */
export async function readDayList(tx: SchoolTransaction, query: DayListQuery) {
  const { day, schoolclass_ids, ...reader } = query
  await requireClasses(tx, query)
  const all = await listSicknotes(tx, { ...reader, from: day, to: day })
  const notes = schoolclass_ids
    ? all.filter(({ pupil: { schoolclass } }) => schoolclass_ids.includes(schoolclass?.id ?? null))
    : all
  const rows = [...Map.groupBy(notes, ({ pupil }) => pupil.id).values()].flatMap(toRow)
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'pupil_sicknote',
    entityId: null,
    fields: [exportedRows(rows.length), ...COLUMNS.map(({ heading }) => heading)],
  })
  const ids = rows.map(({ note }) => note.pupil.id)
  await logView(tx, { kind: 'export', subject: 'pupil', ids, what: `Fehlliste ${formatDate(day)}` })
  return { day, rows }
}

/** The list as a file; its name names no person. */
export const writeDayList = (
  { day, rows }: Awaited<ReturnType<typeof readDayList>>,
  format: TableFormat,
): Promise<FileReply> =>
  writeTableFile({ name: `Fehlliste-${day}`, title: `Fehlliste ${formatDate(day)}`, columns: COLUMNS, rows }, format)
