import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { MULTI_SCHOOL_KEY, USER_TEXTS, userEndpoints, userSettingEndpoints } from '#contract/users/users.ts'
import { closeApp, endSession } from '#web/app.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'
import { account, HEAD, logInAgain, openUsers, userServer } from './users.test-data.ts'

afterEach(closeApp)

const MIRIAM = account('Miriam Doppel', 'viewer')
const OPENER = 'Zugriff auf mehrere Schulen: Miriam Doppel'
const [FSW, FOW] = ['[fsw]Freie Schule Wacholderhain', '[fow]Freie Oberschule Wacholderhain']
const SCHOOLS = [
  { id: 1, short: 'fsw', name: 'Freie Schule Wacholderhain' },
  { id: 2, short: 'fow', name: 'Freie Oberschule Wacholderhain' },
]
const ONLY_OWN = 'Mit „Zurücksetzen“ behält das Konto nur seine Heimatschule.'
const SETTING = { key: MULTI_SCHOOL_KEY, user_id: MIRIAM.id, setting_value: [], schools: SCHOOLS } as const

const serverWith = (setting_value: number[] = []) => {
  const users = [HEAD, MIRIAM]
  const server = userServer('admin', users)
  server.on(userSettingEndpoints.find, () => ({ ...SETTING, setting_value, schools: SCHOOLS }))
  server.on(userSettingEndpoints.save, ({ body: { value } }) => {
    users[1] = { ...MIRIAM, schools: SCHOOLS.filter(({ id }) => value.includes(id)) }
    return { message: 'Der Zugriff ist gespeichert.' }
  })
  return server
}

