import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { expectPublicSound, expectSound, sidewaysPixels } from './accessibility.ts'
import { stepToAndPress } from './keyboard.ts'
import { mailOf, optinLink, title } from './public-form.ts'
import { askAs, enterApplication, openAs, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

interface CaughtMail {
  to: string
  subject: string
  text: string
}

const mailsTo = async (request: APIRequestContext, to: string) => {
  const mails = (await (await request.get('/demo/mails.json')).json()) as CaughtMail[]
  return mails.filter((mail) => mail.to === to)
}

/** The status link in the newest mail that has one. */
const statusLink = async (page: Page, to: string) => {
  let link = ''
  await expect(async () => {
    const texts = (await mailsTo(page.request, to)).map(({ text }) => text)
    link = texts.map((text) => text.match(/\/app\/bewerbungsstatus\/\S+/)?.[0]).find(Boolean) ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return link
}

/** Confirms an address with the call behind its link; the journey `registrations.public` uses the page. */
const confirmMail = async (page: Page, mail: string) => {
  const [contact_uuid, contact_id, school_short] = (await optinLink(page, mail)).split('/').reverse()
  await page.request.get('/sanctum/csrf-cookie')
  const body = { school_short, contact_id, contact_uuid }
  const reply = await askAs(page, { method: 'POST', path: '/api/public/registration_contact_optin', body })
  expect(reply.ok(), await reply.text()).toBe(true)
  return statusLink(page, mail)
}

const withdraw = (page: Page) => page.getByRole('button', { name: 'Bewerbung zurückziehen', exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Bewerbung zurückziehen?' })
/** A case in which the school has to confirm the withdrawal. */
const wish = (page: Page) => page.getByRole('button', { name: 'Rückzug beantragen', exact: true })
const wishDialog = (page: Page) => page.getByRole('dialog', { name: 'Rückzug beantragen?' })
const step = (page: Page, name: string | RegExp) => page.getByRole('listitem').filter({ hasText: name })

test('a family follows the link of its receipt, sees how far it is, and withdraws @phone', async ({
  page,
  browser,
}) => {
  test.slow()
  const mail = mailOf('stand')
  const staff = await openAs(browser, 'leitung.fsw')
  await enterApplication(staff, { firstname: 'Mia', lastname: uniqueName('Stand'), mail, sendsOptin: true })
  await staff.context().close()

  await page.goto(await confirmMail(page, mail))
  await expect(title(page)).toContainText('Stand Ihrer Bewerbung')
  await expect(page.getByText(/^Mia · Klassenstufe 1 · Schuljahr/)).toBeVisible()
  await expect(step(page, 'Liegt der Schule vor')).toHaveAttribute('aria-current', 'step')
  // The browser's history keeps the title.
  await expect(page).toHaveTitle(/^Stand Ihrer Bewerbung – /)
  await expectPublicSound(page, 'Stand')

  await withdraw(page).click()
  await expect(dialog(page)).toContainText('für Mia')
  await expectPublicSound(page, 'Rückfrage')
  await dialog(page).getByRole('button', { name: 'Nein, behalten' }).click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(withdraw(page)).toBeFocused()

  // Without a network nothing is lost: the question stays, and the next press works.
  await withdraw(page).click()
  await dialog(page).getByLabel('Grund').fill('Wir ziehen um.')
  await page.context().setOffline(true)
  await dialog(page).getByRole('button', { name: 'Ja, zurückziehen' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('Keine Verbindung')
  await page.context().setOffline(false)
  await dialog(page).getByRole('button', { name: 'Ja, zurückziehen' }).dblclick()
  await expect(page.getByRole('status').filter({ hasText: 'Die Bewerbung ist zurückgezogen.' })).toBeVisible()
  await expect(title(page)).toBeFocused()
  await expect(step(page, /^Zurückgezogen am/)).toBeVisible()
  await expect(withdraw(page)).toHaveCount(0)
  await expectPublicSound(page, 'Zurückgezogen')
  await page.reload()
  await expect(step(page, /^Zurückgezogen am/)).toBeVisible()
  await expect
    .poll(async () => (await mailsTo(page.request, mail)).map(({ subject }) => subject).join())
    .toMatch(/Bewerbung FSW-\d+-\d+ ist zurückgezogen/)

  expect(await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])')).not.toMatch(
    /Mia|umz|ziehen/,
  )
})

/** An application from paper by two people with custody, whose mails leave at once. */
const enterJointFamily = async (page: Page, { lastname, mails }: { lastname: string; mails: [string, string] }) => {
  const facts = await (await askAs(page, { method: 'GET', path: '/api/admin/schoolRegistration/formOptions' })).json()
  const year = facts.schoolyears.find(({ date_start }: { date_start: string }) => date_start > facts.today)
  const person = { lastname, phone: '030 23125100', same_address: true }
  const body = {
    school_year_id: year.id,
    send_optin: true,
    meta: {
      entry_type: 'regular',
      child_firstname: 'Lea',
      child_lastname: lastname,
      child_gender: 'f',
      child_birthdate: `${Number(year.date_start.slice(0, 4)) - 6}-03-31`,
      child_street: 'Dorfstraße',
      child_house_number: '12a',
      child_zip: '15999',
      child_city: 'Wacholderhain',
      custody: 'joint',
      joint_consent_declared: true,
      afterschool_care: 'none',
    },
    contacts: [
      { ...person, firstname: 'Anna', relationship: 'mother', mail: mails[0] },
      { ...person, firstname: 'Ole', relationship: 'father', mail: mails[1] },
    ],
  }
  const reply = await askAs(page, { method: 'POST', path: '/api/admin/schoolRegistration', body })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number; number: string }
}

test('one of two with custody asks and takes it back by keyboard; staff send a lost link and confirm', async ({
  page,
  browser,
}) => {
  test.slow()
  const staff = await openAs(browser, 'leitung.fsw')
  const lastname = uniqueName('Doppel')
  const mails: [string, string] = [mailOf('anna'), mailOf('ole')]
  const { id } = await enterJointFamily(staff, { lastname, mails })
  const link = await confirmMail(page, mails[0])
  const otherLink = await confirmMail(page, mails[1])

  await page.goto(link)
  const ask = async () => {
    await expect(withdraw(page)).toHaveCount(0)
    await stepToAndPress(page, wish(page))
    await expect(wishDialog(page)).toContainText('wenn die Schule ihn bestätigt')
    await stepToAndPress(page, wishDialog(page).getByRole('button', { name: 'Ja, Rückzug beantragen' }))
    await expect(page.getByRole('heading', { name: 'Rückzug beantragt' })).toBeVisible()
    await expect(page.getByText('Die Schule prüft Ihren Wunsch.')).toBeVisible()
    await expect(title(page)).toBeFocused()
  }
  await ask()
  await expectPublicSound(page, 'Gewünscht')
  await stepToAndPress(page, page.getByRole('button', { name: 'Doch nicht zurückziehen' }))
  await expect(page.getByRole('status').filter({ hasText: 'Die Bewerbung bleibt bestehen.' })).toBeVisible()
  await ask()

  // The other one learns nothing of it.
  const other = await page.context().newPage()
  await other.goto(otherLink)
  await expect(wish(other)).toBeVisible()
  await expect(other.getByText('gewünscht')).toHaveCount(0)

  await staff.goto(`/app/admin/bewerbungen/details/${id}`)
  await expect(staff.getByText('Die Familie möchte die Bewerbung zurückziehen').first()).toBeVisible()
  await test.step('staff send a lost link once more', async () => {
    await staff.getByRole('button', { name: `Statuslink erneut senden an Anna ${lastname}` }).click()
    await expect(staff.getByText('Der Link zum Stand der Bewerbung wurde gesendet.')).toBeVisible()
    await expectSound(staff, 'Statuslink gesendet')
    await expect.poll(() => statusLink(page, mails[0])).not.toBe(link)
    await page.goto(await statusLink(page, mails[0]))
    await expect(page.getByRole('heading', { name: 'Rückzug beantragt' })).toBeVisible()
  })
  const path = `/api/admin/schoolRegistration/${id}/withdraw`
  expect((await askAs(staff, { method: 'POST', path, body: {} })).status()).toBe(200)

  // An open page loads again when somebody comes back to it.
  await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
  await expect(step(other, /^Zurückgezogen am/)).toBeVisible()
  for (const mail of mails)
    await expect
      .poll(async () => (await mailsTo(page.request, mail)).map(({ subject }) => subject).join())
      .toContain('ist zurückgezogen')
  await staff.context().close()
})

test('a link that does not work says where to ask, on the narrowest screen, too', async ({ page }) => {
  await page.route('**/api/public/registrationStatus/**', (route) => route.abort())
  await page.goto(`/app/bewerbungsstatus/${'A'.repeat(32)}`)
  await expect(page.getByRole('alert')).toContainText('Keine Verbindung')
  await expectPublicSound(page, 'Ohne Netz')
  await page.unroute('**/api/public/registrationStatus/**')
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(page.getByRole('alert')).toContainText('Dieser Link ist nicht gültig.')
  await expectPublicSound(page, 'Unbekannt')
  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
})
