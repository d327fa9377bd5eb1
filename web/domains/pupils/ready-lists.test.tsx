import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { READY_LISTS } from '#contract/pupils/ready-lists.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, openPupils, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

test('a ready list is headed by its name, with its conditions below and words where an answer is missing', async () => {
  const server = pupilServer('schooladmin', [])
  const row = { ...child(1, 'Bode'), listed: { afterschool_care: 'kurz' } }
  server.on(pupilEndpoints.list, () => ({ data: [row], total: 1, page: 1, per_page: 10 }))
  const tuesday = READY_LISTS.find(({ name }) => name === 'Hort am Dienstag')
  await openPupils(server, `?${tuesday?.query}`)
  await waitFor(async () => expect(await title()).toMatch(/^Hort am Dienstag/))
  await waitFor(() => expect(document.title).toMatch(/^Hort am Dienstag – /))
  expect(screen.getByRole('cell', { name: 'nicht eingetragen' })).toBeTruthy()
  const conditions = () => within(screen.getByRole('list', { name: 'Bedingungen' })).getAllByRole('listitem')
  expect(textsOf(conditions())).toEqual(['Hort: kurz oder lang', 'Hort-Tage: Di'])
  expect(screen.getByText(/^Diese Liste vom .* zeigt 1 Kind mit diesen Angaben: Hort ist kurz oder lang/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Filter „Hort-Tage: Di“ entfernen' }))
  await waitFor(() => expect(textsOf(conditions())).toEqual(['Hort: kurz oder lang']))
  expect(window.location.search).toContain('filter=all**afterschool_care.is.short.long')
  // It is another list now.
  expect((await title())?.replaceAll('\u00ad', '')).toMatch(/^Schülerinnen und Schüler/)
  await userEvent.click(await screen.findByRole('button', { name: 'Ansichten' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Alle Schülerinnen und Schüler' }))
  await waitFor(() => expect(window.location.search).toBe(''))
})
