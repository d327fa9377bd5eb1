import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { enterApplication, heldNotice, notice, openAs, putStatus, signIn, title, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const details = (id: number) => `${LIST}/details/${id}`
const editPage = (id: number) => `${LIST}/edit/${id}`
const save = (page: Page) => page.getByRole('button', { name: 'Änderungen speichern' })
const changes = (page: Page) => page.getByRole('region', { name: /Änderung/ })
const contact = (page: Page) => page.getByRole('group', { name: 'Sorgeberechtigte Person 1' })

interface CaughtMail {
  to: string
  subject: string
}

const mailsTo = async (page: Page, address: string) => {
  const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
  return mails.filter((mail) => JSON.stringify(mail.to).includes(address)).map(({ subject }) => subject)
}

test('an address is put right: what changes is shown before, and the new one is asked at once', async ({ page }) => {
  const lastname = uniqueName('Adresse')
  const address = `${lastname.toLowerCase()}@example.org`
  await signIn(page, 'leitung.fsw')
  const { id, number } = await enterApplication(page, { firstname: 'Mia', lastname, mail: `alt.${address}` })
  await page.goto(`${details(id)}?search=${lastname}`)
  await expect(title(page)).toHaveText(`Mia ${lastname}`)
  await page.keyboard.press('e')
  await expect(title(page)).toHaveText(`Mia ${lastname} bearbeiten`)
  await expect(page.getByText('Noch nichts geändert')).toBeVisible()

  await contact(page).getByLabel('E-Mail').fill(`alt.${lastname.toLowerCase()}@gmial.com`)
  await contact(page).getByRole('button', { name: 'Meinten Sie @gmail.com?' }).click()
  await expect(contact(page).getByLabel('E-Mail')).toBeFocused()
  await expect(contact(page).getByLabel('E-Mail')).toHaveValue(`alt.${lastname.toLowerCase()}@gmail.com`)
  await contact(page).getByLabel('E-Mail').fill(address)
  await page.getByLabel('Hausnummer').first().fill('14')
  await expect(changes(page)).toContainText(`alt.${address}`)
  await expect(changes(page)).toContainText('12a')
  await expect(changes(page)).toContainText(
    'Die neue Adresse muss neu bestätigt werden; wir senden sofort eine E-Mail.',
  )
  await expectSound(page, 'edit page with changes')
  await page.keyboard.press('Control+s')
  await expect(
    notice(
      page,
      `Die Änderungen an der Bewerbung ${number} sind gespeichert. Eine Bestätigungsmail geht an die neue Adresse.`,
    ),
  ).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${details(id)}\\?search=${lastname}`))
  await expect(page.getByRole('link', { name: address })).toBeVisible()
  await expect(page.getByText(/Angaben geändert: Hausnummer/)).toBeVisible()
  await expect.poll(() => mailsTo(page, address)).toEqual([expect.stringContaining(number)])
})

test('what is wrong is named on top and at its field; leaving asks first', async ({ page }) => {
  const lastname = uniqueName('Falsch')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await page.goto(editPage(id))
  await page.getByLabel('PLZ').first().fill('1')
  await page.getByRole('radio', { name: 'gemeinsames Sorgerecht' }).check()
  await save(page).click()
  const summary = page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie 4 Angaben' })
  await expect(summary).toBeFocused()
  await summary.getByRole('button', { name: /Sorgeberechtigte Person 2, Vorname/ }).click()
  await expect(page.getByRole('group', { name: 'Sorgeberechtigte Person 2' }).getByLabel('Vorname')).toBeFocused()
  await expectSound(page, 'edit page with errors')

  await page.getByRole('link', { name: 'Abbrechen' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('ungespeicherte Änderungen')
  await page.keyboard.press('Escape')
  await expect(title(page)).toHaveText(`Mia ${lastname} bearbeiten`)
})

test('two people edit one application: different answers are both in, the same one is compared', async ({
  page,
  browser,
}) => {
  const lastname = uniqueName('Zwei')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  const other = await openAs(browser, 'admin')
  await page.goto(editPage(id))
  await expect(save(page)).toBeVisible()
  await other.goto(editPage(id))
  await other.getByLabel('Vorname(n)').fill('Ada')
  await other.getByLabel('Ort', { exact: true }).first().fill('Anderswo')
  await save(other).click()
  await expect(title(other)).toHaveText(`Ada ${lastname}`)

  await page.getByLabel('Vorname(n)').fill('Ida')
  await contact(page).getByLabel('Telefon').fill('0331 47114711')
  await save(page).click()
  const conflict = page.getByRole('alert').filter({ hasText: 'hat diesen Datensatz' })
  await expect(conflict).toBeFocused()
  await expect(conflict.getByRole('row', { name: /Vorname/ })).toContainText('Ada')
  await expect(conflict.getByRole('row', { name: /Vorname/ })).toContainText('Ida')
  await expect(conflict.getByRole('row', { name: /Telefon/ })).toHaveCount(0)
  await expectSound(page, 'edit page while comparing')
  await conflict.getByRole('button', { name: 'Gespeicherte behalten' }).click()
  await expect(page.getByLabel('Vorname(n)')).toHaveValue('Ada')
  await expect(page.getByLabel('Ort', { exact: true }).first()).toHaveValue('Anderswo')
  await save(page).click()
  await expect(title(page)).toHaveText(`Ada ${lastname}`)
  await expect(page.getByRole('link', { name: /47114711|4711 4711/ })).toBeVisible()
  await other.context().close()
})

test('one is withdrawn with a reason and taken back', async ({ page }) => {
  const lastname = uniqueName('Rueckzug')
  await signIn(page, 'leitung.fsw')
  const { id, number } = await enterApplication(page, { firstname: 'Mia', lastname })
  await page.goto(details(id))
  await page.getByRole('button', { name: 'Zurückziehen', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Bewerbung zurückziehen' })
  await expect(dialog.getByLabel('Grund (optional)')).toBeFocused()
  await expectSound(page, 'dialog to withdraw')
  await page.keyboard.type('Umzug')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Zurückgezogen am/).first()).toBeVisible()
  await expect(page.getByText('Grund: Umzug')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zurückziehen', exact: true })).toHaveCount(0)
  await expectSound(page, 'a withdrawn application')
  const told = await heldNotice(page, `Bewerbung ${number} (Mia ${lastname}) zurückgezogen.`)
  await told.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(page.getByRole('button', { name: 'Zurückziehen', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Zurückziehen', exact: true }).click()
  await dialog.getByRole('button', { name: 'Zurückziehen', exact: true }).click()
  await page.getByRole('button', { name: 'Rückzug zurücknehmen' }).click()
  await expect(page.getByRole('button', { name: 'Rückzug zurücknehmen' })).toHaveCount(0)
  await expect(title(page)).toBeFocused()
})

test('the place: contract and confirmation with one press, and a wrong day', async ({ page }) => {
  const lastname = uniqueName('Platz')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'accepted')
  await page.goto(details(id))
  const place = page.getByRole('region', { name: 'Vertrag und Platz' })
  await place.getByRole('button', { name: 'Vertrag versandt: heute' }).click()
  await expect(notice(page, 'Vertrag versandt: 20.11.2026.')).toBeVisible()
  await expect(place.getByRole('button', { name: 'Vertrag versandt: Datum ändern' })).toBeVisible()

  await place.getByRole('button', { name: 'Vertrag zurück: Datum eintragen' }).click()
  const day = place.getByLabel('Vertrag zurück: Datum', { exact: true })
  await expect(day).toBeFocused()
  await day.fill('19.11.2026')
  await page.keyboard.press('Enter')
  await expect(place.getByText('Der Vertrag kann nicht vor dem Versand zurück sein.')).toBeVisible()
  await expectSound(page, 'the place with an error')
  await page.keyboard.press('Escape')
  await expect(place.getByRole('button', { name: 'Vertrag zurück: Datum eintragen' })).toBeFocused()

  await place.getByRole('button', { name: 'Platz bestätigt: heute' }).click()
  await expect(notice(page, 'Platz bestätigt: 20.11.2026.')).toBeVisible()
})

test('the pages fit a phone @phone', async ({ page }) => {
  const lastname = uniqueName('Klein')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'accepted')
  await page.goto(details(id))
  await expect(page.getByRole('region', { name: 'Vertrag und Platz' })).toBeVisible()
  await expectSound(page, 'details with a place')
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await contact(page).getByLabel('Telefon').fill('0331 999')
  await expect(changes(page)).toBeVisible()
  await expectSound(page, 'edit page')
})
