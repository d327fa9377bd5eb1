import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import type { ConflictLine } from '#web/forms/compared-lines.tsx'
import { type ClassOptions, staffOptions } from './class-staff.ts'
import { type ClassFields, type ClassKey, type ClassValues, changedKeys } from './schoolclass-form.ts'

interface ConflictFacts {
  mine: ClassValues
  theirs: ClassValues
  options: ClassOptions
  fields: ClassFields
  schoolclass: Schoolclass | undefined
}

const NOTHING = '–'

/** What differs between both versions of a class, in the words of its dialog. */
export const classConflictLines = ({ mine, theirs, options, fields, schoolclass }: ConflictFacts): ConflictLine[] => {
  const grades = options.schoolgrades.map(({ id, name }) => ({ value: String(id), label: name }))
  const staff = staffOptions(options, schoolclass)
  const named = (choices: { value: string; label: string }[], values: string[]) =>
    values.map((value) => choices.find((one) => one.value === value)?.label ?? NOTHING).join(', ') || NOTHING
  const read = (values: ClassValues, key: ClassKey) => {
    if (key === 'schoolgrade_id' || key === 'schoolgrade_to_id') return named(grades, [values[key]].filter(Boolean))
    if (key === 'responsible_teachers' || key === 'assigned_employees') return named(staff, values[key])
    return values[key] || NOTHING
  }
  return changedKeys(mine, theirs).map((key) => ({
    key,
    label: fields[key],
    mine: read(mine, key),
    theirs: read(theirs, key),
  }))
}
