import { expect, type Page } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import { mailOf, optinLink } from './public-form.ts'
import { enterApplication, openAs, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const CONFIRM = '**/api/public/registration_contact_optin'
const RESEND = `${CONFIRM}/resend`
const NOWHERE = '/app/registration_contact_optin/fow/1/00000000-0000-4000-8000-000000000000'
const EXPIRED = 'Dieser Link ist abgelaufen. Sie können einen neuen anfordern.'
const USED_UP = 'Wir haben Ihnen schon mehrere E-Mails gesendet.'
const confirm = (page: Page) => page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' })
const request = (page: Page) => page.getByRole('button', { name: 'Neuen Link anfordern' })

/** The page of a real link that runs out as soon as somebody confirms; the days until then cannot pass in a test. */
const openExpired = async (page: Page, link: string) => {
  await page.route(CONFIRM, (route) => route.fulfill({ status: 409, json: { message: EXPIRED } }))
  await page.goto(link)
  await confirm(page).click()
  await expect(page.getByText(EXPIRED)).toBeVisible()
}

test('an expired link is replaced by a new one, which confirms; asking again at once says how long to wait', async ({
  page,
  browser,
}) => {
  test.slow()
  const mail = mailOf('neu')
  const staff = await openAs(browser, 'leitung.fsw')
  await enterApplication(staff, { firstname: 'Mia', lastname: uniqueName('Ablauf'), mail, sendsOptin: true })
  await staff.context().close()
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

  await test.step('a link that may not be sent again leads to the school', async () => {
    await page.route(RESEND, (route) =>
      route.fulfill({ status: 409, json: { message: `${USED_UP} Bitte rufen Sie uns an.` } }),
    )
    await request(page).click()
    await expect(page.getByText(USED_UP)).toBeVisible()
    await expect(page.getByText(EXPIRED)).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('link', { name: /^030/ })).toBeVisible()
    await expect(request(page)).toHaveCount(0)
    await expect(confirm(page)).toHaveCount(0)
    await expectPublicSound(page, 'Aufgebraucht')
  })

  await page.unroute(CONFIRM)
  await expect.poll(() => optinLink(page, mail)).not.toBe(first)
  await page.goto(await optinLink(page, mail))
  await confirm(page).click()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  await expectPublicSound(page, 'Bestätigt')

  await page.reload()
  await expect(page.getByText(/^Diese Adresse wurde bereits am .* Uhr bestätigt\.$/)).toBeVisible()
  await expect(page.getByText(/^Wie weit Ihre Bewerbung ist/)).toBeVisible()
  await expect(confirm(page)).toHaveCount(0)
  await expectPublicSound(page, 'Erneut geöffnet')
})

test('the page of a link shows the school, its colour and its privacy notice, and says when a link is wrong', async ({
  page,
}) => {
  await page.goto(NOWHERE)
  await page.getByRole('button', { name: 'Datenschutzhinweise' }).click()
  const notice = page.getByRole('dialog', { name: 'Datenschutzhinweise' })
  await expect(notice).toBeVisible()
  await expectPublicSound(page, 'Datenschutzhinweise')
  await expect(page.locator('header').first()).toHaveCSS('border-bottom-color', 'rgb(31, 111, 192)')
  await notice.getByRole('button', { name: 'Schließen' }).click()
  await expect(confirm(page)).toHaveCount(0)
  await expect(page.getByText('Dieser Link ist ungültig oder veraltet.')).toBeVisible()
  await expectPublicSound(page, 'Ungültig')
})
