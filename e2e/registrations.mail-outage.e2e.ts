import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { type SchoolWithoutMail, startSchoolWithoutMail } from './mail-outage.ts'
import { enterApplication, putStatus, signIn } from './staff-calls.ts'
import { test } from './test.ts'

const FAMILY = 'familie.mueller@example.org'
const UNREACHABLE = 'Der Mailserver ist gerade nicht erreichbar; wir versuchen es weiter.'
const INFORM = 'Sorgeberechtigte per E-Mail informieren'

// A second program starts first, while other tests run.
test.describe.configure({ timeout: 120_000 })

let school: SchoolWithoutMail
test.beforeEach(async () => {
  school = await startSchoolWithoutMail()
})
test.afterEach(() => school.stop())

const mailsToAnna = (page: Page) => page.getByRole('list', { name: 'E-Mails an Anna Müller' }).getByRole('listitem')
const tasks = (page: Page) => page.getByRole('region', { name: 'Zu tun' })
const contacts = (page: Page) => page.getByRole('region', { name: 'Kontakte' })
const toDashboard = (page: Page) =>
  page.getByRole('navigation').getByRole('link', { name: 'Start', exact: true }).click()

/** Mia's application, entered while no mail leaves, whose confirmation mail waits. */
const openWaiting = async (page: Page) => {
  await signIn(page, 'leitung')
  const child = { firstname: 'Mia', lastname: 'Müller', mail: FAMILY, sendsOptin: true }
  const { id } = await enterApplication(page, child)
  await page.goto(`/app/admin/bewerbungen/details/${id}`)
  await expect(mailsToAnna(page)).toContainText(['Bestätigungsmail wartet auf den Versand'])
  await expect(mailsToAnna(page)).toContainText([UNREACHABLE])
  return id
}

/** The family follows the link of the one mail it got. */
const confirmAddress = async (page: Page) => {
  const optins = school.mailsAbout('bestätigen')
  expect(optins.map(({ envelope }) => envelope)).toEqual([[FAMILY]])
  const link = /https?:\S+\/app\/registration_contact_optin\/\S+/.exec(optins[0]?.text ?? '')?.[0] ?? ''
  const family = await page.context().newPage()
  await family.goto(link)
  await family.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(family.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  await family.close()
  // The receipt has left, too: only later mails wait for the server.
  await expect.poll(() => school.mailsAbout('ist bestätigt').length).toBe(1)
}

const tellFamily = async (page: Page) => {
  await page.getByRole('button', { name: INFORM }).click()
  const dialog = page.getByRole('dialog', { name: INFORM })
  await dialog.getByRole('checkbox', { name: `Anna Müller, ${FAMILY}` }).check()
  await dialog.getByRole('button', { name: 'E-Mail senden' }).click()
  await expect(dialog).toBeHidden()
}

test('a mail server comes back: what waited goes by itself, what it refused is a task until it is sent once more', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: school.url })
  const page = await context.newPage()
  const id = await openWaiting(page)
  await expectSound(page, 'E-Mail wartet')

  await school.mailServer.start()
  expect(await school.endPauses()).toBe(1)
  // The open page shows it without a reload.
  await expect(mailsToAnna(page)).toContainText(['Bestätigungsmail gesendet'])
  await confirmAddress(page)

  await school.mailServer.stop()
  await putStatus(page, id, 'waiting')
  await page.reload()
  await tellFamily(page)
  const told = mailsToAnna(page).filter({ hasText: 'Mitteilung zur Warteliste' })
  await expect(told).toContainText('wartet auf den Versand')
  await expect(told).toContainText(UNREACHABLE)
  await expect(told.getByRole('button')).toHaveCount(0)

  Object.assign(school.mailServer.state, { mood: 'refuse', words: '5.7.1 Relay access denied' })
  await school.mailServer.start()
  expect(await school.endPauses()).toBe(1)
  await expect(told).toContainText('fehlgeschlagen')
  await expect(told).toContainText('Der Mailserver hat die E-Mail abgelehnt.')
  await expect(contacts(page)).toContainText('E-Mail fehlgeschlagen')
  await expectSound(page, 'E-Mail fehlgeschlagen')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => sidewaysPixels(page), 'E-Mail fehlgeschlagen auf dem Telefon').toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })

  school.mailServer.state.mood = 'accept'
  await toDashboard(page)
  await expect(tasks(page)).toContainText('1 E-Mail nicht zugestellt')
  await tasks(page).getByRole('link', { name: 'Mia Müller' }).first().click()
  await told.getByRole('button', { name: 'Erneut senden: Mitteilung zur Warteliste an Anna Müller' }).dblclick()
  await page.getByRole('dialog', { name: 'Erfolgreich' }).getByRole('button', { name: 'OK' }).click()
  await expect(told).toContainText('gesendet')
  await expect(told.getByRole('button')).toHaveCount(0)
  await expect(contacts(page)).not.toContainText('E-Mail fehlgeschlagen')
  await expect(page.getByText(/^Mitteilung zur Warteliste: gesendet, .* Uhr$/)).toBeVisible()
  await toDashboard(page)
  await expect(page.getByRole('link', { name: 'Mia Müller' }).first()).toBeVisible()
  await expect(tasks(page)).toHaveCount(0)

  expect(await school.endPauses()).toBe(0)
  expect(school.mailsAbout('Nachricht zu Ihrer Bewerbung').map(({ envelope }) => envelope)).toEqual([[FAMILY]])
  expect(school.mailsAbout('bestätigen')).toHaveLength(1)
  await context.close()
})
