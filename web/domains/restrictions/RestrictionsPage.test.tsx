import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { RESTRICTION_TEXTS, type RestrictedRow, restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const SINCE = '2026-11-18T08:30:00Z'
const FACTS = { since: SINCE, reason: 'Die Anschrift wird geprüft.', by: 'Hanna Holm' }
const rows: RestrictedRow[] = [
  { subject: 'pupil', id: 1, name: 'Bode, Ida', hint: 'Klasse 2b, geboren am 03.04.2018', ...FACTS },
  { subject: 'guardian', id: 7, name: 'Bode, Anna', hint: 'bei Ida (Klasse 2b)', ...FACTS, by: null },
]
/** What a secretary may do. */
const WITHOUT = baseDataOf('schooladmin').permissions.filter((one) => one !== 'view pupil sensitive')
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const say = async (reason: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name: 'Grund' }), { target: { value: reason } })

test('the page names everybody with reason and day, and links to those who have a page', async () => {
  const server = serverFor('schooladmin')
  server.on(restrictionEndpoints.list, () => rows)
  await openApp(paths.restrictions, server)
  const table = within(await screen.findByRole('table', { name: 'Eingeschränkte Personen' }))
  expect(table.getByRole('link', { name: 'Bode, Ida' }).getAttribute('href')).toMatch(/\/admin\/schueler\/1$/)
  expect(table.queryByRole('link', { name: 'Bode, Anna' })).toBeNull()
  expect(table.getByText('bei Ida (Klasse 2b)')).toBeTruthy()
  expect(table.getByRole('cell', { name: /18\.11\.2026.*von Hanna Holm/ })).toBeTruthy()
  expect(table.getAllByText(FACTS.reason)).toHaveLength(2)
  expect(screen.getByRole('heading', { level: 1, name: /2$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Drucken' })).toBeTruthy()
})

test('without anybody it says so', async () => {
  const server = serverFor('schooladmin')
  server.on(restrictionEndpoints.list, () => [])
  await openApp(paths.restrictions, server)
  expect(await screen.findByText(RESTRICTION_TEXTS.none)).toBeTruthy()
})

test('lifting from the page asks for a reason and sends it once', async () => {
  const server = serverFor('schooladmin')
  const left = [...rows]
  server.on(restrictionEndpoints.list, () => left)
  server.on(restrictionEndpoints.lift, () => {
    left.shift()
    return { message: RESTRICTION_TEXTS.lifted }
  })
  await openApp(paths.restrictions, server)
  await press('Einschränkung aufheben: Bode, Ida')
  const dialog = within(await screen.findByRole('dialog', { name: 'Einschränkung aufheben: Bode, Ida' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Einschränkung aufheben' }))
  expect(await screen.findByText('Bitte prüfen Sie 1 Angabe:')).toBeTruthy()
  expect(server.bodiesOf(restrictionEndpoints.lift)).toEqual([])
  await say('Geprüft.')
  await userEvent.click(dialog.getByRole('button', { name: 'Einschränkung aufheben' }))
  await screen.findByText(RESTRICTION_TEXTS.lifted)
  expect(server.bodiesOf(restrictionEndpoints.lift)).toEqual([{ reason: 'Geprüft.' }])
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Bode, Ida' })).toBeNull())
})

test('the page is not there for a secretary', async () => {
  await openApp(paths.restrictions, serverFor(baseDataOf('schooladmin', { permissions: WITHOUT })))
  expect(await screen.findByText(/^Dafür fehlt Ihnen die Berechtigung/)).toBeTruthy()
})
