import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, heldNotice, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const family = (page: Page) => page.getByRole('region', { name: 'Sorgeberechtigte & Kontakte' })
const person = (page: Page, name: string) => family(page).getByRole('heading', { level: 3, name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

const askToRemove = async (page: Page, name: string) => {
  await press(page, `Aktionen: ${name}`).click()
  await page.getByRole('menuitem', { name: 'Entfernen' }).click()
}

const openPupil = async (page: Page, id: number, name: string) => {
  await page.goto(`/app/admin/schueler/${id}`)
  await expect(title(page)).toHaveText(name)
}

interface Family {
  guardians: { guardian_id: number; version: number; relation_version: number }[]
}

/** Changes the record like another user, without the page. */
const putMother = async (page: Page, id: number, body: { phone_mobile: string; street: string }) => {
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/pupil/${id}` })
  const [guardian] = ((await reply.json()) as Family).guardians
  const path = `/api/admin/pupil/${id}/guardians/${guardian?.guardian_id}`
  expect((await askAs(page, { method: 'PUT', path, body })).ok()).toBe(true)
}

/** The number of lines of the compared address's heading. */
const ADDRESS_LINES = `(() => {
  const heading = [...document.querySelectorAll('[role="alert"] th')].find(({ textContent }) => textContent === 'Anschrift')
  const range = document.createRange()
  range.selectNodeContents(heading)
  return range.getClientRects().length
})()`

const comparePhones = async (page: Page, id: number, lastname: string) => {
  await press(page, `Bearbeiten: Anna ${lastname}`).click()
  await field(page, 'Telefon mobil (optional)').fill('0331 5550001')
  await field(page, 'E-Mail (optional)').fill('anna@example.org')
  await field(page, 'Straße (optional)').fill('Straße der Völkerfreundschaft am alten Wasserturm')
  await putMother(page, id, {
    phone_mobile: '0331 5550002',
    street: 'Allee der Kosmonautinnen und Kosmonauten am Volkspark',
  })
  await press(page, 'Übernehmen').click()
  const compared = dialog(page).getByRole('row', { name: /^Telefon mobil/ })
  await expect(compared).toContainText('0331 5550002')
  await expect(compared).toContainText('0331 5550001')
  await expectSound(page, 'two versions of a guardian')
  for (const width of [1366, 360]) {
    await page.setViewportSize({ width, height: 740 })
    expect(await page.evaluate(ADDRESS_LINES), `${width} px`).toBe(1)
  }
  await press(page, 'Meine übernehmen').click()
  await expect(dialog(page)).toHaveCount(0)
  // A phone shows the number above, with the people to call in an emergency.
  await page.setViewportSize({ width: 1366, height: 768 })
  await expect(family(page).getByRole('link', { name: '0331 5550001' })).toBeVisible()
  await expect(family(page).getByRole('link', { name: 'anna@example.org' })).toBeVisible()
}

test('a father is entered by keys alone, refused fields are named, and two who change one number compare', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  const lastname = uniqueName('Vater')
  const [id = 0] = await addPupils(page, [{ firstname: 'Mia', lastname, phone: '0331 5551234' }])
  await openPupil(page, id, `Mia ${lastname}`)
  await stepToAndPress(page, press(page, 'Sorgeberechtigte Person'))
  await expect(field(page, 'Vorname')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toContainText('Bitte prüfen Sie 3 Angaben:')
  await expectSound(page, 'a new guardian with faults')
  await stepTo(page, field(page, 'Vorname'))
  await page.keyboard.type('Paul')
  await page.keyboard.press('Tab')
  await page.keyboard.type(lastname)
  // A phone number changes most often, so its field comes right after the name.
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Tab')
  await expect(field(page, 'Telefon mobil (optional)')).toBeFocused()
  await page.keyboard.type('0152 28817386')
  await stepTo(page, dialog(page).getByRole('combobox', { name: 'Beziehung zum Kind' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'Vater', exact: true })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('combobox', { name: 'Beziehung zum Kind' })).toHaveValue('Vater')
  await stepTo(page, dialog(page).getByRole('checkbox', { name: 'Wohnt beim Kind' }))
  await page.keyboard.press('Space')
  await stepTo(page, field(page, 'Straße (optional)'))
  await page.keyboard.type('Fernweg')
  await page.keyboard.press('Enter')
  await expect(notice(page, `Paul ${lastname} ist eingetragen.`)).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(person(page, `Paul ${lastname}`)).toBeVisible()
  await expect(family(page)).toContainText('Fernweg')
  await expect(family(page).getByRole('link', { name: '0152 28817386' })).toHaveAttribute('href', 'tel:+4915228817386')

  await comparePhones(page, id, lastname)
})

test('brothers and sisters share their mother; the last person with custody stays, others go and come back', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  const [lastname, half] = [uniqueName('Kind'), uniqueName('Halb')]
  const [mia = 0, ben = 0] = await addPupils(page, [
    { firstname: 'Mia', lastname, phone: '0331 5551234' },
    { firstname: 'Ben', lastname: half },
  ])
  await page.goto(`/app/admin/schueler/${ben}`)
  await press(page, 'Sorgeberechtigte Person').click()
  await dialog(page).getByRole('combobox', { name: 'Schon bei einem anderen Kind eingetragen?' }).fill(lastname)
  await page.getByRole('option', { name: `Anna ${lastname}` }).click()
  await expect(dialog(page)).toContainText(`ist schon eingetragen bei Mia ${lastname}`)
  await dialog(page).getByRole('combobox', { name: 'Beziehung zum Kind' }).click()
  await page.getByRole('option', { name: 'Mutter', exact: true }).click()
  await press(page, 'Eintragen').click()
  await expect(person(page, `Anna ${lastname}`)).toBeVisible()
  await expect(family(page)).toContainText('Mia')

  await press(page, `Bearbeiten: Anna ${lastname}`).click()
  await expect(dialog(page)).toContainText('gelten auch bei Mia')
  await field(page, 'Telefon mobil (optional)').fill('0331 5559999')
  await press(page, 'Übernehmen').click()
  await expect(dialog(page)).toHaveCount(0)
  await openPupil(page, mia, `Mia ${lastname}`)
  await expect(family(page).getByRole('link', { name: '0331 5559999' })).toBeVisible()

  await askToRemove(page, `Anna ${lastname}`)
  await press(page, 'Entfernen').click()
  await expect(page.getByRole('dialog', { name: 'Fehler' })).toContainText(
    'Mindestens eine Person mit Sorgerecht muss eingetragen bleiben.',
  )
  await press(page, 'OK').click()
  await page.goto(`/app/admin/schueler/${ben}`)
  await askToRemove(page, `Anna ${lastname}`)
  await expect(dialog(page)).toContainText('Bei Mia bleibt die Person eingetragen.')
  await press(page, 'Entfernen').click()
  const removed = await heldNotice(page, 'nicht mehr eingetragen')
  await expect(person(page, `Anna ${lastname}`)).toHaveCount(0)
  await removed.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(person(page, `Anna ${lastname}`)).toBeVisible()

  // A new child of the same mother: she is found by her number and chosen.
  const eva = uniqueName('Eva')
  await page.goto('/app/admin/sus/neu')
  await page.getByLabel('Vorname', { exact: true }).first().fill(eva)
  await page.getByLabel('Nachname', { exact: true }).first().fill(lastname)
  await page.getByLabel('Geschlecht').selectOption({ index: 1 })
  await page.getByRole('textbox', { name: 'Geburtsdatum' }).fill('3.5.2019')
  await page.getByLabel('Klassenstufe', { exact: true }).selectOption({ index: 2 })
  const mother = page.getByRole('region', { name: 'Sorgeberechtigte Person' })
  await mother.getByLabel('Telefon mobil (optional)').fill('0331 5559999')
  await expect(mother.getByRole('status')).toContainText(`Anna ${lastname} bei Mia ${lastname}`)
  await expectSound(page, 'a new child whose mother is on record')
  await press(page, 'Diese Person übernehmen').click()
  await expect(mother).toContainText(`Anna ${lastname} ist schon eingetragen.`)
  await press(page, 'Anlegen').click()
  await expect(mother.getByLabel('Beziehung zum Kind', { exact: true })).toHaveAccessibleDescription(/./)
  await mother.getByLabel('Beziehung zum Kind', { exact: true }).selectOption({ label: 'Mutter' })
  await press(page, 'Anlegen').click()
  await expect(title(page)).toHaveText(`${eva} ${lastname}`)
  await expect(family(page)).toContainText('Mia')

  // A change of custody also changes everything that depends on it, and is a reason for a new parents' link.
  await page.goto(`/app/admin/schueler/${ben}`)
  await press(page, `Bearbeiten: Anna ${lastname}`).click()
  await dialog(page).getByRole('checkbox', { name: 'Hat das Sorgerecht' }).uncheck()
  for (const name of ['Darf abholen', 'Bekommt Briefe'])
    await expect(dialog(page).getByRole('checkbox', { name })).not.toBeChecked()
  await expect(dialog(page).getByRole('checkbox', { name: 'Bekommt E-Mails zu Abwesenheiten' })).toHaveCount(0)
  await expect(dialog(page).getByText('Ohne Sorgerecht abgewählt: „Darf abholen“')).toBeVisible()
  await press(page, 'Übernehmen').click()
  const offer = page.getByRole('dialog', { name: 'Elternlink erneuern?' })
  await expect(offer).toContainText('Der bisherige Link und QR-Code werden ungültig.')
  await offer.getByRole('button', { name: 'Link erneuern' }).click()
  await expect(notice(page, 'Der Link ist erneuert.')).toBeVisible()
  const link = page.getByRole('dialog', { name: /^Elternlink: / })
  await expect(link).toContainText(`Der Brief geht an Anna ${half}.`)
})

test('who is called first is ordered by keys, for a time only where it holds, and read on the phone @phone', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  const lastname = uniqueName('Notfall')
  const [id = 0] = await addPupils(page, [{ firstname: 'Mia', lastname, phone: '0331 5551234' }])
  const add = (body: object) => askAs(page, { method: 'POST', path: `/api/admin/pupil/${id}/contactPersons`, body })
  await add({ firstname: 'Alt', lastname, phone: '030 23125-001', is_emergency: false, valid_until: '2026-11-19' })
  await openPupil(page, id, `Mia ${lastname}`)
  await expect(family(page)).toContainText('abgelaufen am 19.11.2026')
  await press(page, 'Kontaktperson').click()
  await field(page, 'Vorname').fill('Olga')
  await field(page, 'Nachname').fill(lastname)
  await field(page, 'Telefon').fill('030 23125-112')
  await field(page, 'Beziehung zum Kind (optional)').fill('Nachbarin')
  await dialog(page).getByRole('checkbox', { name: 'Darf abholen' }).check()
  await field(page, 'Gilt bis (optional)').fill('31.1.2027')
  await press(page, 'Eintragen').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(family(page)).toContainText('darf abholen bis 31.01.2027')

  await stepToAndPress(page, press(page, 'Reihenfolge im Notfall'))
  const order = dialog(page).getByRole('list', { name: 'Reihenfolge im Notfall' })
  await expect(order.getByRole('listitem')).toHaveText([/Anna/, /Olga/])
  await stepToAndPress(page, press(page, `Olga ${lastname}: weiter nach oben`))
  await expect(order.getByRole('listitem')).toHaveText([/Olga/, /Anna/])
  await expect(press(page, `Olga ${lastname}: weiter nach oben`)).toBeFocused()
  await expect(dialog(page).getByRole('status')).toHaveText(`Olga ${lastname}: jetzt Platz 1`)
  await expectSound(page, 'the order in an emergency')
  await stepToAndPress(page, press(page, 'Übernehmen'))
  await expect(notice(page, 'Die Reihenfolge ist gespeichert.')).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await expect(family(page)).toContainText('Im Notfall als 1. anrufen:')
  await expectSound(page, 'the people of a child')
  const isPhone = (page.viewportSize()?.width ?? 0) < 600
  // On a phone the number stands once, with the people to call in an emergency.
  const call = page.getByRole('link', { name: '030 23125-112' }).first()
  await expect(call).toHaveAttribute('href', 'tel:+493023125112')
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(isPhone ? 44 : 24)
})
