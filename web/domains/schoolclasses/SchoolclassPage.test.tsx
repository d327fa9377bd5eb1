import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type PupilRow, pupilEndpoints } from '#contract/pupils/pupils.ts'
import type { MovePupilsForm } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { type SchoolclassDetails, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { type Sicknote, sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { alertWith, closeApp, openApp, page, questionIsOver, serverFor } from '#web/app.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { json, PHONE } from '#web/page.test-data.ts'
import { CLASSES, classOf, classServer, missingNote, PUPILS } from './class.test-data.ts'

afterEach(async () => {
  await closeApp()
  vi.restoreAllMocks()
})

const open = async (server = classServer(), others: readonly Answer[] = [], width?: number) => {
  const app = serverFor('admin', [...others, ...server.answers])
  await openApp('/admin/klasse/21', app, width)
  await page(/^Klasse 2a/)
  // The contract fills in what was not sent.
  const sentMoves = () => app.bodiesOf(schoolclassEndpoints.movePupils) as Partial<MovePupilsForm>[]
  return { ...server, sentMoves }
}
const table = () => screen.getByRole('table', { name: /^Kinder der Klasse/ })
const names = () =>
  within(table())
    .queryAllByRole('rowheader')
    .map(({ textContent }) => textContent)
const areNames = (...lastnames: readonly string[]) =>
  waitFor(() => expect(names()).toEqual(lastnames.map((lastname) => `${lastname}, Ida`)))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name })
const choose = (name: string) => fireEvent.click(screen.getByRole('checkbox', { name: `Ida ${name} auswählen` }))
const moveTo = async (name: RegExp) => {
  press('Verschieben nach …')
  fireEvent.click(await screen.findByRole('menuitem', { name }))
}
const undo = () => fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })

test('who changes a class at the same time sees both versions before one is chosen', async () => {
  const server = await open()
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
  key('e')
  const edit = within(await screen.findByRole('dialog', { name: 'Klasse 2a bearbeiten' }))
  fireEvent.change(await edit.findByRole('textbox', { name: 'Raum (optional)' }), { target: { value: 'Haus 1' } })
  server.store(21, { room: 'Haus 2' })
  fireEvent.click(edit.getByRole('button', { name: 'Übernehmen' }))
  const line = await edit.findByRole('row', { name: /Raum/ })
  expect(
    within(line)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['Haus 2', 'Haus 1'])
  expect(document.activeElement).toBe(line.closest('[role="alert"]'))
  expect(scrolled.mock.instances).toContain(line.closest('[role="alert"]'))
  fireEvent.click(edit.getByRole('button', { name: 'Meine übernehmen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(screen.getByRole('region', { name: 'Zur Klasse' }).textContent).toContain('Haus 1'))
})

test('a day that is asked only for other people is nothing that could be lost once they are taken away', async () => {
  const user = userEvent.setup()
  await open()
  press('Weitere Aktionen')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Klasse bearbeiten' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Klasse 2a bearbeiten' }))
  const leader = await edit.findByRole<HTMLInputElement>('combobox', { name: 'Klassenleitung (optional)' })
  expect(edit.queryByLabelText(/^Personen gelten ab/)).toBeNull()
  await user.type(leader, 'zieg')
  await screen.findByRole('option', { name: /^Änne Ziegler/ })
  await user.keyboard('{Enter}')
  fireEvent.change(await edit.findByLabelText(/^Personen gelten ab/), { target: { value: '31.' } })
  await user.click(leader)
  await user.keyboard('{Backspace}')
  await waitFor(() => expect(edit.queryByLabelText(/^Personen gelten ab/)).toBeNull())
  fireEvent.click(edit.getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('pupils are chosen and moved by keys alone, and Strg+Z brings them back', async () => {
  const user = userEvent.setup()
  const server = await open()
  await areNames('Ahrens', 'Bode', 'Conrad')
  await user.keyboard('jxjx')
  expect(screen.getByText('2 ausgewählt')).toBeTruthy()
  await user.keyboard('v')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: /^2b/ })))
  await user.keyboard('{Enter}')
  expect(await alertWith('2 Kinder sind ab heute in der Klasse 2b.')).toBeTruthy()
  await areNames('Conrad')
  expect(server.membersOf(22)).toEqual(['Ahrens', 'Bode'])
  undo()
  await areNames('Ahrens', 'Bode', 'Conrad')
  expect(server.membersOf(22)).toEqual([])
})

