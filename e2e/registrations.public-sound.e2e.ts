import { expect, type Page, test } from '@playwright/test'
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
  submit,
  title,
} from './public-form.ts'

const soundHere = async (page: Page) => expectPublicSound(page, await title(page).innerText())

test('every step, with and without errors, passes axe at both sizes in light and dark', async ({ page }) => {
  test.setTimeout(120_000)
  const year = await openYear(page, 'fsw')
  await openedEarlier(page, 'fsw')
  await page.goto(formPath('fsw'))
  await expect(title(page)).toBeVisible()
  await soundHere(page)
  await page.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await goOn(page)
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await soundHere(page)
  await choosePlace(page)
  await goOn(page)
  await soundHere(page)
  await fillChild(page, { firstname: 'Mia', birthdate: `1.11.${year - 6}` })
  await goOn(page)
  await soundHere(page)
  await goOn(page)
  await page.getByRole('radio', { name: 'gemeinsames Sorgerecht' }).check()
  await page.getByRole('button', { name: 'Geschwisterkind hinzufügen' }).click()
  await goOn(page)
  await soundHere(page)
  await page.getByRole('button', { name: 'Geschwisterkind 1 entfernen' }).click()
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mailOf('axe'))
  await goToCheck(page)
  await soundHere(page)
  await page.getByRole('button', { name: 'Datenschutzhinweise lesen' }).click()
  await soundHere(page)
  await page.getByRole('button', { name: 'Schließen' }).click()
  await confirmAll(page)
  await submit(page)
  await page.getByRole('button', { name: /Adresse korrigieren/ }).click()
  await soundHere(page)
  await page.goto('/app/registration_contact_optin/fsw/1/00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByText('Dieser Link ist ungültig oder veraltet.')).toBeVisible()
  await soundHere(page)
})

test('the steps only the secondary school has pass axe', async ({ page }) => {
  test.setTimeout(120_000)
  const year = await openYear(page, 'fow')
  await begin(page, 'fow')
  await choosePlace(page)
  await fillChild(page, { firstname: 'Mia', birthdate: `3.5.${year - 12}` })
  await soundHere(page)
  await goOn(page)
  await expect(page.getByLabel(/^Mein Kind besucht zurzeit unsere Partnerschule \(/)).toBeVisible()
  await goOn(page)
  await soundHere(page)
  await fillPreviousSchool(page)
  await goOn(page)
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mailOf('axe'))
  await goOn(page)
  await expect(title(page)).toContainText('Schulweg und Ganztag')
  await soundHere(page)
  await goOn(page)
  await expect(page.getByLabel(/Das möchte ich euch selbst sagen/)).toBeVisible()
  await soundHere(page)
})

test('the question for a draft and a closed form pass axe', async ({ page }) => {
  await begin(page, 'fsw')
  const saved = page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await choosePlace(page)
  await saved
  const visit = await page.context().newPage()
  await visit.goto(formPath('fsw'))
  await expect(title(visit)).toHaveText('Angefangene Bewerbung')
  await soundHere(visit)
  await visit.route('**/api/public/schoolRegistration/fsw**', async (route) => {
    const reply = await route.fetch()
    const closed = { is_open: false, message: 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.', draft: null }
    await route.fulfill({ response: reply, json: { ...(await reply.json()), ...closed } })
  })
  await visit.goto(formPath('fsw'))
  await expect(visit.getByText('Derzeit nehmen wir keine Online-Bewerbungen entgegen.')).toBeVisible()
  await soundHere(visit)
})
