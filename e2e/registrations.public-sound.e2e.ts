import { expect, type Page } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import {
  begin,
  choosePlace,
  confirmAll,
  fillChild,
  fillPerson,
  fillPreviousSchool,
  formPath,
  goOn,
  goToCheck,
  mailOf,
  openedEarlier,
  openYear,
  person,
  submit,
  title,
} from './public-form.ts'
import { test } from './test.ts'

const soundHere = async (page: Page) => expectPublicSound(page, await title(page).innerText())

/** From the first page to the step of the child; the first error shows on the way. */
const beginByKeyboard = async (page: Page) => {
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(title(page)).toBeFocused()
  await goOn(page)
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await soundHere(page)
  await title(page).focus()
  // The summary stands below the title: its line comes before the fields.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /^Einschulung/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Kind')
  // The title takes the focus after it has changed its text.
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mia')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nachname')).toBeFocused()
}

/** Sends the application and corrects its address; the focus follows. */
const sendAndCorrect = async (page: Page) => {
  await confirmAll(page)
  await submit(page)
  const opener = page.getByRole('button', { name: /^Adresse korrigieren/ })
  await opener.click()
  const field = page.getByLabel('Richtige E-Mail-Adresse')
  await expect(field).toBeFocused()
  await soundHere(page)
  await page.getByRole('button', { name: 'Abbrechen' }).press('Enter')
  await expect(opener).toBeFocused()
  await opener.press('Enter')
  await field.fill(mailOf('neu'))
  await field.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: /^(Wir haben den Link an|Die Adresse ist geändert)/ }),
  ).toBeFocused()
}

test('every step is sound with and without errors, and the focus follows what is done', async ({ page }) => {
  test.slow()
  const year = await openYear(page, 'fsw')
  await openedEarlier(page, 'fsw')
  await page.goto(formPath('fsw'))
  await expect(page.getByRole('button', { name: 'Bewerbung beginnen' })).toBeVisible()
  await soundHere(page)
  await test.step('the keyboard alone fills in a step', () => beginByKeyboard(page))
  await soundHere(page)
  await fillChild(page, { firstname: 'Mia', birthdate: `1.11.${year - 6}` })
  await goOn(page)
  await expect(title(page)).toContainText('Bisher')
  await soundHere(page)
  await goOn(page)
  await page.getByRole('radio', { name: 'gemeinsames Sorgerecht' }).check()
  await page.getByRole('button', { name: 'Geschwisterkind hinzufügen' }).click()
  await goOn(page)
  await expect(page.getByRole('link', { name: /^Sorgeberechtigte Person 2, Vorname/ })).toBeVisible()
  await soundHere(page)
  await page.getByRole('button', { name: 'Geschwisterkind 1 entfernen' }).click()
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mailOf('axe'))
  await goToCheck(page)
  await soundHere(page)
  await test.step('the focus comes back from the privacy notice', async () => {
    const opener = page.getByRole('button', { name: 'Datenschutzhinweise lesen' })
    await opener.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await soundHere(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).press('Enter')
    await expect(opener).toBeFocused()
  })
  await test.step('the focus follows the correction of an address', () => sendAndCorrect(page))
})

test('a family with joint custody applies at the secondary school, and is known for a second child', async ({
  page,
}) => {
  test.slow()
  await openedEarlier(page, 'fow')
  const year = await openYear(page, 'fow')
  await begin(page, 'fow')
  await expect(page.locator('body')).toHaveClass('simpleHeader fow')
  await choosePlace(page)
  await fillChild(page, { firstname: 'Łukasz', birthdate: `3.5.${year - 12}` })
  await goOn(page)
  await expect(page.getByLabel(/^Mein Kind besucht zurzeit unsere Partnerschule \(/)).toBeVisible()
  await goOn(page)
  await expect(page.getByRole('link', { name: /^Bisherige Schule/ })).toBeVisible()
  await soundHere(page)
  await fillPreviousSchool(page)
  await goOn(page)
  await page.getByRole('radio', { name: 'gemeinsames Sorgerecht' }).check()
  const bergs = mailOf('berg')
  await fillPerson(page, 1, bergs)
  const oles = mailOf('ole')
  await test.step('the second person agrees by a link of their own, which needs another address', async () => {
    await expect(person(page, 2).getByText('Darüber stimmt sie der Bewerbung selbst zu.')).toBeVisible()
    await expect(person(page, 2).getByRole('checkbox', { name: /stimmt der Bewerbung zu/ })).toHaveCount(0)
    await fillPerson(page, 2, bergs)
    await goOn(page)
    await expect(page.getByText('Diese Adresse gehört schon der anderen Person.').first()).toBeVisible()
    await soundHere(page)
  })
  await fillPerson(page, 2, oles)
  await goOn(page)
  await expect(title(page)).toContainText('Schulweg und Ganztag')
  await soundHere(page)
  await goOn(page)
  await expect(page.getByLabel(/Das möchte ich euch selbst sagen/)).toBeVisible()
  await soundHere(page)
  await goOn(page)
  await expect(title(page)).toContainText('Angaben prüfen')
  await confirmAll(page)
  await submit(page)
  await expect(page.getByText(oles)).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveText('Bewerbung eingegangen')
  await expect(page.getByText('o***@example.org')).toBeVisible()
  await page.getByRole('link', { name: 'Bewerbung für ein weiteres Kind' }).click()
  await expect(page.getByText(/^Anschrift, Sorgerecht und Kontakte haben wir/)).toBeVisible()
})