test('another grade is asked about before anybody changes it, and taken back with the move', async () => {
  const server = await open()
  await areNames('Ahrens', 'Bode', 'Conrad')
  choose('Bode')
  await moveTo(/^3a/)
  const question = within(await screen.findByRole('dialog', { name: 'Andere Klassenstufe' }))
  expect(question.getByText(/Ida Bode/)).toBeTruthy()
  fireEvent.click(question.getByRole('button', { name: 'Abbrechen' }))
  await questionIsOver()
  expect(names()).toHaveLength(3)
  expect(server.membersOf(31)).toEqual([])
  await moveTo(/^3a/)
  fireEvent.click(await screen.findByRole('button', { name: 'Trotzdem wechseln' }))
  await areNames('Ahrens', 'Conrad')
  expect(await alertWith('1 Kind ist ab heute in der Klasse 3a.')).toBeTruthy()
  expect(server.membersOf(31)).toEqual(['Bode'])
  await questionIsOver()
  undo()
  await areNames('Ahrens', 'Bode', 'Conrad')
  expect(server.sentMoves().map(({ changes_grade }) => changes_grade)).toEqual([false, false, true, undefined])
  expect(server.moves.at(-1)).toMatchObject({ schoolclass_id: 21, schoolgrade_id: 2, pupil_ids: [2] })
})

test('a move from a coming day changes nothing today', async () => {
  const server = await open()
  await areNames('Ahrens', 'Bode', 'Conrad')
  choose('Bode')
  const day = screen.getByRole('textbox', { name: 'ab' })
  fireEvent.change(day, { target: { value: '1.12.2026' } })
  fireEvent.blur(day)
  await moveTo(/^2b/)
  expect(await alertWith('1 Kind ist ab 01.12.2026 in der Klasse 2b.')).toBeTruthy()
  expect(names()).toHaveLength(3)
  expect(server.membersOf(22)).toEqual([])
  expect(await within(table()).findByText('ab 01.12.2026 in 2b')).toBeTruthy()
})

test('who marks a missing child by keys stays in its row, and F8 leads to the notice and back', async () => {
  const user = userEvent.setup()
  let missing: Sicknote[] = []
  await open(classServer(), [
    answer(sicknoteEndpoints.list, () => missing),
    answer(sicknoteEndpoints.formOptions, () => ({ year: null, free_days: [], schoolclasses: [] })),
    answer(sicknoteChangeEndpoints.add, () => {
      missing = PUPILS.slice(0, 1).map(missingNote)
      return { message: '', ids: [5], known_pupil_ids: [], replaced_ids: [], mended: [] }
    }),
    answer(sicknoteChangeEndpoints.cancel, () => {
      missing = []
      return { message: 'Gelöscht.' }
    }),
  ])
  const button = await screen.findByRole('button', { name: 'Fehlt? Ida Ahrens' })
  button.focus()
  await user.keyboard('{Enter}')
  const notice = await alertWith('Ida Ahrens fehlt. Noch keine Entschuldigung.')
  const row = () => within(table()).getByRole('row', { name: /Ahrens/ })
  const isInRow = () => waitFor(() => expect(row().contains(document.activeElement)).toBe(true))
  await within(row()).findByText('ungeklärt')
  await isInRow()
  expect(document.activeElement?.textContent).toContain('ungeklärt')
  for (const back of ['F8', 'Escape']) {
    key('F8')
    expect(document.activeElement).toBe(notice.getByRole('button', { name: /Rückgängig/ }))
    key(back)
    await isInRow()
  }
  key('F8')
  await user.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Fehlt? Ida Ahrens' })
  await isInRow()
})

test('a tap without network is kept, sent again, and taken back in its row', async () => {
  let missing: Sicknote[] = []
  let isOnline = false
  await open(classServer(), [
    answer(sicknoteEndpoints.list, () => missing),
    answer(sicknoteEndpoints.formOptions, () => ({ year: null, free_days: [], schoolclasses: [] })),
    answer(sicknoteChangeEndpoints.add, () => {
      if (!isOnline) return json(503, { message: '' })
      missing = PUPILS.slice(0, 1).map(missingNote)
      return { message: '', ids: [5], known_pupil_ids: [], replaced_ids: [], mended: [] }
    }),
    answer(sicknoteChangeEndpoints.cancel, () => {
      missing = []
      return { message: 'Gelöscht.' }
    }),
  ])
  fireEvent.click(await screen.findByRole('button', { name: 'Fehlt? Ida Ahrens' }))
  const row = () => within(within(table()).getByRole('row', { name: /Ahrens/ }))
  await row().findByText('wird gesendet, sobald wieder Verbindung besteht')
  expect(screen.queryByRole('dialog')).toBeNull()
  isOnline = true
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(row().queryByText(/wird gesendet/)).toBeNull())
  fireEvent.click(await row().findByRole('button', { name: 'Doch da: Ida Ahrens' }))
  await screen.findByRole('button', { name: 'Fehlt? Ida Ahrens' })
  expect(missing).toEqual([])
  expect((await screen.findByText(/^Ida Ahrens ist doch da\./)).closest('[role=alert]')?.textContent).toContain(
    'Rückgängig',
  )

  isOnline = false
  fireEvent.click(screen.getByRole('button', { name: 'Fehlt? Ida Ahrens' }))
  await row().findByText('wird gesendet, sobald wieder Verbindung besteht')
  fireEvent.click(row().getByRole('button', { name: 'Doch da: Ida Ahrens' }))
  await screen.findByRole('button', { name: 'Fehlt? Ida Ahrens' })
})

