import {
  type EmployeeImportKey,
  IMPORTED_FUNCTIONS,
  type ImportedFunction,
} from '#contract/employeeimports/employeeimports.columns.ts'
import { EMPLOYEE_IMPORT_TEXTS as TEXTS } from '#contract/employeeimports/employeeimports.ts'
import { type EmployeeCells, isNo, isYes, readClassFunction } from '#contract/employeeimports/employeeimports.words.ts'
import { classDay } from '#contract/schoolclasses/schoolclasses.ts'

export interface ClassYear {
  name: string
  date_start: string
  date_end: string
  classes: readonly { id: number; name: string }[]
}

export interface ImportedClass {
  id: number
  name: string
  function: ImportedFunction
  /** The column that names it. */
  key: EmployeeImportKey
}

export type RowErrors = Partial<Record<EmployeeImportKey, string[]>>

/** „Klasse 3a“, „3 A“ and „3a“ are one name. */
const foldClass = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(klasse|kl\.?)\s+/, '')
    .replace(/\s+/g, '')

/** The names in a cell: of a class called „Sonne und Mond“ it is one, of „3a, 3b und 4c“ there are three. */
const namesIn = (text: string, isClass: (name: string) => boolean) => {
  const isWhole = isClass(text)
  const parts = isWhole ? [text] : text.split(/[,;&+\n]|\s(?:und|u\.)\s/)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

interface Wish {
  key: EmployeeImportKey
  text: string
  function: ImportedFunction
}

/**
 * Which function the column with a class of its own means: „x“ below a function, or the word in a column of its own.
 * A blank one is the weakest; undefined: nobody knows the word.
 */
const functionOfClass = (cells: EmployeeCells): ImportedFunction | undefined => {
  const ticked = IMPORTED_FUNCTIONS.find((one) => isYes(cells[one] ?? ''))
  if (ticked) return ticked
  return cells.class_function ? readClassFunction(cells.class_function) : 'assigned'
}

/** What the cells of a row say about classes, before the names are looked up. */
const wishesOf = (cells: EmployeeCells): { wishes: Wish[]; errors: RowErrors } => {
  const schoolclass = cells.schoolclass ?? ''
  const named = IMPORTED_FUNCTIONS.flatMap((one): Wish[] => {
    const text = cells[one] ?? ''
    return isNo(text) || isYes(text) ? [] : [{ key: one, text, function: one }]
  })
  const isTicked = IMPORTED_FUNCTIONS.some((one) => isYes(cells[one] ?? ''))
  if (schoolclass === '') {
    const needsClass = isTicked || readClassFunction(cells.class_function ?? '') !== undefined
    return { wishes: named, errors: needsClass ? { schoolclass: [TEXTS.noClass] } : {} }
  }
  const meant = functionOfClass(cells)
  // The class is looked up all the same: all faults of a row are said at once.
  return {
    wishes: [...named, { key: 'schoolclass', text: schoolclass, function: meant ?? 'assigned' }],
    errors: meant ? {} : { class_function: [TEXTS.unknownFunction] },
  }
}

const push = (errors: RowErrors, key: EmployeeImportKey, text: string) => {
  errors[key] = [...(errors[key] ?? []), text]
}

/** The classes of a row with the function in each; an unknown one is refused where it stands. */
export function readClasses(cells: EmployeeCells, year: ClassYear | undefined) {
  const { wishes, errors } = wishesOf(cells)
  const found: ImportedClass[] = []
  const known = Map.groupBy(year?.classes ?? [], ({ name }) => foldClass(name))
  const take = ({ key, function: meant }: Wish, name: string) => {
    const [one, ...others] = known.get(foldClass(name)) ?? []
    if (!year) return push(errors, key, TEXTS.noYear)
    if (!one || others.length > 0) return push(errors, key, TEXTS.unknownClass(name, year.name))
    if (found.some(({ id }) => id === one.id)) return push(errors, key, TEXTS.twice(one.name))
    found.push({ ...one, function: meant, key })
  }
  for (const wish of wishes) for (const name of namesIn(wish.text, (one) => known.has(foldClass(one)))) take(wish, name)
  return { classes: found, errors }
}

/** From when somebody has the classes: from today on, or from the first day at the school or of the year. */
export const firstClassDay = (year: ClassYear, entry: string | null, today: string) => {
  const day = classDay(year, today)
  return entry !== null && entry > day ? entry : day
}
