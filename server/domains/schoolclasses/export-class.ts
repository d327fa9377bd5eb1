import { addressLines } from '#contract/addresses.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { type FileReply, XLSX_TYPE } from '#contract/file-reply.ts'
import { GENDER_LABELS, type Gender } from '#contract/genders.ts'
import { displayPhone } from '#contract/phone.ts'
import {
  CLASS_EXPORT_COLUMNS,
  CLASS_EXPORT_LABELS,
  type ClassExportColumn,
} from '#contract/schoolclasses/schoolclasses.export.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { notFound } from '#server/http/api-error.ts'
import { type ClassList, readClassList } from './class-export.queries.ts'

type Row = ClassList['pupils'][number]
interface Column {
  heading: string
  cell: (row: Row) => string | number | null
  kind?: 'day'
  width: number
}

/** One line for each guardian, in the order of calls. */
const ofGuardians = (tell: (guardian: Row['guardians'][number]) => string) => (row: Row) =>
  row.guardians.map(tell).filter(Boolean).join('\n')

/** The columns to choose from (contract: `CLASS_EXPORT_COLUMNS`). */
const CHOSEN: Record<ClassExportColumn, Omit<Column, 'heading'>> = {
  birthdate: { cell: ({ birthdate }) => birthdate, kind: 'day', width: 14 },
  gender: { cell: ({ gender }) => GENDER_LABELS[gender as Gender], width: 12 },
  address: { cell: (row) => addressLines(row).join(', '), width: 40 },
  guardians: {
    cell: ofGuardians(({ name, relationship }) => `${name} (${relationshipText(relationship)})`),
    width: 36,
  },
  phones: {
    cell: ofGuardians(({ name, phones }) =>
      phones.length > 0 ? `${name}: ${phones.map(displayPhone).join(', ')}` : '',
    ),
    width: 44,
  },
  mails: {
    cell: ofGuardians(({ mail }) => mail ?? ''),
    width: 36,
  },
}

const columnsOf = ({ named }: ClassList, chosen: readonly ClassExportColumn[]): Column[] => [
  {
    heading: 'Nachname',
    cell: ({ lastname, lastname_prefix }) => (lastname_prefix ? `${lastname_prefix} ${lastname}` : lastname),
    width: 24,
  },
  { heading: 'Vorname', cell: ({ firstname }) => firstname, width: 20 },
  { heading: 'Klasse', cell: () => named.classgradePlain, width: 14 },
  { heading: 'Klassenstufe', cell: ({ grade }) => grade, width: 13 },
  ...CLASS_EXPORT_COLUMNS.filter((key) => chosen.includes(key)).map((key) => ({
    heading: CLASS_EXPORT_LABELS[key],
    ...CHOSEN[key],
  })),
]

interface ClassExport extends Reader {
  id: number
  columns: readonly ClassExportColumn[]
}

/** Reads the content of the file; the export is logged with its columns and number of rows (domain DP-18). */
export async function readExport(tx: SchoolTransaction, { id, columns: chosen, ...reader }: ClassExport) {
  const list = await readClassList(tx, id, reader)
  if (!list) throw notFound()
  const columns = columnsOf(list, chosen)
  await logEvent(tx, {
    action: 'export_created',
    entityType: 'schoolclass',
    entityId: id,
    fields: [exportedRows(list.pupils.length), ...columns.map(({ heading }) => heading)],
  })
  const ids = list.pupils.map((pupil) => pupil.id)
  await logView(tx, { kind: 'export', subject: 'pupil', ids, what: `Klassenliste ${list.named.classgradePlain}` })
  return { list, columns }
}

/** The class list as an Excel file; the file name names no person. */
export async function writeExport(
  { list, columns }: Awaited<ReturnType<typeof readExport>>,
  today: string,
): Promise<FileReply> {
  const { classgradePlain } = list.named
  const title = `Klasse ${classgradePlain}`
  return {
    filename: `Klasse-${classgradePlain.replace(/[^\p{L}\p{N}]+/gu, '-')}-${today}.xlsx`,
    media_type: XLSX_TYPE,
    content: await writeSpreadsheet({ title, columns, rows: list.pupils }),
  }
}
