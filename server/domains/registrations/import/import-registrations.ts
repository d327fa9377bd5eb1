import { checkRegistration, type FieldErrors } from '#contract/registrations/registrations.check.ts'
import type { FormContext } from '#contract/registrations/registrations.form.ts'
import {
  type ImportLine,
  type ImportVerdict,
  REGISTRATION_IMPORT_TEXTS,
  REGISTRATION_UNDO_HOURS,
} from '#contract/registrations/registrations.import.ts'
import { toForm, understoodCells } from '#contract/registrations/registrations.import-columns.ts'
import { notedNumber } from '#contract/userlog/userlog.numbers.ts'
import { logEventsOf, nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { undoableImports } from '#server/db/undoable-imports.ts'
import type { Acting } from '#server/db/viewer.ts'
import { staffFormFacts } from '#server/domains/registrations/enter-registration.ts'
import { insertRegistrations } from '#server/domains/registrations/insert-registration.ts'
import { deleteRegistrations } from '#server/domains/registrations/registrations.deletion.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { listAlike, lockImported } from './registrations.import.queries.ts'

/** The imports of lists of applications. */
export const registrationImports = undoableImports('registration_import', REGISTRATION_UNDO_HOURS)

/** The form offers years to choose from, but a list names one: the message tells which years there are. */
const withYearNames = (errors: FieldErrors, { schoolyears }: FormContext): FieldErrors => {
  const names = schoolyears.map(({ name }) => name)
  return errors.school_year_id ? { ...errors, school_year_id: [REGISTRATION_IMPORT_TEXTS.whichYear(names)] } : errors
}

const validate = ({ line, cells }: ImportLine, context: FormContext) => {
  const understood = understoodCells(cells, context)
  const { errors, ...checked } = checkRegistration(toForm({ ...cells, ...understood }, context), context)
  return { line, ...checked, understood, errors: withYearNames(errors, context) }
}

export const importContext = async (tx: SchoolTransaction, acting: Acting): Promise<FormContext> => ({
  ...(await staffFormFacts(tx, acting.today)),
  mode: 'staff',
})

const childOf = ({ child_firstname, child_lastname, child_birthdate }: { [key: string]: unknown }) => ({
  firstname: String(child_firstname),
  lastname: String(child_lastname),
  birthdate: String(child_birthdate),
})

/** Checks each row with the rules of the form, and whether the child may be here already; writes nothing. */
export async function checkRows(tx: SchoolTransaction, rows: readonly ImportLine[], acting: Acting) {
  const context = await importContext(tx, acting)
  const validated = rows.map((row) => validate(row, context))
  const alike = await listAlike(
    tx,
    validated.flatMap(({ answers }) => (answers ? [childOf(answers.meta)] : [])),
  )
  return validated.map(
    ({ line, errors, understood, answers }): ImportVerdict => ({
      line,
      errors,
      understood,
      duplicates: answers ? alike(childOf(answers.meta)) : [],
    }),
  )
}

const refuseErrors = (validated: readonly { line: number; errors: FieldErrors }[]) => {
  const lines = validated.filter(({ errors }) => Object.keys(errors).length > 0).map(({ line }) => line)
  if (lines.length === 0) return
  const text = REGISTRATION_IMPORT_TEXTS.hasErrors(lines)
  throw invalid({ rows: [text] }, text)
}

/** Stores all rows or none, each like the form; mails are sent only on request. */
export async function importRegistrations(
  tx: SchoolTransaction,
  { rows, send_optin }: { rows: readonly ImportLine[]; send_optin: boolean },
  acting: Acting,
) {
  const { viewer, now } = acting
  const context = await importContext(tx, acting)
  const validated = rows.map((row) => validate(row, context))
  refuseErrors(validated)
  await nameAction(tx, 'registration_import', 'registrations_imported')
  const report = await registrationImports.insert(tx, rows.length, acting)
  const school = await getSchool(tx)
  const applications = validated.map(({ answers }) => {
    const schoolyear = context.schoolyears.find((year) => year.id === answers?.school_year_id)
    if (!answers || !schoolyear) throw new Error('The rows were validated against other school years.')
    return { schoolyear, answers }
  })
  const arrival = { school, sendOptin: send_optin, now, userId: viewer.user_id }
  await insertRegistrations(tx, applications, { ...arrival, source: 'import', importId: report.id })
  return { ...report, message: REGISTRATION_IMPORT_TEXTS.imported(rows.length) }
}

/** Undoes an import within a day; applications that somebody has worked on since stay and are listed. */
export async function undoImport(tx: SchoolTransaction, id: number, acting: Acting) {
  const current = await registrationImports.lock(tx, id, acting.now)
  if (!current) throw notFound()
  if (!current.may_undo) throw conflict(REGISTRATION_IMPORT_TEXTS.undoOver)
  const imported = await lockImported(tx, id)
  const untouched = imported.filter(({ is_touched }) => !is_touched)
  await nameAction(tx, 'registration_import', 'registrations_import_undone')
  await registrationImports.markUndone(tx, id, acting)
  await deleteRegistrations(
    tx,
    untouched.map((row) => row.id),
  )
  const notes = untouched.map((row) => ({ id: row.id, field: notedNumber(row.number) }))
  await logEventsOf(tx, { action: 'registration_deleted', entityType: 'registration', notes })
  return {
    message: REGISTRATION_IMPORT_TEXTS.undone(untouched.length),
    removed: untouched.length,
    kept: imported.filter(({ is_touched }) => is_touched).map((row) => ({ id: row.id, number: row.number })),
  }
}
