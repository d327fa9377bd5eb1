import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { SCHOOL_TEXTS, type SchoolChange, type School as WireSchool } from '#contract/schools/schools.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invalid } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { savedText } from './notice-facts.shared.ts'
import { updateSchool } from './schools.active.queries.ts'
import { type getSchool, listGradeNumbers, lockSchool, lockSchoolgrades } from './schools.shared.queries.ts'

type SchoolRow = Awaited<ReturnType<typeof getSchool>>

/** A row with the contract's names, without the logo, which is stored elsewhere. */
export const masterDataOf = ({
  field_changes: _changes,
  logo_document_id: _logo,
  created_at: _created,
  updated_at: _updated,
  ...school
}: SchoolRow) => school as Omit<WireSchool, 'logo'>

const RANGE = ['grade_min', 'grade_max', 'entry_grade'] as const

/** 422 when existing grades or the entry grade would be outside the new range (domain §1.1). */
async function refuseRange(tx: SchoolTransaction, stored: SchoolRow, change: Partial<SchoolChange>) {
  if (RANGE.every((field) => change[field] === undefined)) return
  const { grade_min, grade_max, entry_grade } = { ...stored, ...change }
  if (entry_grade < grade_min || entry_grade > grade_max) throw invalid({ entry_grade: [SCHOOL_TEXTS.gradeOrder] })
  // The lock prevents anybody from adding one meanwhile.
  await lockSchoolgrades(tx)
  const grades = (await listGradeNumbers(tx)).map(({ grade }) => grade)
  const [below, above] = [grades.filter((grade) => grade < grade_min), grades.filter((grade) => grade > grade_max)]
  const errors = Object.entries({ grade_min: below, grade_max: above }).flatMap(([field, outside]) =>
    outside.length > 0 ? [{ field, text: SCHOOL_TEXTS.gradesOutside(outside.join(', ')) }] : [],
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors.map(({ field, text }) => [field, [text]])))
}

/** Changes the sent fields of the bound school; the table `school` has no log trigger, so this logs. */
export async function changeMasterData(tx: SchoolTransaction, schoolId: number, { version, ...form }: SchoolChange) {
  const stored = await lockSchool(tx)
  const change = changedFields(stored, form)
  const fields = Object.keys(change).sort()
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseStale(tx, { stored, fields, version, current: masterDataOf(stored) })
  await refuseRange(tx, stored, change)
  await updateSchool(tx, change)
  await logEvent(tx, { action: 'school_updated', entityType: 'school', entityId: schoolId, fields })
  return savedText(tx, REPLY_TEXTS.saved)
}
