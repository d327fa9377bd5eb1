import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, enterApplication, heldNotice, notice, putStatus, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const PAGE = '/app/admin/bewerbungen/warteliste'
const table = (page: Page) => page.getByRole('table', { name: 'Warteliste Klasse 1' })
const names = (page: Page) => table(page).getByRole('rowheader').getByRole('link', { name: /^Ida / })
const row = (page: Page, lastname: string) => table(page).getByRole('row', { name: new RegExp(lastname) })
const dialog = (page: Page) => page.getByRole('dialog')

interface Waiting {
  ids: Record<string, number>
}

/** Ahrens, Bode, Conrad and Dietz wait in this order for grade 1 of a separate school; the page is open. */
const openList = async (browser: Browser, page: Page): Promise<Waiting> => {
  await openOwnSchool(browser, page)
  const ids: Record<string, number> = {}
  for (const lastname of ['Ahrens', 'Bode', 'Conrad', 'Dietz']) {
    const { id } = await enterApplication(page, { firstname: 'Ida', lastname })
    await putStatus(page, id, 'waiting')
    ids[lastname] = id
  }
  await page.goto(PAGE)
  await expect(title(page)).toHaveText('Warteliste')
  await expectOrder(page, ['Ahrens', 'Bode', 'Conrad', 'Dietz'])
  return { ids }
}

const expectOrder = (page: Page, lastnames: readonly string[]) =>
  expect(names(page)).toHaveText(lastnames.map((lastname) => `Ida ${lastname}`))

/** Waits until the open dialog has focused its text field. */
const reasonField = async (page: Page): Promise<Locator> => {
  const field = dialog(page).getByRole('textbox', { name: 'Begründung' })
  await expect(field).toBeFocused()
  return field
}

