import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { registrationColumns } from './registration-columns.tsx'
import { applicationOf } from './registrations.test-data.ts'

afterEach(cleanup)

const LIST = { search: '', today: '2026-11-20', isBin: false, isWaitlist: false, isOneYear: false }
const columns = registrationColumns(LIST)

it.each([
  ['2026-11-20T07:05:00Z', 'heute 08:05'],
  ['2026-11-19T23:30:00Z', 'heute 00:30'],
  ['2026-11-19T22:30:00Z', 'gestern 23:30'],
  ['2026-11-18T22:30:00Z', '18.11.2026'],
])('what came %s stands there as %s', (created_at, text) => {
  const arrival = columns.find(({ key }) => key === 'created_at')
  const { container } = render(<p>{arrival?.render({ created_at } as RegistrationRow)}</p>)
  expect(container.querySelector('span')?.textContent).toBe(text)
})

it('on paper nothing is of today', () => {
  const arrival = columns.find(({ key }) => key === 'created_at')
  const created_at = '2026-11-20T07:05:00Z'
  const { container } = render(<p>{arrival?.render({ created_at } as RegistrationRow)}</p>)
  expect(container.querySelector('span:last-child')?.textContent).toBe('20.11.2026')
})

it.each([
  ['accepted', true, 'nicht informiert'],
  ['accepted', false, undefined],
  // It was just set back here, and the server has not answered yet.
  ['new', true, undefined],
] as const)('under the status %s of a family that has to be told (%s) stands: %s', (status, is_not_informed, text) => {
  const row = { ...applicationOf({ firstname: 'Mia', lastname: 'Müller' }), status, is_not_informed }
  // In the bin nothing is decided: the words are the same and need no menu.
  const cell = registrationColumns({ ...LIST, isBin: true }).find(({ key }) => key === 'status')
  render(<p>{cell?.render(row)}</p>)
  expect(screen.queryByText('nicht informiert')?.textContent).toBe(text)
})

it('school year and type have a column each (domain §3.6)', () => {
  expect(columns.map(({ title }) => title)).toEqual(expect.arrayContaining(['Schuljahr', 'Art']))
})

it('the number says year and place, and is read out and printed whole', () => {
  const number = columns.find(({ key }) => key === 'number')
  const { container } = render(<p>{number?.render({ number: 'FSW-2027-0042' } as RegistrationRow)}</p>)
  expect(container.textContent).toBe('FSW-2027-0042')
  expect(screen.getByTitle('FSW-2027-0042').lastChild?.textContent).toBe('2027-0042')
})

it.each([
  ['', '0042'],
  ['2027', '2027-0042'],
])('in a list of one year the year stands above it, unless somebody searches: „%s“', (search, shown) => {
  const list = { search, today: '2026-11-20', isBin: false, isWaitlist: false, isOneYear: true }
  const number = registrationColumns(list).find(({ key }) => key === 'number')
  const { container } = render(<p>{number?.render({ number: 'FSW-2027-0042' } as RegistrationRow)}</p>)
  expect(container.textContent).toBe('FSW-2027-0042')
  expect(container.querySelector('[title] > :first-child')?.textContent).toBe('FSW-2027-0042'.replace(shown, ''))
})

it('a rank has a column where all have one: on the waiting list', () => {
  const isHidden = (isWaitlist: boolean) =>
    registrationColumns({ search: '', today: '2026-11-20', isBin: false, isWaitlist, isOneYear: false }).find(
      ({ key }) => key === 'wait_rank',
    )?.isHiddenFirst
  expect([isHidden(false), isHidden(true)]).toEqual([true, false])
})

it('a possible duplicate is named, for eye and ear (ux §3.8)', () => {
  const child = columns.find(({ key }) => key === 'child')
  const other = { child_firstname: 'Mia', child_lastname: 'Mueller', child_birthdate: '2019-05-03' }
  const row = { meta: { child_firstname: 'Mia', child_lastname: 'Müller' }, possible_duplicate: other }
  render(child?.render(row as RegistrationRow))
  const text = 'Ähnliche Bewerbung: Mia Mueller, 03.05.2019'
  expect(screen.getByTitle(text).textContent).toBe(`Dublette? ${text}`)
})
