import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { userEndpoints } from '#contract/users/users.ts'
import { closeApp } from '#web/app.test-data.ts'
import { homeServer, openHome } from '#web/domains/dashboard/dashboard.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const LACKS = /^Notfallkonto fehlt/

test('a school whose service has no emergency account beside it reads so, and is one press away from choosing one', async () => {
  const server = homeServer('schooladmin', {})
  server.on(userEndpoints.tasks, () => ({ unreachable: 2, lacks_emergency: true }))
  await openHome(server)
  expect(await screen.findByText(LACKS)).toBeTruthy()
  const link = screen.getByRole('link', { name: /^Zur Anmeldung: Notfallkonto fehlt/ })
  expect(link.getAttribute('href')).toBe(`/app${paths.users}?tab=anmeldung`)
  expect(screen.getByText('Benutzer sind per E-Mail nicht erreichbar')).toBeTruthy()
})

test('nothing is said of it while the school has one', async () => {
  const server = homeServer('schooladmin', {})
  server.on(userEndpoints.tasks, () => ({ unreachable: 1, lacks_emergency: false }))
  await openHome(server)
  expect(await screen.findByText('Benutzer ist per E-Mail nicht erreichbar')).toBeTruthy()
  expect(screen.queryByText(LACKS)).toBeNull()
})
