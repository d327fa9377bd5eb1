import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import { freeDayProblems } from '#contract/schoolyears/schoolyears.rules.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { deleteFreeDays } from './schoolyears.changes.queries.ts'
import { insertFreeDays, listFreeDays, lockSchoolyear } from './schoolyears.shared.queries.ts'

type StoredDays = Awaited<ReturnType<typeof listFreeDays>>[number]

const isSameRow = (stored: StoredDays, wanted: FreeDays) =>
  stored.name === wanted.name &&
  stored.kind === wanted.kind &&
  stored.date_start === wanted.date_start &&
  stored.date_end === wanted.date_end

/** Stores the whole list of a year; unchanged entries keep their rows, so the log shows what changed. */
export async function saveFreeDays(
  tx: SchoolTransaction,
  {
    id,
    form: { free_days: wanted, version },
  }: { id: number; form: { free_days: FreeDays[]; version?: number | undefined } },
) {
  const year = await lockSchoolyear(tx, id)
  if (!year) throw notFound()
  const problems = freeDayProblems(wanted, year)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const stored = await listFreeDays(tx, [id])
  const gone = stored.filter((row) => !wanted.some((free) => isSameRow(row, free)))
  const added = wanted.filter((free) => !stored.some((row) => isSameRow(row, free)))
  if (gone.length + added.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseStale(tx, { stored: year, fields: ['free_days'], version, current: { free_days: stored } })
  await deleteFreeDays(
    tx,
    gone.map((row) => row.id),
  )
  await insertFreeDays(tx, { yearId: id, freeDays: added })
  await noteChangesOf(tx, 'schoolyear', { id, fields: ['free_days'] })
  return { message: 'Die schulfreien Tage sind gespeichert.' }
}
