import { expect, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { logInAs, makeAccount, typeLogin } from './own-account.ts'
import { askAs, openAs, title, uniqueName } from './staff-calls.ts'

test('whoever moves the own address gives the own password, and signs in with the new one', async ({
  page,
  browser,
}) => {
  const own = await makeAccount(browser, 'schooladmin')
  const head = await openAs(browser, 'leitung.fsw')
  const { users } = (await (await askAs(head, { method: 'GET', path: '/api/admin/user' })).json()) as {
    users: { id: number; email: string }[]
  }
  const id = users.find(({ email }) => email === own.email)?.id
  const given = await askAs(head, {
    method: 'PUT',
    path: `/api/admin/user/${id}`,
    body: { roles: ['schooladmin'], may_manage_users: true },
  })
  expect(given.ok(), await given.text()).toBe(true)
  await head.context().close()

  await logInAs(page, own)
  await page.goto(`/app/user-management?${new URLSearchParams({ search: own.name })}`)
  await page.getByRole('button', { name: `${own.name} bearbeiten` }).click()
  const form = page.getByRole('dialog', { name: 'Benutzer bearbeiten' })
  const password = form.getByLabel('Ihr Passwort', { exact: true })
  await expect(form.getByLabel('Name', { exact: true })).toBeVisible()
  await expect(password).toHaveCount(0)
  const email = `${uniqueName('umgezogen-')}@example.org`
  await form.getByLabel('E-Mail').fill(email)
  await expect(password).toBeVisible()
  await expectSound(page, 'own address')

  const send = form.getByRole('button', { name: 'Übernehmen' })
  await send.click()
  await expect(password).toHaveAccessibleDescription(/Bitte bestätigen Sie die neue Adresse mit Ihrem Passwort\./)
  await password.fill('nicht dieses')
  await send.click()
  await expect(password).toHaveAccessibleDescription(/Dieses Passwort ist nicht richtig\./)
  await password.fill(own.password)
  // The list never answers: that nobody is logged in any more shows by the base data alone.
  await page.route('**/api/admin/user', (route) => (route.request().method() === 'GET' ? undefined : route.fallback()))
  await send.click()
  await expect(title(page)).toHaveText('Login')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await typeLogin(page, { email, password: own.password })
  await expect(title(page)).not.toHaveText('Login')
})
