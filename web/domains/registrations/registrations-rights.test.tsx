import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { closeApp, openApp, serverFor } from '#web/app.test-data.ts'
import { paths } from '#web/paths.ts'
import { applicationOf, schoolOf } from './registrations.test-data.ts'

afterEach(closeApp)

const PAGES = {
  list: paths.registrations,
  details: paths.registration(101),
  waitlist: paths.waitlist,
}
const ROLES: readonly Role[] = ['teacher_level_1', 'viewer']

test.each(ROLES.flatMap((role) => Object.entries(PAGES).map(([page, path]) => ({ role, page, path }))))(
  'a $role does not see the page $page of applications, but which right is missing',
  async ({ role, path }) => {
    await openApp(path, serverFor(role, schoolOf([applicationOf({ firstname: 'Nora', lastname: 'Geheim' })])))
    const text = 'Dafür fehlt Ihnen die Berechtigung „Bewerbungen bearbeiten“.'
    expect(await screen.findByText(text)).toBeTruthy()
    expect(screen.queryByText(/Geheim/)).toBeNull()
  },
)

test('an application that another school has is a page that does not exist', async () => {
  await openApp(paths.registration(999_999), serverFor('schooladmin', schoolOf([])))
  expect(await screen.findByText('Seite nicht gefunden')).toBeTruthy()
})
