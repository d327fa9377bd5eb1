import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import {
  gradeUsers,
  isNumberUsed,
  type NewSchoolgradeForm,
  SCHOOLGRADE_TEXTS,
  type SchoolgradeChange,
} from '#contract/schoolgrades/schoolgrades.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSchool, listGradeNumbers, lockSchoolgrades } from '#server/domains/schools/schools.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import {
  deleteSchoolgrade,
  insertSchoolgrade,
  listGradeDetails,
  lockSchoolgrade,
  updateSchoolgrade,
} from './schoolgrades.details.queries.ts'

interface Wanted {
  /** Missing for a new grade. */
  id?: number
  grade: number
  next_schoolgrade_id: number | null
}

/** The number belongs to the school's range and is free, and every grade leads to a higher one. */
async function refuseMisfit(tx: SchoolTransaction, { id, grade, next_schoolgrade_id }: Wanted) {
  const { grade_min, grade_max } = await getSchool(tx)
  if (grade < grade_min || grade > grade_max)
    throw invalid({ grade: [SCHOOLGRADE_TEXTS.outsideSchool(grade_min, grade_max)] })
  const others = (await listGradeNumbers(tx)).filter((other) => other.id !== id)
  if (others.some((other) => other.grade === grade)) throw invalid({ grade: [SCHOOLGRADE_TEXTS.numberTaken] })
  if (id !== undefined && others.some((other) => other.next_schoolgrade_id === id && other.grade >= grade))
    throw invalid({ grade: [SCHOOLGRADE_TEXTS.nextNotHigher] })
  if (next_schoolgrade_id === null) return
  const next = others.find((other) => other.id === next_schoolgrade_id)
  // The grade itself is known, yet not higher than itself.
  const isKnown = next !== undefined || next_schoolgrade_id === id
  if (!isKnown) throw invalid({ next_schoolgrade_id: [SCHOOLGRADE_TEXTS.unknownGrade] })
  if (!next || next.grade <= grade) throw invalid({ next_schoolgrade_id: [SCHOOLGRADE_TEXTS.nextNotHigher] })
}

export async function addSchoolgrade(tx: SchoolTransaction, form: NewSchoolgradeForm) {
  await lockSchoolgrades(tx)
  await refuseMisfit(tx, form)
  const id = await insertSchoolgrade(tx, form)
  return { id, message: `${form.name} ist angelegt.` }
}

/** Locks the grade until the transaction ends and returns what uses it. */
async function lockGrade(tx: SchoolTransaction, id: number) {
  await lockSchoolgrades(tx)
  const stored = await lockSchoolgrade(tx, id)
  const [details] = await listGradeDetails(tx, { years: [], id })
  if (!stored || !details) throw notFound()
  return { stored, usage: details.usage }
}

interface Change {
  id: number
  form: SchoolgradeChange
}

/** Changes the sent fields of a grade that differ from what is stored (domain §9a). */
export async function changeSchoolgrade(tx: SchoolTransaction, { id, form: { version, ...form } }: Change) {
  const { stored, usage } = await lockGrade(tx, id)
  const { grade, name, is_entry, accepts_lateral, next_schoolgrade_id, active } = stored
  const current = { grade, name, is_entry, accepts_lateral, next_schoolgrade_id, active }
  const change = changedFields(current, form)
  if (Object.keys(change).length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseStale(tx, { stored, fields: Object.keys(change), version, current })
  const wanted = { ...current, ...change }
  if (wanted.grade !== grade && isNumberUsed(usage)) throw invalid({ grade: [SCHOOLGRADE_TEXTS.numberInUse] })
  await refuseMisfit(tx, { id, ...wanted })
  await updateSchoolgrade(tx, id, change)
  return { message: `${wanted.name} ist gespeichert.` }
}

/** Deletes a grade that nothing uses, with its seats. */
export async function removeSchoolgrade(tx: SchoolTransaction, id: number) {
  const { stored, usage } = await lockGrade(tx, id)
  const users = gradeUsers(usage)
  if (users.length > 0) throw invalid({}, SCHOOLGRADE_TEXTS.inUse(users))
  await deleteSchoolgrade(tx, id)
  return { message: `${stored.name} ist gelöscht.` }
}
