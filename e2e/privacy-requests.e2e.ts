import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readPdf } from '#server/test/read-pdf.ts'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { askAs, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const REGISTER = '/app/admin/datenschutz/anfragen'
const DESK = { width: 1366, height: 768 }
const PHONE = { width: 360, height: 740 }

const dialog = (page: Page) => page.getByRole('dialog')
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const send = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click()

/** Enters what a mother asked a month and a half ago, from the empty form on. */
const enter = async (page: Page, lastname: string) => {
  await page.goto(REGISTER)
  await page.getByRole('button', { name: 'Anfrage erfassen' }).first().click()
  await send(page, 'Erfassen')
  await expect(dialog(page).getByText('Bitte prüfen Sie 3 Angaben:')).toBeVisible()
  await expectSound(page, 'Anfrage erfassen mit Fehlern')
  await page.setViewportSize(PHONE)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize(DESK)
  await dialog(page).getByRole('combobox', { name: 'Um wessen Daten geht es?' }).pressSequentially(lastname)
  await page.getByRole('option', { name: new RegExp(`Mila ${lastname}.*geboren am 31\\.03\\.2019`) }).click()
  await dialog(page).getByRole('textbox', { name: 'Gestellt von' }).fill(`Anna ${lastname}`)
  await dialog(page).getByRole('textbox', { name: 'Eingegangen am' }).fill('05.10.2026')
  await send(page, 'Erfassen')
  await notice(page, 'Die Anfrage ist erfasst.').getByRole('button', { name: 'Zur Anfrage' }).click()
  await expect(title(page)).toHaveText(`Auskunft: Mila ${lastname}`)
}

test('a head works on a request from its receipt to the letter', async ({ page }) => {
  test.slow()
  const lastname = uniqueName('Anfrage')
  await signIn(page, 'leitung.fsw')
  await addPupils(page, [{ firstname: 'Mila', lastname }])
  await enter(page, lastname)
  await expect(page.getByText('seit 15 Tagen überfällig')).toBeVisible()
  await expectSoundAndFits(page, 'Anfrage')

  await test.step('the start page says so in red, and leads to the register', async () => {
    await page.goto('/app/')
    const overdue = card(page, 'Zu tun')
    await expect(overdue.getByText(/zum Datenschutz (ist|sind) überfällig/)).toBeVisible()
    await expectSoundAndFits(page, 'Startseite mit überfälligen Anfragen')
    await overdue.getByRole('link', { name: 'Zu den Anfragen, die überfällig sind' }).click()
    await expect(title(page)).toContainText('Anfragen zum Datenschutz')
    await expectSoundAndFits(page, 'Anfragen')
    await page.getByRole('link', { name: new RegExp(`Mila ${lastname}`) }).click()
  })

  await test.step('nothing is granted before it is known who asks', async () => {
    await page.getByRole('button', { name: 'Ergebnis eintragen' }).click()
    await send(page, 'Abschließen')
    await expect(
      dialog(page).getByText('Bitte tragen Sie zuerst ein, wie die Identität geprüft wurde.').first(),
    ).toBeVisible()
    await expectSound(page, 'Ergebnis mit Fehlern')
    await dialog(page).getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('button', { name: 'Prüfung eintragen' }).click()
    await dialog(page).getByRole('combobox', { name: 'Wie geprüft' }).selectOption('Ausweis gesehen')
    await send(page, 'Eintragen')
    await expect(card(page, 'Identität')).toContainText('Ausweis gesehen')
  })

  await test.step('the copy of the data is made here', async () => {
    await card(page, 'Bearbeitung').getByRole('button', { name: 'Auskunft erstellen' }).click()
    await dialog(page)
      .getByRole('radio', { name: `Anna ${lastname}` })
      .check()
    await send(page, 'Auskunft erstellen')
    await expect(dialog(page).getByLabel('Passwort der Datei')).toBeVisible()
    await page.keyboard.press('Escape')
    const discard = page
      .getByRole('dialog')
      .getByRole('button', { name: /^(Schließen|Verwerfen|Ja)/ })
      .last()
    await discard.click()
    await expect(dialog(page)).toHaveCount(0)
    await expect(card(page, 'Verlauf')).toContainText('hat ein Auskunftspaket erstellt')
  })

  await test.step('the answer leaves as a letter', async () => {
    await page.getByRole('button', { name: 'Ergebnis eintragen' }).click()
    await send(page, 'Abschließen')
    await expect(card(page, 'Antwort')).toContainText('Diese Anfrage wird am 20.11.2029 gelöscht')
    await page.getByRole('button', { name: 'Antwort als PDF' }).click()
    await expectSoundAndFits(page, 'Schreiben erstellen')
    const [download] = await Promise.all([page.waitForEvent('download'), send(page, 'PDF speichern')])
    const { pages } = await readPdf(await readFile(await download.path()))
    const text = pages[0]?.text ?? ''
    for (const part of ['Freie Schule Wacholderhain', `Anna ${lastname}`, 'Dorfstraße 12a', '15999 Wacholderhain'])
      expect(text).toContain(part)
    expect(text).toContain('Ihr Antrag auf Auskunft nach Art. 15 DSGVO')
    await expect(card(page, 'Verlauf')).toContainText('hat ein Schreiben erstellt: Antwort')
  })
})

test('a leaver is erased at the request, which keeps no name', async ({ page }) => {
  const lastname = uniqueName('Abgang')
  await signIn(page, 'leitung.fsw')
  const [id] = await addPupils(page, [{ firstname: 'Mila', lastname, isOld: true }])
  const left = await askAs(page, {
    method: 'PUT',
    path: `/api/admin/pupil/${id}/exit`,
    body: { date_exit: '2026-11-19', exit_reason: 'school_change', next_school: null },
  })
  expect(left.status(), await left.text()).toBe(200)
  const body = { kind: 'erasure', subject: `pupil:${id}`, requested_by: `Anna ${lastname}`, received_on: '2026-11-18' }
  const added = await askAs(page, { method: 'POST', path: '/api/admin/privacyRequest', body })
  await page.goto(`${REGISTER}/${((await added.json()) as { id: number }).id}`)
  const work = card(page, 'Bearbeitung')
  await expect(work).toContainText('Prüfen Sie zuerst, wer fragt.')
  await expect(work.getByRole('button', { name: 'Daten löschen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Prüfung eintragen' }).click()
  await dialog(page).getByRole('combobox', { name: 'Wie geprüft' }).selectOption('Ausweis gesehen')
  await send(page, 'Eintragen')
  await work.getByRole('button', { name: 'Daten löschen' }).click()
  await dialog(page).getByRole('combobox', { name: 'Grund' }).selectOption({ index: 1 })
  await dialog(page).getByRole('checkbox').check()
  await send(page, 'Endgültig löschen')
  await expect(title(page)).toHaveText('Löschung: gelöschte Person')
  await expect(card(page, 'Verlauf')).toContainText('Katharina Vogt hat die Person gelöscht')
  await expect(page.getByText(lastname)).toHaveCount(0)
  await page.getByRole('button', { name: 'Ergebnis eintragen' }).click()
  await send(page, 'Abschließen')
  await page.getByRole('button', { name: 'Antwort als PDF' }).click()
  await dialog(page)
    .getByRole('textbox', { name: 'Anschrift' })
    .fill(`Anna ${lastname}\nDorfstraße 1\n15999 Wacholderhain`)
  const [download] = await Promise.all([page.waitForEvent('download'), send(page, 'PDF speichern')])
  const { pages } = await readPdf(await readFile(await download.path()))
  expect(pages[0]?.text).toContain('haben wir die Daten')
  await expect(page.getByText(lastname)).toHaveCount(0)
})

test('a secretary finds neither the menu entry nor the page', async ({ page }) => {
  await signIn(page, 'sekretariat.fsw')
  await page.goto(REGISTER)
  await expect(page.getByText(/^Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Anfrage erfassen' })).toHaveCount(0)
})
