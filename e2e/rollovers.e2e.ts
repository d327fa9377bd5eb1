import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { admit, goOn, openPage, openSchool } from './own-rollover.ts'
import { openOwnSchool } from './own-school.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { askAs, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

/** „Übergang 7“ with the child of the last grade, Abgänge with the one who moves away; each is printed by itself. */
const expectLeaverLists = async (page: Page, lastname: string) => {
  await page.getByRole('link', { name: 'Liste „Übergang 7“' }).click()
  await expect(title(page)).toHaveText('Übergang 7')
  const table = page.getByRole('table', { name: 'Übergang 7' })
  await expect(table.getByRole('row')).toHaveText(['NameKlasseNeue Schule', `${lastname}, Dora6aGymnasium am See`])
  await expectSound(page, 'list Übergang 7')
  const text = (await printedSheets(page)).join('')
  for (const part of ['Übergang 7', 'Dora', 'Gymnasium am See', 'zum 31.07.2027', 'Stand:'])
    expect(text).toContain(withoutBlanks(part))
  for (const screenOnly of ['Abmelden', 'Zurück zum Bericht', 'Cleo'])
    expect(text).not.toContain(withoutBlanks(screenOnly))
  await page.getByRole('link', { name: 'Zurück zum Bericht' }).click()
  await page.getByRole('link', { name: 'Liste „Abgänge“' }).click()
  await expect(page.getByRole('table', { name: 'Abgänge' })).toContainText('Cleo')
  await page.getByRole('link', { name: 'Zurück zum Bericht' }).click()
  await expect(title(page)).toHaveText('Bericht zum Schuljahreswechsel')
}

/** Takes the class of the second grade away, shares the children out, and takes that back. */
const spreadOpen = async (page: Page) => {
  const target = page.getByLabel('Zielklasse für 2a, Stufe 3')
  await target.selectOption('Klasse noch offen')
  const open = page.getByRole('alert').filter({ hasText: '2 Kinder haben im neuen Schuljahr noch keine Klasse' })
  await expect(open).toContainText('2 Kinder für Stufe 3: alle aus 2a')
  await expectSound(page, 'year change with children without a class')
  await open.getByRole('button', { name: 'Gleichmäßig auf 3a und 3b verteilen' }).click()
  await expect(page.getByText('2 Kinder: 1 in 3a, 1 in 3b')).toBeVisible()
  await expect(open).toBeHidden()
  await page.getByRole('button', { name: 'Alle wie vorgeschlagen' }).click()
  await expect(open).toBeVisible()
  await target.selectOption('3a')
  await expect(open).toBeHidden()
}

const moveSeveral = async (page: Page, lastname: string) => {
  const classOf = (name: string) => page.getByLabel(`Klasse im neuen Schuljahr für ${name} ${lastname}`)
  const choose = async () => {
    for (const name of ['Ada', 'Bela']) await page.getByLabel(`${lastname}, ${name} auswählen`).check()
  }
  await choose()
  await page.getByRole('button', { name: 'Klasse zuordnen' }).click()
  await page.getByRole('menuitem', { name: /^3b/ }).click()
  await expect(page.getByRole('region', { name: 'Auswahl' })).toBeHidden()
  for (const name of ['Ada', 'Bela']) await expect(classOf(name).locator('option:checked')).toHaveText('3b')
  await choose()
  await page.getByRole('button', { name: 'Was geschieht' }).click()
  await page.getByRole('menuitem', { name: 'wie vorgeschlagen' }).click()
  for (const name of ['Ada', 'Bela']) await expect(classOf(name).locator('option:checked')).toHaveText('3a')
}

