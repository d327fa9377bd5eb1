import { expect, type Page } from '@playwright/test'
import { askAs, signIn, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const access = (page: Page) => page.getByRole('dialog', { name: 'Zugriff auf mehrere Schulen' })
const opener = (page: Page, name: string) => page.getByRole('button', { name: `Zugriff auf mehrere Schulen: ${name}` })
const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) })

const openList = (page: Page, name: string) =>
  page.goto(`/app/user-management?${new URLSearchParams({ search: name })}`)

/** Makes an account at the school `fsw` and answers its name; nobody has used it yet. */
const addAccount = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  const body = { name: uniqueName('Konto '), email: `${uniqueName('konto-')}@example.org`, roles: ['viewer'] }
  const reply = await askAs(page, { method: 'POST', path: '/api/admin/user', body })
  expect(reply.status(), await reply.text()).toBe(201)
  return body.name
}

const giveSecond = async (page: Page, name: string) => {
  await opener(page, name).click()
  await access(page).getByRole('combobox', { name: 'Schule hinzufügen' }).click()
  await page.getByRole('option', { name: '[fow]Freie Oberschule Wacholderhain' }).click()
  await access(page).getByRole('button', { name: 'übernehmen', exact: true }).click()
  await expect(access(page)).toHaveCount(0)
  await expect(row(page, name)).toContainText('fow, fsw')
}

test('an admin gives an account a second school and takes it back; its head can only take it off the own one', async ({
  page,
}) => {
  const name = await addAccount(page)
  await signIn(page, 'admin')
  await openList(page, name)
  await giveSecond(page, name)
  await opener(page, name).click()
  await expect(access(page).getByRole('listitem')).toHaveCount(2)
  await access(page).getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect(access(page)).toHaveCount(0)
  await expect(row(page, name)).not.toContainText('fow')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(row(page, name)).toContainText('fow, fsw')

  await signIn(page, 'leitung.fsw')
  await openList(page, name)
  await expect(row(page, name)).toContainText('fsw, auch an: fow')
  await page.getByRole('button', { name: `Aktionen: ${name}` }).click()
  await page.getByRole('menuitem', { name: 'von dieser Schule lösen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Von dieser Schule lösen' }).click()
  await expect(page.getByText(`Keine Treffer für „${name}“.`)).toBeVisible()
})
