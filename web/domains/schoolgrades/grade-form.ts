import type { Schoolgrade, SchoolgradeChange } from '#contract/schoolgrades/schoolgrades.ts'
import { type Known, usualGrade } from './schoolgrade-list.ts'

/** What the inputs of a row hold. */
export interface GradeValues extends Record<string, string | boolean> {
  grade: string
  name: string
  is_entry: boolean
  accepts_lateral: boolean
  /** Empty: the leaving grade. */
  next_schoolgrade_id: string
  active: boolean
}

export const GRADE_FIELDS: Record<string, string> = {
  grade: 'Stufe',
  name: 'Bezeichnung',
  next_schoolgrade_id: 'Folgende Stufe',
  is_entry: 'Einstieg',
  accepts_lateral: 'Quereinstieg',
  active: 'Aktiv',
}

type Stored = Pick<Schoolgrade, 'grade' | 'name' | 'is_entry' | 'accepts_lateral' | 'next_schoolgrade_id' | 'active'>

export const valuesOf = ({
  grade,
  name,
  is_entry,
  accepts_lateral,
  next_schoolgrade_id,
  active,
}: Stored): GradeValues => ({
  grade: String(grade),
  name,
  is_entry,
  accepts_lateral,
  next_schoolgrade_id: next_schoolgrade_id === null ? '' : String(next_schoolgrade_id),
  active,
})

/** What is no number is sent as it is: the rules say what is wrong with it. */
const numberOf = (typed: string) => (/^\d+$/.test(typed.trim()) ? Number(typed) : typed.trim())

const sentOf = (values: GradeValues) => ({
  ...values,
  grade: numberOf(values.grade),
  next_schoolgrade_id: values.next_schoolgrade_id === '' ? null : Number(values.next_schoolgrade_id),
})

/** A new grade as it is sent; checked by the contract before. */
export const newGradeOf = (values: GradeValues) => sentOf(values)

/** The changed keys as PUT wants them. */
export const changesOf = (values: GradeValues, before: GradeValues): SchoolgradeChange => {
  const [now, then] = [sentOf(values), sentOf(before)]
  return Object.fromEntries(Object.entries(now).filter(([key, value]) => value !== then[key as keyof typeof then]))
}

/** A value as it is read; `nameOf` knows the grades. */
export const readValue = (values: GradeValues, key: string, nameOf: (id: string) => string) => {
  const value = values[key] ?? ''
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return key === 'next_schoolgrade_id' ? nameOf(value) : value
}

/** Another number; while nothing else was said, name and next grade go with it. */
export const withNumber = (values: GradeValues, typed: string, known: readonly Known[]): Partial<GradeValues> => {
  const number = Number(typed)
  const isUsual = values.name === '' || values.name === usualGrade(Number(values.grade), [], 0).name
  if (!isUsual || !Number.isInteger(number) || number < 1) return { grade: typed }
  const { name, next_schoolgrade_id } = valuesOf(usualGrade(number, known, 0))
  return { grade: typed, name, next_schoolgrade_id }
}
