import type { DataCheckAudience, NotAsked, NotAskedReason, PlannedReader } from '#contract/datachecks/datachecks.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type FamilyRow, listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { childOf, childrenText, leftOutOfRow } from '#server/domains/circulars/family-names.shared.ts'
import { notFound } from '#server/http/api-error.ts'
import { listBlocked, listPupilsOfGrades } from './datachecks.record.queries.ts'

/** A guardian who is asked, once for all of the chosen children. */
export interface CheckReaderPlan {
  guardian_id: number
  name: string
  /** Null: no usable address, a letter takes the link. */
  mail: string | null
  children: ReturnType<typeof childOf>[]
}

const reasonOf = (row: FamilyRow, isBlocked: boolean): NotAskedReason | undefined => {
  if (isBlocked) return 'blocked'
  if (!row.informs_parents) return 'of_age'
  if (row.guardian_id === null) return 'nobody'
  return row.has_custody ? undefined : 'no_custody'
}

/** Who is asked and who is not, from the rows of the families. */
export function planFromRows(rows: readonly FamilyRow[], blocked: ReadonlySet<number>) {
  const readers = new Map<number, CheckReaderPlan>()
  const leftOut = new Map<string, NotAsked>()
  for (const row of rows) {
    const reason = reasonOf(row, blocked.has(row.pupil_id))
    if (reason !== undefined) {
      const one = { ...leftOutOfRow(row, reason !== 'no_custody'), reason }
      leftOut.set(`${one.pupil_id} ${one.guardian_id}`, one)
      continue
    }
    const guardian_id = row.guardian_id as number
    const known = readers.get(guardian_id) ?? {
      ...{ guardian_id, name: fullName({ firstname: row.firstname ?? '', lastname: row.lastname ?? '' }) },
      ...{ mail: row.is_usable ? row.mail : null, children: [] },
    }
    readers.set(guardian_id, { ...known, children: [...known.children, childOf(row)] })
  }
  return { readers: [...readers.values()], leftOut: [...leftOut.values()] }
}

export async function planCheck(tx: SchoolTransaction, audience: DataCheckAudience, today: string) {
  const pupilIds = audience.grade_ids.length > 0 ? await listPupilsOfGrades(tx, audience.grade_ids, today) : null
  const classIds = audience.class_ids.length > 0 ? audience.class_ids : null
  const rows = await listFamilyRows(tx, { classIds, pupilIds, today })
  const ids = [...new Set(rows.map(({ pupil_id }) => pupil_id))]
  return planFromRows(rows, await listBlocked(tx, ids, today))
}

export const shownPlan = ({ guardian_id, name, mail, children }: CheckReaderPlan): PlannedReader => ({
  id: guardian_id,
  name,
  children: childrenText(children),
  is_mailed: mail !== null,
})

/** One of those who are asked; 404 for everybody else. */
export async function getPlanned(
  tx: SchoolTransaction,
  { reader_id, ...audience }: DataCheckAudience & { reader_id: number },
  today: string,
) {
  const { readers } = await planCheck(tx, audience, today)
  const reader = readers.find(({ guardian_id }) => guardian_id === reader_id)
  if (!reader) throw notFound()
  return reader
}
