import { z } from 'zod'
import {
  CAPACITY_DEFAULT,
  NewSchoolclassForm,
  type Schoolclass,
  SchoolclassChange,
} from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolLabels } from '#contract/schools/schools.facts.ts'

/** What the dialog holds, as its fields give it; '' is nothing chosen. */
export interface ClassValues extends Record<string, unknown> {
  school_year_id: string
  schoolgrade_id: string
  schoolgrade_to_id: string
  description: string
  room: string
  capacity: string
  responsible_teachers: string[]
  assigned_employees: string[]
  /** From this day on functions are as chosen. */
  functions_from: string
}

/** The words of the fields, some of them the school's own. */
export const classFieldsOf = ({ class_teacher }: Pick<SchoolLabels, 'class_teacher'>) => ({
  school_year_id: 'Schuljahr',
  schoolgrade_id: 'Klassenstufe',
  schoolgrade_to_id: 'bis Klassenstufe',
  description: 'Bezeichnung',
  room: 'Raum',
  capacity: 'Plätze',
  responsible_teachers: class_teacher,
  assigned_employees: 'Zugeordnete Mitarbeitende',
  functions_from: 'Personen gelten ab',
})
export type ClassFields = ReturnType<typeof classFieldsOf>

export const newValues = (yearId: number | undefined): ClassValues => ({
  school_year_id: yearId === undefined ? '' : String(yearId),
  schoolgrade_id: '',
  schoolgrade_to_id: '',
  description: '',
  room: '',
  capacity: String(CAPACITY_DEFAULT),
  responsible_teachers: [],
  assigned_employees: [],
  functions_from: '',
})

const idsOf = (staff: Schoolclass['responsible_teachers']) => staff.map(({ id }) => String(id))

export const valuesOf = (schoolclass: Schoolclass): ClassValues => ({
  school_year_id: String(schoolclass.school_year.id),
  schoolgrade_id: String(schoolclass.schoolgrade.id),
  schoolgrade_to_id: schoolclass.schoolgrade_to ? String(schoolclass.schoolgrade_to.id) : '',
  description: schoolclass.description,
  room: schoolclass.room ?? '',
  capacity: schoolclass.capacity === null ? '' : String(schoolclass.capacity),
  responsible_teachers: idsOf(schoolclass.responsible_teachers),
  assigned_employees: idsOf(schoolclass.assigned_employees),
  functions_from: '',
})

const idOrNothing = (text: string) => (text === '' ? undefined : Number(text))
const numberOrNull = (text: string) => (text.trim() === '' ? null : Number(text))

/** The fields in the types of the contract; what is no number stays for its schema to refuse. */
const bodyOf = (values: ClassValues) => ({
  school_year_id: idOrNothing(values.school_year_id) as number,
  schoolgrade_id: idOrNothing(values.schoolgrade_id) as number,
  schoolgrade_to_id: numberOrNull(values.schoolgrade_to_id),
  description: values.description,
  room: values.room,
  capacity: numberOrNull(values.capacity),
  responsible_teachers: values.responsible_teachers.map(Number),
  assigned_employees: values.assigned_employees.map(Number),
})

/** The body of a new class. */
export const newClassOf = (values: ClassValues) => bodyOf(values)

const KEYS = [
  'schoolgrade_id',
  'schoolgrade_to_id',
  'description',
  'room',
  'capacity',
  'responsible_teachers',
  'assigned_employees',
] as const
export type ClassKey = (typeof KEYS)[number]

/** The fields that differ, in their order. */
export const changedKeys = (values: ClassValues, before: ClassValues) =>
  KEYS.filter((key) => String(values[key]) !== String(before[key]))

export const changesStaff = (values: ClassValues, before: ClassValues) =>
  changedKeys(values, before).some((key) => key === 'responsible_teachers' || key === 'assigned_employees')

/** What differs from the class as it was loaded, as PUT wants it (domain §9a). */
export const changesOf = (values: ClassValues, before: ClassValues) => {
  const body = { ...bodyOf(values), room: values.room.trim() || null }
  const changes: z.input<typeof SchoolclassChange> = Object.fromEntries(
    changedKeys(values, before).map((key) => [key, body[key]]),
  )
  const from = changesStaff(values, before) && values.functions_from
  return from ? { ...changes, functions_from: from } : changes
}

/** The contract's schemas for what the fields hold. */
export const NewClassFields = z
  .custom<ClassValues>()
  .transform((values): z.input<typeof NewSchoolclassForm> => bodyOf(values))
  .pipe(NewSchoolclassForm)
export const changedFields = (before: ClassValues) =>
  z
    .custom<ClassValues>()
    .transform((values) => changesOf(values, before))
    .pipe(SchoolclassChange)
