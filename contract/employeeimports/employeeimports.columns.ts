import { Employee } from '#contract/employees/employee.record.ts'
import { fieldsOf } from '#contract/record.ts'

/**
 * What a column of a file can mean, in the order of the template. Notes and proofs that somebody has to see are not
 * taken from a list.
 */
export const EMPLOYEE_IMPORT_LABELS = {
  salutation: 'Anrede',
  title: 'Titel',
  lastname: 'Nachname',
  firstname: 'Vorname',
  whole_name: 'Nachname, Vorname',
  short_name: 'Kürzel',
  employee_type: 'Tätigkeit',
  mail: 'E-Mail',
  phone: 'Telefon',
  date_entry: 'Eintritt',
  responsible: 'Klassenleitung von',
  deputy: 'Stellvertretung in',
  assigned: 'Zugeordnete Klassen',
  schoolclass: 'Klasse',
  class_function: 'Funktion in der Klasse',
} as const
export type EmployeeImportKey = keyof typeof EMPLOYEE_IMPORT_LABELS
export const EMPLOYEE_IMPORT_KEYS = Object.keys(EMPLOYEE_IMPORT_LABELS) as EmployeeImportKey[]

/** Three columns say everything about classes; these three only serve lists that are written in another way. */
const NOT_IN_TEMPLATE: readonly EmployeeImportKey[] = ['whole_name', 'schoolclass', 'class_function']
export const EMPLOYEE_TEMPLATE_KEYS = EMPLOYEE_IMPORT_KEYS.filter((key) => !NOT_IN_TEMPLATE.includes(key))

/** Functions of a person in a class, as lists name them. */
export const CLASS_FUNCTION_LABELS = {
  responsible: 'Klassenleitung',
  deputy: 'Stellvertretung',
  assigned: 'zugeordnet',
} as const
export type ImportedFunction = keyof typeof CLASS_FUNCTION_LABELS
export const IMPORTED_FUNCTIONS = Object.keys(CLASS_FUNCTION_LABELS) as ImportedFunction[]

/** The German choices of a column; null: any text. */
export const importChoices = (key: EmployeeImportKey): string[] | null => {
  if (key === 'class_function') return Object.values(CLASS_FUNCTION_LABELS)
  return (
    fieldsOf(Employee)
      .find((field) => field.key === key)
      ?.choices?.map(({ label }) => label) ?? null
  )
}

/** Without these nobody can be created. */
export const REQUIRED_IMPORT_KEYS = ['lastname', 'firstname', 'short_name', 'employee_type'] as const
