import { type Browser, expect, test } from '@playwright/test'
import { stepToAndPress } from './keyboard.ts'
import { card, logInAs, makeAccount, type OwnAccount, openProfile, PROFILE } from './own-account.ts'
import { notice, title } from './staff-calls.ts'

const openDevice = async (browser: Browser, account: OwnAccount) => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await openProfile(page, account)
  return page
}

test('devices: one is signed out from another, then all of them', async ({ page, browser }) => {
  const account = await makeAccount(browser)
  const other = await openDevice(browser, account)
  await openProfile(page, account)
  const devices = card(page, 'Angemeldete Geräte').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('dieses Gerät')
  await devices
    .last()
    .getByRole('button', { name: /^Abmelden/ })
    .click()
  await expect(notice(page, 'Das Gerät wurde abgemeldet.')).toBeVisible()
  await expect(devices).toHaveCount(1)
  await other.goto(PROFILE)
  await expect(title(other)).toHaveText('Login')

  await logInAs(other, account)
  await page.getByRole('button', { name: 'Überall abmelden' }).click()
  const question = page.getByRole('dialog', { name: 'Überall abmelden?' })
  await question.getByRole('button', { name: 'Überall abmelden' }).click()
  await expect(title(page)).toHaveText('Login')
  expect((await page.request.get('/api/basedata')).status()).toBe(401)
  expect((await other.request.get('/api/basedata')).status()).toBe(401)
  await other.context().close()
})

test('a device is signed out by keys alone', async ({ page, browser }) => {
  const account = await makeAccount(browser)
  const other = await openDevice(browser, account)
  await openProfile(page, account)
  const devices = card(page, 'Angemeldete Geräte').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await stepToAndPress(page, devices.last().getByRole('button', { name: /^Abmelden/ }))
  await expect(devices).toHaveCount(1)
  await expect(devices.getByRole('button', { name: /^Abmelden/ })).toBeFocused()
  expect((await other.request.get('/api/basedata')).status()).toBe(401)
  await other.context().close()
})
