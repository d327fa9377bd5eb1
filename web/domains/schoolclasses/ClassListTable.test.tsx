import { screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { classServer } from './class.test-data.ts'

afterEach(closeApp)

const open = async (list: 'notfall' | 'telefon', title: RegExp) => {
  await openApp(`/admin/klasse/21?liste=${list}`, serverFor('admin', classServer().answers))
  await page(title)
  const table = await screen.findByRole('table', { name: title })
  const [first] = await within(table).findAllByRole('list')
  return within(first as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

test('the emergency list names everybody in the order of calls, and last who is only not to be called', async () => {
  const people = await open('notfall', /^Notfallliste/)
  expect(people.map((text) => text?.slice(0, 5))).toEqual(['Paul ', 'Anna ', 'Hanna', 'Olga '])
  expect(people[2]).toMatch(/^Hanna Ahrens \(Großmutter\)darf abholen0331 5558$/)
  expect(people[3]).toMatch(/^Olga Ahrens \(Tante\)darf nicht abholen, nicht für Notfälle/)
})

test('the list of telephone numbers is about the parents', async () => {
  const people = await open('telefon', /^Telefonliste/)
  expect(people).toHaveLength(1)
  expect(people[0]).toContain('Anna Ahrens')
})
