import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { goOn, openPage, openSchool } from './own-rollover.ts'
import { askAs, title } from './staff-calls.ts'
import { test } from './test.ts'

const toPupils = async (page: Page) => {
  await openPage(page)
  await goOn(page, 'Klassen')
  await goOn(page, 'Kinder')
}

const SAVED = /^Planung gespeichert um \d\d:\d\d$/

/** Ends on the step of the pupils, without a stored plan. */
const keepAndDiscard = async (page: Page, lastname: string) => {
  const decision = page.getByLabel(`Was geschieht mit Bela ${lastname}`)
  await toPupils(page)
  await decision.selectOption('wiederholt')
  await expect(page.getByText(SAVED)).toBeVisible()
  await page.reload()
  await expect(page.getByText('Schritt 3 von 4: Kinder')).toBeVisible()
  await expect(decision).toHaveValue('repeat')
  await page.getByLabel(`Was geschieht mit Cleo ${lastname}`).selectOption('verlässt die Schule')
  await expect(page.getByText(SAVED)).toBeVisible()

  // After saving, the page can be left without a question.
  await page.getByRole('link', { name: 'Schuljahre' }).first().click()
  await expect(title(page)).toHaveText(/^Schuljahre \d/)
  await openPage(page)
  await expect(page.getByText(/^Planung vom \d\d\.\d\d\.\d{4} um \d\d:\d\d von /)).toBeVisible()
  await expect(page.getByText('2 Entscheidungen weichen vom Vorschlag ab.', { exact: false })).toBeVisible()
  await expectSound(page, 'year change with a plan that was begun')
  await page.getByRole('button', { name: 'Planung fortsetzen' }).click()
  await expect(decision).toHaveValue('repeat')
  await page.getByRole('button', { name: 'Zurück' }).click()
  await page.getByRole('button', { name: 'Zurück' }).click()
  await page.getByRole('button', { name: 'Planung verwerfen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Verwerfen' }).click()
  await expect(page.getByRole('button', { name: 'Planung fortsetzen' })).toBeHidden()
  await toPupils(page)
  await expect(decision).toHaveValue('promote')
}

const PLAN = '/api/admin/rollover/plan'

interface StoredPlan {
  plan: { from_year_id: number; to_year_id: number }
  version: string
}

/** Saves the plan like a colleague at another desk. */
const saveElsewhere = async (page: Page) => {
  const list = await askAs(page, { method: 'GET', path: '/api/admin/rollover' })
  const { to_year } = (await list.json()) as { to_year: { id: number } }
  const loaded = await askAs(page, { method: 'GET', path: `${PLAN}?to_year_id=${to_year.id}` })
  const { kept } = (await loaded.json()) as { kept: StoredPlan }
  const { plan, version } = kept
  const body = { plan: { ...plan, pupils: [], copies_teachers: false }, version }
  const reply = await askAs(page, { method: 'PUT', path: PLAN, body })
  expect(reply.status(), await reply.text()).toBe(200)
}

const planBesideColleague = async (page: Page, lastname: string) => {
  const decision = page.getByLabel(`Was geschieht mit Bela ${lastname}`)
  await decision.selectOption('wiederholt')
  await expect(page.getByText(SAVED)).toBeVisible()
  await saveElsewhere(page)
  await page.getByLabel(`Was geschieht mit Ada ${lastname}`).selectOption('wiederholt')
  const other = page.getByRole('alert').filter({ hasText: 'eine andere Planung gespeichert' })
  await expect(other).toBeVisible()
  await expectSound(page, 'year change with the plan of somebody else')
  await other.getByRole('button', { name: /^Planung von .* laden$/ }).click()
  await expect(decision).toHaveValue('promote')
  await expect(other).toBeHidden()
}

const leaveUnsaved = async (page: Page, lastname: string) => {
  const decision = page.getByLabel(`Was geschieht mit Bela ${lastname}`)
  await page.route(`**${PLAN}`, (route) => route.abort())
  await decision.selectOption('wiederholt')
  await expect(page.getByText('Die Planung ist noch nicht gespeichert.')).toBeVisible()
  await page.getByRole('link', { name: 'Schuljahre' }).first().click()
  await expect(page.getByRole('dialog')).toContainText('noch nicht gespeichert')
  await page.getByRole('button', { name: 'Weiter planen' }).click()
  await page.unroute(`**${PLAN}`)
  await page.getByRole('button', { name: 'Jetzt speichern' }).click()
  await expect(page.getByText(SAVED)).toBeVisible()
  await page.reload()
  await expect(decision).toHaveValue('repeat')
}

test('a plan is kept until it is discarded, and neither a colleague nor a lost line costs any of it', async ({
  page,
  browser,
}) => {
  test.slow()
  const { lastname } = await openSchool(browser, page)
  await test.step('it is kept over a reload and days, and is gone when it is discarded', () =>
    keepAndDiscard(page, lastname))
  await test.step('what a colleague plans meanwhile is not overwritten', () => planBesideColleague(page, lastname))
  await test.step('nothing unsaved is left by accident', () => leaveUnsaved(page, lastname))
})
