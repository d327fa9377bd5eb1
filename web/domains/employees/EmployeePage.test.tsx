import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { EmployeeDetails } from '#contract/employees/employees.ts'
import { permissionsOf } from '#contract/permissions.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { alertWith, closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { type Answer, answer } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { CLASS_2A, employeeServer, LEADER, LEADS_4A, VERA } from './employee.test-data.ts'

afterEach(closeApp)

const ADMIN = baseDataOf('admin')

const open = async (person: EmployeeDetails = VERA, others: readonly Answer[] = [], viewer = ADMIN) => {
  const server = employeeServer(person)
  const name = `${person.firstname} ${person.lastname}`
  await openApp(`/admin/mitarbeiter/${person.id}`, serverFor(viewer, [...others, ...server.answers]))
  await page(new RegExp(`^${name}$`))
  return server
}
const card = (name: string) => screen.getByRole('region', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const lastDay = () => screen.getByRole('textbox', { name: 'Letzter Tag an der Schule' })
/** What is typed is read while it is typed, and put as a date on leaving. */
const typeDay = (value: string) => fireEvent.change(lastDay(), { target: { value } })
const leaveDay = () => fireEvent.blur(lastDay())
const descriptionOf = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const hasDescription = (text: string | RegExp) => waitFor(() => expect(descriptionOf(lastDay())).toMatch(text))

/** A secretary, from whom the head withholds accounts. */
const SECRETARY = baseDataOf('schooladmin', {
  permissions: permissionsOf('schooladmin', { may_view_sensitive: false, may_manage_users: false }),
})

test('an account is linked, let go of, and linked again by the way back', async () => {
  await open()
  press('Mit Konto verknüpfen')
  const choice = await dialog('Mit Konto verknüpfen: Vera Voigt')
  fireEvent.click(choice.getByRole('button', { name: 'Verknüpfen' }))
  expect(await choice.findByText('Dieses Feld ist ein Pflichtfeld.')).toBeTruthy()
  const account = await choice.findByRole('combobox', { name: 'Konto' })
  account.focus()
  fireEvent.change(account, { target: { value: 'Konto V' } })
  fireEvent.click(await screen.findByRole('option', { name: /^Konto Voigt/ }))
  fireEvent.click(choice.getByRole('button', { name: 'Verknüpfen' }))
  await noDialog()
  expect(await within(card('Konto')).findByRole('link', { name: 'konto@example.org' })).toBeTruthy()
  expect(card('Konto').textContent).toContain('Betrachter')
  press('Verknüpfung lösen')
  const unlinked = await alertWith(/mit keinem Konto mehr verknüpft/)
  await waitFor(() => expect(card('Konto').textContent).toContain('kein Login'))
  fireEvent.click(unlinked.getByRole('button', { name: 'Rückgängig' }))
  expect(await within(card('Konto')).findByRole('link', { name: 'konto@example.org' })).toBeTruthy()
})

test('an exit to come says what it ends, and is taken back', async () => {
  await open()
  press('Abgang eintragen')
  const exit = await dialog('Abgang: Vera Voigt')
  fireEvent.click(exit.getByRole('button', { name: 'Abgang eintragen' }))
  await hasDescription(/Pflichtfeld/)
  typeDay('31.1.2027')
  expect(exit.getByText('Keine Zuordnung zu einer Klasse ist davon betroffen.')).toBeTruthy()
  leaveDay()
  fireEvent.click(exit.getByRole('button', { name: 'Abgang eintragen' }))
  expect(await screen.findByText('geht am 31.01.2027')).toBeTruthy()
  await noDialog()
  press('Abgang zurücknehmen')
  expect(await alertWith('Der Abgang von Vera Voigt ist zurückgenommen.')).toBeTruthy()
  await waitFor(() => expect(screen.queryByText('geht am 31.01.2027')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 })))
})

test('a slip in the year is asked about before anything is announced, and one press enters the exit', async () => {
  await open(LEADER)
  press('Abgang eintragen')
  const exit = await dialog('Abgang: Lena Lehmann')
  const ending = () => exit.queryByRole('list', { name: 'Zuordnungen, die enden' })
  typeDay('31.1.27')
  fireEvent.keyDown(lastDay(), { key: 'Enter' })
  await hasDescription('Das Jahr 1927 liegt weit zurück.')
  expect(ending()).toBeNull()
  fireEvent.click(exit.getByRole('button', { name: 'Meinten Sie 31.01.2027?' }))
  await waitFor(() => expect(ending()?.textContent).toContain('4a (Klassenleitung'))
  expect(exit.getByText('Klassenleitung endet')).toBeTruthy()
  typeDay('31.7.2026')
  leaveDay()
  await hasDescription(/vor dem Beginn einer laufenden Zuordnung: 4a seit/)
  expect(ending()).toBeNull()
  typeDay('31.1.2027')
  leaveDay()
  fireEvent.click(exit.getByRole('button', { name: 'Abgang eintragen' }))
  await noDialog()
  await waitFor(() => expect(card('Klassen').textContent).toContain('endet mit dem Abgang am 31.01.2027'))
})

test('a short name that was taken meanwhile stops the way back of a deletion, and the answer says so', async () => {
  const server = await open()
  press('Weitere Aktionen')
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Löschen' }))
  fireEvent.click((await dialog('Wirklich löschen?')).getByRole('button', { name: 'Löschen' }))
  const gone = await alertWith('Vera Voigt ist gelöscht.')
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/^Mitarbeitende/))
  server.add({ ...VERA, id: 9, firstname: 'Nora', lastname: 'Nachfolge' })
  fireEvent.click(gone.getByRole('button', { name: 'Rückgängig' }))
  expect((await dialog('Fehler')).getByText('Dieses Kürzel ist an der Schule schon vergeben.')).toBeTruthy()
})

