import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Role } from '#contract/permissions.ts'
import { closeApp, openApp, SOON } from '#web/app.test-data.ts'
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
    openApp(path, { role, answers: schoolOf([applicationOf({ firstname: 'Nora', lastname: 'Geheim' })]) })
    const text = 'Dafür fehlt Ihnen die Berechtigung „Bewerbungen bearbeiten“ (manage pupil application).'
    expect(await screen.findByText(text, {}, SOON)).toBeTruthy()
    expect(screen.queryByText(/Geheim/)).toBeNull()
  },
)

test('an application that another school has is a page that does not exist', async () => {
  openApp(paths.registration(999_999), { answers: schoolOf([]) })
  expect(await screen.findByText('Seite nicht gefunden', {}, SOON)).toBeTruthy()
})
