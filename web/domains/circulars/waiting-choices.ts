import { useQuery } from '@tanstack/react-query'
import type { WaitingFor } from '#contract/circulars/circulars.audience.ts'
import { fullName } from '#contract/person-names.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import type { FieldValues } from '#web/forms/fields.ts'
import { newCircularValues } from './circular-values.ts'

/** A waiting list, or children who are ticked on it. */
export interface ChosenWaiting extends WaitingFor {
  /** Missing: everybody who waits there. */
  registrationIds?: readonly number[]
}

// The keys name the list, so that a choice can be read without asking for more.
const listKey = ({ school_year_id, grade }: WaitingFor) => `list ${school_year_id} ${grade}`
const childKey = ({ school_year_id, grade }: WaitingFor, id: number) => `child ${school_year_id} ${grade} ${id}`

/** What is typed when this was chosen on the page of a waiting list. */
export const valuesForWaiting = ({ registrationIds, ...list }: ChosenWaiting): FieldValues => ({
  ...newCircularValues('waiting'),
  waiting: registrationIds ? registrationIds.map((id) => childKey(list, id)) : [listKey(list)],
})

const partsOf = (keys: readonly string[], part: 'list' | 'child') =>
  keys
    .map((key) => key.split(' '))
    .filter(([first]) => first === part)
    .map(([, ...numbers]) => numbers.map(Number))

const listsIn = (keys: readonly string[], part: 'list' | 'child'): WaitingFor[] =>
  partsOf(keys, part).map(([school_year_id = 0, grade = 0]) => ({ school_year_id, grade }))

/** The chosen lists and children as the server knows them. */
export const waitingIn = (keys: readonly string[]) => ({
  waitlists: listsIn(keys, 'list'),
  registration_ids: partsOf(keys, 'child').flatMap(([, , id]) => id ?? []),
})

/** The waiting lists of a school year, and the children who were ticked one by one; no others are offered so. */
export function useWaitingChoices(keys: readonly string[]) {
  const enabled = useSignedIn()?.school?.SCHOOL_REGISTRATION_SETTINGS.isActive === true
  const [first] = [...listsIn(keys, 'list'), ...listsIn(keys, 'child')]
  const year = { query: { school_year_id: first?.school_year_id } }
  const capacities = useQuery({ ...queryFor(waitlistEndpoints.capacities, year, { quiet: true }), enabled }).data
  const [ticked] = listsIn(keys, 'child')
  const list = useQuery({
    ...queryFor(waitlistEndpoints.list, { query: ticked ?? { school_year_id: 0, grade: 1 } }, { quiet: true }),
    enabled: enabled && ticked !== undefined,
  }).data
  const children = (list?.rows ?? []).map(({ id, meta }) => ({
    value: ticked ? childKey(ticked, id) : '',
    label: fullName({ firstname: meta.child_firstname, lastname: meta.child_lastname }),
  }))
  const { school_year, grades = [] } = capacities ?? {}
  const waiting = grades.filter(({ grade, waiting }) => waiting > 0 || first?.grade === grade)
  return [
    ...children.filter(({ value }) => keys.includes(value)),
    ...(school_year
      ? waiting.map(({ grade }) => ({
          value: listKey({ school_year_id: school_year.id, grade }),
          label: `Klasse ${grade} für ${school_year.name}`,
        }))
      : []),
  ]
}
