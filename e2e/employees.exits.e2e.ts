import { expect } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { makeOwnEmployee } from './own-employee.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, heldNotice, notice, title } from './staff-calls.ts'
import { test } from './test.ts'

test('two colleagues leave on one day, and the way back takes both exits back', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const people = [await makeOwnEmployee(page), await makeOwnEmployee(page), await makeOwnEmployee(page)]
  const [first, second, third] = people
  const leave = {
    method: 'PUT',
    path: `/api/admin/employee/${third?.id}/exit`,
    body: { date_exit: '2030-01-31' },
  } as const
  expect((await askAs(page, leave)).ok()).toBe(true)
  await page.goto('/app/admin/mitarbeiter')
  await expect(title(page)).toContainText('Mitarbeitende')
  for (const { name } of people) await page.getByRole('checkbox', { name: new RegExp(name) }).check()
  await expect(page.getByText('3 ausgewählt')).toBeVisible()
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()

  const dialog = page.getByRole('dialog', { name: 'Abgang eintragen' })
  await expect(dialog.getByText('Der Abgang zum 31.01.2030 ist schon eingetragen.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Letzter Tag an der Schule' })).not.toHaveValue('')
  await expectSound(page, 'Abgang mehrerer')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, 'Abgang mehrerer auf dem Telefon')
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })

  await dialog.getByRole('button', { name: 'Abgang von 2 Personen eintragen' }).click()
  const done = await heldNotice(page, /Der Abgang von 2 Personen zum .* ist eingetragen/)
  for (const one of [first, second])
    await expect(page.getByRole('row', { name: new RegExp(one?.lastname ?? '') })).toContainText('geht am')
  await done.getByRole('button', { name: /^Rückgängig/ }).click()
  await expect(notice(page, 'Der Abgang von 2 Personen ist zurückgenommen.')).toBeVisible()
  for (const one of [first, second])
    await expect(page.getByRole('row', { name: new RegExp(one?.lastname ?? '') })).not.toContainText('geht am')
})
