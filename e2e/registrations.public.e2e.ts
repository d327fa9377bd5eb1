import { expect, type Page, test } from '@playwright/test'
import {
  begin,
  choosePlace,
  confirmAll,
  fillChild,
  fillPerson,
  fillPreviousSchool,
  fillPrimary,
  formPath,
  goOn,
  goToCheck,
  mailOf,
  openedEarlier,
  openYear,
  optinLink,
  person,
  submit,
  title,
} from './public-form.ts'

/** Errors of the console and of the content policy; both must stay empty. */
const watchForErrors = (page: Page) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

test('a parent applies on the phone, mends what is wrong and confirms by the mail @phone', async ({ page }) => {
  const errors = watchForErrors(page)
  const mail = mailOf('anna')
  const year = await openYear(page, 'fsw')
  await begin(page, 'fsw')
  await expect(page.locator('body')).toHaveClass('simpleHeader fsw')
  await choosePlace(page)
  await fillChild(page, { firstname: 'Mia', birthdate: `31.2.${year - 6}` })
  await goOn(page)
  await expect(page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie 1 Angabe:' })).toBeVisible()
  await expect(page.getByLabel('Geburtsdatum')).toBeFocused()
  await expect(page.getByLabel('Geburtsdatum')).toHaveAccessibleDescription(/Dies ist kein gültiges Datum\./)
  await expect(page).toHaveTitle(/^Fehler: Kind/)
  await page.getByLabel('Geburtsdatum').fill(`1.11.${year - 6}`)
  await page.getByLabel('Geburtsdatum').blur()
  await expect(page.getByText('Vorzeitige Einschulung auf Antrag möglich.')).toBeVisible()
  await goOn(page)
  await expect(title(page)).toContainText('Bisher')
  await expect(title(page)).toBeFocused()
  await goOn(page)
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mail)
  await goToCheck(page)
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(page.getByText('Fehler: Bitte hier bestätigen.', { exact: true })).toHaveCount(2)
  await confirmAll(page)
  await submit(page)
  await expect(page.getByText(/^FSW-\d{4}-\d{4}$/)).toHaveCount(2)
  await expect(page.getByText('a***@example.org')).toBeVisible()
  expect(page.url()).not.toContain('Mia')

  const link = await optinLink(page, mail)
  await page.goto(link)
  await page.reload()
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  await expect(title(page)).toHaveText('E-Mail-Adresse bestätigt')
  await expect(title(page)).toBeFocused()
  await expect(page).toHaveTitle(/^E-Mail-Adresse bestätigt – /)
  await page.reload()
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(
    page.getByText(/Diese Adresse wurde bereits am \d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr bestätigt\./),
  ).toBeVisible()
  // A refused step asks nothing of the server, so nothing may be reported.
  expect(errors.filter((text) => !text.includes('422'))).toEqual([])
})

test('a family with joint custody applies at the secondary school, and again for a second child', async ({ page }) => {
  const mail = mailOf('berg')
  await openedEarlier(page, 'fow')
  const year = await openYear(page, 'fow')
  await begin(page, 'fow')
  await expect(page.locator('body')).toHaveClass('simpleHeader fow')
  await choosePlace(page)
  await fillChild(page, { firstname: 'Łukasz', birthdate: `3.5.${year - 12}` })
  await goOn(page)
  await fillPreviousSchool(page)
  await goOn(page)
  await page.getByRole('radio', { name: 'gemeinsames Sorgerecht' }).check()
  await fillPerson(page, 1, mail)
  await goOn(page)
  await expect(page.getByRole('link', { name: /^Sorgeberechtigte Person 2, Vorname/ })).toBeVisible()
  await fillPerson(page, 2, 'ole@gmial.com')
  await person(page, 2).getByRole('button', { name: 'Meinten Sie @gmail.com?' }).click()
  await expect(person(page, 2).getByLabel('E-Mail')).toHaveValue('ole@gmail.com')
  await person(page, 2).getByLabel('E-Mail').fill(mailOf('ole'))
  await person(page, 2)
    .getByRole('checkbox', { name: /stimmt der Bewerbung zu/ })
    .check()
  await page.getByRole('button', { name: 'Geschwisterkind hinzufügen' }).click()
  await expect(page.getByRole('group', { name: 'Geschwisterkind 1' }).getByLabel('Vorname')).toBeFocused()
  await page.getByRole('button', { name: 'Geschwisterkind 1 entfernen' }).click()
  await goToCheck(page)
  await confirmAll(page)
  await submit(page)
  await expect(page.getByText('o***@example.org')).toBeVisible()
  await page.reload()
  await expect(title(page)).toHaveText('Bewerbung eingegangen')

  await page.getByRole('link', { name: 'Bewerbung für ein weiteres Kind' }).click()
  await expect(page.getByText(/^Anschrift, Sorgerecht und Kontakte haben wir/)).toBeVisible()
  await page.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await choosePlace(page)
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('')
  await expect(page.getByLabel('Straße')).toHaveValue('Dorfstraße')
})

