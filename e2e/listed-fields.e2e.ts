import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { countClicks } from './count-clicks.ts'
import { logInAs, makeAccount } from './own-account.ts'
import { signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/sus'
const table = (page: Page) => page.getByRole('table', { name: 'Schülerinnen und Schüler' })
const dialog = (page: Page) => page.getByRole('dialog')

test('the Hort list of Tuesday for the cook takes at most four clicks', async ({ page }) => {
  await page.addInitScript('window.print = () => { window.printed = true }')
  await signIn(page, 'sekretariat.fsw')
  await page.goto(LIST)
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Ansichten' }).click()
  await expectSound(page, 'Ansichten')
  await page.getByRole('menuitem', { name: 'Hort am Dienstag' }).click()
  await expect(table(page).getByRole('columnheader', { name: 'Geht allein nach Hause' })).toBeVisible()
  await expect(table(page).getByRole('columnheader', { name: 'Geb. (Alter)' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Drucken' }).click()
  await expect.poll(() => page.evaluate('window.printed')).toBe(true)
  expect(await clicks()).toBeLessThanOrEqual(4)
  await expect(page.getByRole('button', { name: 'Ansicht: Hort am Dienstag' })).toBeVisible()
  await expect(title(page)).toHaveText(/^Hort am Dienstag/)
  await expect(page).toHaveTitle(/^Hort am Dienstag – /)
  await expect(page.getByRole('list', { name: 'Bedingungen' }).getByRole('listitem')).toHaveText([
    'Hort: kurz oder lang',
    'Hort-Tage: Di',
  ])
  await expect(page.getByText(/^Diese Liste vom .* zeigt alle \d+ Kinder, die dienstags im Hort sind/)).toBeAttached()
  const cells = await table(page).getByRole('row').allTextContents()
  expect(cells.length).toBeGreaterThan(2)
})

test('the list for today shows by one press who is away, class by class', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await page.getByRole('button', { name: 'Ansichten' }).click()
  await page.getByRole('menuitem', { name: 'Hort heute (Freitag)' }).click()
  const away = page.getByRole('button', { name: /^Fehlen heute \d+$/ })
  const count = (await away.textContent())?.match(/\d+/)?.[0] ?? ''
  expect(Number(count)).toBeGreaterThan(0)
  await away.click()
  await expect(title(page)).toHaveText(new RegExp(`^Hort am Freitag\\D*${count}$`))
  await expect(table(page).getByRole('link').first()).toHaveText(/heute|fehlt/)
  await expect(table(page).getByRole('columnheader', { name: 'Klasse', exact: true })).toHaveCount(0)
  await expectSound(page, 'Hort am Freitag, wer fehlt')
  await page.getByRole('button', { name: /^Alle \d+$/ }).click()
  await expect(page).not.toHaveURL(/away/)
})

test('columns and conditions are chosen, stand in the address, and are refused nobody who sees the fields', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(LIST)
  await page.getByRole('button', { name: 'Spalten' }).click()
  await page.getByRole('menuitem', { name: 'Weitere Spalten …' }).click()
  await dialog(page).getByRole('checkbox', { name: 'Schwimmerlaubnis' }).check()
  await expectSound(page, 'Spalten der Liste')
  await dialog(page).getByRole('button', { name: 'Spalten zeigen' }).click()
  await expect(table(page).getByRole('columnheader', { name: 'Schwimmerlaubnis' })).toBeVisible()
  await expect(page).toHaveURL(/columns=.*swim_level/)

  await page.getByRole('button', { name: 'Weitere Filter' }).click()
  await page.getByRole('menuitem', { name: 'Eigene Bedingungen …' }).click()
  await dialog(page).getByLabel('Feld').selectOption({ label: 'Schwimmerlaubnis' })
  await dialog(page).getByRole('button', { name: 'Filtern' }).click()
  await expect(dialog(page).getByRole('alert')).toHaveText(
    'Bitte füllen Sie jede Bedingung aus oder entfernen Sie sie.',
  )
  await dialog(page).getByRole('checkbox', { name: 'Bronze' }).check()
  await expect(dialog(page).getByRole('status')).toHaveText('Gezeigt werden: Schwimmerlaubnis ist Bronze.')
  await dialog(page).getByRole('button', { name: 'Gruppe', exact: true }).click()
  await expectSound(page, 'Eigene Bedingungen')
  await dialog(page).getByRole('button', { name: 'Gruppe entfernen' }).click()
  await dialog(page).getByRole('button', { name: 'Filtern' }).click()
  await expect(page).toHaveURL(/filter=all\*\*swim_level\.is\.bronze/)
  await expect(table(page).getByRole('cell', { name: 'kann nicht schwimmen' })).toHaveCount(0)
  await expect(table(page).getByRole('cell', { name: 'Bronze' }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Filter „Schwimmerlaubnis: Bronze“ entfernen' }).click()
  await expect(page).not.toHaveURL(/filter=/)
})

test('a link of somebody with more rights shows a viewer the list without what the role does not see', async ({
  page,
}) => {
  await signIn(page, 'betrachter.fsw')
  await page.goto(`${LIST}?filter=all**afterschool_days.has.tu&columns=schoolclass,afterschool_days,class_teacher`)
  await expect(page.getByText('Die Liste ist deshalb ohne diesen Filter.')).toBeVisible()
  await expect(table(page).getByRole('columnheader', { name: 'Klassenleitung' })).toBeVisible()
  await expect(table(page).getByRole('columnheader', { name: 'Hort-Tage' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Ansichten' }).click()
  await expect(page.getByRole('menuitem', { name: 'Hort am Dienstag' })).toHaveCount(0)
})

const views = (page: Page) => page.getByRole('button', { name: /^Ansicht/ })

test('a view is shared: a teacher sees it, a viewer does not see what it asks for', async ({ page, browser }) => {
  // An account of its own: other journeys count the views of the head.
  const name = uniqueName('Kann nicht schwimmen ')
  await logInAs(page, await makeAccount(browser, 'schooladmin'))
  await page.goto(`${LIST}?filter=all**swim_level.is.none&columns=schoolclass,swim_level`)
  await views(page).click()
  await page.getByRole('menuitem', { name: 'Ansicht merken …' }).click()
  await dialog(page).getByLabel('Name der Ansicht').fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Ansicht: ${name}` })).toBeVisible()
  await views(page).click()
  await page.getByRole('menuitem', { name: 'Für alle freigeben' }).click()
  await expect(page.getByText(`Die Ansicht „${name}“ sehen jetzt alle Kolleginnen und Kollegen.`)).toBeVisible()

  for (const [account, seen] of [
    ['lehrer.fsw', 1],
    ['betrachter.fsw', 0],
  ] as const) {
    const context = await browser.newContext()
    const other = await context.newPage()
    await signIn(other, account)
    await other.goto(LIST)
    await views(other).click()
    await expect(
      other.getByText(seen ? 'Von Kolleginnen und Kollegen' : 'Noch keine Ansicht gemerkt').first(),
    ).toBeVisible()
    await expect(other.getByRole('menuitem', { name })).toHaveCount(seen)
    await context.close()
  }
  await views(page).click()
  await page.getByRole('menuitem', { name: `„${name}“ vergessen` }).click()
  await expect(page.getByRole('button', { name: 'Ansichten' })).toBeVisible()
})
