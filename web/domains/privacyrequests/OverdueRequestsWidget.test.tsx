import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { permissionsOf } from '#contract/permissions.ts'
import { overdueRequestEndpoints } from '#contract/privacyrequests/privacyrequests.overdue.ts'
import { closeApp, openApp, page, serverFor } from '#web/app.test-data.ts'
import { baseDataOf } from '#web/page.test-data.ts'
import { LATE_REQUEST, OPEN_REQUEST, requestServer } from './privacyrequests.test-data.ts'

afterEach(closeApp)

const LINK = 'Zu den Anfragen, die überfällig sind'

test('the start page of a head counts what is overdue and leads to the register', async () => {
  const late = [LATE_REQUEST, { ...LATE_REQUEST, id: 8 }, OPEN_REQUEST]
  await openApp('/', serverFor('schooladmin', requestServer(...late).answers))
  const tasks = within(await screen.findByRole('region', { name: 'Zu tun' }))
  expect(await tasks.findByText('2 Anfragen zum Datenschutz sind überfällig')).toBeTruthy()
  const link = tasks.getByRole('link', { name: LINK })
  expect(link.getAttribute('href')).toBe('/app/admin/datenschutz/anfragen')
})

test('without overdue requests there is nothing', async () => {
  const server = serverFor('schooladmin', requestServer(OPEN_REQUEST).answers)
  await openApp('/', server)
  await page(/^Willkommen/)
  await waitFor(() => expect(server.sentTo(overdueRequestEndpoints.count)).toHaveLength(1))
  expect(screen.queryByRole('link', { name: LINK })).toBeNull()
})

test('a secretary is not even asked about', async () => {
  const permissions = permissionsOf('schooladmin', { may_view_sensitive: false, may_manage_users: false })
  const server = serverFor(baseDataOf('schooladmin', { permissions }), requestServer(LATE_REQUEST).answers)
  await openApp('/', server)
  await page(/^Willkommen/)
  expect(server.sentTo(overdueRequestEndpoints.count)).toHaveLength(0)
})
