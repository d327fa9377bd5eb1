import { expect } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openYearMenu, openYears, storedYear } from './open-year.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs } from './staff-calls.ts'
import { test } from './test.ts'

test('the online form is closed and opened again', async ({ page, browser }) => {
  const { short } = await openOwnSchool(browser, page)
  const isOffered = async () => {
    const reply = await askAs(page, { method: 'GET', path: `/api/public/schoolRegistration/${short}` })
    const { form } = (await reply.json()) as { form: { schoolyears: { name: string }[] } }
    return form.schoolyears.some(({ name }) => name === '2027/2028')
  }
  expect(await isOffered()).toBe(true)
  await openYears(page)
  const row = page.getByRole('row').filter({ hasText: '2027/2028' })
  await expect(row).toContainText('geöffnet')
  await openYearMenu(page, '2027/2028')
  await page.getByRole('menuitem', { name: /^Online-Formular/ }).click()
  await expectSound(page, 'the times of the online form')
  await page.getByRole('button', { name: 'Formular schließen', exact: true }).click()
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(row).toContainText('geschlossen')
  expect(await isOffered()).toBe(false)
  await openYearMenu(page, '2027/2028')
  await page.getByRole('menuitem', { name: /^Online-Formular/ }).click()
  await expect(page.getByRole('button', { name: 'Ab sofort öffnen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Formular schließen', exact: true })).toBeHidden()
  await page.getByRole('button', { name: 'Ab sofort öffnen' }).click()
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(row).toContainText('geöffnet')
  expect(await isOffered()).toBe(true)

  // Somebody else was faster: shows both versions beside each other.
  await openYearMenu(page, '2027/2028')
  await page.getByRole('menuitem', { name: /^Online-Formular/ }).click()
  await page.getByRole('textbox', { name: 'Geöffnet bis' }).fill('28.3.2027')
  const path = `/api/admin/schoolyear/${(await storedYear(page, '2027/2028')).id}`
  const body = { registration_until: '2027-05-31T10:00:00Z' }
  expect((await askAs(page, { method: 'PUT', path, body })).ok()).toBe(true)
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByRole('dialog').getByRole('alert').filter({ hasText: 'geändert' })).toBeVisible()
  await expectSound(page, 'times of the form that were changed meanwhile')
})
