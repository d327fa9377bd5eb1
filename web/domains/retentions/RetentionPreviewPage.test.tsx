import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { type DuePerson, peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'

const DUE = 60
const HELD = 27

const leaver = (index: number): DuePerson => ({
  ...{ subject: 'pupil', id: index + 1, name: `Lenz, Kind ${index + 1}`, ended_on: '2025-06-27' },
  ...{ reason: 'contacts', action: 'reduce', due_on: '2026-11-25' },
})
const kept = (index: number) => ({
  ...{ subject: 'employee' as const, id: index + 1, name: `Kraft, Person ${index + 1}`, ended_on: '2026-01-31' },
  hold: { reason: 'Verfahren', until: '2027-02-01', by: null },
})
const all = <L,>(count: number, line: (index: number) => L) => Array.from({ length: count }, (_, index) => line(index))

const print = vi.fn()
beforeEach(() => {
  print.mockReset()
  vi.stubGlobal('print', print)
})
afterEach(async () => {
  vi.unstubAllGlobals()
  await closeApp()
})

/** Answers pages as the server does; figures always count everything. */
const openPreview = async (address = '') => {
  const server = serverFor('schooladmin')
  const asked: string[] = []
  server.on(erasureOnRequestEndpoints.list, () => [])
  server.on(retentionEndpoints.preview, () => ({ figures: [], held_figures: [], due: [], held: [] }))
  server.on(peopleRetentionEndpoints.preview, ({ query }) => {
    const [page, size] = [Number(query.page ?? 1), Number(query.per_page)]
    const list = String(query.list ?? '')
    asked.push(`${query.kind ?? (list || 'all')} ${page} ${size}`)
    const pageOf = <L,>(name: string, lines: L[]) => {
      if (list !== '' && !list.split(',').includes(name)) return []
      return size === 0 ? lines : lines.slice(size * (page - 1), size * page)
    }
    return {
      figures: [{ kind: 'pupil' as const, rule: 'contacts' as const, count: DUE, first: '2026-11-25' }],
      held_figures: [{ kind: 'employee' as const, count: HELD }],
      due: query.kind === 'employee' ? [] : pageOf('contacts', all(DUE, leaver)),
      held: query.kind === 'pupil' ? [] : pageOf('held', all(HELD, kept)),
      sicknotes: [],
    }
  })
  await openApp(paths.retentionPreview + address, server)
  return { server, asked }
}
const due = async () => within(await screen.findByRole('rowgroup', { name: new RegExp(`\\(${DUE}\\)$`) }))
const held = async () => within(await screen.findByRole('rowgroup', { name: `Ausgesetzt (${HELD})` }))
const namesIn = (card: Awaited<ReturnType<typeof due>>) =>
  card.getAllByRole('link').map(({ textContent }) => textContent)

test('25 lines come first, the others with each press, and then there is nothing more to press', async () => {
  const { asked } = await openPreview()
  const card = await due()
  expect(namesIn(card)).toHaveLength(25)
  expect(card.getByText('25 von 60 gezeigt.')).toBeTruthy()
  await userEvent.click(card.getByRole('button', { name: /^25 weitere anzeigen: / }))
  await waitFor(() => expect(namesIn(card)).toHaveLength(50))
  await userEvent.click(card.getByRole('button', { name: /^10 weitere anzeigen: / }))
  await waitFor(() => expect(namesIn(card)).toEqual(all(DUE, leaver).map(({ name }) => name)))
  expect(card.queryByRole('button', { name: /weitere anzeigen/ })).toBeNull()
  expect(card.queryByText(/gezeigt\.$/)).toBeNull()
  expect(namesIn(await held())).toHaveLength(25)
  expect(asked).toEqual(['all 1 25', 'contacts 2 25', 'contacts 3 25'])
})

test('the heading counts what goes, without what is on hold', async () => {
  await openPreview()
  await due()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(new RegExp(` ${DUE}$`))
})

test('what is on hold has pages of its own', async () => {
  const { asked } = await openPreview()
  const card = await held()
  await userEvent.click(card.getByRole('button', { name: '2 weitere anzeigen: Ausgesetzt' }))
  await waitFor(() => expect(namesIn(card)).toHaveLength(HELD))
  expect(namesIn(await due())).toHaveLength(25)
  expect(asked).toEqual(['all 1 25', 'held 2 25'])
})

test('„Drucken“ loads every line before the dialog of the browser opens, and nothing says that lines are missing', async () => {
  const { asked } = await openPreview()
  await due()
  print.mockImplementation(() => {
    expect(screen.getAllByText(/^Lenz, Kind /)).toHaveLength(DUE)
    expect(screen.getAllByText(/^Kraft, Person /)).toHaveLength(HELD)
    expect(screen.queryByText(/ gezeigt\.$/)).toBeNull()
  })
  await userEvent.click(screen.getByRole('button', { name: 'Drucken' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(print).toHaveReturned()
  expect(asked).toEqual(['all 1 25', 'all 1 0'])
})

test('of one kind, „Drucken“ loads the lines of this kind alone', async () => {
  const { asked } = await openPreview('?art=pupil')
  await due()
  await userEvent.click(screen.getByRole('button', { name: 'Drucken' }))
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1))
  expect(asked).toEqual(['pupil 1 25', 'pupil 1 0'])
})

test('whoever prints by the keys of the browser reads on paper how many lines are missing', async () => {
  await openPreview()
  const sentence = (await due()).getByText('25 von 60 gezeigt.')
  expect(sentence.closest('.sh-screen-only')).toBeNull()
})
