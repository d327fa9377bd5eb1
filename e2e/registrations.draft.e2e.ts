import { expect, type Page, type Route } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import { begin, choosePlace, formPath, goOn, title } from './public-form.ts'
import { test } from './test.ts'

const SETTINGS = '**/api/public/schoolRegistration/fsw**'
const DRAFT = '**/api/public/schoolRegistrationDraft/fsw**'

/** Delays the next save like a slow network, and leaves once the page has started it. */
const reloadWhileSaving = async (page: Page, act: () => Promise<void>) => {
  const held: Route[] = []
  await page.route(DRAFT, (route) => held.push(route), { times: 1 })
  await act()
  await expect.poll(() => held.length).toBe(1)
}

const typeAndReload = async (page: Page) => {
  await page.getByLabel('Vorname(n)').fill('Geheimnis')
  await page.reload()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')
}

test('a draft survives reload and the ways of the browser; a new visit sees only that there is one', async ({
  page,
}) => {
  const begun = page.waitForResponse((reply) => reply.request().method() === 'PUT')
  await begin(page, 'fsw')
  await begun
  await test.step('a step that is still being saved survives a reload', async () => {
    await reloadWhileSaving(page, async () => {
      await page.getByRole('radio', { name: 'Quereinstieg' }).check()
      await page.getByLabel('Gewünschte Klassenstufe').selectOption({ label: 'Klassenstufe 2' })
      await goOn(page)
    })
    await page.reload()
    await expect(page.getByLabel('Gewünschte Klassenstufe')).toHaveValue('2')
  })
  await test.step('what is typed while the step before is still being saved survives a reload', async () => {
    await reloadWhileSaving(page, () => choosePlace(page))
    await typeAndReload(page)
  })
  await test.step('what is typed is on its way when the page goes', async () => {
    await page.getByLabel('Vorname(n)').fill('')
    await typeAndReload(page)
  })
  expect(await page.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
  expect(JSON.stringify(await page.evaluate('[history.state, location.href]'))).not.toContain('Geheimnis')
  await page.goBack()
  await expect(title(page)).toContainText('Platz')
  await page.goForward()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')

  const visit = await page.context().newPage()
  await visit.goto(formPath('fsw'))
  await expect(visit.getByText(/Es gibt einen angefangenen Entwurf von \d\d:\d\d Uhr\./)).toBeVisible()
  await expect(title(visit)).toHaveText('Angefangene Bewerbung')
  await expect(visit.locator('body')).not.toContainText('Geheimnis')
  await expectPublicSound(visit, 'Angefangene Bewerbung')
  await visit.getByRole('button', { name: 'Fortsetzen' }).click()
  await expect(visit.getByLabel('Vorname(n)')).toHaveValue('Geheimnis')
  await visit.getByRole('button', { name: 'Entwurf löschen' }).click()
  await visit.getByRole('dialog').getByRole('button', { name: 'Entwurf löschen' }).click()
  await expect(title(visit)).toHaveText('Bewerbung um einen Schulplatz')
  await visit.reload()
  await expect(visit.getByRole('button', { name: 'Bewerbung beginnen' })).toBeVisible()
  await expect(title(visit)).toHaveText('Bewerbung um einen Schulplatz')

  await test.step('a closed form is sound', async () => {
    await visit.route(SETTINGS, async (route) => {
      const reply = await route.fetch()
      const closed = { is_open: false, message: 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.', draft: null }
      await route.fulfill({ response: reply, json: { ...(await reply.json()), ...closed } })
    })
    await visit.reload()
    await expect(visit.getByText('Derzeit nehmen wir keine Online-Bewerbungen entgegen.')).toBeVisible()
    await expectPublicSound(visit, 'Geschlossen')
  })
})
