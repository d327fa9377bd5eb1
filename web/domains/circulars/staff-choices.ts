import { useQuery } from '@tanstack/react-query'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import { type EmployeeRow, employeeEndpoints } from '#contract/employees/employees.ts'
import { fullName } from '#contract/person-names.ts'
import { choicesOf } from '#contract/record.ts'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import type { ChoiceGroup, GroupedChoice } from '#web/forms/choice-groups.ts'

/** A chosen one of the staff: who leads a class, who does this kind of work, or one person. */
export const staffKey = (part: 'class' | 'type' | 'person', key: number | string) => `${part} ${key}`

/** The same people as the server writes to: those who work here today. */
const worksHere = ({ active, date_exit }: EmployeeRow, today: string) =>
  active && (date_exit === null || date_exit >= today)

/** „Lehrkraft (12)“; kinds of work that nobody does are left out, unless they were chosen before. */
const typeChoices = (people: readonly EmployeeRow[], chosen: readonly string[]): GroupedChoice[] =>
  choicesOf(EMPLOYEE_TYPE_LABELS).flatMap(({ value, label }) => {
    const count = people.filter(({ employee_type }) => employee_type === value).length
    const key = staffKey('type', value)
    return count > 0 || chosen.includes(key) ? [{ value: key, label, shown: `${label} (${count})` }] : []
  })

/** The classes that somebody leads today, in their order; then those of a draft that nobody leads any more. */
const classChoices = (people: readonly EmployeeRow[], chosen: readonly string[]): GroupedChoice[] => {
  const led = people.flatMap(({ classes }) => classes.filter((one) => one.function === 'responsible'))
  const classes = [...new Map(led.map((one) => [one.id, one])).values()].toSorted(compareClasses)
  const choices = classes.map(({ id, classgradePlain }) => ({
    value: staffKey('class', id),
    label: `Klassenleitung ${classgradePlain}`,
    shown: classgradePlain,
  }))
  const isOffered = (key: string) => choices.some(({ value }) => value === key)
  const gone = chosen.filter((key) => key.startsWith(staffKey('class', '')) && !isOffered(key))
  return [
    ...choices,
    ...gone.map((value) => ({ value, label: 'einer Klasse ohne Klassenleitung', shown: 'ohne Klassenleitung' })),
  ]
}

/** The people of a list who are chosen one by one, by name; nobody else is offered so. */
const personChoices = (people: readonly EmployeeRow[], chosen: readonly string[]): GroupedChoice[] =>
  people
    .map((person) => ({ value: staffKey('person', person.id), label: fullName(person) }))
    .filter(({ value }) => chosen.includes(value))

interface StaffChoice {
  chosen: readonly string[]
  /** The list of staff is loaded only for a circular that goes to staff. */
  isNeeded: boolean
}

/** Who can be chosen in a circular to staff, in groups. Whoever is `chosen` already is listed, so that one can untick it. */
export function useStaffChoices({ chosen, isNeeded }: StaffChoice): readonly ChoiceGroup[] {
  const today = useToday()
  const { data: everybody } = useQuery({
    ...queryFor(employeeEndpoints.list, {}, { quiet: true }),
    enabled: isNeeded,
  })
  if (!everybody) return []
  const people = everybody.filter((one) => worksHere(one, today))
  return [
    { heading: 'Einzelne Personen', choices: personChoices(everybody, chosen) },
    { heading: 'Tätigkeit', choices: typeChoices(people, chosen) },
    { heading: 'Klassenleitung', choices: classChoices(people, chosen), every: 'Alle Klassenleitungen' },
  ].filter(({ choices }) => choices.length > 0)
}
