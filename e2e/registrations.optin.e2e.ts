import { expect, type Page, test } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import { confirmAll, fillPrimary, mailOf, openedEarlier, optinLink, submit } from './public-form.ts'

const EXPIRED = 'Dieser Link ist abgelaufen. Sie können einen neuen anfordern.'
const USED_UP = 'Wir haben Ihnen schon mehrere E-Mails gesendet.'
const confirm = (page: Page) => page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' })
const request = (page: Page) => page.getByRole('button', { name: 'Neuen Link anfordern' })

/** The page of a real link that runs out as soon as somebody confirms; the days until then cannot pass in a test. */
const openExpired = async (page: Page, link: string) => {
  await page.route('**/api/public/registration_contact_optin', (route) =>
    route.fulfill({ status: 409, json: { message: EXPIRED } }),
  )
  await page.goto(link)
  await confirm(page).click()
  await expect(page.getByText(EXPIRED)).toBeVisible()
}

test('an expired link is replaced by a new one, which confirms; asking again at once says how long to wait', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const mail = mailOf('neu')
  await openedEarlier(page, 'fsw')
  await fillPrimary(page, { firstname: 'Mia', mail })
  await confirmAll(page)
  await submit(page)
  const first = await optinLink(page, mail)

  await openExpired(page, first)
  await expectPublicSound(page, 'Abgelaufen')
  await request(page).click()
  await expect(page.getByText(/^Wenn die Adresse zu einer Bewerbung gehört/)).toBeVisible()
  await expect(request(page)).toHaveCount(0)
  await expectPublicSound(page, 'Neuer Link')

  await openExpired(page, first)
  await request(page).click()
  await expect(page.getByText(/Der nächste Versuch ist in \d+ (Sekunde|Minute)n? möglich\./)).toBeVisible()
  await expect(confirm(page)).toHaveCount(0)
  await expect(request(page)).toBeEnabled()
  await expectPublicSound(page, 'Gebremst')

  await page.unroute('**/api/public/registration_contact_optin')
  await expect.poll(() => optinLink(page, mail)).not.toBe(first)
  await page.goto(await optinLink(page, mail))
  await confirm(page).click()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  await expectPublicSound(page, 'Bestätigt')
})

test('a link that may not be sent again leads to the school', async ({ page }) => {
  await openExpired(page, '/app/registration_contact_optin/fsw/1/00000000-0000-4000-8000-000000000000')
  await page.route('**/api/public/registration_contact_optin/resend', (route) =>
    route.fulfill({ status: 409, json: { message: `${USED_UP} Bitte rufen Sie uns an.` } }),
  )
  await request(page).click()
  await expect(page.getByText(USED_UP)).toBeVisible()
  await expect(page.getByText(EXPIRED)).toHaveCount(0)
  await expect(page.getByRole('alert').getByRole('link', { name: /^030/ })).toBeVisible()
  await expect(request(page)).toHaveCount(0)
  await expect(confirm(page)).toHaveCount(0)
  await expectPublicSound(page, 'Aufgebraucht')
})

test('the page of a link shows the school, its colour and its privacy notice', async ({ page }) => {
  await page.goto('/app/registration_contact_optin/fow/1/00000000-0000-4000-8000-000000000000')
  await page.getByRole('button', { name: 'Datenschutzhinweise' }).click()
  await expect(page.getByRole('dialog', { name: 'Datenschutzhinweise' })).toBeVisible()
  await expectPublicSound(page, 'Datenschutzhinweise')
  await expect(page.locator('header').first()).toHaveCSS('border-bottom-color', 'rgb(31, 111, 192)')
})
