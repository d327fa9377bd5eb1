import { expect, type Page } from '@playwright/test'
import { addPupils } from './own-pupil.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { enterApplication, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Seite oder Befehl' })

const openPalette = async (page: Page) => {
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeFocused()
}

test('what is typed before the palette is there reaches it, and never the page behind', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ida', lastname: uniqueName('Früh') })
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/PaletteDialog-[^/]+\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/app/admin/bewerbungen/details/${id}`)
  await expect(title(page)).toContainText('Ida')
  const changed: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') changed.push(request.url())
  })
  await page.keyboard.press('Control+k')
  // On this page the digits set a status.
  await page.keyboard.type('2341')
  release()
  await expect(palette(page)).toBeFocused()
  await expect(palette(page)).toHaveValue('2341')
  await page.keyboard.type('5')
  await expect(palette(page)).toHaveValue('23415')
  expect(changed).toEqual([])
})

test('the palette finds a child by name, by a parent and by the number that rang', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const lastname = uniqueName('Zwirn')
  const digits = `0160 ${Math.floor(1_000_000 + Math.random() * 8_999_999)}`
  const [id] = await addPupils(page, [{ firstname: 'Ida', lastname, phone: digits }])
  const hit = page.getByRole('option', { selected: true })
  await page.goto('/app/profile')
  await expect(title(page)).toBeVisible()

  await openPalette(page)
  await page.keyboard.type(lastname.slice(0, 9).toLowerCase())
  await expect(hit).toContainText(`${lastname}, Ida`)
  await expect(hit.locator('mark')).toHaveText(lastname.slice(0, 9))
  await expect(page.getByRole('group', { name: 'Sorgeberechtigte' })).toContainText(`Anna ${lastname}`)
  await expectSoundAndFits(page, 'palette with hits')
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText(`Ida ${lastname}`)

  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
  await openPalette(page)
  await page.keyboard.type(digits.replace(' ', ''))
  // Pressed before the answer arrives, it means the first hit.
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/schueler/${id}$`))
})

test('the child opened last is there before anything is typed, its family is called from there, and logging out forgets it', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  const lastname = uniqueName('Zuletzt')
  const [id] = await addPupils(page, [{ firstname: 'Ida', lastname, phone: '0160 2312577' }])
  await page.goto(`/app/admin/schueler/${id}`)
  await expect(title(page)).toHaveText(`Ida ${lastname}`)
  await page.goto('/app/profile')
  await expect(title(page)).toBeVisible()
  await openPalette(page)
  const hit = page.getByRole('option', { selected: true })
  await expect(hit).toContainText(`${lastname}, Ida`)
  await expectSoundAndFits(page, 'palette with the children opened last')
  await page.keyboard.type(lastname.toLowerCase())
  await page.getByRole('option', { name: `Anrufen: Familie von Ida ${lastname} …` }).click()
  const quick = page.getByRole('dialog', { name: `Ida ${lastname}` })
  await expect(quick.getByRole('link', { name: /0160 2312577/ })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(quick).toHaveCount(0)
  await page.goto('/app/dologout')
  await expect(title(page)).toContainText('Willkommen')
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('schulhof-recent')
})
