import { expect, type Page } from '@playwright/test'
import {
  begin,
  choosePlace,
  confirmAll,
  fillChild,
  fillPerson,
  fillPrimary,
  goOn,
  goToCheck,
  mailOf,
  openedEarlier,
  openYear,
  optinLink,
  submit,
  title,
} from './public-form.ts'
import { test } from './test.ts'

/** Errors of the console and of the content policy; both must stay empty. */
const watchForErrors = (page: Page) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

/** On a phone, the hint that appears on leaving the field must not move the button away from the finger. */
const tapAfterTyping = async (page: Page) => {
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
  await page.getByRole('button', { name: 'Zurück' }).click()
  await expect(title(page)).toContainText('Platz')
}

/** The keys of all tries to send. */
const watchKeys = (page: Page) => {
  const keys: string[] = []
  page.on('request', (request) => {
    const key = request.headers()['idempotency-key']
    if (key) keys.push(key)
  })
  return keys
}

test('a parent applies on the phone, also over a lost connection, and confirms by the mail @phone', async ({
  page,
}) => {
  test.slow()
  const errors = watchForErrors(page)
  const mail = mailOf('anna')
  await openedEarlier(page, 'fsw')
  const year = await openYear(page, 'fsw')
  await begin(page, 'fsw')
  await expect(page.locator('body')).toHaveClass('simpleHeader fsw')
  await test.step('the first tap on Weiter counts, although a date has just been typed', () => tapAfterTyping(page))

  await choosePlace(page)
  await fillChild(page, { firstname: 'Mia', birthdate: `1.11.${year - 6}` })
  await goOn(page)
  await expect(title(page)).toContainText('Bisher')
  await expect(title(page)).toBeFocused()
  await goOn(page)
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mail)
  await goToCheck(page)
  await confirmAll(page)

  await test.step('without connection nothing is lost, and the application goes out once', async () => {
    const keys = watchKeys(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
    const waiting = page.getByRole('alert').filter({ hasText: 'Noch nicht abgesendet' })
    await expect(waiting).toContainText('Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut.')
    await expect(waiting).toBeInViewport()
    await page.context().setOffline(false)
    await submit(page)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
  })
  await expect(page.getByText(/^FSW-\d{4}-\d{4}$/)).toHaveCount(2)
  await expect(page.getByText(mail)).toBeVisible()
  expect(page.url()).not.toContain('Mia')

  await test.step('only the button behind the link confirms, once', async () => {
    await page.goto(await optinLink(page, mail))
    await page.reload()
    await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
    await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
    await expect(title(page)).toHaveText('E-Mail-Adresse bestätigt')
    await expect(title(page)).toBeFocused()
    await expect(page).toHaveTitle(/^E-Mail-Adresse bestätigt – /)
    await page.reload()
    await expect(
      page.getByText(/Diese Adresse wurde bereits am \d\d\.\d\d\.\d{4} um \d\d:\d\d Uhr bestätigt\./),
    ).toBeVisible()
  })
  // A refused try is repeated later and the lost connection is intended, so neither may be reported as an error.
  const expected = ['422', 'ERR_INTERNET_DISCONNECTED']
  expect(errors.filter((text) => !expected.some((part) => text.includes(part)))).toEqual([])
})

test('a field that a password manager filled is emptied by one button, and the receipt appears', async ({ page }) => {
  const errors = watchForErrors(page)
  await openedEarlier(page, 'fsw')
  await fillPrimary(page, { firstname: 'Lotte', mail: mailOf('lotte') })
  await confirmAll(page)
  await page.locator('#website').fill('https://example.org', { force: true })
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(page.getByText(/hat ein verstecktes Feld ausgefüllt/)).toBeInViewport()
  await page.getByRole('button', { name: 'Feld leeren und absenden' }).click()
  await submit(page)
  await expect(page.getByText(/^FSW-\d{4}-\d{4}$/)).toHaveCount(2)
  expect(errors.filter((text) => !text.includes('422'))).toEqual([])
})
