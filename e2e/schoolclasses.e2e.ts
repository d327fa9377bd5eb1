import { expect, type Page } from '@playwright/test'
import { actOnClass, makeEmployee } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { askAs, notice, openAs, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/klassen'
const table = (page: Page) => page.getByRole('table', { name: /^Klassen im Schuljahr/ })
const names = (page: Page) => table(page).getByRole('rowheader')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })

const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a class with its leader is set up, named as it is typed, changed and deleted', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  await makeEmployee(page, 'Berta', 'Zander')
  await makeEmployee(page, 'Änne', 'Ziegler')
  await page.goto(LIST)
  await expect(page.getByText('Keine Klassen vorhanden')).toBeVisible()
  await expect(title(page)).toHaveText(/^Klassen/)
  await page.keyboard.press('n')
  const add = dialog(page, 'Klasse anlegen')
  await expect(add).toBeVisible()
  await add.getByRole('button', { name: 'Anlegen' }).click()
  await expect(add.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
  await choose(page, 'Klassenstufe', 'Klassenstufe 1')
  await add.getByRole('textbox', { name: 'Bezeichnung' }).fill('a')
  await expect(add.getByText('Die Klasse heißt 1a.')).toBeVisible()
  await choose(page, 'bis Klassenstufe (optional)', 'Klassenstufe 2')
  await add.getByRole('textbox', { name: 'Bezeichnung' }).fill(' Füchse ')
  await expect(add.getByText('Die Klasse heißt 1/2 Füchse.')).toBeVisible()
  await add.getByRole('combobox', { name: 'Klassenleitung (optional)' }).fill('zieg')
  await page.getByRole('option', { name: /^Änne Ziegler/ }).click()
  await page.keyboard.press('Escape')
  await add.getByRole('textbox', { name: 'Plätze (optional)' }).fill('41')
  await add.getByRole('button', { name: 'Anlegen' }).click()
  await expect(add.getByText('Bitte höchstens 40 angeben.').first()).toBeVisible()
  await add.getByRole('textbox', { name: 'Plätze (optional)' }).fill('20')
  await add.getByRole('button', { name: 'Anlegen' }).click()
  await expect(add).toHaveCount(0)
  await expect(names(page)).toHaveText(['1/2 Füchse'])
  await expect(table(page).getByRole('row').nth(1)).toContainText('Änne Ziegler')

  await actOnClass(page, '1/2 Füchse', 'Bearbeiten')
  const edit = dialog(page, 'Klasse 1/2 Füchse bearbeiten')
  // The dialog focuses its first field once it is open; typing before that would be interrupted.
  await expect(edit.getByRole('textbox', { name: 'Bezeichnung' })).toBeFocused()
  await edit.getByRole('combobox', { name: 'Klassenleitung (optional)' }).fill('zan')
  await page.getByRole('option', { name: /^Berta Zander/ }).click()
  await page.keyboard.press('Escape')
  await expect(edit.getByLabel('Personen gelten ab (optional)', { exact: true })).toBeVisible()
  await edit.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(edit).toHaveCount(0)
  await expect(table(page).getByRole('row').nth(1)).toContainText('Änne Ziegler, Berta Zander')

  await names(page).getByRole('link', { name: '1/2 Füchse' }).click()
  await expect(title(page)).toHaveText(/^Klasse 1\/2 Füchse/)
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await expect(menu.locator('[aria-current]')).toHaveText(['Klassen'])
  await menu.getByRole('link', { name: 'Klassen', exact: true }).click()
  await actOnClass(page, '1/2 Füchse', 'Löschen')
  await page.getByRole('button', { name: 'Klasse löschen', exact: true }).click()
  await expect(page.getByText('Keine Klassen vorhanden')).toBeVisible()
})

/** Adds so many pupils to the class that no list of it fits on one sheet. */
const crowdClasses = (page: Page) =>
  page.route(/\/api\/admin\/schoolclass\/\d+$/, async (route) => {
    const reply = await route.fetch()
    const schoolclass = await reply.json()
    const pupils = [0, 1, 2].flatMap((round) =>
      schoolclass.pupils.map((pupil: { id: number; lastname: string }) => ({
        ...pupil,
        id: pupil.id + round * 10_000,
        lastname: round === 0 ? pupil.lastname : `${pupil.lastname} ${round}`,
      })),
    )
    await route.fulfill({ response: reply, json: { ...schoolclass, pupils } })
  })

const HEAD = withoutBlanks('Freie Schule Wacholderhain · Schuljahr 2026/2027 · Stand: 20.11.2026')

