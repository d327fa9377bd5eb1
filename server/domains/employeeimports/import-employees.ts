import {
  EMPLOYEE_UNDO_HOURS,
  type EmployeeFinding,
  type EmployeeLine,
  EMPLOYEE_IMPORT_TEXTS as TEXTS,
} from '#contract/employeeimports/employeeimports.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { undoableImports } from '#server/db/undoable-imports.ts'
import type { Acting } from '#server/db/viewer.ts'
import { deleteEmployees } from '#server/domains/employees/employees.erasure.shared.queries.ts'
import { saveNewEmployee } from '#server/domains/employees/employees.saving.shared.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { ApiError, conflict, invalid, notFound } from '#server/http/api-error.ts'
import {
  countTouched,
  deleteFunctionsOf,
  insertFunctions,
  lockImported,
  lockYearClasses,
} from './employeeimports.queries.ts'
import { type ImportFacts, importFacts, type ValidatedRow, validateRows } from './validate-rows.ts'

/** The imports of lists of employees. */
const employeeImports = undoableImports('employee_import', EMPLOYEE_UNDO_HOURS)

const FIELDS = { responsible: 'responsible_teachers', assigned: 'assigned_employees' } as const

/** The latest imports with how many people would stay, or have stayed. */
export async function listImports(tx: SchoolTransaction, now: Date) {
  const reports = await employeeImports.list(tx, now)
  const kept = await countTouched(
    tx,
    reports.map(({ id }) => id),
  )
  return reports.map((report) => ({ ...report, kept: kept.get(report.id) ?? 0 }))
}

/** Checks all rows like the form; writes nothing. */
export async function checkRows(tx: SchoolTransaction, rows: readonly EmployeeLine[], { today }: Acting) {
  const validated = validateRows(rows, await importFacts(tx, today))
  return validated.map(({ form: _form, classes: _classes, from: _from, ...finding }): EmployeeFinding => finding)
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

/** Creates all people of the rows with their classes, or nobody. */
export async function importEmployees(tx: SchoolTransaction, rows: readonly EmployeeLine[], acting: Acting) {
  const { viewer, today } = acting
  const year = await findActiveSchoolyear(tx)
  if (year) await lockYearClasses(tx, year.id)
  const facts = await importFacts(tx, today)
  const validated = validateRows(rows, facts)
  refuseErrors(validated)
  await nameAction(tx, 'employee_import', 'employees_imported')
  const report = await employeeImports.insert(tx, rows.length, acting)
  const ids = await insertPeople(tx, validated, report.id)
  await giveClasses(tx, { rows: validated, ids, userId: viewer.user_id }, facts)
  return { ...report, kept: 0, message: TEXTS.imported(rows.length) }
}

/** Undoes an import within a day; people on whom somebody has worked since stay and are listed. */
export async function undoImport(tx: SchoolTransaction, id: number, acting: Acting) {
  const current = await employeeImports.lock(tx, id, acting.now)
  if (!current) throw notFound()
  if (!current.may_undo) throw conflict(TEXTS.undoOver)
  const imported = await lockImported(tx, id)
  const untouched = imported.filter(({ is_touched }) => !is_touched).map((row) => row.id)
  await nameAction(tx, 'employee_import', 'employees_import_undone')
  await employeeImports.markUndone(tx, id, acting)
  await noteStaff(tx, await deleteFunctionsOf(tx, untouched))
  await deleteEmployees(tx, untouched)
  return {
    message: TEXTS.undone(untouched.length),
    removed: untouched.length,
    kept: imported.filter(({ is_touched }) => is_touched).map((row) => ({ id: row.id, name: row.name })),
  }
}
