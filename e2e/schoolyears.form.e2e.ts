import { expect, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openYear, openYearMenu, openYears, storedYear } from './open-year.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs } from './staff-calls.ts'

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
  await page.getByRole('button', { name: 'Schließen', exact: true }).click()
  await expect(page.getByText('Noch nicht gespeichert – bitte „Übernehmen“.')).toBeVisible()
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(row).toContainText('geschlossen')
  expect(await isOffered()).toBe(false)
  await openYearMenu(page, '2027/2028')
  await page.getByRole('menuitem', { name: /^Online-Formular/ }).click()
  await expect(page.getByRole('button', { name: 'Ab sofort öffnen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Schließen', exact: true })).toBeHidden()
  await page.getByRole('textbox', { name: 'Geöffnet bis' }).fill('1.1.2020')
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByText('Bitte auch angeben, ab wann das Formular geöffnet ist.').last()).toBeVisible()
  await page.getByRole('button', { name: 'Ab sofort öffnen' }).click()
  await page.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(row).toContainText('geöffnet')
  expect(await isOffered()).toBe(true)
})

test('times of the form are checked at their field, and compared when somebody else was faster', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  await openYear(page, '2027/2028')
  await page.getByRole('button', { name: 'Online-Formular' }).click()
  const dialog = page.getByRole('dialog')
  const [until, time] = [
    dialog.getByRole('textbox', { name: 'Geöffnet bis' }),
    dialog.getByRole('textbox', { name: 'Uhrzeit (bis)' }),
  ]
  await until.fill('28.3.2027')
  await time.fill('25 Uhr')
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(dialog.getByRole('alert', { name: 'Bitte prüfen Sie 1 Angabe:' })).toBeFocused()
  await dialog.getByRole('button', { name: /^Uhrzeit \(bis\): Bitte eine Uhrzeit angeben/ }).click()
  await expect(time).toBeFocused()
  await expect(until).toHaveValue('28.03.2027')
  await time.fill('2:30')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Die Uhren werden umgestellt.', { exact: false }).last()).toBeVisible()

  // The other end was changed meanwhile: that is no conflict. The same one is.
  const { id } = await storedYear(page, '2027/2028')
  const change = async (times: object) => {
    const path = `/api/admin/schoolyear/${id}`
    expect((await askAs(page, { method: 'PUT', path, body: times })).ok()).toBe(true)
  }
  await change({ registration_until: '2027-05-31T10:00:00Z' })
  await time.fill('18')
  await page.keyboard.press('Enter')
  const conflict = dialog.getByRole('alert').filter({ hasText: 'geändert' })
  await expect(
    conflict.getByRole('row', { name: 'Geöffnet bis 31.05.2027, 12:00 Uhr 28.03.2027, 18:00 Uhr' }),
  ).toBeVisible()
  await expectSound(page, 'times of the form that were changed meanwhile')
  await expect(until).toHaveValue('28.03.2027')
  await change({ registration_from: '2026-09-01T06:00:00Z' })
  await conflict.getByRole('button', { name: 'Meine übernehmen' }).click()
  await expect(dialog).toBeHidden()
  const path = `/api/admin/schoolyear/${id}`
  expect(await (await askAs(page, { method: 'GET', path })).json()).toMatchObject({
    registration_from: '2026-09-01T06:00:00Z',
    registration_until: '2027-03-28T16:00:00Z',
  })
})
