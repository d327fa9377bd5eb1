import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { circularEndpoints } from '#contract/circulars/circulars.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { withMoved } from '#contract/waitlists/waitlists.rules.ts'
import { closeApp, heading, openApp, press, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { answersOf, WaitingList } from './waitlists.test-data.ts'

afterEach(closeApp)

const table = () => screen.getByRole('table', { name: 'Warteliste Klasse 1' })
const row = (lastname: string) => within(table()).getByRole('row', { name: new RegExp(lastname) })
const hasOrder = (lastnames: readonly string[]) =>
  waitFor(() => {
    const links = within(table()).getAllByRole('link', { name: /^Ida / })
    expect(links.map(({ textContent }) => textContent)).toEqual(lastnames.map((lastname) => `Ida ${lastname}`))
  })
const dialog = () => screen.findByRole('dialog')
const inDialog = async () => within(await dialog())
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const notice = (text: string) => screen.findByText(text)
const says = async (text: string) => {
  const { getByRole } = await inDialog()
  await waitFor(() => expect(getByRole('status').textContent).toBe(text))
}
/** The field that has the focus once the dialog is open. */
const reason = async () => {
  const field = (await inDialog()).getByRole('textbox', { name: 'Begründung' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return field
}
const choose = async (name: string, item: string) => {
  fireEvent.click(screen.getByRole('button', { name: `Aktionen: ${name}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: item }))
}
const open = async (waiting = new WaitingList(), query = '') => {
  await openApp(`${paths.waitlist}${query}`, serverFor('schooladmin', answersOf(waiting)))
  await waitFor(() => expect(heading().textContent).toBe('Warteliste'))
  await screen.findByRole('table')
  return waiting
}

test('who waits is moved by keys alone, with a reason, and taken back', async () => {
  await open()
  const link = within(row('Dietz')).getByRole('link', { name: 'Ida Dietz' })
  link.focus()
  press('ArrowUp', { altKey: true })
  await reason()
  await says('Rang 4 → 3: nach Ida Bode, vor Ida Conrad')
  press('ArrowUp', { altKey: true })
  await says('Rang 4 → 2: nach Ida Ahrens, vor Ida Bode')
  await userEvent.keyboard('{Enter}')
  expect((await (await inDialog()).findAllByText('Dieses Feld ist ein Pflichtfeld.'))[0]).toBeTruthy()
  const { getByRole } = await inDialog()
  getByRole('button', { name: 'Härtefall' }).focus()
  await userEvent.keyboard('{Enter}')
  getByRole('button', { name: 'Verschieben' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(await notice('Ida Dietz steht jetzt auf Rang 2.')).toBeTruthy()
  await hasOrder(['Ahrens', 'Dietz', 'Bode', 'Conrad'])
  expect(row('Dietz').textContent).toContain('Härtefall')
  await isClosed()
  await waitFor(() =>
    expect(document.activeElement).toBe(within(row('Dietz')).getByRole('link', { name: 'Ida Dietz' })),
  )
  press('z', { ctrlKey: true })
  await hasOrder(['Ahrens', 'Bode', 'Conrad', 'Dietz'])

  within(row('Ahrens')).getByRole('button', { name: 'Ida Ahrens: nach unten' }).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.type(await reason(), 'Absprache{Enter}')
  await hasOrder(['Bode', 'Ahrens', 'Conrad', 'Dietz'])
})

test('who waits is put to another rank by its number, as far as there are ranks', async () => {
  await open()
  await choose('Ida Conrad', 'An Platz …')
  const rank = (await inDialog()).getByLabelText('Neuer Rang')
  await waitFor(() => expect(document.activeElement).toBe(rank))
  fireEvent.change(rank, { target: { value: '5' } })
  const note = (await inDialog()).getByRole('textbox', { name: 'Begründung' })
  await userEvent.type(note, 'Absprache{Enter}')
  expect((await (await inDialog()).findAllByText('Bitte einen Rang von 1 bis 4 angeben.'))[0]).toBeTruthy()
  fireEvent.change(rank, { target: { value: '4' } })
  await userEvent.type(note, '{Enter}')
  await hasOrder(['Ahrens', 'Bode', 'Dietz', 'Conrad'])
})

test('a list that somebody else changed is shown beside the own one before it is changed', async () => {
  const waiting = await open()
  fireEvent.click(within(row('Bode')).getByRole('button', { name: 'Ida Bode: nach oben' }))
  fireEvent.change(await reason(), { target: { value: 'Härtefall' } })
  waiting.rank(waiting.rows.toSorted((one, other) => (one.id === 4 ? -1 : other.id === 4 ? 1 : 0)))
  fireEvent.click((await inDialog()).getByRole('button', { name: 'Verschieben' }))
  const conflict = await (await inDialog()).findByRole('alert')
  expect(conflict.textContent).toContain('Die Warteliste wurde inzwischen geändert.')
  expect(within(conflict).getByRole('row', { name: /^1/ }).textContent).toContain('Ida AhrensIda Dietz')
  fireEvent.click(within(conflict).getByRole('button', { name: 'Trotzdem an Rang 1' }))
  await hasOrder(['Bode', 'Dietz', 'Ahrens', 'Conrad'])
})

test('the proposal is shown, taken over and taken back', async () => {
  const waiting = new WaitingList()
  waiting.change(3, { priority_reason: 'staff_child' })
  await open(waiting)
  expect(row('Conrad').textContent).toContain('3 · Kind von Mitarbeitenden')
  const propose = () => fireEvent.click(screen.getByRole('button', { name: 'Rangfolge vorschlagen' }))
  const take = async () => fireEvent.click(await (await inDialog()).findByRole('button', { name: '3 Ränge ändern' }))
  propose()
  expect((await inDialog()).getByRole('row', { name: /Conrad/ }).textContent).toContain('3 → 1')
  await take()
  expect(await notice('Die Rangfolge ist übernommen: 3 Ränge geändert.')).toBeTruthy()
  await hasOrder(['Conrad', 'Ahrens', 'Bode', 'Dietz'])
  await isClosed()
  press('z', { ctrlKey: true })
  expect(await notice('Die vorige Rangfolge gilt wieder.')).toBeTruthy()
  await hasOrder(['Ahrens', 'Bode', 'Conrad', 'Dietz'])

  propose()
  await take()
  await hasOrder(['Conrad', 'Ahrens', 'Bode', 'Dietz'])
  await isClosed()
  propose()
  expect(await (await inDialog()).findByText('Die Warteliste entspricht schon dem Vorschlag.')).toBeTruthy()
})

test('the proposal leaves who was moved by hand, says why, and moves the child only when it is ticked', async () => {
  const waiting = new WaitingList()
  waiting.rank(withMoved(waiting.rows, 4, 1))
  const at = '2026-11-20T08:00:00Z'
  const last_move = { from_rank: 4, to_rank: 1, note: 'Härtefall', by: 'Katharina Vogt', at }
  waiting.change(4, { last_move, is_placed_by_hand: true })
  waiting.change(3, { priority_reason: 'staff_child' })
  await open(waiting)
  fireEvent.click(screen.getByRole('button', { name: 'Rangfolge vorschlagen' }))
  const dialog = await inDialog()
  const dietz = () => dialog.getByRole('row', { name: /Dietz/ }).textContent
  expect(dietz()).toContain('von Hand verschoben: Härtefall, 20.11.2026')
  expect(dietz()).not.toContain('→')
  expect(dialog.getByRole('button', { name: '3 Ränge ändern' })).toBeTruthy()
  const tick = dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Neu einordnen: Ida Dietz' })
  expect(tick.checked).toBe(false)
  fireEvent.click(tick)
  expect(dietz()).toContain('1 → 4')
  fireEvent.click(tick)
  fireEvent.click(dialog.getByRole('button', { name: '3 Ränge ändern' }))
  await hasOrder(['Dietz', 'Conrad', 'Ahrens', 'Bode'])
  expect(waiting.pinned).toEqual([4])
})

test('a place is offered to the first, to another only knowingly, and taken back', async () => {
  const waiting = await open()
  fireEvent.click(within(row('Ahrens')).getByRole('button', { name: 'Platz anbieten' }))
  const first = await inDialog()
  expect(first.getByText('Für Klasse 1 sind keine Plätze festgelegt.')).toBeTruthy()
  const due = first.getByLabelText('Bestätigen bis')
  fireEvent.change(due, { target: { value: '19.11.2026' } })
  fireEvent.blur(due)
  fireEvent.click(first.getByRole('button', { name: 'Platz anbieten' }))
  expect((await first.findAllByText('Bitte einen Tag vom 20.11.2026 bis zum 18.02.2027 angeben.'))[0]).toBeTruthy()
  fireEvent.change(due, { target: { value: '1.12.2026' } })
  fireEvent.blur(due)
  fireEvent.click(first.getByRole('button', { name: 'Platz anbieten' }))
  expect(await notice('Ida Ahrens: Angenommen. Die Familie bestätigt bis zum 01.12.2026.')).toBeTruthy()
  expect(waiting.accepted).toEqual([{ id: 1, due: '2026-12-01' }])
  await hasOrder(['Bode', 'Conrad', 'Dietz'])
  expect(await screen.findByText('Klasse 1: 1 angenommen')).toBeTruthy()
  await isClosed()

  await choose('Ida Dietz', 'Platz anbieten')
  const other = await inDialog()
  expect(other.getByText('Rang 3 vor Rang 1 und 2')).toBeTruthy()
  fireEvent.click(other.getByRole('button', { name: 'Trotzdem anbieten' }))
  await hasOrder(['Bode', 'Conrad'])
  await isClosed()
  await notice('Ida Dietz: Angenommen. Die Familie bestätigt bis zum 04.12.2026.')
  press('z', { ctrlKey: true })
  await hasOrder(['Bode', 'Conrad', 'Dietz'])
})

test('a changed day of an offer is not lost by Abbrechen without a question', async () => {
  await open()
  fireEvent.click(within(row('Ahrens')).getByRole('button', { name: 'Platz anbieten' }))
  const offer = await inDialog()
  fireEvent.change(offer.getByLabelText('Bestätigen bis'), { target: { value: '1.12.2026' } })
  fireEvent.click(offer.getByRole('button', { name: 'Abbrechen' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Weiter bearbeiten' }))
  expect(offer.getByLabelText<HTMLInputElement>('Bestätigen bis').value).toBe('01.12.2026')
  fireEvent.click(offer.getByRole('button', { name: 'Abbrechen' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Verwerfen' }))
  await isClosed()
})

test('a grade for which nobody waits says so', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Klasse 2 (0)' }))
  expect(await notice('Für Klasse 2 wartet zurzeit niemand.')).toBeTruthy()
})

test('whoever does not answer in time is asked: by phone, given more time, and that taken back', async () => {
  const waiting = new WaitingList()
  const contacts = [{ fullname: 'Anna Ernst', phone: '+493023125101' }]
  const meta = { child_firstname: 'Ida', child_lastname: 'Ernst' }
  waiting.followUps = [
    { id: 7, number: 'FSW-2027-0007', meta, place_confirm_due_at: '2026-11-10', contacts, version: 3 },
  ]
  await open(waiting)
  // The phone numbers are a list within the task.
  const late = () =>
    within(screen.getByRole('region', { name: 'Nachfassen' })).getAllByRole('listitem')[0] as HTMLElement
  expect(late().textContent).toContain('seit 10 Tagen überfällig')
  const [phone] = within(late()).getAllByRole('link', { name: /^030 23125/ })
  expect(phone?.getAttribute('href')).toBe('tel:+493023125101')
  fireEvent.click(within(late()).getByRole('button', { name: 'Frist verlängern: Ida Ernst' }))
  fireEvent.click((await inDialog()).getByRole('button', { name: 'Frist verlängern' }))
  expect(await notice('Ida Ernst: Die Familie bestätigt bis zum 27.11.2026.')).toBeTruthy()
  await waitFor(() => expect(waiting.followUps[0]?.place_confirm_due_at).toBe('2026-11-27'))
  await isClosed()
  press('z', { ctrlKey: true })
  await waitFor(() => expect(late().textContent).toContain('seit 10 Tagen überfällig'))
  expect(waiting.followUps[0]?.place_confirm_due_at).toBe('2026-11-10')
})

test('children are ticked one by one or all at once, and a circular begins with them', async () => {
  const server = serverFor('schooladmin', answersOf(new WaitingList()))
  const asked: unknown[] = []
  server.on(schoolclassEndpoints.list, () => [])
  server.on(circularEndpoints.plan, ({ body }) => {
    asked.push(body)
    return { readers: [], left_out: [] }
  })
  await openApp(`${paths.waitlist}?grade=1`, server)
  await screen.findByRole('table')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Alle auswählen' }))
  expect(screen.getByText('4 ausgewählt')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Auswahl aufheben' }))
  expect(screen.queryByRole('region', { name: 'Auswahl' })).toBeNull()
  for (const name of ['Ida Bode', 'Ida Dietz'])
    fireEvent.click(screen.getByRole('checkbox', { name: `${name} auswählen` }))
  const chosen = within(screen.getByRole('region', { name: 'Auswahl' }))
  fireEvent.click(chosen.getByRole('button', { name: 'Rundmail schreiben' }))
  await waitFor(() => expect(heading().textContent).toBe('Rundmail schreiben'))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: 'waiting', waitlists: [], registration_ids: [2, 4] }))
  // The next journey begins without a draft.
  fireEvent.click(screen.getByRole('button', { name: 'Entwurf verwerfen' }))
})
