import type { DataCheckAudience, NotAsked, NotAskedReason, PlannedReader } from '#contract/datachecks/datachecks.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type FamilyRow, listFamilyRows } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { childOf, childrenText, leftOutOfRow } from '#server/domains/circulars/family-names.shared.ts'
import { notFound } from '#server/http/api-error.ts'
import { listAskedNow } from './datachecks.queries.ts'
import { listBlocked, listPupilsOfGrades } from './datachecks.record.queries.ts'

/** A guardian who is asked, once for all of the chosen children. */
export interface CheckReaderPlan {
  guardian_id: number
  name: string
  /** Null: no usable address, a letter takes the link. */
  mail: string | null
  children: ReturnType<typeof childOf>[]
}

/** Pupils with a blocking note, and guardians who have answered already. */
interface Excluded {
  blocked: ReadonlySet<number>
  answered?: ReadonlySet<number>
}

const reasonOf = (row: FamilyRow, { blocked, answered }: Excluded): NotAskedReason | undefined => {
  if (blocked.has(row.pupil_id)) return 'blocked'
  if (!row.informs_parents) return 'of_age'
  if (row.guardian_id === null) return 'nobody'
  if (!row.has_custody) return 'no_custody'
  return answered?.has(row.guardian_id) ? 'answered' : undefined
}

/** These reasons are about the guardian, the others about the child. */
const OF_GUARDIAN: readonly NotAskedReason[] = ['no_custody', 'answered']

/** Who is asked and who is not, from the rows of the families. */
export function planFromRows(rows: readonly FamilyRow[], excluded: Excluded) {
  const readers = new Map<number, CheckReaderPlan>()
  const leftOut = new Map<string, NotAsked>()
  for (const row of rows) {
    const reason = reasonOf(row, excluded)
    if (reason !== undefined) {
      const one = { ...leftOutOfRow(row, !OF_GUARDIAN.includes(reason)), reason }
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
  const blocked = await listBlocked(tx, ids, today)
  const all = planFromRows(rows, { blocked })
  const asked = await listAskedNow(
    tx,
    all.readers.map(({ guardian_id }) => guardian_id),
    today,
  )
  const plan = audience.skips_answered ? planFromRows(rows, { blocked, answered: answeredOf(all.readers, asked) }) : all
  return { ...plan, runningIds: new Set(asked.map(({ data_check_id }) => data_check_id)) }
}

/** Who has answered in a running round about all of the children about whom they would be asked. */
const answeredOf = (readers: readonly CheckReaderPlan[], asked: Awaited<ReturnType<typeof listAskedNow>>) =>
  new Set(
    readers
      .filter(({ guardian_id, children }) =>
        asked.some(
          (one) =>
            one.guardian_id === guardian_id &&
            one.answered_at !== null &&
            children.every((child) => one.pupil_ids.includes(child.id)),
        ),
      )
      .map(({ guardian_id }) => guardian_id),
  )

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
