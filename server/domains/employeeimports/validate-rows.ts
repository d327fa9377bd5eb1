import {
  type EmployeeFinding,
  type EmployeeLine,
  EMPLOYEE_IMPORT_TEXTS as TEXTS,
} from '#contract/employeeimports/employeeimports.ts'
import { type EmployeeCells, toEmployeeForm } from '#contract/employeeimports/employeeimports.words.ts'
import { EMPLOYEE_TEXTS, NewEmployeeForm } from '#contract/employees/employees.ts'
import { foldHeading } from '#contract/headings.ts'
import { listName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { listColleagues, listOpenFunctions, listYearClasses } from './employeeimports.queries.ts'
import { proposeShortNames } from './propose-short-names.ts'
import { type ClassYear, firstClassDay, type ImportedClass, type RowErrors, readClasses } from './read-classes.ts'

/** The most leaders of a class, and the most people assigned to one: the limits of the form (domain §1.4). */
const LEADERS_MAX = 2
const ASSIGNED_MAX = 20

type Colleague = EmployeeFinding['duplicates'][number]
export type OpenFunction = Awaited<ReturnType<typeof listOpenFunctions>>[number]

/** What the school knows already. */
export interface ImportFacts {
  today: string
  year: (ClassYear & { id: number }) | undefined
  colleagues: Colleague[]
  functions: OpenFunction[]
}

export async function importFacts(tx: SchoolTransaction, today: string): Promise<ImportFacts> {
  const active = await findActiveSchoolyear(tx)
  const year = active && { ...active, classes: await listYearClasses(tx, active.id) }
  return {
    today,
    year,
    colleagues: (await listColleagues(tx)) as Colleague[],
    functions: year ? await listOpenFunctions(tx, { yearId: year.id, day: today }) : [],
  }
}

export interface ValidatedRow extends EmployeeFinding {
  errors: Record<string, string[]>
  /** Null when the form has errors. */
  form: NewEmployeeForm | null
  classes: readonly ImportedClass[]
  /** The first day in the classes. */
  from: string | null
}

interface Named {
  firstname: string
  lastname: string
}

/** Case, accents and signs do not matter; a name in another script stays as it is. */
const foldName = (name: string) => foldHeading(name) || name.trim().toLowerCase()
const nameKey = ({ firstname, lastname }: Named) => `${foldName(lastname)} ${foldName(firstname)}`
const isSameText = (a: string | null, b: string | null) =>
  a !== null && b !== null && a !== '' && a.toLowerCase() === b.toLowerCase()

const errorsOf = (error: NonNullable<ReturnType<typeof NewEmployeeForm.safeParse>['error']>, cells: EmployeeCells) => {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const key = String(path[0] ?? '')
    errors[key] = [...(errors[key] ?? []), message]
  }
  const whole = cells.whole_name?.trim()
  // Both names came from one column, so the mistake is there.
  if (!whole || !(errors.lastname || errors.firstname)) return errors
  const { lastname: _last, firstname: _first, ...others } = errors
  return { ...others, whole_name: [TEXTS.nameComma] }
}

interface AskedRow {
  line: number
  cells: EmployeeCells
  asked: ReturnType<typeof toEmployeeForm>
}

const askRow = ({ line, cells: typed }: EmployeeLine, today: string): AskedRow => {
  const cells: EmployeeCells = Object.fromEntries(Object.entries(typed).map(([key, text]) => [key, text.trim()]))
  return { line, cells, asked: toEmployeeForm(cells, today) }
}

