import { expect, type Page } from '@playwright/test'
import { expectDarkColours } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { askAs, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

/**
 * The dark colours, on pages that show each kind of component once; `scripts/colours.test.ts` checks the tokens
 * themselves.
 */
test.use({ colorScheme: 'dark' })

const open = async (page: Page, path: string) => {
  await page.goto(path)
  await expect(title(page)).toBeVisible()
}

test('what parents and guests see has readable colours in the dark', async ({ page }) => {
  await open(page, '/app/base/login')
  await page.getByLabel('E-Mail').fill('niemand@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('falsch')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('Diese Kombination aus E-Mail und Passwort ist nicht bekannt.').first()).toBeVisible()
  await expectDarkColours(page, 'Login mit Fehlern')
  await open(page, '/app/fsw/registrierungNeueSchueler')
  await page.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie/).first()).toBeVisible()
  await expectDarkColours(page, 'Bewerbungsformular mit Fehlern')
})

test('what staff see has readable colours in the dark', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await open(page, '/app/')
  await expect(
    page
      .getByRole('link', { name: /^Klasse/ })
      .or(page.getByText(/Klassen/))
      .first(),
  ).toBeVisible()
  await expectDarkColours(page, 'Start')
  await open(page, '/app/admin/bewerbungen')
  await page
    .getByRole('button', { name: /Status von .* ändern$/ })
    .first()
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectDarkColours(page, 'Bewerbungen mit Statusmenü')
  await page.keyboard.press('Escape')
  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('heading', { name: 'Kind' }).first()).toBeVisible()
  await expectDarkColours(page, 'Bewerbung')
  await open(page, '/app/admin/sus')
  await page.getByRole('checkbox').nth(1).check()
  await expectDarkColours(page, 'Schülerinnen und Schüler mit Auswahl')
  await open(page, '/app/user-management')
  await page.getByRole('button', { name: 'neuen Benutzer erzeugen' }).click()
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await expect(page.getByText('Dieses Feld ist ein Pflichtfeld.').first()).toBeVisible()
  await expectDarkColours(page, 'Benutzer erstellen mit Fehlern')
})

const dialog = (page: Page) => page.getByRole('dialog')

/** The dialog's colours with its errors; afterwards it is closed again. */
const expectDarkErrors = async (page: Page, opens: string | RegExp, sends: string) => {
  await page.getByRole('button', { name: opens }).first().click()
  await dialog(page).getByRole('button', { name: sends, exact: true }).click()
  await expect(
    dialog(page)
      .getByText(/^Bitte (prüfen Sie|wählen Sie|tragen Sie)/)
      .first(),
  ).toBeVisible()
  await expectDarkColours(page, `${sends} mit Fehlern`)
  await dialog(page).getByRole('button', { name: 'Abbrechen' }).click()
  await expect(dialog(page)).toHaveCount(0)
}

/** A child of this journey whose processing is restricted. */
const makeRestricted = async (page: Page) => {
  const [id = 0] = await addPupils(page, [{ firstname: 'Mila', lastname: uniqueName('Dunkel') }])
  const body = { reason: 'Die Anschrift wird geprüft.' }
  const set = await askAs(page, { method: 'POST', path: `/api/admin/restriction/pupil/${id}`, body })
  expect(set.status(), await set.text()).toBe(200)
  return id
}

test('the pages of data protection have readable colours in the dark', async ({ page }) => {
  test.slow()
  await signIn(page, 'leitung.fsw')
  await test.step('requests, one of them, and their dialogs', async () => {
    await open(page, '/app/admin/datenschutz/anfragen')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectDarkColours(page, 'Anfragen')
    await expectDarkErrors(page, 'Anfrage erfassen', 'Erfassen')
    await page.getByRole('link', { name: /Paul Richter-Müller/ }).click()
    await expect(title(page)).toHaveText('Auskunft: Paul Richter-Müller')
    await expectDarkColours(page, 'Anfrage')
    await page.getByRole('button', { name: 'Schreiben erstellen' }).click()
    await expectDarkColours(page, 'Schreiben erstellen')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Auskunft erstellen' }).click()
    await expect(dialog(page).getByRole('radio').first()).toBeVisible()
    await expectDarkColours(page, 'Auskunft erstellen')
    await page.keyboard.press('Escape')
  })
  await test.step('the notice, its versions, and what a new text changes', async () => {
    await open(page, '/app/admin/datenschutz/hinweise')
    await page.getByRole('button', { name: 'Fassung 1 ansehen' }).click()
    await expect(dialog(page)).toBeVisible()
    await expectDarkColours(page, 'Fassung der Hinweise')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Neue Fassung' }).click()
    await page.getByRole('textbox', { name: 'Text der Datenschutzhinweise' }).pressSequentially('Neu: ')
    await expect(page.getByRole('region', { name: 'Das ändert sich' }).locator('ins').first()).toBeVisible()
    await expectDarkColours(page, 'Hinweise im Editor')
  })
  await test.step('registers and proofs', async () => {
    await open(page, '/app/admin/datenschutz/auftragsverarbeitung')
    await expect(page.getByText(/kein Vertrag/).first()).toBeVisible()
    await expectDarkColours(page, 'Auftragsverarbeitung')
    await expectDarkErrors(page, 'Auftragsverarbeiter eintragen', 'Eintragen')
    await open(page, '/app/admin/datenschutz/einsichten?kind=export&ansicht=einzeln')
    await page
      .getByRole('button', { name: /SuS anzeigen$/ })
      .first()
      .click()
    await expectDarkColours(page, 'Alle in einem Export')
  })
  await test.step('what goes soon, and its hold', async () => {
    await open(page, '/app/admin/loeschvorschau')
    await expect(page.getByRole('rowgroup', { name: /^Ausgesetzt/ })).toBeVisible()
    await expectDarkColours(page, 'Löschvorschau')
    await expectDarkErrors(page, /^Löschung aussetzen: /, 'Löschung aussetzen')
  })
  await test.step('a restricted child', async () => {
    await open(page, `/app/admin/schueler/${await makeRestricted(page)}`)
    await expect(page.getByText('Grund: Die Anschrift wird geprüft.')).toBeVisible()
    await expectDarkColours(page, 'eingeschränktes Kind')
    await expectDarkErrors(page, 'Einschränkung aufheben', 'Einschränkung aufheben')
    await open(page, '/app/admin/datenschutz/einschraenkungen')
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await expectDarkColours(page, 'Einschränkungen')
  })
})

test('the banners about coming of age have readable colours in the dark', async ({ page }) => {
  await signIn(page, 'leitung.fow')
  for (const birthdate of ['2008-11-02', '2008-12-02']) {
    const child = { firstname: 'Anni', lastname: uniqueName('Bald'), birthdate, grade: 10, isOld: true }
    const [id] = await addPupils(page, [child])
    await open(page, `/app/admin/schueler/${id}`)
    await expect(page.getByRole('alert').filter({ hasText: /volljährig/i })).toBeVisible()
    await expectDarkColours(page, `Volljährigkeit, geboren am ${birthdate}`)
  }
})
