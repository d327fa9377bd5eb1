import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { type OutboxState, outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { ROLE_PERMISSIONS, type Role } from '#contract/permissions.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json, knowPerson, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { paths } from '#web/paths.ts'
import { OutboxWidget } from './OutboxWidget.tsx'

afterEach(closeApp)

const WELL: OutboxState = { trouble: null, waiting: 0, since: null }
const STUCK: OutboxState = { trouble: 'stuck', waiting: 3, since: '2026-11-20T06:40:00Z' }
const NO_SERVER: OutboxState = { trouble: 'no_server', waiting: 0, since: null }
/** A head from whom the users are withheld (domain §4). */
const SECRETARY = baseDataOf('schooladmin', {
  permissions: ROLE_PERMISSIONS.schooladmin.filter((one) => one !== 'manage users' && one !== 'manage user'),
})

const serverWith = (person: Role | typeof SECRETARY, outbox: OutboxState) => {
  const server = serverFor(person)
  // The rows of the page are not what this is about.
  server.on(registrationEndpoints.list, stillOnItsWay)
  server.on(outboxEndpoints.get, () => outbox)
  return server
}
const notice = async (title: RegExp) => within((await screen.findByText(title)).closest('section') as HTMLElement)
const STUCK_TITLE = /^Zurzeit gehen keine E-Mails hinaus$/
/** All has arrived but the applications. */
const settle = () => waitFor(() => expect(queryClient.isFetching()).toBeLessThanOrEqual(1))

// The first test here: in the others the notice has been drawn before.
test('what stands below waits until the notice is drawn', async () => {
  stubBrowser(async () => json(200, STUCK))
  knowPerson('schooladmin')
  // Not longer than a second: on a busy machine the code of the notice would miss that.
  await import('./OutboxWidget.tsx')
  const shown = vi.fn(() => screen.queryByText(STUCK_TITLE))
  renderAsPage(() => <OutboxWidget onSettled={shown} />)
  await waitFor(() => expect(shown).toHaveBeenCalled())
  expect(shown.mock.results[0]?.value).not.toBeNull()
})

test('an admin reads what waits since when, and comes to the mail test', async () => {
  await openApp('/', serverWith('admin', STUCK))
  const shown = await notice(STUCK_TITLE)
  expect(
    shown.getByText(/^3 E-Mails warten, die älteste seit 20\.11\.2026 07:40 Uhr\. .*gehen sie von selbst hinaus/),
  ).toBeTruthy()
  await userEvent.click(shown.getByRole('button', { name: 'E-Mail-Test öffnen' }))
  expect(await screen.findByRole('dialog', { name: 'Test Email erstellen' })).toBeTruthy()
})

test('a head reads whom to tell, without a test that heads may not send', async () => {
  await openApp(paths.registrations, serverWith('schooladmin', NO_SERVER))
  const shown = await notice(/Ein Mailserver ist nicht eingerichtet$/)
  expect(shown.getByText(/^Noch wartet keine E-Mail\. .*die das Programm betreibt\.$/)).toBeTruthy()
  expect(shown.queryByRole('button')).toBeNull()
})

test('the secretary reads it in short beside the applications, and not on the start page', async () => {
  const server = serverWith(SECRETARY, STUCK)
  await openApp('/', server)
  await page(/^Willkommen/)
  await settle()
  expect(server.sentTo(outboxEndpoints.get)).toEqual([])
  await openApp(paths.registrations, server)
  const shown = await notice(STUCK_TITLE)
  expect(
    shown.getByText(
      '3 E-Mails warten, die älteste seit 20.11.2026 07:40 Uhr. Bitte sagen Sie der Schulleitung Bescheid.',
    ),
  ).toBeTruthy()
})

test('the notice goes when mails leave again, and nobody sees one while they do', async () => {
  const server = serverWith('schooladmin', STUCK)
  await openApp('/', server)
  await notice(STUCK_TITLE)
  server.on(outboxEndpoints.get, () => WELL)
  await queryClient.invalidateQueries({ queryKey: queryKey(outboxEndpoints.get) })
  await waitFor(() => expect(screen.queryByText(STUCK_TITLE)).toBeNull())
})
