import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/datenschutz/einschraenkungen'

const dialog = (page: Page) => page.getByRole('dialog')

const isFound = async (page: Page, lastname: string) => {
  await page.goto(`/app/admin/sus?search=${lastname}`)
  const row = page.getByRole('link', { name: new RegExp(lastname) }).first()
  return row.or(page.getByText(`Keine Treffer für „${lastname}“.`))
}

test('a head restricts a child, finds it on the page of restrictions only, and lifts it with a reason', async ({
  page,
}) => {
  test.slow()
  const lastname = uniqueName('Einschraenkung')
  await signIn(page, 'leitung.fsw')
  const [id] = await addPupils(page, [{ firstname: 'Mila', lastname }])

  await test.step('the dialog asks why', async () => {
    await page.goto(`/app/admin/schueler/${id}`)
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Verarbeitung einschränken' }).click()
    await dialog(page).getByRole('button', { name: 'Einschränken', exact: true }).click()
    await expect(dialog(page).getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
    await expectSound(page, 'Einschränken mit Fehler')
    await dialog(page).getByRole('textbox', { name: 'Grund' }).fill('Die Anschrift wird geprüft.')
    await dialog(page).getByRole('button', { name: 'Einschränken', exact: true }).click()
    await expect(notice(page, 'Die Verarbeitung ist eingeschränkt.')).toBeVisible()
  })

  await test.step('the page says so and changes nothing', async () => {
    await expect(page.getByText('Grund: Die Anschrift wird geprüft.')).toBeVisible()
    await expect(page.getByRole('button', { name: /^(Bearbeiten|Weitere Aktionen)$/ })).toHaveCount(0)
    // Buttons for changes are gone as well, not grey.
    await expect(page.getByRole('group').getByRole('button')).toHaveCount(0)
    await expectSoundAndFits(page, 'Seite eines eingeschränkten Kindes')
  })

  await test.step('no list and no search has the child', async () => {
    await expect(await isFound(page, lastname)).toHaveText(`Keine Treffer für „${lastname}“.`)
  })

  await test.step('a search tells the head where to look, in the list and by keys', async () => {
    await expect(page.getByText('1 eingeschränkte Person: nur unter Datenschutz, Einschränkungen')).toBeVisible()
    await expectSoundAndFits(page, 'Liste mit Hinweis auf eine eingeschränkte Person')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /Seite oder Befehl/ }).fill(lastname)
    await page.getByRole('option', { name: /^1 eingeschränkte Person/ }).click()
    await expect(title(page)).toHaveText(/^Einschränkungen/)
  })

  await test.step('the page of restrictions leads to it, and lifts with a reason', async () => {
    await page.goto(LIST)
    await expectSoundAndFits(page, 'Einschränkungen')
    await page.getByRole('link', { name: `${lastname}, Mila` }).click()
    await expect(title(page)).toHaveText(`Mila ${lastname}`)
    await page.getByRole('button', { name: 'Einschränkung aufheben' }).click()
    await dialog(page).getByRole('textbox', { name: 'Grund' }).fill('Die Anschrift ist berichtigt.')
    await dialog(page).getByRole('button', { name: 'Einschränkung aufheben' }).click()
    await expect(notice(page, 'Die Einschränkung ist aufgehoben.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Weitere Aktionen' })).toBeVisible()
    await expect(await isFound(page, lastname)).toContainText(lastname)
  })
})