function validateRow({ line, cells, asked }: AskedRow, { today, year, colleagues }: ImportFacts): ValidatedRow {
  const { data: form = null, error } = NewEmployeeForm.safeParse(asked)
  const { classes, errors: wrongClasses } = readClasses(cells, year)
  const errors: Record<string, string[]> = { ...(error && errorsOf(error, cells)), ...(wrongClasses as RowErrors) }
  const from = year && classes.length > 0 ? firstClassDay(year, form?.date_entry ?? null, today) : null
  if (from !== null && year && from > year.date_end) errors.date_entry = [TEXTS.afterYear(year.name)]
  const isNamesake = (one: Colleague) => nameKey(one) === nameKey(asked)
  const owner = colleagues.find((one) => isSameText(one.short_name, asked.short_name))
  const is_here = owner !== undefined && isNamesake(owner)
  if (owner && !is_here) errors.short_name = [EMPLOYEE_TEXTS.shortTaken]
  const duplicates = colleagues.filter((one) => isNamesake(one) || isSameText(one.mail, asked.mail))
  return {
    line,
    errors,
    form,
    classes,
    from,
    duplicates,
    is_here,
    repeats: null,
    same_mail: [],
    proposed_short_name: null,
  }
}

/** What rows of one file say against each other: a short name belongs to one of them, and names repeat. */
function compareRows(rows: readonly ValidatedRow[]) {
  const byShort = new Map<string, number>()
  const byName = new Map<string, number>()
  for (const row of rows) {
    if (row.is_here || !row.form) continue
    const short = row.form.short_name.toLowerCase()
    const [sameShort, sameName] = [byShort.get(short), byName.get(nameKey(row.form))]
    if (sameShort === undefined) byShort.set(short, row.line)
    else row.errors.short_name = [TEXTS.shortRepeated(sameShort)]
    if (sameName === undefined) byName.set(nameKey(row.form), row.line)
    else row.repeats = sameName
  }
}

/** One address in two rows is a mistake in one of them, or one person twice: both rows say so. */
function compareMails(rows: readonly ValidatedRow[], asked: readonly AskedRow[]) {
  const open = rows.flatMap((row, index) => {
    const form = asked[index]?.asked
    return form && form.mail !== '' && !row.is_here ? [{ row, form, mail: form.mail.toLowerCase() }] : []
  })
  for (const { row, mail } of open)
    row.same_mail = open
      .filter((other) => other.row !== row && other.mail === mail)
      .map((other) => ({ line: other.row.line, name: listName(other.form) }))
}

/** Who has each class already, and how many more rows would come to it. */
const countStaff = ({ functions }: ImportFacts) => {
  const added = new Map<string, number>()
  return ({ id, function: meant }: ImportedClass, from: string | null) => {
    const stored = meant === 'assigned' ? 'assigned' : 'responsible'
    const isOpen = ({ date_end }: OpenFunction) => date_end === null || from === null || date_end >= from
    const before = functions.filter((one) => one.schoolclass_id === id && one.function === stored && isOpen(one))
    const key = `${id} ${stored}`
    const isFull = before.length + (added.get(key) ?? 0) >= (stored === 'assigned' ? ASSIGNED_MAX : LEADERS_MAX)
    if (!isFull) added.set(key, (added.get(key) ?? 0) + 1)
    return isFull
  }
}

/** No class gets more people than its form allows. */
function refuseFullClasses(rows: readonly ValidatedRow[], facts: ImportFacts) {
  const isFull = countStaff(facts)
  const open = rows.filter(({ is_here }) => !is_here)
  for (const row of open)
    for (const one of row.classes.filter((each) => isFull(each, row.from))) {
      const text = one.function === 'assigned' ? TEXTS.tooMany(one.name) : TEXTS.full(one.name)
      row.errors[one.key] = [...(row.errors[one.key] ?? []), text]
    }
}

/** Checks each row with the rules of the form, and all rows against each other and against who is here. */
export function validateRows(rows: readonly EmployeeLine[], facts: ImportFacts): ValidatedRow[] {
  const all = rows.map((row) => askRow(row, facts.today))
  const proposals = proposeShortNames(
    all.map(({ line, asked }) => ({ ...asked, line })),
    facts.colleagues.map(({ short_name }) => short_name),
  )
  const validated = all.map((row): ValidatedRow => {
    const proposed_short_name = proposals.get(row.line) ?? null
    const short_name = proposed_short_name ?? row.asked.short_name
    return { ...validateRow({ ...row, asked: { ...row.asked, short_name } }, facts), proposed_short_name }
  })
  compareRows(validated)
  compareMails(validated, all)
  refuseFullClasses(validated, facts)
  return validated
}
