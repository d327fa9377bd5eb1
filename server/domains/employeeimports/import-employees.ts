import { HOUR_MS } from '#contract/dates.ts'
import {
  EMPLOYEE_UNDO_HOURS,
  type EmployeeFinding,
  type EmployeeImportReport,
  type EmployeeLine,
  EMPLOYEE_IMPORT_TEXTS as TEXTS,
} from '#contract/employeeimports/employeeimports.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { deleteEmployees } from '#server/domains/employees/employees.erasure.shared.queries.ts'
import { saveNewEmployee } from '#server/domains/employees/employees.saving.shared.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { ApiError, conflict, invalid, notFound } from '#server/http/api-error.ts'
import {
  deleteFunctionsOf,
  insertFunctions,
  insertImport,
  listImports,
  lockImport,
  lockImported,
  lockYearClasses,
  updateImport,
} from './employeeimports.queries.ts'
import { type ImportFacts, importFacts, type ValidatedRow, validateRows } from './validate-rows.ts'

const SHOWN = 10
const FIELDS = { responsible: 'responsible_teachers', assigned: 'assigned_employees' } as const

/** Checks all rows like the form; writes nothing. */
export async function checkRows(tx: SchoolTransaction, rows: readonly EmployeeLine[], { today }: Acting) {
  const validated = validateRows(rows, await importFacts(tx, today))
  return validated.map(
    ({ line, errors, duplicates, is_here, repeats, proposed_short_name }): EmployeeFinding => ({
      ...{ line, errors, duplicates, is_here, repeats, proposed_short_name },
    }),
  )
}

const refuseErrors = (validated: readonly ValidatedRow[]) => {
  const wrong = validated.filter(({ errors, is_here }) => is_here || Object.keys(errors).length > 0)
  if (wrong.length === 0) return
  const text = TEXTS.hasErrors(wrong.map(({ line }) => line))
  throw invalid({ rows: [text] }, text)
}

/** Somebody else may have taken the short name since the check, or has it and is not shown. */
const ofLine = (line: number) => (failure: unknown) => {
  if (!(failure instanceof ApiError) || failure.status !== 422) throw failure
  const text = `${TEXTS.hasErrors([line])} ${failure.message}`
  throw invalid({ rows: [text] }, text)
}

/** Creates the people one by one, so that a refusal names its row. Returns the ids in the order of the rows. */
async function insertPeople(tx: SchoolTransaction, rows: readonly ValidatedRow[], import_id: number) {
  const ids: number[] = []
  for (const { form, line } of rows) {
    if (!form) throw new Error('Rows with errors were refused before.')
    ids.push(await saveNewEmployee(tx, { ...form, import_id }).catch(ofLine(line)))
  }
  return ids
}

const noteStaff = async (tx: SchoolTransaction, changed: readonly { schoolclass_id: number; function: string }[]) => {
  const byClass = Map.groupBy(changed, ({ schoolclass_id }) => schoolclass_id)
  for (const [id, rows] of [...byClass].sort(([a], [b]) => a - b)) {
    const fields = Object.entries(FIELDS).flatMap(([one, field]) =>
      rows.some((row) => row.function === one) ? [field] : [],
    )
    await noteChangesOf(tx, 'schoolclass', { id, fields })
  }
}

interface NewStaff {
  rows: readonly ValidatedRow[]
  ids: readonly number[]
  userId: number
}

/** Class teachers come behind those who lead the class already, and deputies behind class teachers. */
async function giveClasses(tx: SchoolTransaction, { rows, ids, userId }: NewStaff, { functions }: ImportFacts) {
  const ranks = ['responsible', 'deputy', 'assigned']
  const wanted = rows
    .flatMap(({ classes, from }, index) =>
      classes.map((one) => ({ ...one, employee_id: ids[index] ?? 0, date_start: from ?? '' })),
    )
    .sort((a, b) => ranks.indexOf(a.function) - ranks.indexOf(b.function))
  if (wanted.length === 0) return
  const last = new Map<number, number>()
  for (const one of functions)
    if (one.function === 'responsible')
      last.set(one.schoolclass_id, Math.max(one.position, last.get(one.schoolclass_id) ?? 0))
  const added = wanted.map(({ id, function: meant, employee_id, date_start }) => {
    const common = { schoolclass_id: id, employee_id, date_start, created_by: userId }
    if (meant === 'assigned') return { ...common, function: 'assigned', position: 1 }
    const position = (last.get(id) ?? 0) + 1
    last.set(id, position)
    return { ...common, function: 'responsible', position }
  })
  await insertFunctions(tx, added)
  await noteStaff(tx, added)
}

const mayUndo = ({ created_at, undone_at }: { created_at: string; undone_at: string | null }, now: Date) =>
  undone_at === null && now.getTime() < Date.parse(created_at) + EMPLOYEE_UNDO_HOURS * HOUR_MS

const toReport = (row: Omit<EmployeeImportReport, 'may_undo'>, now: Date): EmployeeImportReport => ({
  ...row,
  may_undo: mayUndo(row, now),
})

/** The latest imports. */
export const listReports = async (tx: SchoolTransaction, now: Date) =>
  (await listImports(tx, SHOWN)).map((row) => toReport(row, now))

/** Creates all people of the rows with their classes, or nobody. */
export async function importEmployees(tx: SchoolTransaction, rows: readonly EmployeeLine[], acting: Acting) {
  const { viewer, now, today } = acting
  const year = await findActiveSchoolyear(tx)
  if (year) await lockYearClasses(tx, year.id)
  const facts = await importFacts(tx, today)
  const validated = validateRows(rows, facts)
  refuseErrors(validated)
  const created_at = now.toISOString()
  await nameAction(tx, 'employee_import', 'employees_imported')
  const id = await insertImport(tx, { row_count: rows.length, created_by: viewer.user_id, created_at })
  const ids = await insertPeople(tx, validated, id)
  await giveClasses(tx, { rows: validated, ids, userId: viewer.user_id }, facts)
  const report = { id, created_at, created_by: viewer.name, row_count: rows.length, undone_at: null }
  return { ...toReport(report, now), message: TEXTS.imported(rows.length) }
}

/** Undoes an import within a day; people on whom somebody has worked since stay and are listed. */
export async function undoImport(tx: SchoolTransaction, id: number, { viewer, now }: Acting) {
  const current = await lockImport(tx, id)
  if (!current) throw notFound()
  if (!mayUndo(current, now)) throw conflict(TEXTS.undoOver)
  const imported = await lockImported(tx, id)
  const untouched = imported.filter(({ is_touched }) => !is_touched).map((row) => row.id)
  await nameAction(tx, 'employee_import', 'employees_import_undone')
  await updateImport(tx, id, { undone_at: now.toISOString(), undone_by: viewer.user_id })
  await noteStaff(tx, await deleteFunctionsOf(tx, untouched))
  await deleteEmployees(tx, untouched)
  return {
    message: TEXTS.undone(untouched.length),
    removed: untouched.length,
    kept: imported.filter(({ is_touched }) => is_touched).map((row) => ({ id: row.id, name: row.name })),
  }
}
