import { addDays, parseDateInput } from '#contract/dates.ts'
import { EMPLOYEE_TYPE_LABELS, type EmployeeType, SALUTATION_LABELS } from '#contract/employees/employee.record.ts'
import { foldHeading } from '#contract/headings.ts'
import { CLASS_FUNCTION_LABELS, type EmployeeImportKey, type ImportedFunction } from './employeeimports.columns.ts'

/** A row of a file by the keys of the columns, as it was typed. */
export type EmployeeCells = Partial<Record<EmployeeImportKey, string>>

/** The labels of a choice and further words for it; a word that is on no list is refused, not guessed. */
const wordsOf = <T extends string>(labels: Readonly<Record<T, string>>, more: Partial<Record<T, readonly string[]>>) =>
  new Map(
    (Object.keys(labels) as T[]).flatMap((value) =>
      [labels[value], ...(more[value] ?? [])].map((word) => [foldHeading(word), value] as const),
    ),
  )

const TYPES = wordsOf<EmployeeType>(EMPLOYEE_TYPE_LABELS, {
  teacher: ['Lehrer', 'Lehrerin', 'Lehrer/in', 'Lehrer*in', 'Lehrkräfte', 'Grundschullehrerin', 'Fachlehrkraft', 'LK'],
  educator: ['Erzieher', 'Erzieherin', 'Erzieher*in', 'Bezugserzieher', 'Bezugserzieherin', 'Horterzieherin'],
  special_educator: ['Sonderpädagoge', 'Sonderpädagogin', 'Sonderpädagog*in', 'Sonderpädagoge/in', 'Förderlehrkraft'],
  school_assistant: ['Schulbegleiter', 'Schulbegleiterin', 'Schulhelfer', 'Schulhelferin', 'Integrationshilfe'],
  secretary: ['Sekretär', 'Sekretärin', 'Schulsekretär', 'Schulsekretärin', 'Schulsekretariat'],
  management: ['Schulleitung', 'Schulleiter', 'Schulleiterin', 'Rektor', 'Rektorin', 'Stellvertretende Schulleitung'],
  volunteer: ['FSJ', 'BFD', 'FSJler', 'FSJlerin', 'Bundesfreiwilligendienst', 'Freiwilliges Soziales Jahr'],
  external: ['externe', 'externer', 'externe Kraft'],
  other: ['sonstiges', 'sonstiger', 'andere'],
})

const SALUTATIONS = wordsOf(SALUTATION_LABELS, { ms: ['Fr.'], mr: ['Hr.', 'Herrn'] })

const FUNCTIONS = wordsOf<ImportedFunction>(CLASS_FUNCTION_LABELS, {
  responsible: [
    'Klassenleiter',
    'Klassenleiterin',
    'Klassenlehrer',
    'Klassenlehrerin',
    'Klassenlehrkraft',
    'Leitung',
    'KL',
  ],
  deputy: [
    'Stellvertretende Klassenleitung',
    'Stellv. Klassenleitung',
    'Stv. Klassenleitung',
    'Zweite Klassenleitung',
    '2. Klassenleitung',
    'Co-Klassenleitung',
    'Stellv.',
    'Stv.',
  ],
  assigned: ['Zuordnung', 'Bezugserzieher', 'Bezugserzieherin', 'Bezugserzieher/in', 'Fachlehrkraft', 'Begleitung'],
})

export const readClassFunction = (text: string) => FUNCTIONS.get(foldHeading(text))

/** How a cell of a column with choices was understood, as its label; undefined: not at all, or every text is allowed. */
export const understoodAs = (key: EmployeeImportKey, text: string): string | undefined => {
  const word = foldHeading(text)
  const type = key === 'employee_type' && TYPES.get(word)
  if (type) return EMPLOYEE_TYPE_LABELS[type]
  const salutation = key === 'salutation' && SALUTATIONS.get(word)
  if (salutation) return SALUTATION_LABELS[salutation]
  const inClass = key === 'class_function' && FUNCTIONS.get(word)
  return inClass ? CLASS_FUNCTION_LABELS[inClass] : undefined
}

const YES = new Set(['ja', 'j', 'x', 'yes', 'true', 'wahr'])
const NO = new Set(['', 'nein', 'n', 'no', 'false', 'falsch', 'keine', '0'])

/** „x“ or „ja“ below a function: the class stands in a column of its own. */
export const isYes = (text: string) => YES.has(foldHeading(text))
export const isNo = (text: string) => NO.has(foldHeading(text))

const AHEAD_DAYS = 730
/** A list has years with two digits: those up to the next but one school year belong to this century. */
const readDay = (text: string, today: string) => parseDateInput(text, addDays(today, AHEAD_DAYS)) ?? text

/** „Berg, Anna“ in one column; without a comma nobody knows which of the words is which. */
const readName = ({ whole_name = '', lastname = '', firstname = '' }: EmployeeCells) => {
  const [last, first, ...more] = whole_name.split(',').map((part) => part.trim())
  if (!first || more.length > 0) return { lastname, firstname }
  return { lastname: lastname || (last ?? ''), firstname: firstname || first }
}

/** „Frau Dr.“ in one column. */
const readSalutation = ({ salutation = '', title = '' }: EmployeeCells) => {
  const [first = '', ...rest] = salutation.split(/\s+/)
  const combined = rest.length > 0 && title === '' ? SALUTATIONS.get(foldHeading(first)) : undefined
  if (combined) return { salutation: combined, title: rest.join(' ') }
  return { salutation: salutation === '' ? 'none' : (SALUTATIONS.get(foldHeading(salutation)) ?? salutation), title }
}

/** A row in the shape of the form, to be validated by the form's own rules. */
export const toEmployeeForm = (typed: EmployeeCells, today: string) => {
  const cells: EmployeeCells = Object.fromEntries(Object.entries(typed).map(([key, text]) => [key, text.trim()]))
  const { short_name = '', employee_type = '', mail = '', phone = '', date_entry = '' } = cells
  return {
    ...readSalutation(cells),
    ...readName(cells),
    short_name,
    employee_type: TYPES.get(foldHeading(employee_type)) ?? employee_type,
    mail,
    phone,
    date_entry: date_entry === '' ? '' : readDay(date_entry, today),
    measles_proof_seen_at: null,
    extended_certificate_seen_at: null,
    note: null,
  }
}
