import { expect, type Page, type Route, test } from '@playwright/test'
import { begin, choosePlace, confirmAll, fillPrimary, formPath, goOn, mailOf, title } from './public-form.ts'

const SETTINGS = '**/api/public/schoolRegistration/fsw**'

/** Changes what the page learns about the form. */
const changeSettings = (page: Page, change: (settings: object) => object) =>
  page.route(SETTINGS, async (route: Route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    return route.fulfill({ response: reply, json: change(await reply.json()) })
  })

test('a draft survives reload and the ways of the browser; a new visit sees only that there is one', async ({
  page,
}) => {
  await begin(page, 'fsw')
  const stepSaved = page.waitForResponse((reply) => reply.request().postData()?.includes('"step":"child"') ?? false)
  await choosePlace(page)
  await stepSaved
  // What was typed is on its way when the page goes.
  await page.getByLabel('Vorname(n)').fill('Geheimnis')
  await page.reload()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')
  expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
  expect(JSON.stringify(await page.evaluate('[history.state, location.href]'))).not.toContain('Geheimnis')
  await page.goBack()
  await expect(title(page)).toContainText('Platz')
  await page.goForward()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')

  const visit = await page.context().newPage()
  await visit.goto(formPath('fsw'))
  await expect(visit.getByText(/Es gibt einen angefangenen Entwurf von \d\d:\d\d Uhr\./)).toBeVisible()
  await expect(visit.locator('body')).not.toContainText('Geheimnis')
  await visit.getByRole('button', { name: 'Fortsetzen' }).click()
  await expect(visit.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')
  await visit.getByRole('button', { name: 'Entwurf löschen' }).click()
  await visit.getByRole('dialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  await expect(title(visit)).toHaveText('Bewerbung um einen Schulplatz')
  await visit.goto(formPath('fsw'))
  await expect(title(visit)).toHaveText('Bewerbung um einen Schulplatz')
})

test('what is typed while the step before is still being saved survives a reload', async ({ page }) => {
  await begin(page, 'fsw')
  const held: Route[] = []
  await page.route('**/api/public/schoolRegistrationDraft/fsw**', (route) => held.push(route), { times: 1 })
  await choosePlace(page)
  await expect.poll(() => held.length).toBe(1)
  await page.getByLabel('Vorname(n)').fill('Geheimnis')
  await page.reload()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')
})

test('a step that is still being saved survives a reload', async ({ page }) => {
  await begin(page, 'fsw')
  const held: Route[] = []
  await page.route('**/api/public/schoolRegistrationDraft/fsw**', (route) => held.push(route), { times: 1 })
  await page.getByRole('radio', { name: 'Quereinstieg' }).check()
  await page.getByLabel('Gewünschte Klassenstufe').selectOption({ label: 'Klassenstufe 2' })
  await goOn(page)
  await expect.poll(() => held.length).toBe(1)
  await page.reload()
  await expect(page.getByLabel('Gewünschte Klassenstufe')).toHaveValue('2')
})

test('a form that closes in an open tab says so, and its draft stays', async ({ page }) => {
  await page.clock.install()
  await begin(page, 'fsw')
  await choosePlace(page)
  const saved = page.waitForResponse((reply) => reply.request().postData()?.includes('Geheimnis') ?? false)
  await page.getByLabel('Vorname(n)').fill('Geheimnis')
  await saved
  const message = 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.'
  await changeSettings(page, (settings) => ({ ...settings, is_open: false, message, form_token: null }))
  await page.clock.fastForward('13:00:00')
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByText(/^Ihr Entwurf bleibt/)).toBeVisible()
  await page.unroute(SETTINGS)
  await page.reload()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')
})

test('a form that has just closed says so at the next step', async ({ page }) => {
  await begin(page, 'fsw')
  const saved = page.waitForResponse((reply) => reply.request().postData()?.includes('regular') ?? false)
  await page.getByRole('radio', { name: /^Einschulung in Klasse/ }).check()
  await saved
  const message = 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.'
  await page.route('**/api/public/schoolRegistrationDraft/fsw**', (route) =>
    route.fulfill({ status: 403, json: { message } }),
  )
  await changeSettings(page, (settings) => ({ ...settings, is_open: false, message, form_token: null }))
  await goOn(page)
  await expect(page.getByText(message)).toBeVisible()
  await expect(title(page)).toHaveText('Bewerbung um einen Schulplatz')
})

test('a form the server no longer takes is renewed and can be sent', async ({ page }) => {
  await changeSettings(page, (settings) => ({ ...settings, form_token: 'old.token' }))
  await page.clock.install()
  await fillPrimary(page, { firstname: 'Ida', mail: mailOf('alt') })
  await page.unroute(SETTINGS)
  await confirmAll(page)
  await page.clock.fastForward('00:02:00')
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(page.getByText('Bitte prüfen Sie Ihre Angaben und senden Sie noch einmal ab.')).toBeVisible()
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(title(page)).toHaveText('Bewerbung eingegangen', { timeout: 20_000 })
})

test('a tab that was open for more than a day sends with a new form', async ({ page }) => {
  await changeSettings(page, (settings) => ({ ...settings, form_token: 'old.token' }))
  await page.clock.install()
  await fillPrimary(page, { firstname: 'Ida', mail: mailOf('tag') })
  await page.unroute(SETTINGS)
  await confirmAll(page)
  const renewed = page.waitForResponse(SETTINGS)
  await page.clock.fastForward('25:00:00')
  await renewed
  await page.getByRole('button', { name: 'Bewerbung absenden' }).click()
  await expect(title(page)).toHaveText('Bewerbung eingegangen', { timeout: 20_000 })
})
