import { expect } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { mailedLink } from './own-account.ts'
import { makeOwnEmployee } from './own-employee.ts'
import { openOwnSchool } from './own-school.ts'
import { notice, title } from './staff-calls.ts'
import { test } from './test.ts'

test('a whole staff is invited in three presses, and the list shows who has not signed in yet', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  const people = [await makeOwnEmployee(page), await makeOwnEmployee(page), await makeOwnEmployee(page)]
  await page.goto('/app/admin/mitarbeiter')
  await expect(title(page)).toContainText('Mitarbeitende')
  await page.getByRole('button', { name: 'Kollegium einladen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kollegium einladen' })
  for (const { lastname } of people) await expect(dialog.getByLabel(`${lastname}, Vera`)).toBeChecked()
  await expectSound(page, 'Kollegium einladen')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, 'Kollegium einladen auf dem Telefon')
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })
  const [first, second, third] = people
  await dialog.getByLabel(`${third?.lastname}, Vera`).uncheck()
  await dialog.getByRole('button', { name: '2 Personen einladen' }).click()
  await expect(notice(page, '2 Personen sind eingeladen.')).toBeVisible()
  for (const one of [first, second]) await mailedLink(page, { email: one?.mail ?? '', subject: 'Zugang' })

  await page.getByRole('button', { name: 'Konto', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'kein Login' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: new RegExp(third?.lastname ?? '') })).toBeVisible()
  await expect(page.getByRole('row', { name: new RegExp(first?.lastname ?? '') })).toBeHidden()
})