test('the first tap on Weiter counts, although a date has just been typed @phone', async ({ page }) => {
  await begin(page, 'fow')
  await page.getByRole('radio', { name: 'Quereinstieg' }).check()
  await page.getByLabel('Gewünschte Klassenstufe').selectOption({ index: 1 })
  const start = page.getByLabel('Gewünschter Beginn')
  await start.pressSequentially('1.1.2020')
  const button = page.getByRole('button', { name: 'Weiter', exact: true })
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('no button')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + 4)
  await expect(page.getByText('Der Beginn darf nicht in der Vergangenheit liegen.').first()).toBeVisible()
  await start.fill('1.3.2027')
  await expect(start).not.toHaveAttribute('aria-invalid')
  await goOn(page)
  await expect(title(page)).toContainText('Kind')
})

test('without connection nothing is lost, and the application goes out once', async ({ page, context }) => {
  await fillPrimary(page, { firstname: 'Ida', mail: mailOf('ida') })
  await confirmAll(page)
  const keys: string[] = []
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    if (key) keys.push(key)
  })
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
  const waiting = page.getByRole('alert').filter({ hasText: 'Noch nicht abgesendet' })
  await expect(waiting).toContainText('Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut.')
  await expect(waiting).toBeInViewport()
  await context.setOffline(false)
  await submit(page)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('a change from the check page asks for what it makes necessary and comes back there', async ({ page }) => {
  await fillPrimary(page, { firstname: 'Lena', mail: mailOf('lena') })
  await page.getByRole('button', { name: 'Platz ändern' }).click()
  await page.getByRole('radio', { name: 'Quereinstieg' }).check()
  await page.getByLabel('Gewünschte Klassenstufe').selectOption({ label: 'Klassenstufe 2' })
  const next = (await openYear(page, 'fsw')) - 2000
  await page.getByLabel('Gewünschter Beginn').fill(`15.9.${next}`)
  await page.getByLabel('Gewünschter Beginn').blur()
  await page.getByRole('button', { name: `Meinten Sie 15.09.20${next}?` }).click()
  await goOn(page)
  await expect(title(page)).toContainText('Bisher')
  await page.getByLabel('Bisherige Schule').fill('Grundschule am See')
  await page.getByLabel('Ort der Schule').fill('Wacholderhain')
  await page.getByLabel('Schulform').selectOption({ label: 'Grundschule' })
  await page.getByLabel('Aktuelle Klassenstufe').selectOption({ label: 'Klassenstufe 1' })
  await goOn(page)
  await expect(title(page)).toContainText('Angaben prüfen')
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(title(page)).toContainText('Gespräch')
})

test('the keyboard alone fills in a step', async ({ page }) => {
  await page.goto(formPath('fsw'))
  await expect(page.getByRole('button', { name: 'Bewerbung beginnen' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /^Einschulung/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(title(page)).toContainText('Kind')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Mia')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Nachname')).toBeFocused()
})

test('the focus comes back from the privacy notice and follows the correction of an address', async ({ page }) => {
  await openedEarlier(page, 'fsw')
  await fillPrimary(page, { firstname: 'Ida', mail: mailOf('fokus') })
  const opener = page.getByRole('button', { name: 'Datenschutzhinweise lesen' })
  await opener.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).press('Enter')
  await expect(opener).toBeFocused()
  await confirmAll(page)
  await submit(page)
  await page.getByRole('button', { name: /^Adresse korrigieren/ }).click()
  const field = page.getByLabel('Richtige E-Mail-Adresse')
  await expect(field).toBeFocused()
  await page.getByRole('button', { name: 'Abbrechen' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Adresse korrigieren/ })).toBeFocused()
  await page.getByRole('button', { name: /^Adresse korrigieren/ }).press('Enter')
  await field.fill(mailOf('neu'))
  await field.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Wir haben den Link an' })).toBeFocused()
})

test('a child of the partner school is not asked for that school again', async ({ page }) => {
  const year = await openYear(page, 'fow')
  await begin(page, 'fow')
  await choosePlace(page)
  await fillChild(page, { firstname: 'Mia', birthdate: `3.5.${year - 12}` })
  await goOn(page)
  await page.getByRole('checkbox', { name: /^Mein Kind besucht zurzeit unsere Partnerschule/ }).check()
  await expect(page.getByLabel('Bisherige Schule')).toBeHidden()
  await page.getByLabel('Aktuelle Klassenstufe').selectOption({ label: 'Klassenstufe 6' })
  await goOn(page)
  await expect(title(page)).toContainText('Familie')
})
