import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { notice, title } from './staff-calls.ts'
import { test } from './test.ts'

/** A page of paper as a camera takes it. */
const photo = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 1200, channels: 3, background: colour } })
    .withExif({ IFD0: { Make: 'Kamerawort' } })
    .jpeg()
    .toBuffer(),
})

const openChild = async (page: Page, lastname: string) => {
  const [id] = await addPupils(page, [{ firstname: 'Mia', lastname }])
  await page.goto(`/app/admin/schueler/${id}`)
  await expect(title(page)).toContainText(lastname)
  return page.getByRole('region', { name: 'Unterlagen' })
}

test('a paper photographed: two pages become one PDF @phone', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const card = await openChild(page, 'Fotowort')
  await card.getByRole('button', { name: 'Unterlage ablegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unterlage ablegen' })
  await expect(dialog.getByText(/Masernnachweis/)).toBeHidden()
  await dialog.getByText('Nur ansehen, nicht ablegen').click()
  await expect(dialog.getByText(/Masernnachweis/)).toBeVisible()
  await expect(dialog.getByText(/hierher ziehen/)).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Foto aufnehmen' })).toBeVisible()
  const camera = dialog.getByTestId('camera-file')
  await expect(camera).toHaveAttribute('capture', 'environment')
  await camera.setInputFiles(await photo('image.jpg', '#f4efe2'))
  await expect(dialog.getByRole('button', { name: 'Nächste Seite fotografieren' })).toBeVisible()
  await camera.setInputFiles(await photo('image.jpg', '#e2ecf4'))
  await expect(dialog.getByText('Seite 2', { exact: false })).toBeVisible()
  await expectSound(page, 'Unterlage ablegen auf dem Telefon')
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await dialog.getByLabel('Titel').fill('Notiz vom Elternabend')
  await dialog.getByLabel('Art').selectOption({ label: 'Gesprächsnotiz' })
  await dialog.getByRole('button', { name: 'Ablegen', exact: true }).click()
  await expect(notice(page, 'Die Unterlage ist gespeichert.')).toBeVisible()
  await expect(card.getByText(/Gesprächsnotiz · 20\.11\.2026 · 2 Seiten/)).toBeVisible()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('button', { name: 'Notiz vom Elternabend', exact: true }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Notiz vom Elternabend.pdf')
  const content = readFileSync(await download.path())
  expect(content.includes('Kamerawort')).toBe(false)
  expect(content.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2)
})

test('a PDF is stored, renamed, deleted and brought back; what is no PDF is refused', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const card = await openChild(page, 'Aktenwort')
  await expect(card.getByText('Noch keine Unterlage.')).toBeVisible()
  await card.getByRole('button', { name: 'Unterlage ablegen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unterlage ablegen' })
  const choose = (content: string) =>
    dialog
      .getByTestId('file-file')
      .setInputFiles({ name: 'Bescheid 2026.pdf', mimeType: 'application/pdf', buffer: Buffer.from(content, 'latin1') })
  await choose('<html>kein PDF</html>')
  await expect(dialog.getByText('Die Datei ist beschädigt oder keine PDF.')).toBeVisible()
  // It begins like a PDF, so only the server finds that it is none.
  await choose('%PDF-1.7\nkaputt')
  await expect(dialog.getByLabel('Titel')).toHaveValue('Bescheid 2026')
  await dialog.getByLabel('Art').selectOption({ label: 'Bescheid' })
  await dialog.getByRole('button', { name: 'Ablegen', exact: true }).click()
  await expect(dialog.getByText('Die Datei ist beschädigt oder keine PDF.').first()).toBeVisible()
  await expectSound(page, 'Unterlage ablegen')
  await dialog.getByRole('button', { name: 'Bescheid 2026.pdf entfernen' }).click()
  await expect(dialog.getByText('Die Datei ist beschädigt oder keine PDF.')).toHaveCount(0)
  await choose(
    '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Count 1 /Kids [3 0 R] >>\nendobj\n3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>\nendobj\nxref\n0 1\ntrailer << /Root 1 0 R >>\nstartxref\n9\n%%EOF\n',
  )
  await dialog.getByRole('button', { name: 'Ablegen', exact: true }).click()
  await expect(card.getByText(/^Bescheid · 20\.11\.2026 · 1 Seite/)).toBeVisible()

  await card.getByRole('button', { name: 'Bescheid 2026 bearbeiten' }).click()
  const change = page.getByRole('dialog', { name: 'Bescheid 2026 bearbeiten' })
  await change.getByLabel('Titel').fill('Bescheid des Amtes')
  await change.getByRole('button', { name: 'Übernehmen' }).click()
  await card.getByRole('button', { name: 'Bescheid des Amtes löschen' }).click()
  await expect(card.getByText('Noch keine Unterlage.')).toBeVisible()
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card.getByRole('button', { name: 'Bescheid des Amtes', exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Bescheid des Amtes löschen' }).click()
  await page.reload()
  await expect(card.getByText('Gelöscht: Bescheid des Amtes')).toBeVisible()
  await card.getByRole('button', { name: 'Bescheid des Amtes zurückholen' }).click()
  await expect(card.getByRole('button', { name: 'Bescheid des Amtes', exact: true })).toBeVisible()
  await expectSound(page, 'Seite eines Kindes mit Unterlagen')
})