const opener = () => screen.findByRole('button', { name: OPENER })
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Zugriff auf mehrere Schulen' }))
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const chosen = () =>
  screen.queryAllByRole('listitem').flatMap(({ textContent }) => (/^\[/.test(textContent) ? [textContent] : []))
const options = () => screen.queryAllByRole('option')
const press = async (name: string) => userEvent.click((await dialog()).getByRole('button', { name }))
const picker = async () => (await dialog()).getByRole('combobox', { name: 'Schule hinzufügen' })
const hasFocus = async () => {
  const field = await picker()
  await waitFor(() => expect(document.activeElement).toBe(field))
}
const add = async (name: string) => {
  await userEvent.click(await picker())
  await userEvent.click(await screen.findByRole('option', { name }))
}

test('the school an account has is chosen already, and two are the least', async () => {
  const server = serverWith()
  await openUsers(server)
  await userEvent.click(await opener())
  await dialog()
  expect(chosen()).toEqual([FSW])
  // The list waits for a press, also when the focus comes back with an error.
  await hasFocus()
  expect(options()).toEqual([])
  await press('übernehmen')
  expect(await screen.findByText(USER_TEXTS.atLeastTwoSchools)).toBeTruthy()
  expect(screen.getByText(ONLY_OWN)).toBeTruthy()
  await hasFocus()
  expect(options()).toEqual([])
  await add(FSW)
  expect(chosen()).toEqual([FSW])
  await add(FOW)
  expect(chosen()).toEqual([FSW, FOW])
  expect(screen.queryByText(USER_TEXTS.atLeastTwoSchools)).toBeNull()
  expect(screen.queryByText(ONLY_OWN)).toBeNull()
  await press('übernehmen')
  await gone()
  expect(server.bodiesOf(userSettingEndpoints.save)).toEqual([
    { key: MULTI_SCHOOL_KEY, user_id: MIRIAM.id, value: [1, 2] },
  ])
  const row = await screen.findByRole('row', { name: /Miriam Doppel/ })
  await waitFor(() => expect(row.textContent).toContain('fsw, fow'))
})

test('schools are chosen by keys alone; Escape closes the list first, then asks', async () => {
  const keys = userEvent.setup()
  await openUsers(serverWith())
  const button = await opener()
  button.focus()
  await keys.keyboard('{Enter}')
  await dialog()
  await hasFocus()
  await keys.keyboard('ober')
  await waitFor(() => expect(options()).toHaveLength(1))
  await keys.keyboard('{ArrowDown}{Enter}')
  await waitFor(() => expect(chosen()).toEqual([FSW, FOW]))
  expect(((await picker()) as HTMLInputElement).value).toBe('')
  await keys.keyboard('schule')
  await waitFor(() => expect(options()).toHaveLength(2))
  await keys.keyboard('{Escape}')
  await waitFor(() => expect(options()).toEqual([]))
  expect(await dialog()).toBeTruthy()
  await keys.keyboard('{Escape}')
  const question = within(await screen.findByRole('dialog', { name: 'Ungespeicherte Änderungen' }))
  question.getByRole('button', { name: 'Verwerfen' }).focus()
  await keys.keyboard('{Enter}')
  await gone()
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('what was chosen waits for the next login', async () => {
  const server = serverWith()
  await openUsers(server)
  await userEvent.click(await opener())
  await dialog()
  await add(FOW)
  endSession(server)
  server.on(userSettingEndpoints.save, () => json(401, { message: '' }))
  await press('übernehmen')
  await waitFor(() => expect(window.location.pathname).toBe('/app/base/login'))
  await gone()
  server.on(userSettingEndpoints.save, () => ({ message: 'Der Zugriff ist gespeichert.' }))
  await logInAgain(server, baseDataOf('admin'))
  await dialog()
  expect(chosen()).toEqual([FSW, FOW])
  await press('übernehmen')
  await gone()
  expect(server.bodiesOf(userSettingEndpoints.save).at(-1)).toMatchObject({ value: [1, 2] })
})

const failure = async (text: string) => {
  const alert = within(await screen.findByRole('dialog', { name: 'Fehler' }))
  expect(alert.getByText(text)).toBeTruthy()
  await userEvent.click(alert.getByRole('button', { name: 'OK' }))
}

test('schools that cannot be loaded or reset say so in their words', async () => {
  const server = serverWith([1, 2])
  server.on(userSettingEndpoints.find, () => json(500, { message: '' }))
  server.on(userSettingEndpoints.reset, () => json(500, { message: '' }))
  await openUsers(server)
  await userEvent.click(await opener())
  await failure('Fehler beim Laden der Benutzereinstellungen')
  await gone()
  server.on(userSettingEndpoints.find, () => ({ ...SETTING, setting_value: [1, 2], schools: SCHOOLS }))
  await userEvent.click(await opener())
  await dialog()
  expect(chosen()).toHaveLength(2)
  await press('Zurücksetzen')
  await failure('Fehler beim Zurücksetzen der Benutzereinstellungen')
})

test('access is taken away with one press and no question, and comes back as it was', async () => {
  const server = serverWith([1, 2])
  server.on(userSettingEndpoints.reset, () => ({ message: 'Miriam Doppel hat wieder Zugriff auf eine Schule.' }))
  await openUsers(server)
  await userEvent.click(await opener())
  await press('Zurücksetzen')
  await gone()
  expect(await screen.findByText('Miriam Doppel hat wieder Zugriff auf eine Schule.')).toBeTruthy()
  expect(server.sentTo(userSettingEndpoints.reset)).toHaveLength(1)
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  await waitFor(() =>
    expect(server.bodiesOf(userSettingEndpoints.save)).toEqual([
      { key: MULTI_SCHOOL_KEY, user_id: MIRIAM.id, value: [1, 2] },
    ]),
  )
})

test('access that was given can be taken back at once', async () => {
  const server = serverWith()
  server.on(userSettingEndpoints.reset, () => ({ message: 'Miriam Doppel hat wieder Zugriff auf eine Schule.' }))
  await openUsers(server)
  await userEvent.click(await opener())
  await add(FOW)
  await press('übernehmen')
  await gone()
  await userEvent.click(await screen.findByRole('button', { name: 'Rückgängig' }))
  await waitFor(() => expect(server.sentTo(userSettingEndpoints.reset)).toHaveLength(1))
})

test('a head, who may not give schools, takes an account of several off the own one after a question', async () => {
  const users = [
    HEAD,
    { ...MIRIAM, schools: SCHOOLS.map(({ id, short }) => ({ id, short })), reach: 'detach' as const },
  ]
  const server = userServer('schooladmin', users)
  server.on(userEndpoints.detach, () => {
    users.pop()
    return { message: 'Miriam Doppel ist von dieser Schule gelöst.' }
  })
  await openUsers(server, 'Miriam Doppel')
  await userEvent.click(await screen.findByRole('button', { name: 'Aktionen: Miriam Doppel' }))
  expect(screen.queryByRole('button', { name: OPENER })).toBeNull()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'von dieser Schule lösen' }))
  const question = within(await screen.findByRole('dialog'))
  await userEvent.click(question.getByRole('button', { name: 'Von dieser Schule lösen' }))
  expect(await screen.findByText('Keine Treffer für „Miriam Doppel“.')).toBeTruthy()
})
