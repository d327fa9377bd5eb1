import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { employeeEndpoints } from '#contract/employees/employees.ts'
import { alertWith, closeApp, endSession, logIn, openApp, page, serverFor } from '#web/app.test-data.ts'
import { employeeServer, VERA } from '#web/domains/employees/employee.test-data.ts'
import { stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'

afterEach(closeApp)

const ADMIN = baseDataOf('admin')

/** Somebody's page with the dialog that changes the record; `people` is what the school stores. */
const open = async () => {
  const people = employeeServer(VERA)
  const server = serverFor(ADMIN, people.answers)
  await openApp(`/admin/mitarbeiter/${VERA.id}`, server)
  await page('Vera Voigt')
  fireEvent.keyDown(document.body, { key: 'e' })
  await form()
  return { people, server, sent: () => server.bodiesOf(employeeEndpoints.change) }
}
const form = async () => within(await screen.findByRole('dialog', { name: 'Mitarbeitende bearbeiten' }))
const field = async (name: string) => (await form()).getByRole<HTMLInputElement>('textbox', { name })
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } })
const save = async () => fireEvent.click((await form()).getByRole('button', { name: 'Übernehmen' }))
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('two presses send a change once, and only what was changed', async () => {
  const { server, sent } = await open()
  server.on(employeeEndpoints.change, stillOnItsWay)
  await type('Titel (optional)', 'Dr.')
  await save()
  fireEvent.submit((await field('Vorname')).form as HTMLFormElement)
  expect(sent()).toEqual([{ title: 'Dr.', version: 1 }])
})

test('unchanged it closes and sends nothing', async () => {
  const { sent } = await open()
  await type('Titel (optional)', '  ')
  await save()
  await isClosed()
  expect(sent()).toEqual([])
})

test('a fault is said at its field and in the summary, and goes when the field is mended', async () => {
  const { sent } = await open()
  await type('Nachname', '')
  await save()
  const summary = await alertWith('Bitte prüfen Sie 1 Angabe:')
  expect(summary.getByRole('button', { name: 'Nachname fehlt' })).toBeTruthy()
  await type('Nachname', 'Vogel')
  expect((await form()).queryByRole('alert')).toBeNull()
  expect(sent()).toEqual([])
})

test('while both versions are shown Enter in a field saves nothing', async () => {
  const { people, sent } = await open()
  people.store(VERA.id, { title: 'Dr.' })
  await type('Titel (optional)', 'Prof.')
  await save()
  await alertWith(/^Alex Amtmann hat diesen Datensatz/)
  fireEvent.submit((await field('Vorname')).form as HTMLFormElement)
  expect(sent()).toHaveLength(1)
  fireEvent.click((await form()).getByRole('button', { name: 'Gespeicherte behalten' }))
  expect((await field('Titel (optional)')).value).toBe('Dr.')
})

test('what somebody else changed meanwhile in other fields stays', async () => {
  const { people } = await open()
  people.store(VERA.id, { phone: '030 23125333' })
  await type('Titel (optional)', 'Prof.')
  await save()
  const conflict = await alertWith(/^Alex Amtmann hat diesen Datensatz/)
  expect(conflict.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'AngabeGespeichertIhre Eingabe',
    'Titel–Prof.',
  ])
  fireEvent.click(conflict.getByRole('button', { name: 'Meine übernehmen' }))
  await isClosed()
  expect(people.find(VERA.id)).toMatchObject({ title: 'Prof.', phone: '030 23125333' })
})

test('when somebody else saved the same, nothing is left to save', async () => {
  const { people, sent } = await open()
  people.store(VERA.id, { title: 'Prof.' })
  await type('Titel (optional)', 'Prof.')
  await save()
  await isClosed()
  expect(sent()).toHaveLength(1)
})

test('what was typed outlives the end of a session, and a change by somebody else meanwhile is noticed', async () => {
  const { people, server } = await open()
  await type('Titel (optional)', 'Prof.')
  endSession(server)
  let isSignedIn = false
  server.on(employeeEndpoints.change, () => (isSignedIn ? undefined : json(401, { message: '' })))
  await save()
  await page('Login')
  await isClosed()
  people.store(VERA.id, { phone: '030 23125333' })
  isSignedIn = true
  logIn(server, ADMIN)
  fireEvent.click(await screen.findByRole('button', { name: /^Weiter zu: / }))
  expect((await field('Titel (optional)')).value).toBe('Prof.')
  expect((await field('Telefon (optional)')).value).toBe('')
  await save()
  await alertWith(/^Alex Amtmann hat diesen Datensatz/)
  expect((await field('Telefon (optional)')).value).toBe('030 23125333')
})
