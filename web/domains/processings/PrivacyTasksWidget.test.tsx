import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { permissionsOf } from '#contract/permissions.ts'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'

afterEach(closeApp)

test('the start page of a head names what is to be looked at again, each with the way there', async () => {
  const tasks = { is_notice_stale: true, has_processors: true, processors: 1, processings: 2 }
  await openApp('/', serverFor('schooladmin', [answer(privacyTaskEndpoints.get, () => tasks)]))
  await screen.findByText('Datenschutzhinweise nennen alte Angaben')
  const links = within(screen.getByRole('region', { name: 'Zu tun' })).getAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Ansehen: Datenschutzhinweise nennen alte Angaben', '/app/admin/datenschutz/hinweise'],
    ['Prüfen: Auftragsverarbeiter zu prüfen', '/app/admin/datenschutz/auftragsverarbeitung'],
    ['Prüfen: Verarbeitungen zu prüfen', '/app/admin/datenschutz/verzeichnis'],
  ])
})

test('without anything to look at there is nothing', async () => {
  const tasks = { is_notice_stale: false, has_processors: true, processors: 0, processings: 0 }
  const server = serverFor('schooladmin', [answer(privacyTaskEndpoints.get, () => tasks)])
  await openApp('/', server)
  await page(/^Willkommen/)
  await waitFor(() => expect(server.sentTo(privacyTaskEndpoints.get)).toHaveLength(1))
  expect(screen.queryByText(/zu prüfen/)).toBeNull()
})

test('a secretary is not even asked about', async () => {
  const permissions = permissionsOf('schooladmin', { may_view_sensitive: false, may_manage_users: false })
  const server = serverFor(baseDataOf('schooladmin', { permissions }))
  await openApp('/', server)
  await page(/^Willkommen/)
  expect(server.sentTo(privacyTaskEndpoints.get)).toHaveLength(0)
})
