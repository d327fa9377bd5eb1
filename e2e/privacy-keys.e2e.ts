import { expect, type Locator, type Page } from '@playwright/test'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchoolAsHead } from './own-school.ts'
import { enterApplication, putNote, putStatus, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

/** Data protection by keyboard alone: the mouse is never used, and the focus is always on something. */

const dialog = (page: Page) => page.getByRole('dialog')
const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })

/** Whatever was pressed or closed, the next key goes somewhere. */
const expectFocus = async (page: Page, place: string) => {
  await expect(dialog(page)).toHaveCount(0)
  await expect.poll(() => page.evaluate('document.activeElement?.tagName'), `focus after ${place}`).not.toBe('BODY')
}

const type = async (page: Page, field: Locator, text: string) => {
  await stepTo(page, field)
  await page.keyboard.type(text)
}

test('a request is worked on by keys alone, from its receipt to the letter', async ({ page }) => {
  test.slow()
  const lastname = uniqueName('Tasten')
  await signIn(page, 'leitung.fsw')
  await addPupils(page, [{ firstname: 'Mila', lastname }])
  await page.goto('/app/admin/datenschutz/anfragen')
  await expect(page.getByRole('row').nth(1)).toBeVisible()

  await test.step('it is received; Escape leaves an empty form without a question', async () => {
    await stepToAndPress(page, button(page, 'Anfrage erfassen'))
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expectFocus(page, 'Escape')
    await expect(button(page, 'Anfrage erfassen')).toBeFocused()
    await page.keyboard.press('Enter')
    const form = dialog(page)
    await type(page, form.getByRole('combobox', { name: 'Um wessen Daten geht es?' }), lastname)
    await expect(page.getByRole('option', { name: new RegExp(`Mila ${lastname}`) })).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await type(page, form.getByRole('textbox', { name: 'Gestellt von' }), `Anna ${lastname}`)
    await page.keyboard.press('Enter')
    await expectFocus(page, 'Erfassen')
  })

  await test.step('who asks is noted', async () => {
    await stepToAndPress(page, page.getByRole('link', { name: new RegExp(`Mila ${lastname}`) }))
    await expect(title(page)).toHaveText(`Auskunft: Mila ${lastname}`)
    await expectFocus(page, 'opening a request')
    await stepToAndPress(page, button(page, 'Prüfung eintragen'))
    await stepTo(page, dialog(page).getByRole('combobox', { name: 'Wie geprüft' }))
    await page.keyboard.type('Ausweis')
    await stepToAndPress(page, button(dialog(page), 'Eintragen'))
    await expectFocus(page, 'Prüfung eintragen')
  })

  await test.step('it is answered, and the letter is saved', async () => {
    await stepToAndPress(page, button(page, 'Ergebnis eintragen'))
    await stepToAndPress(page, button(dialog(page), 'Abschließen'))
    await expectFocus(page, 'Abschließen')
    await stepToAndPress(page, button(page, 'Antwort als PDF'))
    const download = page.waitForEvent('download')
    await stepToAndPress(page, button(dialog(page), 'PDF speichern'))
    await (await download).path()
    await expectFocus(page, 'PDF speichern')
  })
})

test('a deletion is put on hold and let go again by keys alone', async ({ page }) => {
  const lastname = uniqueName('Tastenfrist')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ida', lastname })
  await putNote(page, id, { internal_note: 'Hospitation war im Mai.', version: 1 })
  await putStatus(page, id, 'rejected')
  await page.goto('/app/admin/loeschvorschau')
  await stepToAndPress(page, button(page, `Löschung aussetzen: ${lastname}, Ida`))
  await type(page, dialog(page).getByRole('textbox', { name: 'Grund' }), 'Die Familie hat Widerspruch eingelegt.')
  await type(page, dialog(page).getByRole('textbox', { name: 'Aufbewahren bis' }), '20.02.2027')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Löschung aussetzen')
  const ends = button(page, `Aussetzung beenden: ${lastname}, Ida`)
  await stepToAndPress(page, ends)
  await expect(ends).toHaveCount(0)
  await expectFocus(page, 'Aussetzung beenden')
})

