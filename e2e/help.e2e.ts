import { expect, type Page } from '@playwright/test'
import { expectDarkColours, expectPublicSound } from './accessibility.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { formPath } from './public-form.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const search = (page: Page) => page.getByRole('searchbox', { name: 'In der Hilfe suchen' })

/** Layout that moved by itself, as the browser counts it. */
const WATCH_SHIFTS = `window.shifted = 0
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) window.shifted += value
}).observe({ type: 'layout-shift', buffered: true })`

test('somebody who does not know how to go on finds it by F1 and by searching, with keys alone', async ({ page }) => {
  await signIn(page, 'sekretariat.fsw')
  await page.goto('/app/admin/abwesenheitsmeldungen')
  await expect(title(page)).toContainText('Krankmeldungen')
  await page.keyboard.press('F1')
  await expect(page).toHaveURL(/\/app\/hilfe\/krankmeldungen$/)
  await expect(title(page)).toBeFocused()
  await expectSoundAndFits(page, 'Ein Kapitel der Hilfe')

  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('link erneuern')
  await expect(page.getByText(/^\d+ Stellen$/)).toBeVisible()
  await expectSoundAndFits(page, 'Treffer in der Hilfe')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/markiert=link\+erneuern#/)
  const place = page.locator('main :focus')
  await expect(place).toContainText('Link erneuern')
  await expect(place).toBeInViewport()
  await expect(place.locator('mark').first()).toBeVisible()
  await page.goBack()
  await expect(search(page)).toHaveValue('link erneuern')

  await page.getByRole('button', { name: /^Benutzermenü/ }).click()
  await page.getByRole('menuitem', { name: 'Hilfe' }).click()
  await expect(page.getByRole('region', { name: 'Für Ihre Arbeit' })).toBeVisible()
  await expectSoundAndFits(page, 'Hilfe')
})

test('all pictures of the handbook arrive, nothing moves, and on paper there is only the handbook', async ({
  page,
}) => {
  const failed: string[] = []
  page.on('response', (reply) => reply.status() >= 400 && failed.push(reply.url()))
  await page.addInitScript(WATCH_SHIFTS)
  await page.goto('/app/hilfe/bewerbungen')
  await expect(page.locator('main img').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate<number>('window.shifted')).toBe(0)
  await page.goto('/app/hilfe/gesamt')
  await expect(title(page)).toHaveText('Handbuch')
  const pictures = page.locator('main img')
  expect(await pictures.count()).toBeGreaterThan(15)
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }
  expect(failed).toEqual([])
  await page.goto('/app/hilfe/krankmeldungen')
  await expect(title(page)).toHaveText('Krankmeldungen')
  const text = (await printedSheets(page)).join('')
  for (const part of ['Krankmeldungen', 'Ein Kind krankmelden', 'Stand:']) expect(text).toContain(withoutBlanks(part))
  for (const screenOnly of ['In der Hilfe suchen', 'In diesem Kapitel', 'ChangeLog', '‹'])
    expect(text).not.toContain(withoutBlanks(screenOnly))
})

test('a parent who is not signed in reads the answers for families first @phone', async ({ page }) => {
  await page.goto('/app/hilfe')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Ein Kind krankmelden')
  await expectSoundAndFits(page, 'Hilfe für Familien')
  await page.getByText('Für Mitarbeitende der Schule').click()
  await expect(page.getByRole('link', { name: 'Krankmeldungen' })).toBeVisible()
  await search(page).fill('zurücknehmen')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Für Familien')
  await expect(page.getByText(/Zehn Minuten lang können Sie die Meldung/)).toBeVisible()
  await expectSoundAndFits(page, 'Treffer für Familien')
})

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' })

  test('contents, chapter and hits have readable colours', async ({ page }) => {
    for (const path of [
      '/app/hilfe',
      '/app/hilfe/tasten',
      '/app/hilfe?suche=drucken',
      '/app/hilfe/klassen?markiert=drucken',
    ]) {
      await page.goto(path)
      await expect(title(page)).toBeVisible()
      await expectDarkColours(page, path)
    }
  })
})

test('parents open the help of the form without a connection, and nothing they typed is lost @phone', async ({
  page,
  context,
}) => {
  await page.goto(formPath('fsw'))
  await page.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await page.getByRole('radio', { name: 'Einschulung in Klasse 1' }).check()
  await context.setOffline(true)
  const opener = page.getByRole('contentinfo').getByRole('button', { name: 'Hilfe' })
  await opener.click()
  const dialog = page.getByRole('dialog', { name: 'Hilfe zur Bewerbung' })
  await expect(dialog.getByRole('heading', { name: 'Kann ich unterbrechen?' })).toBeVisible()
  await expectPublicSound(page, 'Hilfe zur Bewerbung')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Einschulung in Klasse 1' })).toBeChecked()
  await context.setOffline(false)
})
