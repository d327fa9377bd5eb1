import { expect, type Page, test } from '@playwright/test'
import { notice, signIn, title } from './staff-calls.ts'

/** What stands below the list: the rule of the login, and which role has which right. */

const openList = async (page: Page) => {
  await page.goto('/app/user-management')
  await expect(title(page)).toContainText('Benutzer Verwaltung')
}

test('the second factor is asked of heads only by who has one', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await openList(page)
  const rule = page.getByRole('switch', { name: 'Zwei-Faktor-Anmeldung für Schulleitungen verlangen' })
  await rule.click()
  await expect(
    page.getByText('Bitte richten Sie zuerst die Zwei-Faktor-Anmeldung für Ihr eigenes Konto ein.'),
  ).toBeVisible()
  await expect(rule).not.toBeChecked()
  await page.getByRole('alert').getByRole('link', { name: 'Zu Ihrem Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
})

test('before the second factor is asked for it is said who loses access', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  // Shared with other journeys: that the head has a second factor is only played, and nothing is sent.
  await page.route('**/api/admin/user', async (route) => {
    const reply = await route.fetch()
    const list = (await reply.json()) as { users: { is_self: boolean }[] }
    const users = list.users.map((user) => (user.is_self ? { ...user, has_two_factor: true } : user))
    await route.fulfill({ response: reply, json: { ...list, users } })
  })
  const sent: string[] = []
  await page.route('**/api/admin/userLoginRules', (route) => {
    sent.push(route.request().postData() ?? '')
    return route.fulfill({ json: { message: 'Die Zwei-Faktor-Anmeldung ist für Schulleitungen jetzt Pflicht.' } })
  })
  await openList(page)
  const rule = page.getByRole('switch', { name: 'Zwei-Faktor-Anmeldung für Schulleitungen verlangen' })
  const question = page.getByRole('dialog', { name: 'Zwei-Faktor-Anmeldung verlangen' })
  await rule.click()
  await expect(question).toContainText(/\d+ Konten haben noch keinen zweiten Faktor: .*Alex Amtmann/)
  await expect(question).not.toContainText('Katharina Vogt')
  await expect(question.getByRole('button', { name: 'Abbrechen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toHaveCount(0)
  await rule.click()
  await question.getByRole('button', { name: 'Verlangen' }).click()
  await expect(notice(page, 'jetzt Pflicht.')).toBeVisible()
  expect(sent).toEqual(['{"two_factor_for_heads":true}'])
})

test('the overview shows every permission and role, and finds some', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await openList(page)
  await expect(page.getByRole('heading', { name: 'Übersicht: Rechte - Rollen' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Übersicht: Rechte - Rollen' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'Recht',
    'Admin',
    'Schulleitung',
    'Lehrer Level 1',
    'Betrachter',
  ])
  await expect(table.getByRole('rowheader')).toHaveCount(18)
  await expect(page.getByText(/„Benutzer verwalten“ \(manage users\), .* persönliche Rechte/)).toBeVisible()
  await expect(
    table.getByRole('row', { name: /^Technische Ansichten und Einrichtung debug view/ }).getByRole('cell'),
  ).toHaveText([
    'Admin darf: debug view',
    /Schulleitung darf nicht: debug view$/,
    /Lehrer Level 1 darf nicht: debug view$/,
    /Betrachter darf nicht: debug view$/,
  ])
  await page.getByRole('searchbox', { name: 'Rechte suchen' }).fill('bewerbung')
  await expect(table.getByRole('rowheader')).toHaveText(['Bewerbungen bearbeitenmanage pupil application'])
})
