import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { classServer } from './class.test-data.ts'

afterEach(closeApp)

const open = async (list: 'notfall' | 'telefon' | 'telefon-familien', title: RegExp) => {
  await openApp(`/admin/klasse/21?liste=${list}`, serverFor('admin', classServer().answers))
  await page(title)
  const table = await screen.findByRole('table', { name: title })
  const [first] = await within(table).findAllByRole('list')
  return within(first as HTMLElement)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
}

test('the emergency list names everybody to call, in this order, and what nobody may overlook', async () => {
  const people = await open('notfall', /^Notfallliste/)
  expect(people.map((text) => text?.slice(0, 5))).toEqual(['Paul ', 'Anna ', 'Hanna'])
  expect(people[0]).toContain('darf abholen · nicht sorgeberechtigt')
  expect(people[2]).toMatch(/^Hanna Ahrens \(Großmutter\)0331 5558darf abholen/)
})

test('who is not to be called in an emergency stands apart, and only if the child may be taken along', async () => {
  await open('notfall', /^Notfallliste/)
  // Olga may neither be called nor pick up.
  expect(document.body.textContent).not.toContain('Olga')
  expect(screen.getAllByText('Darf auch abholen, kein Notfallkontakt:')[0]?.parentElement?.textContent).toBe(
    'Darf auch abholen, kein Notfallkontakt: Nora Wald 0331 5560',
  )
})

test('a child is found by name while the list is read, and paper still has every child', async () => {
  await open('notfall', /^Notfallliste/)
  const names = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.split(',')[0])
  expect(names()).toEqual(['Ahrens', 'Bode', 'Conrad'])
  const search = screen.getByRole('searchbox', { name: 'Kind suchen' })
  fireEvent.change(search, { target: { value: 'ida bo' } })
  await waitFor(() => expect(names()).toEqual(['Bode']))
  // The child keeps the number it has on paper.
  expect(screen.getByRole('row', { name: /^2 Bode/ })).toBeTruthy()
  fireEvent(window, new Event('beforeprint'))
  expect(names()).toHaveLength(3)
  fireEvent(window, new Event('afterprint'))
  fireEvent.change(search, { target: { value: 'Wolf' } })
  expect(await screen.findByText('Keine Treffer für „Wolf“.')).toBeTruthy()
})

test('the list of telephone numbers is about the parents', async () => {
  const people = await open('telefon', /^Telefonliste/)
  expect(people).toHaveLength(1)
  expect(people[0]).toContain('Anna Ahrens')
})

test('the list for the school says so on paper, and leads to the one for families', async () => {
  await open('telefon', /^Telefonliste/)
  expect(screen.getByText('Nur für die Schule – nicht an Familien weitergeben')).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Für Familien' }))
  expect(await screen.findByRole('table', { name: /^Telefonliste für Familien/ })).toBeTruthy()
})

test('families get only those who agreed, with one number of each custodian', async () => {
  const people = await open('telefon-familien', /^Telefonliste für Familien/)
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent?.split(',')[0])).toEqual([
    'Ahrens',
    'Conrad',
  ])
  expect(people).toEqual(['Anna Ahrens 0152 28817381'])
  expect(screen.getByText('1 Familie ohne Einwilligung fehlt.')).toBeTruthy()
  expect(screen.queryByText(/nicht an Familien weitergeben/)).toBeNull()
})
