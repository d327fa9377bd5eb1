import { expect, type Page } from '@playwright/test'
import { NEW_VERSION_TEXT } from '#contract/changelog/changelog.ts'
import { expectPublicSound } from './accessibility.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { begin, choosePlace, formPath } from './public-form.ts'
import { notice, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const VERSION_CALL = '**/api/changelog/currentVersion'
const LIST_CALL = '**/api/changelog'

const entries = [
  { name: '1.2.0', date: '2026-11-20', changes: ['Klassenlisten lassen sich drucken.'] },
  { name: '1.1.0', date: '2026-10-05', changes: ['Änderung'] },
  ...Array.from({ length: 20 }, (_, index) => ({
    name: `1.0.${20 - index}`,
    date: '2026-09-15',
    changes: ['Änderung'],
  })),
  { name: '1.0.0', date: '2026-09-01', changes: ['Die erste Fassung.'] },
]

/** Answers the polls with these names in turn; the last one stays. */
const answerPolls = async (page: Page, ...names: string[]) => {
  let asked = 0
  await page.route(VERSION_CALL, (route) => {
    const name = names[Math.min(asked, names.length - 1)]
    asked += 1
    return route.fulfill({ json: { name, build_date: '2026-11-20T06:00:00Z' } })
  })
  return () => asked
}

const versionButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^VERSION v/ })

test('the notice of a new version loads the page anew', async ({ page }) => {
  await answerPolls(page, '1.0.0', '1.1.0')
  await signIn(page, 'leitung.fsw')
  await page.clock.install({ time: new Date('2026-11-20T08:00:00Z') })
  await page.goto('/app/profile')
  await expect(versionButton(page)).toHaveText('VERSION v1.0.0')
  // One poll is due every 60 s, ±20 %.
  await page.clock.runFor(73_000)
  await notice(page, NEW_VERSION_TEXT).getByRole('button', { name: 'Jetzt neu laden' }).click()
  await expect(versionButton(page)).toHaveText('VERSION v1.1.0')
  await expect(notice(page, NEW_VERSION_TEXT)).toHaveCount(0)
})

test('a link with a hash leads to its version, back and forward to where one was; the page is sound', async ({
  page,
}) => {
  await page.addInitScript('localStorage.setItem("schulhof-changelog-seen", "1.1.0")')
  await page.route(LIST_CALL, (route) => route.fulfill({ json: entries }))
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/changelog#version-1.0.0')
  const oldest = page.getByRole('heading', { name: 'Version 1.0.0' })
  await expect(oldest).toBeInViewport({ ratio: 1 })
  const scrolled = () => page.evaluate<number>('Math.round(window.scrollY)')
  await expect.poll(scrolled).toBeGreaterThan(300)
  const where = await scrolled()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Start' }).click()
  await expect(title(page)).toContainText('Willkommen')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(title(page)).toHaveText('ChangeLog')
  await expect.poll(async () => Math.abs((await scrolled()) - where)).toBeLessThan(120)
  await page.reload()
  await expect(page.getByText('Neu seit Ihrem letzten Besuch')).toBeVisible()
  await expectSoundAndFits(page, 'ChangeLog')
})

test('the footer of the public form names the version and shows legal texts above what was typed @phone', async ({
  page,
}) => {
  const asked = await answerPolls(page, '1.4.0')
  const footer = page.getByRole('contentinfo')
  await test.step('the version is shown once the page is loaded, without a poll', async () => {
    await page.goto(formPath('fsw'))
    await expect(page.getByRole('button', { name: 'Bewerbung beginnen' })).toBeVisible()
    await expect(versionButton(page)).toHaveText('VERSION v1.4.0')
    await expect(footer.getByText('gebaut 20.11.2026 07:00')).toBeVisible()
    await versionButton(page).click()
    await expect(page.getByRole('status').filter({ hasText: 'Schulhof in der Version 1.4.0.' })).toBeVisible()
    await expect(footer.getByRole('link', { name: 'ChangeLog' })).toHaveAttribute('href', '/app/changelog')
    expect(asked()).toBe(1)
    await expectPublicSound(page, 'Fußzeile mit Version')
  })
  await test.step('the footer is not printed', async () => {
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('footer')).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  })
  await test.step('a text that cannot be loaded says so and can be asked again', async () => {
    await page.route('**/api/public/legal/impressum', (route) => route.abort(), { times: 1 })
    await footer.getByRole('button', { name: 'Impressum' }).click()
    const dialog = page.getByRole('dialog', { name: 'Impressum' })
    await expect(dialog.getByText('Konnte nicht geladen werden.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Erneut versuchen' }).click()
    await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expectPublicSound(page, 'Impressum über dem Formular')
  })
  await test.step('texts open above the form and leave alone what was typed', async () => {
    await begin(page, 'fsw')
    await expect(page.locator('body')).toHaveClass('simpleHeader fsw')
    await choosePlace(page)
    await page.getByLabel('Vorname(n)').fill('Mia')
    for (const name of ['Impressum', 'Datenschutz', 'Barrierefreiheit']) {
      const opener = footer.getByRole('button', { name, exact: true })
      await opener.click()
      const dialog = page.getByRole('dialog', { name, exact: true })
      await expect(dialog.getByRole('heading', { level: 3 }).first()).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(opener).toBeFocused()
    }
    await expect(page.getByLabel('Vorname(n)')).toHaveValue('Mia')
  })
})
