import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { READY_LISTS } from '#contract/pupils/ready-lists.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { closeApp } from '#web/app.test-data.ts'
import { note } from '#web/domains/sicknotes/sicknote.test-data.ts'
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

const FRIDAY = '2026-11-20'
const ROWS = ['Ahrens', 'Bode', 'Conrad', 'Dorn', 'Ernst'].map((lastname, at) => child(at + 1, lastname))

/** Absences of today for the first four children. */
const NOTES = [
  note({ id: 1, pupil: { id: 1 } }),
  note({ id: 2, pupil: { id: 2 }, value: { reason: 'leave', dateEnd: '2026-11-23' } }),
  note({ id: 3, pupil: { id: 3 }, value: { reason: 'doctor', partial: true, lessons: [5, 6] } }),
  note({ id: 4, pupil: { id: 4 }, value: { reason: 'unexplained' } }),
  note({ id: 5, pupil: { id: 5 }, value: { dateStart: '2026-11-23', dateEnd: '2026-11-23' } }),
]

const openHort = async (day: string) => {
  const server = pupilServer('schooladmin', ROWS, { today: FRIDAY })
  const asked = vi.fn(() => NOTES)
  server.on(sicknoteEndpoints.list, asked)
  await openPupils(server, `?${READY_LISTS.find(({ name }) => name === `Hort am ${day}`)?.query}`)
  await waitFor(async () => expect(await title()).toMatch(`Hort am ${day}`))
  return asked
}
/** Without the heading of their class. */
const names = () =>
  textsOf(screen.getAllByRole('rowheader'))
    .map((text) => text?.trim())
    .slice(1)

test('a list for today says who is away, on paper without the reason', async () => {
  const asked = await openHort('Freitag')
  const rest = [
    'Bode, Ida heute abgemeldet',
    'Conrad, Ida heute 5.–6. Stunde abgemeldet',
    'Dorn, Ida fehlt heute, ungeklärt',
    'Ernst, Ida',
  ]
  await waitFor(() => expect(names()).toEqual(['Ahrens, Ida heute krank', ...rest]))
  expect(asked).toHaveBeenCalledTimes(1)
  expect(screen.getByText(/die freitags im Hort sind\. Davon fehlen heute 3 und stundenweise 1\.$/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(names()).toEqual(['Ahrens, Ida heute abgemeldet', ...rest])
})

test('a list for another day asks for no absences', async () => {
  const asked = await openHort('Montag')
  expect(names()).toEqual(ROWS.map(({ lastname }) => `${lastname}, Ida`))
  expect(asked).not.toHaveBeenCalled()
})
