import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { unpack } from '#server/test/package-school.ts'
import { expectSound } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { test } from './test.ts'

/** Saves the file of the open dialog and opens it with the password that stands there. */
const openFile = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: /^Auskunft: / })
  const password = await dialog.getByLabel('Passwort der Datei').inputValue()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Datei speichern' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Auskunft-2026-11-20.zip')
  await expect(dialog.getByText('auf Ihrem Gerät gespeichert')).toBeVisible()
  const opened = await unpack(new Uint8Array(await readFile(await download.path())), password)
  await dialog.getByRole('button', { name: 'Schließen' }).click()
  await expect(dialog).toHaveCount(0)
  return opened
}

test('a head hands out what is stored about a child and about its mother', async ({ browser, page }) => {
  await openOwnSchool(browser, page)
  const [id] = await addPupils(page, [{ firstname: 'Łucja', lastname: 'Auskunft', isOld: true }])
  await page.goto(`/app/admin/schueler/${id}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Auskunft erstellen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Auskunft: Łucja Auskunft' })
  await expect(dialog.getByRole('radio', { name: 'Łucja Auskunft' })).toBeVisible()
  await expectSound(page, 'the dialog of an access package')
  await dialog.getByRole('button', { name: 'Auskunft erstellen' }).click()
  await expect(dialog.getByText('Bitte wählen Sie, für wen die Auskunft ist.')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Łucja Auskunft' }).check()
  await dialog.getByRole('button', { name: 'Auskunft erstellen' }).click()
  await expect(dialog.getByLabel('Passwort der Datei')).toBeVisible()
  await expectSound(page, 'the password of an access package')
  const child = await openFile(page)
  expect(child.data).toMatchObject({ subject: 'pupil', recipient: 'Łucja Auskunft' })
  expect(child.pdfText).toContain('ŁucjaAuskunft')

  const contacts = page.getByRole('region', { name: /Kontakte$/ })
  await contacts
    .getByRole('button', { name: /^Aktionen: / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Auskunft erstellen' }).click()
  await page
    .getByRole('dialog', { name: /^Auskunft: / })
    .getByRole('button', { name: 'Auskunft erstellen' })
    .click()
  const guardian = await openFile(page)
  expect(guardian.data.subject).toBe('guardian')
  expect(guardian.pdfText).toContain('ŁucjaAuskunft')
})