test('a year change is planned, rehearsed, carried out and taken back', async ({ page, browser }) => {
  test.slow()
  const { lastname } = await openSchool(browser, page)
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${lastname}, ${name}` })
  await openPage(page)
  await expect(page.getByText('4 Kinder')).toBeVisible()
  await stepToAndPress(page, page.getByRole('button', { name: 'Weiter: Klassen' }))
  await expect(page.getByText('Schritt 2 von 4: Klassen')).toBeFocused()
  const target = page.getByLabel('Zielklasse für 2a, Stufe 3')
  await expect(target.locator('option:checked')).toHaveText('3a')
  await target.selectOption('3b')
  await expect(page.getByRole('row').filter({ has: target })).toContainText('2 von')
  await target.selectOption('3a')
  await test.step('children without a class are shared out with one press', () => spreadOpen(page))

  await stepToAndPress(page, page.getByRole('button', { name: 'Weiter: Kinder' }))
  await expect(page.getByText('Schritt 3 von 4: Kinder')).toBeFocused()
  const search = page.getByRole('searchbox', { name: 'Kind suchen' })
  await stepTo(page, search)
  await page.keyboard.type('bela')
  await expect(row('Ada')).toBeHidden()
  await search.fill('')
  await test.step('several children go to a class at once', () => moveSeveral(page, lastname))
  await search.fill('bela')
  await expect(row('Ada')).toBeHidden()
  const decision = page.getByLabel(`Was geschieht mit Bela ${lastname}`)
  await stepTo(page, decision)
  await decision.selectOption('wiederholt')
  await expect(row('Bela')).toContainText('2a')
  await search.fill('cleo')
  await page.getByLabel(`Was geschieht mit Cleo ${lastname}`).selectOption('verlässt die Schule')
  await page.getByLabel(`Grund bei Cleo ${lastname}`).selectOption('Umzug')
  await search.fill('dora')
  const nextSchool = page.getByLabel(`Neue Schule von Dora ${lastname}`)
  await nextSchool.fill('Gymnasium am See')
  await nextSchool.press('Tab')
  await search.fill('')
  await page.getByLabel('nur Ausnahmen (3)').check()
  await expect(row('Ada')).toBeHidden()
  await expect(row('Bela')).toBeVisible()

  // Going back and forward keeps the plan.
  await page.goBack()
  await expect(page.getByText('Schritt 2 von 4: Klassen')).toBeVisible()
  await page.goForward()
  await expect(page.getByLabel(`Grund bei Cleo ${lastname}`)).toHaveValue('moved')
  await goOn(page, 'Probe und Durchführung')
  const exceptions = page.getByRole('region', { name: /^Nicht einfach weiter/ })
  const group = (name: string) => exceptions.getByRole('region', { name })
  await expect(group('wiederholt').getByRole('row').filter({ hasText: 'Bela' })).toBeVisible()
  await expect(group('verlässt die Schule (Umzug)').getByRole('row').filter({ hasText: 'Cleo' })).toBeVisible()
  await expect(exceptions.getByRole('row').filter({ hasText: 'Dora' })).toContainText('Gymnasium am See')
  await expect(exceptions.getByRole('row').filter({ hasText: 'Ada' })).toBeHidden()

  await stepToAndPress(page, page.getByRole('button', { name: 'Schuljahreswechsel durchführen' }))
  const question = page.getByRole('dialog')
  await expect(question).toContainText('1 Kind kommt ins neue Schuljahr weiter.')
  await expect(question).toContainText('2 Kinder verlassen die Schule.')
  await test.step('what changed since the rehearsal is named first', async () => {
    await admit(page, { firstname: 'Emil', lastname, grade: 4, className: '4b' })
    await question.getByRole('button', { name: 'Durchführen' }).press('Enter')
    const changed = page.getByRole('alert').filter({ hasText: 'Seit der Probe hat sich etwas geändert' })
    await expect(changed).toContainText(`Emil ${lastname} (4b) ist dazugekommen`)
    await expect(changed).not.toContainText('Bela')
    await page.getByRole('button', { name: 'Schuljahreswechsel durchführen' }).click()
    await question.getByRole('button', { name: 'Durchführen' }).click()
  })
  await expect(title(page)).toHaveText('Bericht zum Schuljahreswechsel')
  await expect(page.getByText('Geschafft')).toBeVisible()

  await expectLeaverLists(page, lastname)
  await test.step('afterwards there is nothing left to do', async () => {
    await page.getByRole('link', { name: 'Schuljahreswechsel' }).first().click()
    await expect(page.getByText('Es ist nichts mehr zu tun.', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Weiter: Klassen' })).toBeHidden()
    await page.goBack()
    await expect(title(page)).toHaveText('Bericht zum Schuljahreswechsel')
  })
  await page.getByRole('button', { name: 'Schuljahreswechsel zurücknehmen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Zurücknehmen' }).click()
  await expect(page.getByText(/^Zurückgenommen am/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^Liste/ })).toBeHidden()
  await openPage(page)
  await expect(page.getByRole('row').filter({ hasText: 'zurückgenommen' })).toContainText('2 versetzt')
  await expect(page.getByText('5 Kinder')).toBeVisible()
})

test('without the next year the way leads to making it', async ({ page, browser }) => {
  await openOwnSchool(browser, page)
  const reply = await askAs(page, { method: 'GET', path: '/api/admin/schoolyear' })
  const years = (await reply.json()) as { id: number; state: string }[]
  const planned = years.find(({ state }) => state === 'planned')
  const removed = await page.request.fetch(`/api/admin/schoolyear/${planned?.id}`, {
    method: 'DELETE',
    headers: { 'X-XSRF-TOKEN': await xsrfOf(page) },
  })
  expect(removed.ok(), await removed.text()).toBe(true)
  await openPage(page)
  await expect(page.getByText('Auf 2026/2027 folgt noch kein Schuljahr.')).toBeVisible()
  await expectSound(page, 'a year change without its next year')
  await page.getByRole('link', { name: 'Neues Schuljahr anlegen' }).click()
  await expect(page.getByRole('dialog').getByLabel('Bezeichnung')).toHaveValue('2027/2028')
  await page.getByRole('dialog').getByRole('button', { name: 'Anlegen' }).click()
  await expect(page.getByRole('row').filter({ hasText: '2027/2028' })).toBeVisible()
  await openPage(page)
  await expect(page.getByText('2027/2028 (01.08.2027 – 31.07.2028)')).toBeVisible()
})

const xsrfOf = async (page: Page) => {
  const cookies = await page.context().cookies()
  return decodeURIComponent(cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? '')
}

const expectRehearsalPrinted = async (page: Page) => {
  const all = page.getByRole('region', { name: 'Alle Kinder' })
  await all.getByRole('button', { name: /^Alle \d+ Kinder anzeigen$/ }).click()
  const names = await page.getByRole('table', { name: 'Alle Kinder' }).getByRole('rowheader').allTextContents()
  expect(names.length).toBeGreaterThan(150)
  await all.getByRole('button', { name: 'Liste ausblenden' }).click()
  const sheets = await printedSheets(page)
  const text = sheets.join('')
  for (const name of names) expect(text).toContain(withoutBlanks(name))
  // The list fills several sheets, and each repeats the headings.
  const withRows = sheets.filter((sheet) => (sheet.match(/wirdversetzt|bleibtinderKlasse/g) ?? []).length > 5)
  expect(withRows.length).toBeGreaterThan(2)
  for (const sheet of withRows) expect(sheet).toContain('Klassebisher')
  for (const screenOnly of ['Abmelden', 'Probedrucken', 'durchführen', 'Schritt4'])
    expect(text).not.toContain(screenOnly)
}

const lookAtSteps = async (page: Page, look: (place: string) => Promise<void>) => {
  await signIn(page, 'leitung.fsw')
  await openPage(page)
  await expect(page.getByRole('button', { name: 'Weiter: Klassen' })).toBeVisible()
  await look('year change, step 1')
  await goOn(page, 'Klassen')
  await expect(page.getByRole('combobox', { name: /^Zielklasse für 4a/ })).toBeVisible()
  await look('year change, step 2')
  await goOn(page, 'Kinder')
  await expect(page.getByRole('combobox', { name: /^Was geschieht/ }).first()).toBeVisible()
  await look('year change, step 3')
  await goOn(page, 'Probe und Durchführung')
  await expect(page.getByRole('heading', { name: 'Alle Kinder' })).toBeVisible()
  await look('year change, step 4')
  await page.getByRole('button', { name: 'Schuljahreswechsel durchführen' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await look('the question before the year change')
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('the year change has no fault of accessibility, and its rehearsal prints every pupil', async ({ page }) => {
  test.slow()
  await lookAtSteps(page, (place) => expectSound(page, place))
  await test.step('on paper: heads on each sheet, nothing of the screen', () => expectRehearsalPrinted(page))
})

test('rows of the year change are cards on a phone, and nothing scrolls sideways @phone', async ({ page }) => {
  test.slow()
  const cards = ['year change, step 2', 'year change, step 3']
  await lookAtSteps(page, async (place) => {
    if (cards.includes(place)) await expectSound(page, place)
    else await expect.poll(() => sidewaysPixels(page), `${place} scrolls sideways`).toBe(0)
  })
})
