import { expect, test } from 'vitest'
import type { EmployeeRow } from '#contract/employees/employees.ts'
import { employeeListState, shownEmployees, statusFilter } from './employee-list.ts'

let lastId = 0

const person = (name: string, more: Partial<EmployeeRow> = {}): EmployeeRow => {
  const [firstname = '', lastname = ''] = name.split(' ')
  const account = {
    state: 'none',
    user_id: null,
    email: null,
    role: null,
    invitation: null,
    unreachable: null,
  } as const
  const rest = { salutation: 'none', title: null, short_name: 'Xy', employee_type: 'teacher', phone: null } as const
  const dates = { date_entry: null, date_exit: null, active: true }
  return { id: ++lastId, firstname, lastname, mail: null, ...rest, ...dates, classes: [], account, ...more }
}

const STAFF = [
  person('Ida Zahn', { short_name: 'Za', employee_type: 'educator' }),
  person('Jörg Müller', { short_name: 'Mü', mail: 'j.mueller@schule.example.org' }),
  person('Ada Mueller', { short_name: 'Mu', employee_type: 'secretary' }),
  person('Ute Ärmel', { active: false }),
]

const shown = (search: Record<string, string>) =>
  shownEmployees(STAFF, employeeListState({ get: (key) => search[key], set: () => {} })).map(
    ({ firstname }) => firstname,
  )

test('those who work here stand in the order of a telephone book; others are a choice', () => {
  expect(shown({})).toEqual(['Ada', 'Jörg', 'Ida'])
  expect(shown({ status: 'left' })).toEqual(['Ute'])
  expect(shown({ status: 'active,left' })).toEqual(['Ute', 'Ada', 'Jörg', 'Ida'])
  expect(shown({ sort: '-name' })).toEqual(['Ida', 'Jörg', 'Ada'])
  expect(shown({ sort: 'employee_type' })).toEqual(['Ida', 'Jörg', 'Ada'])
})

test('the usual choice of status leaves no trace in the address', () => {
  expect([statusFilter.inAddress([]), statusFilter.inAddress(['active'])]).toEqual([undefined, undefined])
  expect([statusFilter.inAddress(['left']), statusFilter.inAddress(['active', 'left'])]).toEqual([
    'left',
    'active,left',
  ])
})

test.each([
  ['mueller', ['Ada', 'Jörg']],
  ['muller', ['Ada', 'Jörg']],
  ['müller jörg', ['Jörg']],
  ['Za', ['Ida']],
  ['schule', ['Jörg']],
  ['j.mueller@', ['Jörg']],
  ['üller', []],
])('the search for „%s“ finds %j', (search, names) => {
  const found = shown({ search })
  expect(found).toEqual(names)
})

test('the types that are chosen are shown', () => {
  expect(shown({ type: 'educator,secretary' })).toEqual(['Ada', 'Ida'])
})
