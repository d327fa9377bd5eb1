import { formatDate, isIsoDay } from '#contract/dates.ts'
import { EMPLOYEE_TYPE_LABELS, type EmployeeType, SALUTATION_LABELS } from '#contract/employees/employee.record.ts'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import type { ConflictLine } from '#web/forms/compared-lines.tsx'

/** What the dialog holds; an empty field is not told. */
export interface EmployeeValues extends Record<string, unknown> {
  salutation: keyof typeof SALUTATION_LABELS
  title: string
  firstname: string
  lastname: string
  short_name: string
  employee_type: EmployeeType
  mail: string
  phone: string
  date_entry: string
  measles_proof_seen_at: string
  extended_certificate_seen_at: string
  note: string
}
type Field = keyof EmployeeValues & string

/** Labels in the order of the dialog. */
export const EMPLOYEE_FIELDS = {
  salutation: 'Anrede',
  title: 'Titel',
  firstname: 'Vorname',
  lastname: 'Nachname',
  short_name: 'Kürzel',
  employee_type: 'Tätigkeit',
  mail: 'E-Mail',
  phone: 'Telefon',
  date_entry: 'Eintritt',
  measles_proof_seen_at: 'Masernnachweis gesehen am',
  extended_certificate_seen_at: 'Erweitertes Führungszeugnis gesehen am',
  note: 'Notiz',
} as const
const FIELDS = Object.keys(EMPLOYEE_FIELDS) as (keyof typeof EMPLOYEE_FIELDS)[]

export const NO_EMPLOYEE: EmployeeValues = {
  salutation: 'none',
  title: '',
  firstname: '',
  lastname: '',
  short_name: '',
  employee_type: 'teacher',
  mail: '',
  phone: '',
  date_entry: '',
  measles_proof_seen_at: '',
  extended_certificate_seen_at: '',
  note: '',
}

export const valuesOf = (employee: EmployeeDetails) =>
  Object.fromEntries(FIELDS.map((field) => [field, employee[field] ?? ''])) as EmployeeValues

/** What differs, as PUT wants it; empty: nothing. */
export const changesOf = (values: EmployeeValues, before: EmployeeValues): Partial<EmployeeValues> =>
  Object.fromEntries(FIELDS.filter((field) => values[field] !== before[field]).map((field) => [field, values[field]]))

const DATES: readonly string[] = ['date_entry', 'measles_proof_seen_at', 'extended_certificate_seen_at']

const read = (field: Field, values: EmployeeValues) => {
  if (field === 'salutation') return SALUTATION_LABELS[values.salutation]
  if (field === 'employee_type') return EMPLOYEE_TYPE_LABELS[values.employee_type]
  const text = String(values[field])
  return (DATES.includes(field) && isIsoDay(text) ? formatDate(text) : text) || '–'
}

/** What differs between both versions, in the words of the dialog. */
export const conflictLines = (mine: EmployeeValues, theirs: EmployeeValues): ConflictLine[] =>
  FIELDS.filter((field) => mine[field] !== theirs[field]).map((field) => ({
    key: field,
    label: EMPLOYEE_FIELDS[field],
    mine: read(field, mine),
    theirs: read(field, theirs),
  }))
