import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { READY_LISTS } from '#contract/pupils/ready-lists.ts'
import { type Sicknote, sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { closeApp } from '#web/app.test-data.ts'
import { child, openPupils, pupilServer } from './pupils.test-data.ts'

afterEach(closeApp)

const textsOf = (elements: readonly HTMLElement[]) => elements.map(({ textContent }) => textContent)
const title = async () => (await screen.findByRole('heading', { level: 1 })).textContent

test('a ready list is headed by its name, with its conditions below and words where an answer is missing', async () => {
  const server = pupilServer('schooladmin', [])
  const listed = { columns: ['afterschool_care'], values: '[["short"]]' }
  const page = { data: [child(1, 'Bode')], total: 1, page: 1, per_page: 10, listed }
  server.on(pupilEndpoints.list, () => page)
  const tuesday = READY_LISTS.find(({ name }) => name === 'Hort am Dienstag')
  await openPupils(server, `?${tuesday?.query}`)
  await waitFor(async () => expect(await title()).toMatch(/^Hort am Dienstag/))
  await waitFor(() => expect(document.title).toMatch(/^Hort am Dienstag – /))
  expect(screen.getByRole('cell', { name: 'nicht eingetragen' })).toBeTruthy()
  const conditions = () => within(screen.getByRole('list', { name: 'Bedingungen' })).getAllByRole('listitem')
  expect(textsOf(conditions())).toEqual(['Hort: kurz oder lang', 'Hort-Tage: Di'])
  expect(
    screen.getByText(/^Diese Liste vom .* zeigt 1 Kind mit diesen Angaben: Hort ist kurz oder lang.*Hort: 1 kurz\.$/),
  ).toBeTruthy()
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

/** The absence of a child on that Friday. */
const note = (pupilId: number, value: Partial<Sicknote['value']>): Sicknote => ({
  id: pupilId,
  pupil: { ...child(pupilId, 'Bode'), schoolgrade: { grade: 2 } },
  value: {
    ...{ dateStart: FRIDAY, dateEnd: FRIDAY, partial: false, timeStart: null, timeEnd: null, lessons: [] },
    ...value,
  },
  school_days: 1,
  source: 'phone',
  created_at: `${FRIDAY}T06:41:00.000Z`,
  is_own: false,
  is_late: false,
  seen_at: null,
  excuse_state: 'open',
  excuse_due_at: null,
  excuse_received_at: null,
  cancelled_at: null,
  version: 1,
})

const NOTES = [
  note(1, { reason: 'sick' }),
  note(2, { reason: 'leave', dateEnd: '2026-11-23' }),
  note(3, { reason: 'doctor', partial: true, lessons: [5, 6] }),
  note(4, { reason: 'unexplained' }),
  note(5, { reason: 'sick', dateStart: '2026-11-23', dateEnd: '2026-11-23' }),
]

const openHort = async (day: string) => {
  const server = pupilServer('schooladmin', ROWS, { today: FRIDAY })
  const asked = vi.fn(() => NOTES)
  server.on(sicknoteEndpoints.list, asked)
  server.on(pupilEndpoints.ids, () => ({ ids: ROWS.map(({ id }) => id) }))
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
  await waitFor(() =>
    expect(names()).toEqual([
      'Ahrens, Ida heute krank',
      'Bode, Ida heute abgemeldet',
      'Conrad, Ida heute 5.–6. Stunde abgemeldet',
      'Dorn, Ida fehlt heute, ungeklärt',
      'Ernst, Ida',
    ]),
  )
  expect(asked).toHaveBeenCalledTimes(1)
  expect(screen.getByText(/die freitags im Hort sind\. Davon fehlen heute 3 und stundenweise 1\.$/)).toBeTruthy()
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(names().slice(0, 2)).toEqual(['Ahrens, Ida (heute abgemeldet)', 'Bode, Ida (heute abgemeldet)'])
})

test('a list for today shows only who is away with one press, and all with another', async () => {
  await openHort('Freitag')
  const choice = await screen.findByRole('group', { name: 'Anwesenheit' })
  const away = await within(choice).findByRole('button', { name: 'Fehlen heute 4' })
  expect(screen.getByRole('rowheader', { name: '2a' })).toBeTruthy()
  await userEvent.click(away)
  await waitFor(() => expect(window.location.search).toContain('away=1'))
  expect(await title()).toMatch('Hort am Freitag')
  expect(screen.queryByRole('button', { name: /Anwesenheit: / })).toBeNull()
  await userEvent.click(within(choice).getByRole('button', { name: 'Alle 5' }))
  await waitFor(() => expect(window.location.search).not.toContain('away'))
})

test('a ready list is there to be printed: with a time to write down, and nobody is added to it', async () => {
  await openHort('Freitag')
  expect(screen.getByRole('button', { name: 'Drucken' }).dataset.primary).toBe('true')
  expect(screen.queryByRole('link', { name: 'Schüler/in anlegen' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Weitere Aktionen' }))
  expect(await screen.findByRole('menuitem', { name: 'Schüler/in anlegen' })).toBeTruthy()
  const heads = () => textsOf(screen.getAllByRole('columnheader'))
  expect(heads()).not.toContain('Abgeholt um')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(heads()).toContain('Abgeholt um')
})

test('the list for today is the first ready list in the menu', async () => {
  await openHort('Montag')
  await userEvent.click(screen.getByRole('button', { name: 'Ansicht: Hort am Montag' }))
  const items = textsOf(await screen.findAllByRole('menuitem'))
  // What leads to other pages is in sight without scrolling.
  expect(items.slice(0, 3)).toEqual([
    'Fotoliste dieser Kinder',
    'Zahlen für das Schulamt',
    'Datenabgleich mit den Familien',
  ])
  expect(items.slice(4, 6)).toEqual(['Hort heute (Freitag)', 'Hort am Montag'])
})

test('a list for another day asks for no absences', async () => {
  const asked = await openHort('Montag')
  expect(names()).toEqual(ROWS.map(({ lastname }) => `${lastname}, Ida`))
  expect(asked).not.toHaveBeenCalled()
})

test('the quick view goes through the list by keys and buttons, and the last row has the focus', async () => {
  const keys = userEvent.setup()
  await openHort('Freitag')
  await keys.click(await screen.findByRole('button', { name: 'Kontakte: Ida Ahrens' }))
  const number = async (name: string) =>
    within(await screen.findByRole('dialog', { name })).findByRole('link', { name: /0152/ })
  const first = await number('Ida Ahrens')
  await waitFor(() => expect(document.activeElement).toBe(first))
  expect(within(screen.getByRole('dialog')).getByText('heute krank')).toBeTruthy()
  await keys.keyboard('{ArrowUp}{ArrowDown}')
  const second = await number('Ida Bode')
  await waitFor(() => expect(document.activeElement).toBe(second))
  const next = screen.getByRole('button', { name: 'Nächstes Kind' })
  for (const name of ['Ida Conrad', 'Ida Dorn', 'Ida Ernst']) {
    await keys.click(next)
    await number(name)
    expect(document.activeElement).toBe(next)
  }
  expect(next.getAttribute('aria-disabled')).toBe('true')
  await keys.click(next)
  expect(await screen.findByRole('dialog', { name: 'Ida Ernst' })).toBeTruthy()
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toMatch('Ernst, Ida'))
})
