import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { makeOwnEmployee, openEmployee } from './own-employee.ts'
import { askAs, signIn } from './staff-calls.ts'
import { test } from './test.ts'

const PAGE = '/app/admin/mitarbeiter'

type Look = (place: string) => Promise<void>

const lookAtList = async (page: Page, look: Look) => {
  await page.goto(PAGE)
  await expect(page.locator('a[data-row-link]').first()).toBeVisible()
  await look('Mitarbeitende')
  await page.getByRole('searchbox', { name: 'Mitarbeitende suchen' }).fill('niemand')
  await expect(page.getByText('Keine Treffer für „niemand“.')).toBeVisible()
  await look('Mitarbeitende ohne Treffer')
  await page.getByRole('button', { name: 'Mitarbeitende anlegen' }).click()
  const form = page.getByRole('dialog', { name: 'Mitarbeitende anlegen' })
  await form.getByRole('button', { name: 'Anlegen' }).click()
  await expect(form.getByText('Bitte prüfen Sie 3 Angaben:')).toBeVisible()
  await look('Mitarbeitende anlegen mit Fehlern')
  await form.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(form).toHaveCount(0)
}

/** Somebody of the demo who leads a class; the journey changes nothing. */
const findLeader = async (page: Page) => {
  const reply = await askAs(page, { method: 'GET', path: '/api/admin/employee' })
  const people = (await reply.json()) as { firstname: string; lastname: string; classes: { function: string }[] }[]
  const leader = people.find(({ classes }) => classes.some((one) => one.function === 'responsible'))
  expect(leader).toBeDefined()
  return `${leader?.lastname}, ${leader?.firstname}`
}

const lookAtPerson = async (page: Page, look: Look) => {
  await page.getByRole('searchbox', { name: 'Mitarbeitende suchen' }).fill('')
  await page.getByRole('link', { name: await findLeader(page) }).click()
  await expect(page.getByRole('list', { name: 'Klassenleitung' })).toBeVisible()
  await look('Eine Person')
  await page.getByRole('button', { name: 'Klasse zuordnen' }).click()
  const giving = page.getByRole('dialog', { name: /^Klasse zuordnen:/ })
  await giving.getByRole('button', { name: 'Klasse zuordnen' }).click()
  await expect(giving.getByText('Dieses Feld ist ein Pflichtfeld.', { exact: true })).toBeVisible()
  await look('Klasse zuordnen')
  await giving.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(giving).toHaveCount(0)
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()
  const exit = page.getByRole('dialog', { name: /^Abgang:/ })
  await exit.getByLabel('Letzter Tag an der Schule', { exact: true }).fill('31.1.2027')
  await page.keyboard.press('Tab')
  await expect(exit.getByRole('list', { name: 'Zuordnungen, die enden' })).toBeVisible()
  await expect(exit.getByText('Klassenleitung endet')).toBeVisible()
  await look('Abgang')
}

const lookAtAccount = async (page: Page, look: Look) => {
  await openEmployee(page, await makeOwnEmployee(page))
  await page.getByRole('button', { name: 'Konto anlegen und einladen' }).click()
  const invitation = page.getByRole('dialog', { name: 'Konto anlegen und einladen' })
  await expect(invitation.getByRole('radio').first()).toBeVisible()
  await look('Konto anlegen')
  await invitation.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(invitation).toHaveCount(0)
  await page.getByRole('button', { name: 'Mit Konto verknüpfen' }).click()
  await expect(page.getByRole('combobox', { name: 'Konto' })).toBeVisible()
  await look('Mit Konto verknüpfen')
}

const lookEverywhere = async (page: Page, look: Look) => {
  await signIn(page, 'leitung.fsw')
  await test.step('the list', () => lookAtList(page, look))
  await test.step('a person', () => lookAtPerson(page, look))
  await test.step('an account', () => lookAtAccount(page, look))
}

test('the list of people, a person and their dialogs have no fault', async ({ page }) => {
  await lookEverywhere(page, (place) => expectSound(page, place))
})

test('rows of people are cards on a phone, and nothing scrolls sideways @phone', async ({ page }) => {
  await lookEverywhere(page, async (place) => {
    if (place === 'Mitarbeitende' || place === 'Eine Person') await expectSound(page, place)
    else await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
  })
})
