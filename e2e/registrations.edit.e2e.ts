import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { askAs, enterApplication, heldNotice, notice, putStatus, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const details = (id: number) => `${LIST}/details/${id}`
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

/** Somebody else saves another house number meanwhile. */
const changeHouseNumber = async (page: Page, id: number) => {
  const path = `/api/admin/schoolRegistration/${id}`
  const { answers, version } = await (await askAs(page, { method: 'GET', path })).json()
  const key = 'child_house_number'
  const body = { ...answers, meta: { ...answers.meta, [key]: '12b' }, changed: [`meta.${key}`], version }
  const reply = await askAs(page, { method: 'PUT', path, body })
  expect(reply.ok(), await reply.text()).toBe(true)
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

  await test.step('what is wrong is named on top and at its field', async () => {
    await page.getByLabel('Postleitzahl').first().fill('1')
    await save(page).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Bitte prüfen Sie 1 Angabe' })).toBeFocused()
    await expectSound(page, 'edit page with errors')
    await page.getByLabel('Postleitzahl').first().fill('15999')
  })
  await contact(page).getByLabel('E-Mail').fill(address)
  await page.getByLabel('Hausnummer').first().fill('14')
  await expect(changes(page)).toContainText(`alt.${address}`)
  await expect(changes(page)).toContainText('12a')
  await expect(changes(page)).toContainText(
    'Die neue Adresse muss neu bestätigt werden; wir senden sofort eine E-Mail.',
  )
  await expectSound(page, 'edit page with changes')
  await test.step('what somebody else changed meanwhile is compared', async () => {
    await changeHouseNumber(page, id)
    await save(page).click()
    const conflict = page.getByRole('alert').filter({ hasText: 'hat diesen Datensatz' })
    await expect(conflict).toBeFocused()
    await expect(conflict.getByRole('row', { name: /Anschrift/ })).toContainText('12b')
    await expect(conflict.getByRole('row', { name: /E-Mail/ })).toHaveCount(0)
    await expectSound(page, 'edit page while comparing')
    await conflict.getByRole('button', { name: 'Meine übernehmen' }).click()
  })
  const saved = `Die Änderungen an der Bewerbung ${number} sind gespeichert. Eine Bestätigungsmail geht an die neue Adresse.`
  await expect(notice(page, saved)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`${details(id)}\\?search=${lastname}`))
  await expect(page.getByRole('link', { name: address })).toBeVisible()
  await expect(page.getByText(/Angaben geändert: .*Hausnummer/).first()).toBeVisible()
  await expect.poll(() => mailsTo(page, address)).toEqual([expect.stringContaining(number)])
})

test('the place is entered, and one is withdrawn with a reason and taken back', async ({ page }) => {
  const lastname = uniqueName('Rueckzug')
  await signIn(page, 'leitung.fsw')
  const { id, number } = await enterApplication(page, { firstname: 'Mia', lastname })
  await putStatus(page, id, 'accepted')
  await page.goto(details(id))
  const place = page.getByRole('region', { name: 'Vertrag und Platz' })

  await test.step('contract with one press, and a wrong day', async () => {
    await place.getByRole('button', { name: 'Vertrag versandt: heute' }).click()
    await expect(notice(page, 'Vertrag versandt: 20.11.2026.')).toBeVisible()
    await place.getByRole('button', { name: 'Vertrag zurück: Datum eintragen' }).click()
    const day = place.getByLabel('Vertrag zurück: Datum', { exact: true })
    await expect(day).toBeFocused()
    await day.fill('19.11.2026')
    await page.keyboard.press('Enter')
    await expect(place.getByText('Der Vertrag kann nicht vor dem Versand zurück sein.')).toBeVisible()
    await expectSound(page, 'the place with an error')
    await page.keyboard.press('Escape')
  })
  await test.step('withdrawn with a reason, and taken back by the notice', async () => {
    await page.getByRole('button', { name: 'Zurückziehen', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Bewerbung zurückziehen' })
    await expect(dialog.getByLabel('Grund (optional)')).toBeFocused()
    await expectSound(page, 'dialog to withdraw')
    await page.keyboard.type('Umzug')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^Zurückgezogen am/).first()).toBeVisible()
    await expect(page.getByText('Grund: Umzug')).toBeVisible()
    const told = await heldNotice(page, `Bewerbung ${number} (Mia ${lastname}) zurückgezogen.`)
    await expectSound(page, 'a withdrawn application')
    await told.getByRole('button', { name: 'Rückgängig' }).click()
    await expect(page.getByRole('button', { name: 'Zurückziehen', exact: true })).toBeVisible()
  })
})
