import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { card } from './own-account.ts'
import { askAs, openAs, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const PUPIL = '/api/admin/pupil'
const HEALTH = 'Gesundheitlicher Hinweis für den Notfall'
const LOOK = 'Vertrauliche Angaben anzeigen'

/** A child of grade 2 with two custodians, used by one journey only; returns the page's address. */
const makeChild = async (page: Page) => {
  const options = await (await askAs(page, { method: 'GET', path: `${PUPIL}/formOptions` })).json()
  const { id: schoolgrade_id } = options.schoolgrades.find(({ grade }: { grade: number }) => grade === 2)
  const lastname = uniqueName('Still')
  const born = { firstname: 'Pia', gender: 'f', birthdate: '2018-05-04', date_entry: '2026-11-20' }
  const guardian = { lastname, phone_mobile: '0152 28817386' }
  const guardians = [
    { ...guardian, firstname: 'Anna', relationship: 'mother' },
    { ...guardian, firstname: 'Paul', relationship: 'father' },
  ]
  const reply = await askAs(page, {
    method: 'POST',
    path: PUPIL,
    body: { ...born, lastname, schoolgrade_id, guardians },
  })
  expect(reply.status(), await reply.text()).toBe(201)
  const { id } = (await reply.json()) as { id: number }
  return { address: `/app/admin/schueler/${id}`, name: `Pia ${lastname}`, lastname }
}

const dialog = (page: Page) => page.getByRole('dialog')
const entries = (page: Page) => card(page, 'Vertrauliche Angaben')
const consents = (page: Page) => card(page, 'Einwilligungen')
const line = (page: Page, purpose: string) =>
  consents(page)
    .getByRole('row')
    .filter({ has: page.getByText(purpose, { exact: true }) })

const addHint = async (page: Page, text: string) => {
  await entries(page).getByRole('button', { name: 'Angabe eintragen' }).click()
  await dialog(page).getByRole('combobox', { name: 'Art der Angabe' }).click()
  await page.getByRole('option', { name: HEALTH }).click()
  await dialog(page).getByRole('textbox', { name: 'Was ist im Notfall zu tun?' }).fill(text)
  await expectSound(page, 'dialog of an entry')
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

test('a health hint rests on the consent of both parents, is locked with its withdrawal and back with the undo', async ({
  page,
  browser,
}) => {
  await signIn(page, 'leitung.fsw')
  const child = await makeChild(page)
  await page.goto(child.address)
  await expect(title(page)).toHaveText(child.name)
  await page.getByRole('button', { name: LOOK }).click()
  await expect(entries(page)).toContainText('Es ist nichts eingetragen.')
  await entries(page).getByRole('button', { name: 'Angabe eintragen' }).click()
  await dialog(page).getByRole('combobox', { name: 'Art der Angabe' }).click()
  await page.getByRole('option', { name: HEALTH }).click()
  await expect(dialog(page)).toContainText('Dafür fehlt die Einwilligung aller Sorgeberechtigten.')
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: `Eintragen: ${HEALTH}` }).click()
  await expect(dialog(page).getByRole('checkbox', { name: `Paul ${child.lastname}` })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(line(page, HEALTH)).toContainText('erteilt')
  await addHint(page, 'Bienenstich: Notfallset im Sekretariat.')
  await expect(entries(page)).toContainText('Bienenstich: Notfallset im Sekretariat.')
  await page.getByRole('button', { name: 'Allergie, Notfallhinweis' }).click()
  await expect(card(page, 'Im Notfall')).toContainText('Bienenstich: Notfallset im Sekretariat.')
  await expectSound(page, 'pupil with an entry')

  await page.getByRole('button', { name: `Widerrufen: ${HEALTH}` }).click()
  const undo = page.getByRole('button', { name: 'Rückgängig' })
  // The notice stays because the pointer is on it.
  await undo.hover()
  await expect(line(page, HEALTH)).toContainText('widerrufen')
  await expect(entries(page)).toContainText('gesperrt: Einwilligung fehlt')
  await expect(entries(page)).not.toContainText('Bienenstich')
  await undo.click()
  await expect(entries(page)).toContainText('Bienenstich')

  await page.getByRole('button', { name: `Bearbeiten: ${HEALTH}` }).click()
  await dialog(page).getByRole('textbox', { name: 'Was ist im Notfall zu tun?' }).fill('Wespenstich: sofort 112.')
  await dialog(page).getByRole('button', { name: 'Übernehmen' }).click()
  await expect(entries(page)).toContainText('Wespenstich: sofort 112.')

  const office = await openAs(browser, 'sekretariat.fsw')
  await office.goto(child.address)
  await expect(line(office, 'Fotos in der Schule')).toBeVisible()
  await expect(office.getByRole('button', { name: LOOK })).toHaveCount(0)
  await expect(line(office, HEALTH)).toHaveCount(0)

  await page.getByRole('button', { name: `Löschen: ${HEALTH}` }).click()
  await dialog(page).getByRole('button', { name: 'Löschen' }).click()
  await expect(entries(page)).toContainText('Es ist nichts eingetragen.')
  await page.getByRole('button', { name: 'Vertrauliche Angaben ausblenden' }).click()
  await expect(entries(page)).not.toContainText('Es ist nichts eingetragen.')
})

test('one parent alone can refuse, and what was decided stays to be seen @phone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const child = await makeChild(page)
  await page.goto(child.address)
  await consents(page).getByText('Zwecke und Stand').click()
  const record = async (decision: 'erteilt' | 'abgelehnt') => {
    await page.getByRole('button', { name: 'Eintragen: Fotos in der Presse' }).click()
    await dialog(page).getByRole('radio', { name: decision }).check()
    await dialog(page)
      .getByRole('checkbox', { name: `Anna ${child.lastname}` })
      .uncheck()
  }
  await record('erteilt')
  await expectSound(page, 'dialog of a consent')
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(line(page, 'Fotos in der Presse')).toContainText(`Es fehlt: Anna ${child.lastname}`)
  await page.getByRole('button', { name: 'Widerrufen: Fotos in der Presse' }).click()
  await page.getByRole('button', { name: 'Bemerkung zum Widerruf: Fotos in der Presse' }).click()
  await dialog(page).getByRole('textbox', { name: 'Bemerkung zum Widerruf' }).fill('Anruf des Vaters')
  await dialog(page).getByRole('button', { name: 'Speichern' }).click()
  await expect(line(page, 'Fotos in der Presse')).toContainText('(Anruf des Vaters)')
  await record('abgelehnt')
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(line(page, 'Fotos in der Presse')).toContainText('abgelehnt von Paul')
  await line(page, 'Fotos in der Presse').getByText('Verlauf').click()
  await expect(line(page, 'Fotos in der Presse').getByRole('listitem')).toHaveCount(2)
})