test('what the head decided about an account is not for a secretary to change', async () => {
  const account = { state: 'ready', user_id: 70, email: null, role: null, invitation: null, unreachable: null } as const
  await open({ ...VERA, account, date_exit: '2027-01-31', closes_account: true }, [], SECRETARY)
  expect(card('Beschäftigung').textContent).toContain('endet nach diesem Tag')
  expect(card('Beschäftigung').textContent).toContain('Ändern kann das nur, wer dieses Konto löschen darf')
  for (const name of ['Abgang zurücknehmen', 'Verknüpfung lösen'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(card('Konto').textContent).not.toContain('Rolle')
})

test('a secretary edits people but makes no accounts', async () => {
  await open(VERA, [], SECRETARY)
  expect(screen.getByRole('button', { name: 'Mit Konto verknüpfen' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Konto anlegen und einladen' })).toBeNull()
  expect(card('Konto').textContent).toContain('Einladen kann, wer Benutzer verwalten darf.')
  expect(screen.getByRole('button', { name: 'Bearbeiten' })).toBeTruthy()
})

test('two people change one person: both versions are shown before one is taken', async () => {
  const server = await open()
  fireEvent.keyDown(document.body, { key: 'e' })
  const form = await dialog('Mitarbeitende bearbeiten')
  const field = (name: string) => form.getByRole('textbox', { name })
  await waitFor(() => expect(document.activeElement).toBe(field('Vorname')))
  server.store(VERA.id, { title: 'Dr.', phone: '+493023125333' })
  fireEvent.change(field('Titel (optional)'), { target: { value: 'Prof.' } })
  fireEvent.change(field('Notiz (optional)'), { target: { value: 'Nur vormittags.' } })
  fireEvent.click(form.getByRole('button', { name: 'Übernehmen' }))
  const conflict = await alertWith(/^Alex Amtmann hat diesen Datensatz/)
  expect(conflict.getByRole('row', { name: 'Titel Dr. Prof.' })).toBeTruthy()
  fireEvent.click(conflict.getByRole('button', { name: 'Meine übernehmen' }))
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Prof. Vera Voigt'))
  expect(card('Kontakt').textContent).toContain('030 23125333')
  expect(card('Nachweise und Notiz').textContent).toContain('Nur vormittags.')
  expect(server.find(VERA.id)).toMatchObject({ title: 'Prof.', phone: '+493023125333' })
})

test('a class of today is listed with the way to end it, and leads to its page', async () => {
  await open({ ...LEADER, functions: [LEADS_4A, { ...LEADS_4A, function: 'assigned', date_start: '2026-12-01' }] })
  const assigned = screen.getByRole('list', { name: 'Zugeordnet' })
  expect(assigned.textContent).toContain('ab 01.12.2026')
  expect(within(assigned).getByRole('link').getAttribute('href')).toMatch(/\/41$/)
  press('Beenden: Klassenleitung der 4a')
  const question = await dialog('Zuordnung beenden?')
  expect(question.getByText('Lena Lehmann ist ab heute nicht mehr Klassenleitung der 4a.')).toBeTruthy()
})

test('a class is chosen by typing once the classes are there, and Enter takes what is marked', async () => {
  const user = userEvent.setup()
  let deliver = () => {}
  const isDelivered = new Promise<void>((resolve) => {
    deliver = resolve
  })
  const years = [
    { ...LEADS_4A.school_year, date_start: '2026-08-01', date_end: '2027-07-31' },
    { id: 2, name: '2027/2028', state: 'planned' as const, date_start: '2027-08-01', date_end: '2028-07-31' },
  ]
  await open(VERA, [
    answer(schoolclassEndpoints.formOptions, () => ({ schoolyears: years, schoolgrades: [], employees: [] })),
    answer(schoolclassEndpoints.list, async ({ query }) => {
      await isDelivered
      return query.school_year_id === 1
        ? [CLASS_2A, { ...CLASS_2A, id: 22, description: 'b', classgradePlain: '2b' }]
        : []
    }),
  ])
  press('Klasse zuordnen')
  const giving = await dialog('Klasse zuordnen: Vera Voigt')
  expect(giving.queryByRole('combobox', { name: 'Klasse' })).toBeNull()
  deliver()
  const field = await giving.findByRole<HTMLInputElement>('combobox', { name: 'Klasse' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('2b{Enter}')
  expect(field.value).toBe('2b')
  expect(giving.getByRole<HTMLInputElement>('textbox', { name: 'Ab' }).value).toBe('20.11.2026')
  expect(giving.queryByRole('alert')).toBeNull()
})

test('only whoever came from a circular is led back to it', async () => {
  await open()
  const back = () => within(card('Kontakt')).queryByRole('link', { name: 'Zurück zur Rundmail' })
  expect(back()).toBeNull()
  await closeApp()
  const { answers } = employeeServer(VERA)
  await openApp(`/admin/mitarbeiter/${VERA.id}?circular=5`, serverFor(ADMIN, [...answers]))
  await page(/^Vera Voigt$/)
  expect(back()?.getAttribute('href')).toBe('/app/admin/rundmails/5')
})
