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

/** „Lehrkraft (12)“; kinds of work that nobody does are left out. */
const typeChoices = (people: readonly EmployeeRow[]): GroupedChoice[] =>
  choicesOf(EMPLOYEE_TYPE_LABELS).flatMap(({ value, label }) => {
    const count = people.filter(({ employee_type }) => employee_type === value).length
    return count > 0 ? [{ value: staffKey('type', value), label, shown: `${label} (${count})` }] : []
  })

/** The classes that somebody leads today, in their order. */
const classChoices = (people: readonly EmployeeRow[]): GroupedChoice[] => {
  const led = people.flatMap(({ classes }) => classes.filter((one) => one.function === 'responsible'))
  const classes = [...new Map(led.map((one) => [one.id, one])).values()].toSorted(compareClasses)
  return classes.map(({ id, classgradePlain }) => ({
    value: staffKey('class', id),
    label: `Klassenleitung ${classgradePlain}`,
    shown: classgradePlain,
  }))
}

/** The people of a list who are chosen one by one, by name; nobody else is offered so. */
const personChoices = (people: readonly EmployeeRow[], chosen: readonly string[]): GroupedChoice[] =>
  people
    .map((person) => ({ value: staffKey('person', person.id), label: fullName(person) }))
    .filter(({ value }) => chosen.includes(value))

/** Who can be chosen in a circular to staff, in groups; `chosen` are those who were ticked in a list before. */
export function useStaffChoices(chosen: readonly string[]): readonly ChoiceGroup[] {
  const today = useToday()
  const everybody = useQuery(queryFor(employeeEndpoints.list, {}, { quiet: true })).data ?? []
  const people = everybody.filter((one) => worksHere(one, today))
  return [
    { heading: 'Einzelne Personen', choices: personChoices(people, chosen) },
    { heading: 'Tätigkeit', choices: typeChoices(people) },
    { heading: 'Klassenleitung', choices: classChoices(people), every: 'Alle Klassenleitungen' },
  ].filter(({ choices }) => choices.length > 0)
}