test('on a phone the number of a missing child stands in its row, without a second way to the numbers', async () => {
  const reach = [{ name: 'Eva Ahrens', relation: 'Mutter', phone: '030 23125785' }]
  const missing = PUPILS.slice(0, 1).map((pupil) => ({ ...missingNote(pupil), reach }))
  await open(classServer(), [answer(sicknoteEndpoints.list, () => missing)], PHONE)
  expect(await screen.findByRole('link', { name: /^Eva Ahrens anrufen/ })).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Kontakte: / })).toHaveLength(PUPILS.length - 1)
})

test('a class says who comes on a later day', async () => {
  const coming = [{ id: 2, lastname: 'Bode', lastname_prefix: null, firstname: 'Ida', date_start: '2026-12-01' }]
  await open(classServer([{ ...classOf(21, 2, 'a'), coming }]))
  const head = screen.getByRole('region', { name: 'Zur Klasse' })
  expect(head.textContent).toContain('Bode, Ida kommt am 01.12.2026')
})

const pupil = (id: number, lastname: string): PupilRow => ({
  id,
  pupil_number: String(id),
  lastname,
  lastname_prefix: null,
  firstname: 'Ole',
  gender: 'm',
  status: 'active',
  schoolclass: null,
  schoolgrade: { grade: 2 },
})
const without = (...data: readonly PupilRow[]) =>
  answer(pupilEndpoints.list, () => ({ data: [...data], total: data.length, page: 1, per_page: 0 }))
const ADDING = 'Kinder zur Klasse 2a hinzufügen'

test('when all have a class, nobody is there to add', async () => {
  await open(classServer(), [without()])
  key('n')
  const box = within(await screen.findByRole('dialog', { name: ADDING }))
  expect(await box.findByText('Alle Kinder haben eine Klasse.')).toBeTruthy()
})

test('pupils without a class are found as they are spelled on any keyboard; somebody must be chosen', async () => {
  const server = await open(classServer(), [without(pupil(4, 'Müller'), pupil(5, 'Nowak'))])
  key('n')
  const box = within(await screen.findByRole('dialog', { name: ADDING }))
  await waitFor(() => expect(box.getAllByRole('checkbox')).toHaveLength(2))
  fireEvent.click(box.getByRole('button', { name: 'Kinder hinzufügen' }))
  expect(box.getByText('Bitte wählen Sie mindestens ein Kind.')).toBeTruthy()
  fireEvent.change(box.getByRole('searchbox', { name: 'Kinder ohne Klasse suchen' }), { target: { value: 'mueller' } })
  await waitFor(() => expect(box.getAllByRole('checkbox')).toHaveLength(1))
  fireEvent.click(box.getByRole('button', { name: 'Suche leeren' }))
  await waitFor(() => expect(box.getAllByRole('checkbox')).toHaveLength(2))
  fireEvent.click(box.getByRole('checkbox', { name: /^Müller, Ole/ }))
  fireEvent.click(box.getByRole('button', { name: '1 Kind hinzufügen' }))
  await waitFor(() => expect(server.moves).toMatchObject([{ pupil_ids: [4], schoolclass_id: 21 }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a dialog whose choices cannot be loaded says so and tries again', async () => {
  let isBroken = true
  const server = classServer()
  const failing = answer(schoolclassEndpoints.formOptions, () =>
    isBroken ? json(500, { message: 'kaputt' }) : undefined,
  )
  await open(server, [failing])
  key('e')
  const edit = within(await screen.findByRole('dialog', { name: 'Klasse 2a bearbeiten' }))
  expect(await edit.findByText('Konnte nicht geladen werden.')).toBeTruthy()
  isBroken = false
  fireEvent.click(edit.getByRole('button', { name: 'Erneut versuchen' }))
  const description = await edit.findByRole('textbox', { name: 'Bezeichnung' })
  await waitFor(() => expect(document.activeElement).toBe(description))
  expect(edit.getByRole<HTMLInputElement>('combobox', { name: 'Klassenstufe' }).value).toMatch(/2/)
})

test('who may only read the names of a class to come is told the day it begins', async () => {
  const coming: SchoolclassDetails = { ...(CLASSES[0] as SchoolclassDetails), is_names_only: true, day: '2027-08-01' }
  await open(classServer([coming]))
  const text = 'Diese Klasse beginnt am 01.08.2027. Bis dahin sehen Sie nur die Namen.'
  expect(screen.getByText(text)).toBeTruthy()
})