const expectClassList = async (page: Page) => {
  await page.getByRole('navigation').getByRole('link', { name: 'Klassen', exact: true }).click()
  await expect(names(page).first()).toHaveText('1/2 Dachse')
  const shown = await names(page).allInnerTexts()
  expect(shown.indexOf('3a')).toBeLessThan(shown.indexOf('3b'))
  expect(shown.indexOf('1/2 Füchse')).toBeLessThan(shown.indexOf('3a'))
  await names(page).getByRole('link', { name: '1/2 Dachse' }).click()
  await page.getByRole('button', { name: 'Klassenliste drucken' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()
  const pupils = await page
    .getByRole('table', { name: /^Kinder der Klasse/ })
    .getByRole('rowheader')
    .allInnerTexts()
  expect(pupils.length).toBeGreaterThan(60)
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeGreaterThan(1)
  for (const sheet of sheets) {
    expect(sheet).toContain(withoutBlanks('Klassenliste 1/2 Dachse'))
    expect(sheet).toContain(HEAD)
    for (const word of ['Impressum', 'Benutzer', 'Exportieren', 'Strg+K']) expect(sheet).not.toContain(word)
  }
  const text = sheets.join('')
  for (const pupil of pupils) expect(text).toContain(withoutBlanks(pupil))
}

/** A menu that is opened asks for nothing: each look at contacts is logged. */
const expectEmergencyList = async (page: Page) => {
  await page.evaluate('delete document.body.dataset.printed')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.getByRole('button', { name: 'Andere Liste drucken' }).click()
  await expect(page.getByRole('menuitem', { name: 'Telefonliste', exact: true })).toBeVisible()
  expect(asked.filter((url) => url.endsWith('/contacts'))).toEqual([])
  await page.getByRole('menuitem', { name: /^Notfallliste/ }).click()
  await expect(title(page)).toHaveText('Notfallliste 1/2 Dachse')
  await expect(page.locator('body[data-printed]')).toBeAttached()
  await expect(page).toHaveURL(/liste=notfall/)
  const sheets = await printedSheets(page)
  expect(sheets.length).toBeGreaterThan(1)
  for (const [index, sheet] of sheets.entries()) {
    expect(sheet).toContain(withoutBlanks('Notfallliste 1/2 Dachse'))
    expect(sheet).toContain(HEAD)
    expect(sheet).toContain(`Seite${index + 1}/${sheets.length}`)
    expect(sheet).not.toContain('Impressum')
  }
  expect(sheets.join('')).toMatch(/(Mutter)|(Vater)/)
  expect(sheets.join('')).toContain('darfabholen')
}

test('the list of a class is on paper after three clicks, that for emergencies after two more', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await crowdClasses(page)
  await page.addInitScript('window.print = () => { document.body.dataset.printed = "yes" }')
  await page.goto('/app/')
  await test.step('all pupils, the head on each sheet, no navigation', () => expectClassList(page))
  await test.step('whom to call, on sheets that all have the head', () => expectEmergencyList(page))
})

test('addresses are copied for BCC, and a file holds the columns that were chosen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await names(page).getByRole('link', { name: '3a', exact: true }).click()
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'E-Mail-Adressen kopieren (BCC)' }).click()
  await expect(notice(page, /^\d+ Adressen sind kopiert\. Bitte in das Feld BCC einfügen\./)).toBeVisible()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^\S+@\S+(; \S+@\S+)+$/)
  await page.getByRole('button', { name: 'Exportieren' }).click()
  await page.getByRole('menuitem', { name: 'Klassenliste als Excel oder CSV …' }).click()
  const box = dialog(page, 'Klasse 3a exportieren')
  await box.getByRole('checkbox', { name: 'Telefonnummern' }).check()
  const [sent, file] = await Promise.all([
    page.waitForRequest('**/export'),
    page.waitForEvent('download'),
    box.getByRole('button', { name: 'Excel-Datei speichern' }).click(),
  ])
  expect(sent.postDataJSON()).toEqual({ columns: ['birthdate', 'gender', 'phones'] })
  expect(file.suggestedFilename()).toBe('Klasse-3a-2026-11-20.xlsx')
  await expect(box).toHaveCount(0)
})

test('a teacher finds the own classes and no others', async ({ page, browser }) => {
  const head = await openAs(browser, 'leitung.fsw')
  const all = await (await askAs(head, { method: 'GET', path: '/api/admin/schoolclass' })).json()
  await head.context().close()
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  const own = page.getByRole('region', { name: 'Meine Klassen heute' })
  await expect(own.getByRole('listitem').first()).toBeVisible()
  const links = own.getByRole('listitem').getByRole('link').filter({ hasText: /^\d/ })
  const shown = await links.allInnerTexts()
  expect(shown.length).toBeGreaterThan(0)
  expect(shown.length).toBeLessThan(all.length)
  await page.goto(LIST)
  // The start page begins with the classes that one leads.
  await expect(names(page)).toHaveCount(shown.length)
  expect((await names(page).allInnerTexts()).toSorted()).toEqual(shown.toSorted())
  await expect(page.getByRole('button', { name: 'Klasse anlegen' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Aktionen: / })).toHaveCount(0)
  await names(page).first().getByRole('link').click()
  await expect(title(page)).toHaveText(/^Klasse /)
  await expect(page.getByRole('button', { name: 'Exportieren' })).toHaveCount(0)
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const other = all.find(({ classgradePlain }: { classgradePlain: string }) => !shown.includes(classgradePlain))
  await page.goto(`/app/admin/klasse/${other.id}`)
  await expect(page.getByText('Seite nicht gefunden')).toBeVisible()
})
