import { EMPLOYEE_TEXTS, type EmployeeChange, type NewEmployeeForm } from '#contract/employees/employees.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { lockEmployee } from './employees.queries.ts'
import { saveEmployee, saveNewEmployee } from './employees.saving.shared.ts'

type Fields = Omit<EmployeeChange, 'version'>

const PROOFS = ['measles_proof_seen_at', 'extended_certificate_seen_at'] as const

/** The day on which a proof was seen is not in the future, and nobody leaves before the first day. */
const refuseDates = (form: Fields, { today, date_exit }: { today: string; date_exit: string | null }) => {
  const errors: Record<string, string[]> = {}
  for (const proof of PROOFS) if ((form[proof] ?? '') > today) errors[proof] = [EMPLOYEE_TEXTS.seenLater]
  if (form.date_entry && date_exit !== null && form.date_entry > date_exit)
    errors.date_entry = [EMPLOYEE_TEXTS.exitBeforeEntry]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

interface Acting {
  viewer: SchoolViewer
  today: string
}

export async function addEmployee(tx: SchoolTransaction, form: NewEmployeeForm, { today }: Acting) {
  refuseDates(form, { today, date_exit: null })
  const id = await saveNewEmployee(tx, form)
  return { id, message: 'Der Eintrag ist angelegt.' }
}

export async function changeEmployee(
  tx: SchoolTransaction,
  { id, form: { version, ...form } }: { id: number; form: EmployeeChange },
  { today }: Acting,
) {
  const stored = await lockEmployee(tx, id)
  if (!stored || stored.deleted_at !== null) throw notFound()
  const change = changedFields(stored, form)
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  refuseDates(change, { today, date_exit: stored.date_exit })
  const current = Object.fromEntries(fields.map((field) => [field, stored[field as keyof Fields]]))
  await refuseStale(tx, { stored, fields, version, current })
  await saveEmployee(tx, id, change)
  return { message: REPLY_TEXTS.saved }
}
