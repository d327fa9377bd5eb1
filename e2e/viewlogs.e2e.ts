import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readPdf } from '#server/test/read-pdf.ts'
import { expectSound } from './accessibility.ts'
import { addPupils } from './own-pupil.ts'
import { openAs, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const VIEWS = '/app/admin/datenschutz/einsichten'
const rows = (page: Page) => page.getByRole('table', { name: 'Wer wessen Daten gesehen hat' }).getByRole('row')
const dialog = (page: Page) => page.getByRole('dialog')

/** Both sizes, because the table becomes cards. */
const expectSoundAndFits = async (page: Page, place: string) => {
  await expectSound(page, place)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, `${place}, phone`)
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('the head sees from a child’s page who opened it and in which file it was, and saves that for the authority', async ({
  page,
  browser,
}) => {
  const lastname = uniqueName('Einsicht')
  await signIn(page, 'leitung.fsw')
  const [mia = 0, tim = 0] = await addPupils(page, [
    { firstname: 'Mia', lastname },
    { firstname: 'Tim', lastname },
  ])

  await test.step('a secretary opens the page and exports both children', async () => {
    const office = await openAs(browser, 'sekretariat.fsw')
    await office.goto(`/app/admin/schueler/${mia}`)
    await expect(title(office)).toContainText(lastname)
    await office.goto(`/app/admin/sus?search=${lastname}`)
    await office.getByRole('checkbox', { name: /^Alle/ }).first().click()
    await office.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Exportieren' }).click()
    const [download] = await Promise.all([
      office.waitForEvent('download'),
      dialog(office)
        .getByRole('button', { name: /speichern$/i })
        .click(),
    ])
    await download.path()
    await office.context().close()
  })

  await test.step('the menu of the child leads to both', async () => {
    await page.goto(`/app/admin/schueler/${mia}`)
    await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
    await page.getByRole('menuitem', { name: 'Wer hat diese Daten gesehen?' }).click()
    await expect(title(page)).toContainText('Einsichten')
    await expect(page.getByRole('button', { name: `Filter entfernen: Daten von: Mia ${lastname}` })).toBeVisible()
    await expect(rows(page).filter({ hasText: 'Petra Schreiber' }).filter({ hasText: 'Seite aufgerufen' })).toHaveCount(
      1,
    )
    await expect(rows(page).filter({ hasText: 'Petra Schreiber' }).filter({ hasText: '2 SuS' })).toHaveCount(1)
    await expectSoundAndFits(page, 'Einsichten zu einem Kind')
  })

  await test.step('the export names everybody in it', async () => {
    await page.getByRole('button', { name: '2 SuS anzeigen' }).click()
    for (const name of ['Mia', 'Tim']) await expect(dialog(page).getByText(`${name} ${lastname}`)).toBeVisible()
    await expectSoundAndFits(page, 'Alle in einem Export')
    await page.keyboard.press('Escape')
  })

  await test.step('the paper names this child alone', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF für die Behörde' }).click(),
    ])
    const { pages } = await readPdf(await readFile(await download.path()))
    const text = pages.map((one) => one.text).join('\n')
    for (const word of ['Freie Schule Wacholderhain', `Mia ${lastname}`, 'Petra Schreiber', '2 SuS'])
      expect(text).toContain(word)
    expect(text).not.toContain(`Tim ${lastname}`)
  })

  await test.step('another child is found by name, also alone in the same export', async () => {
    await page.getByRole('button', { name: /^Filter entfernen: Daten von/ }).click()
    await page.getByRole('combobox', { name: 'Kind suchen' }).fill(`Tim ${lastname}`)
    await page.getByRole('option', { name: new RegExp(`Tim ${lastname}`) }).click()
    await expect(page).toHaveURL(new RegExp(`subject_id=${tim}`))
    await expect(rows(page).filter({ hasText: '2 SuS' })).toHaveCount(1)
    await expect(rows(page).filter({ hasText: 'Seite aufgerufen' })).toHaveCount(0)
  })
})

test('a secretary finds neither the entry in a child’s menu nor the page', async ({ page }) => {
  await signIn(page, 'sekretariat.fsw')
  await page.goto(VIEWS)
  await expect(title(page)).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('the page of somebody who is nearly 18 says what ends, and after the consent that the parents stay informed', async ({
  page,
}) => {
  await signIn(page, 'leitung.fow')
  const lastname = uniqueName('Bald')
  const [id] = await addPupils(page, [{ firstname: 'Anni', lastname, birthdate: '2008-12-02', grade: 10, isOld: true }])
  await page.goto(`/app/admin/schueler/${id}`)
  const banner = page.getByRole('alert').filter({ hasText: 'volljährig' })
  await expect(banner).toContainText('Wird am 02.12.2026 volljährig')
  await expect(banner).toContainText('endet der Zugang der Eltern')
  await expectSoundAndFits(page, 'Bald volljährig')
  await page.getByRole('button', { name: 'Eintragen: Auskunft an die Eltern nach dem 18. Geburtstag' }).click()
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(banner).toContainText('Die Eltern werden weiter informiert')
})