const moveByKeys = async (page: Page) => {
  await stepTo(page, row(page, 'Dietz').getByRole('link', { name: 'Ida Dietz' }))
  await page.keyboard.press('Alt+ArrowUp')
  await reasonField(page)
  await page.keyboard.press('Alt+ArrowUp')
  await expect(dialog(page).getByRole('status')).toHaveText('Rang 4 → 2: nach Ida Ahrens, vor Ida Bode')
  await stepToAndPress(page, dialog(page).getByRole('button', { name: 'Härtefall' }))
  await stepToAndPress(page, dialog(page).getByRole('button', { name: 'Verschieben', exact: true }))
  await expect(notice(page, 'Ida Dietz steht jetzt auf Rang 2.')).toBeVisible()
  await expectOrder(page, ['Ahrens', 'Dietz', 'Bode', 'Conrad'])
  await expect(row(page, 'Dietz').getByRole('link', { name: 'Ida Dietz' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+z')
  await expectOrder(page, ['Ahrens', 'Bode', 'Conrad', 'Dietz'])
}

const moveByDragging = async (page: Page) => {
  await row(page, 'Conrad').dragTo(row(page, 'Ahrens'))
  await expect(dialog(page).getByRole('status')).toHaveText('Rang 3 → 1: vor Ida Ahrens')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expectOrder(page, ['Ahrens', 'Bode', 'Conrad', 'Dietz'])
  await row(page, 'Conrad').dragTo(row(page, 'Ahrens'))
  await (await reasonField(page)).fill('Absprache')
  await dialog(page).getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expectOrder(page, ['Conrad', 'Ahrens', 'Bode', 'Dietz'])
}

/** Somebody else moves Dietz to the top while the reason for Bode is typed. */
const compareOrders = async (page: Page, { ids }: Waiting) => {
  await row(page, 'Bode').getByRole('button', { name: 'Ida Bode: nach oben' }).click()
  await (await reasonField(page)).fill('Härtefall')
  const body = { from_rank: 4, to_rank: 1, note: 'schneller' }
  expect((await askAs(page, { method: 'PUT', path: `/api/admin/waitlist/${ids.Dietz}/move`, body })).ok()).toBe(true)
  await dialog(page).getByRole('button', { name: 'Verschieben', exact: true }).click()
  const conflict = dialog(page).getByRole('alert').filter({ hasText: 'Die Warteliste wurde inzwischen geändert.' })
  await expect(conflict.getByRole('row', { name: /^1/ })).toContainText('Ida ConradIda Dietz')
  await expectSound(page, 'Konflikt der Warteliste')
  await conflict.getByRole('button', { name: 'Trotzdem an Rang 2' }).click()
  await expectOrder(page, ['Dietz', 'Bode', 'Conrad', 'Ahrens'])
}

const takeProposal = async (page: Page, { ids }: Waiting) => {
  const body = { is_staff_child: true, version: 2 }
  const placed = await askAs(page, {
    method: 'PUT',
    path: `/api/admin/schoolRegistration/${ids.Conrad}/place`,
    body,
  })
  expect(placed.ok(), await placed.text()).toBe(true)
  await page.reload()
  await expect(row(page, 'Conrad')).toContainText('3 · Kind von Mitarbeitenden')
  await page.getByRole('button', { name: 'Rangfolge vorschlagen' }).click()
  // Who was moved by hand stays, until somebody ticks the child.
  const conrad = dialog(page).getByRole('row', { name: /Conrad/ })
  await expect(conrad).toContainText('von Hand verschoben: Absprache, 20.11.2026')
  await expect(conrad).not.toContainText('→')
  // The rows change their places with each tick.
  const pinned = dialog(page).getByRole('checkbox', { name: /^Neu einordnen/, checked: false })
  while ((await pinned.count()) > 0) await pinned.first().click()
  await expect(conrad).toContainText('3 → 1')
  await expectSound(page, 'Vorgeschlagene Rangfolge')
  await dialog(page)
    .getByRole('button', { name: /^\d Ränge ändern$/ })
    .click()
  await heldNotice(page, /^Die Rangfolge ist übernommen: \d Ränge geändert\./)
  await expectOrder(page, ['Conrad', 'Ahrens', 'Bode', 'Dietz'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(notice(page, 'Die vorige Rangfolge gilt wieder.')).toBeVisible()
  await expectOrder(page, ['Dietz', 'Bode', 'Conrad', 'Ahrens'])
}

const offerPlace = async (page: Page, { ids }: Waiting) => {
  await page.getByRole('button', { name: 'Aktionen: Ida Conrad' }).click()
  await page.getByRole('menuitem', { name: 'Platz anbieten' }).click()
  await expect(dialog(page).getByText('Rang 3 vor Rang 1 und 2')).toBeVisible()
  await expectSound(page, 'Platz anbieten')
  await dialog(page).getByLabel('Bestätigen bis', { exact: true }).fill('1.12.2026')
  await dialog(page).getByRole('button', { name: 'Trotzdem anbieten' }).click()
  await expect(notice(page, 'Ida Conrad: Angenommen. Die Familie bestätigt bis zum 01.12.2026.')).toBeVisible()
  await expectOrder(page, ['Dietz', 'Bode', 'Ahrens'])
  await expect(page.getByText('Klasse 1: 1 angenommen', { exact: true })).toBeVisible()
  const details = await askAs(page, { method: 'GET', path: `/api/admin/schoolRegistration/${ids.Conrad}` })
  expect(await details.json()).toMatchObject({ status: 'accepted', place_confirm_due_at: '2026-12-01' })
}

test('a waiting list is ordered by keys, by dragging and by proposal, and a place of it is offered', async ({
  page,
  browser,
}) => {
  test.slow()
  const waiting = await openList(browser, page)
  await test.step('who waits is moved by keys alone, with a reason, and taken back', () => moveByKeys(page))
  await test.step('who waits is dragged to another rank', () => moveByDragging(page))
  await test.step('a list that somebody else changed is shown beside the own one', () => compareOrders(page, waiting))
  await test.step('the proposal is shown, taken over and taken back', () => takeProposal(page, waiting))
  await test.step('a place is offered knowingly to one who is not the first', () => offerPlace(page, waiting))
  await page.goto(`/app/admin/bewerbungen/details/${waiting.ids.Conrad}`)
  await expect(page.getByText('Platz auf der Warteliste geändert (3 → 1): Absprache')).toBeVisible()
})

const HEADS = ['Rang', 'Kind', 'Geburtsdatum', 'Wartet seit', 'Telefon']

/** Staff find the brother among the pupils: from then on the child comes first. */
const verifyBrother = async (page: Page, { ids }: Waiting) => {
  await page.goto(`/app/admin/bewerbungen/details/${ids.Dietz}`)
  const card = page.getByRole('region', { name: 'Geschwister' })
  await card.getByRole('button', { name: 'Geschwisterkind suchen' }).click()
  await expect(card.getByRole('combobox', { name: 'Kind suchen' })).toBeFocused()
  // The field with the typed text stays visible while typing.
  await page.keyboard.type('dietz be')
  await page.getByRole('option', { name: /Ben Dietz/ }).click()
  await expect(notice(page, 'Das Geschwisterkind ist bestätigt.')).toBeVisible()
  await expect(card.getByRole('list', { name: 'Bestätigte Geschwister' })).toContainText('zählt')
  await expectSound(page, 'Geschwister')
  await page.goto(PAGE)
  await expect(row(page, 'Dietz')).toContainText('1 · Geschwister hier')
  await page.goBack()
  await card.getByRole('button', { name: 'Bestätigung zurücknehmen: Ben Dietz' }).click()
  await expect(card.getByText('Die Familie hat keine Geschwister angegeben.')).toBeVisible()
  await expect(page.locator(':focus')).toHaveCount(1)
}

/** Moves without dragging; no button covers the rows. */
const useOnPhone = async (page: Page) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${PAGE}?grade=1`)
  await expectOrder(page, ['Ahrens', 'Bode', 'Conrad', 'Dietz'])
  await expectSound(page, 'Warteliste auf dem Telefon')
  const propose = page.getByRole('button', { name: 'Rangfolge vorschlagen' })
  const [button, first] = await Promise.all([propose.boundingBox(), row(page, 'Ahrens').boundingBox()])
  expect((button?.y ?? Number.NaN) + (button?.height ?? 0)).toBeLessThan(first?.y ?? 0)
  await page.mouse.wheel(0, 400)
  await expect(propose).not.toBeInViewport()
  await row(page, 'Bode').getByRole('button', { name: 'Ida Bode: nach oben' }).click()
  await (await reasonField(page)).fill('Härtefall')
  await expectSound(page, 'Verschieben auf dem Telefon')
  await dialog(page).getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expectOrder(page, ['Bode', 'Ahrens', 'Conrad', 'Dietz'])
}

test('the page is sound at both sizes, empty, full and printed; a brother whom staff found counts', async ({
  page,
  browser,
}) => {
  test.slow()
  const waiting = await openList(browser, page)
  await addPupils(page, [{ firstname: 'Ben', lastname: 'Dietz', isOld: true }])
  await expectSound(page, 'Warteliste')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: /^Warteliste Klasse 1, Schuljahr 2027\/2028/ })).toBeVisible()
  await expect(table(page).getByRole('columnheader')).toHaveText(HEADS)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Klasse 2 (0)' }).click()
  await expect(page.getByText('Für Klasse 2 wartet zurzeit niemand.')).toBeVisible()
  await expectSound(page, 'Leere Warteliste')
  await test.step('a brother or sister counts once staff found the child', () => verifyBrother(page, waiting))
  await test.step('on a phone', () => useOnPhone(page))
})

test('whoever does not answer in time stands below the list, with the numbers to call', async ({ page }) => {
  // Only time makes a family late, so this uses one of the demo.
  await signIn(page, 'leitung.fsw')
  await page.goto(`${PAGE}?grade=1`)
  const late = page.getByRole('region', { name: 'Nachfassen' }).getByRole('listitem').first()
  await expect(late).toContainText(/seit \d+ Tagen überfällig/)
  await expect(late.getByRole('link', { name: /^030 23125/ }).first()).toHaveAttribute('href', /^tel:\+493023125/)
  await expectSound(page, 'Nachfassen')
})
