import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readPdf } from '#server/test/read-pdf.ts'
import { expectSound } from './accessibility.ts'
import { enrol, makeClass } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs } from './staff-calls.ts'
import { test } from './test.ts'

const LINK = /^http:\/\/localhost:\d+\/app\/susByUuid\/[\da-f-]{36}$/

const savedPdf = async (page: Page, press: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), ...(await readPdf(await readFile(await download.path()))) }
}

const linkOf = async (page: Page, id: number) => {
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/pupil/${id}/link` })
  return ((await reply.json()) as { address: string }).address
}

/** Opens, prints and renews the parents' link of a child, and saves its certificate. */
const papersOfChild = async (page: Page, id: number) => {
  await page.goto(`/app/admin/schueler/${id}`)
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await choose('Elternlink')
  const dialog = page.getByRole('dialog', { name: 'Elternlink: Łucja Nguyễn' })
  const address = dialog.getByLabel('Adresse')
  await expect(address).toHaveValue(LINK)
  await expect(dialog.getByRole('img', { name: 'QR-Code mit dem Elternlink für Łucja' })).toBeVisible()
  const first = await address.inputValue()
  await expectSound(page, 'the dialog of a parents’ link')

  const card = await savedPdf(page, () => dialog.getByRole('button', { name: 'Kärtchen als PDF' }).click())
  expect(card).toMatchObject({ name: 'Elternlinks-2026-11-20.pdf', language: 'de-DE', isTagged: true })
  expect(card.pages[0]?.codes).toEqual([first])

  await dialog.getByRole('button', { name: 'Link erneuern' }).click()
  const warning = page.getByRole('dialog', { name: 'Link erneuern?' })
  await expect(warning.getByText('Der bisherige Link und QR-Code werden ungültig.')).toBeVisible()
  await warning.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(address).toHaveValue(first)
  await dialog.getByRole('button', { name: 'Link erneuern' }).click()
  await warning.getByRole('button', { name: 'Link erneuern' }).click()
  await expect(address).not.toHaveValue(first)
  await expect(address).toHaveValue(await linkOf(page, id))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await choose('Schulbescheinigung')
  const certificate = page.getByRole('dialog', { name: 'Schulbescheinigung: Łucja Nguyễn' })
  await certificate.getByLabel('Zur Vorlage (optional)').fill('Familienkasse')
  await expectSound(page, 'the dialog of a certificate')
  const paper = await savedPdf(page, () => page.keyboard.press('Enter'))
  expect(paper.name).toMatch(/^Schulbescheinigung-[A-Z\d]+-\d+-2026-11-20\.pdf$/)
  expect(paper.pages[0]?.text).toContain('Łucja Nguyễn, geboren am 04.05.2019')
  await expect(certificate).toHaveCount(0)
}

/** Saves the sheets of a class with the links of these children, and letters to their families. */
const papersOfClass = async (page: Page, schoolclass: number, ids: readonly number[]) => {
  await page.goto(`/app/admin/klasse/${schoolclass}`)
  const menu = page.getByRole('button', { name: 'Andere Liste drucken' })
  const open = async (entry: string) => {
    await menu.click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await open('Elternlinks …')
  const dialog = page.getByRole('dialog', { name: 'Bögen und Briefe: Klasse 2b' })
  const sheets = await savedPdf(page, () =>
    dialog.getByRole('button', { name: '2 Kärtchen als PDF speichern' }).click(),
  )
  expect(sheets.pages[0]?.codes).toEqual(await Promise.all(ids.map((id) => linkOf(page, id))))
  await expect(dialog).toHaveCount(0)
  await expect(menu).toBeFocused()

  await open('Serienbrief …')
  await dialog.getByRole('radio', { name: 'Nur Haushalte, die keine E-Mail erreicht (0)' }).check()
  await expect(dialog.getByRole('button', { name: '0 Briefe als PDF speichern' })).toBeDisabled()
  await dialog.getByRole('radio', { name: 'Alle Haushalte (2)' }).check()
  await dialog.getByRole('button', { name: '2 Briefe als PDF speichern' }).click()
  await expect(dialog.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await expectSound(page, 'the dialog of sheets with errors')
  await dialog.getByRole('textbox', { name: 'Betreff' }).fill('Ausflug')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('am Freitag geht {Kinder} aus der {Klassen} in den Wald.')
  await dialog.getByRole('textbox', { name: 'Anlagen (optional)' }).fill('Packliste')
  await dialog.getByRole('textbox', { name: 'Datum des Briefs (optional)' }).fill('1.12.2026')
  await dialog.getByRole('button', { name: 'Gemerkte Texte' }).click()
  await page.getByRole('menuitem', { name: 'Diesen Text merken …' }).click()
  await page.getByRole('textbox', { name: 'Name des Textes' }).fill('Ausflug in den Wald')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Der Text „Ausflug in den Wald“ ist gemerkt.')).toBeVisible()
  const letters = await savedPdf(page, () => dialog.getByRole('button', { name: 'als PDF speichern' }).click())
  expect(letters.pages).toHaveLength(2)
  expect(letters.pages[0]?.text).toContain('am Freitag geht Ada Ahrens aus der 2b in den Wald.')
  expect(letters.pages[0]?.text).toContain('01.12.2026')
  expect(letters.pages[0]?.text.replace(/\s+/g, ' ')).toContain('Anlage Packliste')

  await open('Serienbrief …')
  await dialog.getByRole('button', { name: 'Gemerkte Texte' }).click()
  await page.getByRole('menuitem', { name: 'Ausflug in den Wald' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Betreff' })).toHaveValue('Ausflug')
  await expect(dialog.getByRole('textbox', { name: 'Anlagen (optional)' })).toHaveValue('Packliste')
  await expectSound(page, 'the dialog of a letter with a kept text')
}

test('a child gets a parents’ link and a certificate, a class link sheets that can be read and letters', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  const single = await enrol(page, { firstname: 'Łucja', lastname: 'Nguyễn' })
  const schoolclass = await makeClass(page, { grade: 2, description: 'b' })
  const ada = await enrol(page, { firstname: 'Ada', lastname: 'Ahrens' }, schoolclass)
  const ben = await enrol(page, { firstname: 'Ben', lastname: 'Berg' }, schoolclass)
  await test.step('the link is shown, printed, renewed, and the certificate saved', () => papersOfChild(page, single))
  await test.step('the sheets of a class can be read, its families get letters', () =>
    papersOfClass(page, schoolclass, [ada, ben]))
})
