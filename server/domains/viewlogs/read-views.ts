import type { ViewedSubject } from '#contract/viewlogs/viewlogs.kinds.ts'
import { recordText } from '#contract/viewlogs/viewlogs.texts.ts'
import type { ViewFilters, ViewQuery } from '#contract/viewlogs/viewlogs.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader, SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { withLabels } from '#server/domains/userlog/userlog.labels.shared.queries.ts'
import { forbidden, found, invalid } from '#server/http/api-error.ts'
import { countViews, findViewedRecords, listViews } from './viewlogs.queries.ts'

/**
 * Only people who also manage accounts may see what colleagues looked at. A secretary has at most the permission for
 * confidential entries.
 */
export const assertMayWatch = ({ permissions }: SchoolViewer) => {
  if (!permissions.includes('manage users')) throw forbidden()
}

/** A number alone names nobody: pupils and applications have the same ones. */
export const refuseHalfSubject = ({ subject, subject_id }: ViewFilters) => {
  if (subject_id !== undefined && subject === undefined)
    throw invalid({ subject: ['Bitte angeben, wessen Nummer das ist.'] })
}

/**
 * The same rows with the names of the people whose data they show, as far as the viewer may see them today. Only heads come
 * here, so restricted people have their names; whoever was erased stays a number.
 */
export async function named<R extends { subject: ViewedSubject; subject_id: number | null }>(
  tx: SchoolTransaction,
  reader: Reader,
  rows: readonly R[],
) {
  const objects = rows.map((row) => ({ ...row, entity_type: row.subject, entity_id: row.subject_id }))
  const labelled = await withRestricted(tx, () => withLabels(tx, reader, objects))
  return labelled.map(({ entity_type: _type, entity_id: _id, entity_label, entity_owner: _owner, ...row }) => ({
    ...row,
    subject_label: entity_label,
  }))
}

/** The name of the one person whose data are asked about. */
export async function nameAsked(tx: SchoolTransaction, { subject, subject_id }: ViewFilters, reader: Reader) {
  if (subject === undefined || subject_id === undefined) return null
  const [asked] = await named(tx, reader, [{ subject, subject_id }])
  return asked?.subject_label ?? null
}

/** One page of the log, the newest first unless asked otherwise. */
export async function readViews(tx: SchoolTransaction, query: ViewQuery, reader: Reader) {
  const { page, per_page, sort: _sort, ...filters } = query
  const total = await countViews(tx, filters)
  const data = await named(tx, reader, await listViews(tx, query))
  return { data, total, page, per_page, record_label: await nameAsked(tx, filters, reader) }
}

/** Everybody in one export, by name; 404 when the school has no such entry. */
export async function readViewedRecords(tx: SchoolTransaction, id: number, reader: Reader) {
  const records = await named(tx, reader, found(await findViewedRecords(tx, id)))
  return records
    .map(({ subject, subject_id, subject_label }) => ({
      id: subject_id,
      label: subject_label,
      sorting: recordText(subject, { id: subject_id, label: subject_label }),
    }))
    .sort((a, b) => a.sorting.localeCompare(b.sorting, 'de'))
    .map(({ id: recordId, label }) => ({ id: recordId, label }))
}
