import { CONSENT_TEXTS } from '#contract/consents/consents.state.ts'
import { momentText } from '#contract/dates.ts'
import { type FileReply, XLSX_TYPE } from '#contract/file-reply.ts'
import { isChanged, photoReach, photoWord } from '#contract/photolists/photo-words.ts'
import { PHOTO_PURPOSES, type PhotoList, type PhotoPrint, type PhotoPupil } from '#contract/photolists/photolists.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { type Column, writeSpreadsheet } from '#server/documents/spreadsheet.ts'
import { insertPrint, type PhotoStates } from './photolists.queries.ts'
import { type ListQuery, readPhotoList } from './read-photo-list.ts'

/** „Fotoliste 3a“, „Fotoliste (Auswahl)“. */
const titleOf = ({ schoolclass }: PhotoList) =>
  schoolclass ? `Fotoliste ${schoolclass.classgradePlain}` : 'Fotoliste (Auswahl)'

const statesOf = ({ photos }: PhotoPupil): PhotoStates =>
  Object.fromEntries(PHOTO_PURPOSES.map((purpose) => [purpose, photos[purpose].state]))

async function rememberPrint(tx: SchoolTransaction, query: ListQuery, acting: Acting & { kind: PhotoPrint['kind'] }) {
  const { viewer, now, kind } = acting
  const { key, list } = await readPhotoList(tx, query, acting)
  const id = await insertPrint(tx, {
    ...{ key, kind, printed_by: viewer.user_id, printed_at: now.toISOString() },
    states: list.pupils.map((pupil) => ({ pupil_id: pupil.id, states: statesOf(pupil) })),
  })
  return { id, list, ids: list.pupils.map((pupil) => pupil.id) }
}

/** Remembers what the paper says; who took the data along is logged as for every print. */
export async function printPhotoList(tx: SchoolTransaction, query: ListQuery, acting: Acting) {
  const { id, list, ids } = await rememberPrint(tx, query, { ...acting, kind: 'paper' })
  await logEvent(tx, {
    action: 'photo_list_printed',
    entityType: list.schoolclass ? 'schoolclass' : 'pupil',
    entityId: list.schoolclass?.id ?? null,
    fields: [exportedRows(ids.length)],
  })
  await logView(tx, { kind: 'print', subject: 'pupil', ids, what: titleOf(list) })
  return { id }
}

const changedText = (pupil: PhotoPupil) => {
  if (!isChanged(pupil)) return ''
  return pupil.is_new ? 'neu auf der Liste' : 'geändert'
}

const columnsOf = ({ since }: PhotoList, now: Date): Column<PhotoPupil>[] => [
  {
    heading: 'Nachname',
    cell: ({ lastname, lastname_prefix }) => [lastname_prefix, lastname].filter(Boolean).join(' '),
    width: 24,
  },
  { heading: 'Vorname', cell: ({ firstname }) => firstname, width: 20 },
  {
    heading: 'Klasse',
    cell: ({ schoolclass, status }) => (hasLeft({ status }) ? 'abgegangen' : (schoolclass?.classgradePlain ?? '')),
    width: 12,
  },
  ...PHOTO_PURPOSES.map((purpose) => ({
    heading: CONSENT_TEXTS[purpose].label,
    cell: ({ photos }: PhotoPupil) => photoWord(photos[purpose]),
    width: 26,
  })),
  { heading: 'Nirgends zeigen', cell: (pupil) => (photoReach(pupil) === 'nowhere' ? 'nirgends' : ''), width: 16 },
  ...(since ? [{ heading: `Seit ${momentText(since.printed_at)}`, cell: changedText, width: 28 }] : []),
  { heading: 'Stand', cell: () => momentText(now.toISOString()), width: 24 },
]

/** Reads the content of the file; the export is logged with its columns and number of rows (domain DP-18). */
export async function readPhotoExport(tx: SchoolTransaction, query: ListQuery, acting: Acting) {
  const { list, ids } = await rememberPrint(tx, query, { ...acting, kind: 'excel' })
  const columns = columnsOf(list, acting.now)
  await logEvent(tx, {
    action: 'export_created',
    entityType: list.schoolclass ? 'schoolclass' : 'pupil',
    entityId: list.schoolclass?.id ?? null,
    fields: [exportedRows(ids.length), ...columns.map(({ heading }) => heading)],
  })
  await logView(tx, { kind: 'export', subject: 'pupil', ids, what: titleOf(list) })
  return { list, columns }
}

/** The list as an Excel file; the file name names no person. */
export async function writePhotoExport(
  { list, columns }: Awaited<ReturnType<typeof readPhotoExport>>,
  today: string,
): Promise<FileReply> {
  const title = titleOf(list)
  return {
    filename: `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/-$/, '')}-${today}.xlsx`,
    media_type: XLSX_TYPE,
    content: await writeSpreadsheet({ title, columns, rows: list.pupils }),
  }
}
