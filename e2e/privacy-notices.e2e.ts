import { expect, type Page } from '@playwright/test'
import { openOwnSchoolAsHead } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { formPath } from './public-form.ts'
import { askAs, heldNotice, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const openFromMenu = async (page: Page, entry: string) => {
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  const group = menu.getByRole('button', { name: 'Datenschutz' })
  if ((await group.getAttribute('aria-expanded')) === 'false') await group.click()
  await menu.getByRole('link', { name: entry, exact: true }).click()
}

/** What a family reads in the form of the school. */
const noticeOfForm = async (page: Page, short: string) => {
  const family = await (await page.context().browser())?.newContext()
  if (!family) throw new Error('There is a browser.')
  const form = await family.newPage()
  await form.goto(formPath(short))
  await form.getByRole('contentinfo').getByRole('button', { name: 'Datenschutzhinweise' }).click()
  const text = await form.getByRole('dialog', { name: 'Datenschutzhinweise' }).textContent()
  await family.close()
  return text ?? ''
}

test('a head publishes a new version of the notice after facts have changed, and families read it', async ({
  browser,
  page,
}) => {
  test.slow()
  const { id, short } = await openOwnSchoolAsHead(browser, page)
  await page.goto('/app/')
  await openFromMenu(page, 'Hinweise')
  await expect(title(page)).toHaveText('Datenschutzhinweise')
  const current = page.getByRole('region', { name: 'Fassung 1' })
  await expect(current).toContainText('Trägerverein am Berg e. V.')
  await expect(current).toContainText('abgelehnte Bewerbungen: 6 Monate')
  await expectSoundAndFits(page, 'Datenschutzhinweise')

  await test.step('a changed carrier is told, and changes nothing yet', async () => {
    const body = { carrier_name: 'Stiftung Tal' }
    const changed = await askAs(page, { method: 'PUT', path: `/api/admin/school/${id}`, body })
    expect(((await changed.json()) as { message: string }).message).toContain('Die Datenschutzhinweise nennen noch')
    await page.reload()
    const alert = page.getByRole('alert').filter({ hasText: 'haben sich Angaben geändert' })
    await expect(alert.locator('del')).toContainText('Trägerverein am Berg e. V.')
    await expect(alert.locator('ins')).toContainText('Stiftung Tal')
    await expectSoundAndFits(page, 'Hinweise mit geänderten Angaben')
    expect(await noticeOfForm(page, short)).toContain('Trägerverein am Berg e. V.')
    await alert.getByRole('button', { name: 'Neue Fassung vorbereiten' }).click()
  })

  const box = page.getByRole('textbox', { name: 'Text der Datenschutzhinweise' })
  const line = uniqueName('Hospitation ')
  await test.step('the text is changed, compared and published', async () => {
    await expect(box).toBeFocused()
    await page.keyboard.type(`## ${line}`)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^\{Schule\} einfügen/ }).click()
    await expect(box).toContainText('{Schule}')
    const changes = page.getByRole('region', { name: 'Das ändert sich' })
    await expect(changes).toContainText(line)
    await expect(changes.locator('ins').filter({ hasText: 'Stiftung Tal' })).toBeVisible()
    await expectSoundAndFits(page, 'Hinweise im Editor')
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    const question = page.getByRole('dialog', { name: 'Neue Fassung veröffentlichen?' })
    await expect(question.locator('ins').filter({ hasText: 'Stiftung Tal' })).toBeVisible()
    await expectSoundAndFits(page, 'Frage vor dem Veröffentlichen')
    await question.getByRole('button', { name: 'Veröffentlichen' }).click()
    const published = await heldNotice(page, 'Die neue Fassung ist veröffentlicht.')
    await expect(page.getByRole('region', { name: 'Fassung 2' })).toContainText('Stiftung Tal')
    await published.getByRole('button', { name: 'Fassungen ansehen' }).click()
  })
  const text = await noticeOfForm(page, short)
  expect(text).toContain(line)
  expect(text).toContain('Stiftung Tal')

  await test.step('the old version stays readable and can be taken over', async () => {
    await page.getByRole('button', { name: 'Fassung 1 ansehen' }).click()
    const old = page.getByRole('dialog', { name: 'Datenschutzhinweise: Fassung 1' })
    await expect(old).toContainText('Trägerverein am Berg e. V.')
    await expect(old).toContainText('Mit dieser Fassung kam noch keine Bewerbung.')
    await expectSoundAndFits(page, 'alte Fassung')
    await old.getByRole('button', { name: 'In den Editor übernehmen' }).click()
    await expect(box).not.toContainText(line)
    await page.getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('button', { name: 'Verwerfen' }).click()
    await expect(page.getByRole('region', { name: 'Fassung 2' })).toBeVisible()
  })
})

