import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { card } from './own-account.ts'
import { addPupils } from './own-pupil.ts'
import { askAs, heldNotice, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const NEW = '/app/admin/sus/neu'
const PUPIL = '/api/admin/pupil'

interface Child {
  id: number
  name: string
  lastname: string
}

/** A child of grade 2 without a class, used by one journey only. */
const makeChild = async (page: Page, phone?: string): Promise<Child> => {
  const lastname = uniqueName('Seite')
  const [id = 0] = await addPupils(page, [{ firstname: 'Pia', lastname, ...(phone ? { phone } : {}) }])
  return { id, lastname, name: `Pia ${lastname}` }
}

const openChild = async (page: Page, { id, name }: Child) => {
  await page.goto(`/app/admin/schueler/${id}`)
  await expect(title(page)).toHaveText(name)
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const edit = (page: Page, section: string) => page.getByRole('button', { name: `${section} bearbeiten` }).click()
const save = (page: Page) => page.getByRole('button', { name: 'Speichern', exact: true }).click()
const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('somebody new is entered by keys alone, after a look at who is alike', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const { lastname } = await makeChild(page)
  await page.goto(NEW)
  const form = page.getByRole('form', { name: 'Schüler/in anlegen' })
  await stepToAndPress(page, form.getByRole('button', { name: 'Anlegen', exact: true }))
  await expect(page.getByText('Bitte prüfen Sie 5 Angaben:')).toBeVisible()
  await expectSound(page, 'Neu')
  await stepToAndPress(page, page.getByRole('button', { name: 'Vorname fehlt' }))
  await expect(page.locator('#firstname')).toBeFocused()
  await page.keyboard.type('Pia')
  await stepTo(page, page.locator('#lastname'))
  await page.keyboard.type(lastname)
  await stepTo(page, field(page, 'Geschlecht'))
  await page.keyboard.type('w')
  await stepTo(page, field(page, 'Geburtsdatum'))
  await page.keyboard.type('31.3.19')
  await stepTo(page, field(page, 'Klassenstufe'))
  // Who is on record already is shown before the rest of the form is filled in.
  await expect(card(page, 'Kind')).toContainText('Dieses Kind gibt es möglicherweise schon')
  await page.keyboard.type('Klassenstufe 2')
  await stepTo(page, page.locator('[id="guardians.0.firstname"]'))
  await page.keyboard.type('Rosa')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await stepTo(page, page.locator('[id="guardians.0.lastname"]'))
  await page.keyboard.type(lastname)
  await stepTo(page, field(page, 'Beziehung zum Kind'))
  await page.keyboard.type('Mutter')
  await stepToAndPress(page, form.getByRole('button', { name: 'Zweite Person' }))
  await expect(page.locator('[id="guardians.1.firstname"]')).toBeFocused()
  await page.keyboard.type('Emil')
  await stepTo(page, page.locator('[id="guardians.1.lastname"]'))
  await page.keyboard.type(lastname)
  await stepTo(page, page.locator('[id="guardians.1.relationship"]'))
  await page.keyboard.type('Vater')
  await stepToAndPress(page, form.getByRole('button', { name: 'Anlegen', exact: true }))
  const alike = notice(page, 'Dieses Kind gibt es möglicherweise schon')
  await expect(alike).toBeFocused()
  await expect(alike.getByRole('row', { name: /^Öffnen/ })).toContainText('31.03.2019')
  await stepToAndPress(page, alike.getByRole('button', { name: 'Trotzdem anlegen' }))
  await expect(title(page)).toHaveText(`Pia ${lastname}`)
  await expect(page.getByText('Klasse noch offen').first()).toBeVisible()
  await expect(page.getByText(`Rosa ${lastname}`)).toBeVisible()
  await expect(page.getByText(`Emil ${lastname}`)).toBeVisible()
  await expect(card(page, 'Verlauf')).toContainText('hat das Kind angelegt')
})

const changePerson = async (page: Page) => {
  await page.keyboard.press('e')
  await expect(page.locator('#firstname')).toBeFocused()
  await expectSound(page, 'Person bearbeiten')
  await field(page, 'Geburtsdatum').fill('3.5.18')
  await page.getByRole('combobox', { name: 'Geburtsland (optional)' }).fill('Ukra')
  await page.getByRole('option', { name: 'Ukraine' }).click()
  await field(page, 'Jahr des Zuzugs (optional)').fill('2016')
  await save(page)
  await expect(page.getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await field(page, 'Jahr des Zuzugs (optional)').fill('2022')
  await save(page)
  await expect(notice(page, 'gespeichert')).toBeVisible()
  const person = card(page, 'Person')
  await expect(person).toContainText('03.05.2018 (8 Jahre)')
  await expect(person).toContainText('Ukraine')
  await expect(card(page, 'Verlauf')).toContainText('hat geändert: Geburtsland, Geburtsdatum')
}

const changeAddress = async (page: Page) => {
  await edit(page, 'Anschrift & Kontakt')
  await field(page, 'Postleitzahl (optional)').fill('12')
  await save(page)
  await expect(page.getByText(/^Bitte eine Postleitzahl mit fünf Ziffern/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Schülerinnen und Schüler' }).last().click()
  const question = page.getByRole('dialog', { name: 'Ungespeicherte Änderungen' })
  await question.getByRole('button', { name: 'Weiter bearbeiten' }).click()
  await field(page, 'Postleitzahl (optional)').fill('15999')
  await field(page, 'Ort (optional)').fill('Wacholderhain')
  await save(page)
  await expect(card(page, 'Anschrift & Kontakt')).toContainText('15999 Wacholderhain')
}

const changeSchool = async (page: Page) => {
  await edit(page, 'Schule & Laufbahn')
  await expect(page.getByRole('form', { name: 'Schule & Laufbahn bearbeiten' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('form', { name: 'Schule & Laufbahn bearbeiten' })).toHaveCount(0)
  await edit(page, 'Schule & Laufbahn')
  // Secondary schools ask for foreign languages, grade 1 asks for the years at a Kita.
  await expect(page.getByRole('button', { name: 'Fremdsprache hinzufügen' })).toHaveCount(0)
  await expect(field(page, 'Dauer des Kita-Besuchs (optional)')).toHaveCount(0)
  await field(page, 'Einschulungsart (optional)').selectOption({ label: 'vorzeitig' })
  await save(page)
  // The form contains the word as a choice, too.
  await expect(page.getByRole('form', { name: 'Schule & Laufbahn bearbeiten' })).toHaveCount(0)
  await expect(card(page, 'Schule & Laufbahn')).toContainText('vorzeitig')

  await edit(page, 'Hort & Sonstiges')
  await page.getByRole('checkbox', { name: 'Mi' }).check()
  await save(page)
  await expect(card(page, 'Hort & Sonstiges')).toContainText('Hort-TageMi')
}

const writeNotes = async (page: Page) => {
  const notes = card(page, 'Notizen')
  await notes.getByRole('button', { name: 'Notiz schreiben' }).click()
  await expect(notes.getByRole('textbox', { name: 'Notiz' })).toBeFocused()
  await expect(notes.getByRole('button', { name: 'Notiz speichern' })).toBeInViewport({ ratio: 1 })
  await expectSound(page, 'Notiz')
  await page.keyboard.type('Hat Asthma')
  await expect(notes.getByText('Gehört das in „Vertraulich“?')).toBeVisible()
  await notes.getByRole('button', { name: 'Notiz speichern' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Katharina Vogt, 20.11.2026')
  await notes.getByRole('button', { name: /^Notiz vom .* bearbeiten$/ }).click()
  await expect(notes.getByRole('textbox', { name: 'Notiz' })).toBeFocused()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Elterngespräch am Montag')
  await notes.getByRole('button', { name: 'Notiz speichern' }).click()
  // While it is written, the entry is the form and has the words already.
  await expect(notes.getByRole('textbox', { name: 'Notiz' })).toHaveCount(0)
  await expect(notes.getByRole('listitem')).toContainText('Elterngespräch')
  await expect(notes).not.toContainText('Asthma')
  await notes.getByRole('button', { name: /^Notiz vom .* löschen$/ }).click()
  const deleted = await heldNotice(page, 'Die Notiz ist gelöscht.')
  await expect(notes.getByText('Noch keine Notiz.')).toBeVisible()
  await deleted.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(notes.getByRole('listitem')).toContainText('Elterngespräch')
}

const leave = async (page: Page, child: Child) => {
  await act(page, 'Abgang eintragen')
  const exit = page.getByRole('dialog', { name: `Abgang: ${child.name}` })
  await exit.getByLabel('Letzter Tag an der Schule', { exact: true }).fill('27.11.26')
  await expect(exit.getByText('Der Elternlink gilt ab dem 28.11.2026 nicht mehr.')).toBeVisible()
  await expectSound(page, 'Abgang')
  await exit.getByRole('button', { name: 'Abgang eintragen' }).click()
  await expect(exit.getByText('Bitte wählen Sie den Grund des Abgangs.').first()).toBeVisible()
  await exit.getByLabel('Grund des Abgangs', { exact: true }).selectOption({ label: 'Umzug' })
  await exit.getByRole('button', { name: 'Abgang eintragen' }).click()
  await expect(page.getByText('geht am 27.11.2026')).toBeVisible()
  await expect(card(page, 'Klassen')).toContainText('Umzug')
  await page.getByRole('button', { name: 'Abgang zurücknehmen' }).click()
  await expect(page.getByText('geht am 27.11.2026')).toHaveCount(0)
}

const bin = async (page: Page, child: Child) => {
  await act(page, 'Löschen')
  const question = page.getByRole('dialog', { name: `${child.name} löschen?` })
  await expect(question).toContainText('Das Kind wird 30 Tage im Papierkorb aufbewahrt.')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(title(page)).toContainText('Schülerinnen und Schüler')
  await page.goto(`/app/admin/schueler/${child.id}`)
  await expect(notice(page, 'Im Papierkorb')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Person bearbeiten' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Wiederherstellen' }).click()
  await expect(page.getByRole('button', { name: 'Person bearbeiten' })).toBeVisible()

  // A pupil who has attended for long can only leave: the menu says so.
  await askAs(page, { method: 'PUT', path: `${PUPIL}/${child.id}`, body: { date_entry: '2026-11-01' } })
  await openChild(page, child)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await expect(page.getByRole('menuitem', { name: /^Löschen/ })).toContainText('länger als 14 Tage')
  await expect(page.getByRole('menuitem', { name: /^Löschen/ })).toBeDisabled()
}

test('a child is changed in place, gets notes, leaves and comes back, goes to the bin and comes back', async ({
  page,
}) => {
  test.setTimeout(150_000)
  await signIn(page, 'leitung.fsw')
  const child = await makeChild(page, '0170 1234567')
  await openChild(page, child)
  await expect(card(page, 'Verlauf')).toContainText('angelegt')
  await expect(card(page, 'Im Notfall').locator('a[href="tel:+491701234567"]')).toBeVisible()
  await expectSound(page, 'Seite')
  await test.step('faults stand at their fields, countries go by German names', () => changePerson(page))
  await test.step('who leaves a section that is being changed is asked', () => changeAddress(page))
  await test.step('the sections ask what the grade and school ask for', () => changeSchool(page))
  await test.step('notes are written, changed, deleted and back', () => writeNotes(page))
  await test.step('somebody leaves and comes back', () => leave(page, child))
  await test.step('who was deleted comes back from the bin', () => bin(page, child))
})

test('the page is sound on a phone, with numbers for a thumb @phone', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const child = await makeChild(page, '0170 1234567')
  await openChild(page, child)
  await card(page, 'Verlauf').getByText('Änderungen').click()
  await expect(card(page, 'Verlauf')).toContainText('angelegt')
  const call = card(page, 'Im Notfall').locator('a[href="tel:+491701234567"]')
  await expect(call).toBeVisible()
  expect((await call.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await expectSound(page, 'Seite')
  await edit(page, 'Person')
  await expect(page.locator('#firstname')).toBeFocused()
  await expect.poll(() => sidewaysPixels(page), 'Person bearbeiten').toBe(0)
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Notiz schreiben' }).click()
  await expect(page.getByRole('textbox', { name: 'Notiz' })).toBeFocused()
  await expect.poll(() => sidewaysPixels(page), 'Notiz').toBe(0)
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()
  await page.getByRole('dialog').getByLabel('Letzter Tag an der Schule', { exact: true }).fill('27.11.26')
  await expect(page.getByText('Das geschieht danach')).toBeVisible()
  await expectSound(page, 'Abgang')
  await page.goto(NEW)
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await expect(page.getByText('Bitte prüfen Sie 5 Angaben:')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Neu').toBe(0)
})