test('a new version of the notice is written and published by keys alone', async ({ browser, page }) => {
  test.slow()
  await openOwnSchoolAsHead(browser, page)
  await page.goto('/app/admin/datenschutz/hinweise')
  await stepToAndPress(page, button(page, 'Neue Fassung'))
  const box = page.getByRole('textbox', { name: 'Text der Datenschutzhinweise' })
  await expect(box).toBeFocused()
  await page.keyboard.type('Fotos machen wir nicht. ')
  await expect(page.getByRole('region', { name: 'Das ändert sich' })).toContainText('Fotos machen wir nicht.')
  await stepToAndPress(page, button(page, 'Veröffentlichen'))
  await stepToAndPress(page, button(dialog(page), 'Veröffentlichen'))
  await expect(page.getByRole('region', { name: 'Fassung 2' })).toContainText('Fotos machen wir nicht.')
  await expectFocus(page, 'Veröffentlichen')
  await stepToAndPress(page, button(page, 'Fassung 1 ansehen'))
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expectFocus(page, 'Fassung 1')
  await expect(button(page, 'Fassung 1 ansehen')).toBeFocused()
})

test('a processor and an own activity are entered and removed by keys alone', async ({ browser, page }) => {
  test.slow()
  await openOwnSchoolAsHead(browser, page)
  const confirm = async (name: string) => {
    await stepToAndPress(page, button(page, `Entfernen: ${name}`))
    await stepToAndPress(page, button(dialog(page), 'Entfernen'))
    await expect(button(page, `Entfernen: ${name}`)).toHaveCount(0)
    await expectFocus(page, `Entfernen: ${name}`)
  }
  await page.goto('/app/admin/datenschutz/auftragsverarbeitung')
  await stepToAndPress(page, button(page, 'Auftragsverarbeiter eintragen'))
  await type(page, dialog(page).getByRole('textbox', { name: 'Auftragsverarbeiter' }), 'Rechenzentrum')
  await stepTo(page, dialog(page).getByLabel('Art', { exact: true }))
  await page.keyboard.type('Server')
  await type(page, dialog(page).getByRole('textbox', { name: 'Leistung' }), 'Virtueller Server')
  await type(page, dialog(page).getByRole('textbox', { name: 'Ort der Verarbeitung' }), 'Potsdam')
  await page.keyboard.press('Enter')
  await expectFocus(page, 'Auftragsverarbeiter eintragen')
  const menu = button(page, 'Aktionen: Rechenzentrum')
  await stepToAndPress(page, menu)
  await stepToAndPress(page, page.getByRole('menuitem', { name: 'Entfernen' }), 'ArrowDown')
  // The closing menu gives the focus back before the question takes it.
  await expect(dialog(page).locator(':focus')).toHaveCount(1)
  await stepToAndPress(page, button(dialog(page), 'Entfernen'))
  await expect(menu).toHaveCount(0)
  await expectFocus(page, 'Entfernen: Rechenzentrum')
  await page.goto('/app/admin/datenschutz/verzeichnis')
  await stepToAndPress(page, button(page, 'Eigene Tätigkeit'))
  await type(page, dialog(page).getByRole('textbox', { name: 'Tätigkeit' }), 'Schulfotos')
  for (const field of ['Zweck', 'Rechtsgrundlage', 'Betroffene', 'Daten', 'Empfänger', 'Löschfrist'])
    await type(page, dialog(page).getByRole('textbox', { name: field }), 'Fotos')
  await stepToAndPress(page, button(dialog(page), 'Eintragen'))
  await expectFocus(page, 'Eigene Tätigkeit')
  await stepToAndPress(page, page.locator('summary', { hasText: 'Schulfotos' }))
  await confirm('Schulfotos')
})

test('a restriction is set and lifted by keys alone', async ({ page }) => {
  const lastname = uniqueName('Tastenschutz')
  await signIn(page, 'leitung.fsw')
  const [id] = await addPupils(page, [{ firstname: 'Mila', lastname }])
  await page.goto(`/app/admin/schueler/${id}`)
  await stepToAndPress(page, button(page, 'Weitere Aktionen'))
  await stepToAndPress(page, page.getByRole('menuitem', { name: 'Verarbeitung einschränken' }), 'ArrowDown')
  await type(page, dialog(page).getByRole('textbox', { name: 'Grund' }), 'Die Anschrift wird geprüft.')
  await stepToAndPress(page, button(dialog(page), 'Einschränken'))
  await expect(page.getByText('Grund: Die Anschrift wird geprüft.')).toBeVisible()
  await expectFocus(page, 'Einschränken')
  await stepToAndPress(page, button(page, 'Einschränkung aufheben'))
  await type(page, dialog(page).getByRole('textbox', { name: 'Grund' }), 'Die Anschrift ist berichtigt.')
  await stepToAndPress(page, button(dialog(page), 'Einschränkung aufheben'))
  await expect(button(page, 'Weitere Aktionen')).toBeVisible()
  await expectFocus(page, 'Einschränkung aufheben')
})