test('who read which version stands with it and on the application', async ({ page }) => {
  await signIn(page, 'leitung.fow')
  await page.goto('/app/admin/datenschutz/hinweise')
  await page.getByRole('button', { name: 'Fassung 1 ansehen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Datenschutzhinweise: Fassung 1' })
  await dialog.getByText(/Bewerbung(en)? kam(en)? mit dieser Fassung/).click()
  const readers = dialog.getByRole('table', { name: 'Bewerbungen mit dieser Fassung' })
  await expect(readers.getByRole('row').nth(1)).toBeVisible()
  await expectSoundAndFits(page, 'wer die Fassung gelesen hat')
  await readers.getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Datenschutzhinweise Fassung 1 gelesen')
})

test('a head reviews the register, enters an activity and a processor, and takes the register along', async ({
  browser,
  page,
}) => {
  test.slow()
  await openOwnSchoolAsHead(browser, page)
  await page.goto('/app/')
  await openFromMenu(page, 'Auftragsverarbeitung')
  await expect(page.getByText('Noch ist niemand eingetragen.')).toBeVisible()
  await expectSoundAndFits(page, 'Auftragsverarbeitung, leer')
  await page.getByRole('button', { name: 'Eintragen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Eintragen' }).click()
  await expect(dialog.getByText(/Bitte prüfen Sie \d Angaben:/)).toBeVisible()
  await expectSoundAndFits(page, 'Auftragsverarbeiter mit Fehlern')
  const name = uniqueName('Rechenzentrum ')
  await dialog.getByRole('textbox', { name: 'Auftragsverarbeiter' }).fill(name)
  await dialog.getByLabel('Art', { exact: true }).selectOption('Server und Betrieb')
  await dialog.getByRole('textbox', { name: 'Leistung' }).fill('Virtueller Server')
  await dialog.getByRole('textbox', { name: 'Ort der Verarbeitung' }).fill('Potsdam')
  await dialog.getByRole('textbox', { name: 'Vertrag vom' }).fill('01.03.2020')
  await dialog.getByRole('button', { name: 'Eintragen' }).click()
  await expect(notice(page, `${name} ist eingetragen.`)).toBeVisible()
  const row = page.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('älter als 24 Monate')
  await expect(page.getByRole('alert').filter({ hasText: 'Bitte ansehen' })).toContainText(name)
  await expectSoundAndFits(page, 'Auftragsverarbeitung')

  await openFromMenu(page, 'Verzeichnis')
  await expect(title(page)).toHaveText('Verzeichnis der Verarbeitungstätigkeiten')
  const pupils = page.getByRole('group', { name: 'Schülerdaten und Klassen' })
  await pupils.getByRole('heading').click()
  await expect(pupils).toContainText(`${name} (Virtueller Server, Potsdam) als Auftragsverarbeiter`)
  await expect(pupils).toContainText('noch nie')
  await expectSoundAndFits(page, 'Verzeichnis')
  await pupils.getByRole('button', { name: 'Heute geprüft: Schülerdaten und Klassen' }).click()
  await expect(notice(page, '„Schülerdaten und Klassen“ ist als geprüft eingetragen.')).toBeVisible()
  await expect(pupils).not.toContainText('noch nie')

  await test.step('an activity of the school, removed and brought back', async () => {
    await page.getByRole('button', { name: 'Eigene Tätigkeit' }).click()
    await dialog.getByRole('textbox', { name: 'Tätigkeit' }).fill('Schulfotos')
    for (const [field, text] of Object.entries({
      Zweck: 'Klassenfotos',
      Rechtsgrundlage: 'Einwilligung',
      Betroffene: 'Kinder',
      Daten: 'Bilder',
      Empfänger: 'Fotostudio',
      Löschfrist: '1 Jahr',
    }))
      await dialog.getByRole('textbox', { name: field }).fill(text)
    await expectSoundAndFits(page, 'eigene Tätigkeit')
    await dialog.getByRole('button', { name: 'Eintragen' }).click()
    const photos = page.getByRole('group', { name: 'Schulfotos' })
    await photos.getByRole('heading').click()
    await expect(photos).toContainText('Fotostudio')
    await photos.getByRole('button', { name: 'Entfernen: Schulfotos' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click()
    await (await heldNotice(page, 'steht nicht mehr im Verzeichnis'))
      .getByRole('button', { name: 'Rückgängig' })
      .click()
    await expect(photos).toContainText('Fotostudio')
  })

  await test.step('the register is a file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Exportieren' }).click()
    await page.getByRole('menuitem', { name: 'PDF' }).click()
    expect((await download).suggestedFilename()).toMatch(/^verarbeitungsverzeichnis-\d{4}-\d\d-\d\d\.pdf$/)
  })
})
