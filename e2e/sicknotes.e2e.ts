import { expect, type Page } from '@playwright/test'
import { stepToAndPress } from './keyboard.ts'
import { absenceRow, absentNames, actOn, enterNote, openAbsences, openFive, reportAsParent } from './own-absences.ts'
import { heldNotice, notice } from './staff-calls.ts'
import { test } from './test.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Krankmeldung erfassen' })
const search = (page: Page) => dialog(page).getByRole('combobox', { name: 'Kinder' })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('group', { name: 'Krankmeldungen' }).getByRole('button', { name })
const chosen = (page: Page, name: string) => dialog(page).getByText(name)
const ALL = ['Ahrens, Ida', 'Bode, Ida', 'Conrad, Ida', 'Dorn, Ida', 'Ebert, Ida']
const selection = (page: Page) => page.getByRole('region', { name: 'Auswahl' })
const check = (page: Page, name: string) => page.getByRole('checkbox', { name: `Ida ${name} auswählen` })

const takeBack = async (page: Page, text: string | RegExp) =>
  (await heldNotice(page, text)).getByRole('button', { name: 'Rückgängig' }).click()

/** The single presses of a person. */
const countedKeys = (page: Page) => {
  let count = 0
  return {
    press: async (...keys: string[]) => {
      for (const key of keys) {
        await page.keyboard.press(key)
        count += 1
      }
    },
    count: () => count,
  }
}

/** One child with eight keys, another with three clicks, and two of a family at once. */
const enterCalls = async (page: Page) => {
  const keys = countedKeys(page)
  await keys.press('n')
  await expect(search(page)).toBeFocused()
  await keys.press('a', 'h', 'r', 'Enter')
  await expect(chosen(page, 'Ahrens, Ida (2a)')).toBeVisible()
  await keys.press('Enter')
  await expect(notice(page, 'Die Krankmeldung für Ida Ahrens ist eingetragen.')).toBeVisible()
  expect(keys.count()).toBeLessThanOrEqual(8)
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida'])
  await expect(absenceRow(page, 'Ahrens')).toContainText('krank')
  await expect(absenceRow(page, 'Ahrens')).toContainText('Telefon')

  await page.getByRole('button', { name: 'Krankmeldung erfassen' }).click()
  await expect(search(page)).toBeFocused()
  await page.keyboard.type('bod')
  await page.getByRole('option', { name: 'Bode, Ida (2a)' }).click()
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida'])

  await page.keyboard.press('n')
  await expect(search(page)).toBeFocused()
  for (const name of ['Conrad', 'Dorn']) {
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(chosen(page, `${name}, Ida (2a)`)).toBeVisible()
  }
  await dialog(page).getByRole('button', { name: 'bis Mo 23.11.' }).click()
  await dialog(page).getByRole('button', { name: '2 Kinder eintragen' }).click()
  await expect(notice(page, 'Die Krankmeldung für 2 Kinder ist eingetragen.')).toBeVisible()
  await expect(page.getByText('4 Kinder in 1 Klasse, Stand')).toBeVisible()
  await expect(absenceRow(page, 'Dorn')).toContainText('bis Mo 23.11.')
  await takeBack(page, '2 Kinder')
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida'])
}

/** An absence that is already known is pointed out at once; staff may still enter days without school. */
const enterWhatIsDoubtful = async (page: Page) => {
  await page.keyboard.press('n')
  await search(page).fill('ahr')
  await search(page).press('Enter')
  await expect(dialog(page).getByText('Ida Ahrens ist heute schon krankgemeldet.')).toBeVisible()
  await search(page).press('Enter')
  await expect(notice(page, 'Die Abwesenheit wurde bereits gemeldet.')).toBeVisible()
  await expect(absentNames(page)).toHaveCount(2)

  await page.keyboard.press('n')
  await dialog(page).getByRole('button', { name: 'Eintragen' }).click()
  await expect(dialog(page).getByText('Bitte prüfen Sie 1 Angabe:')).toBeVisible()
  await search(page).fill('ebert')
  await search(page).press('Enter')
  await expect(chosen(page, 'Ebert, Ida (2b)')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Von' }).fill('21.11.2026')
  await dialog(page).getByRole('textbox', { name: 'Bis' }).fill('22.11.2026')
  await dialog(page).getByText('beurlaubt', { exact: true }).click()
  await expect(dialog(page).getByText('In diesem Zeitraum ist kein Schultag.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Trotzdem eintragen' }).click()
  await expect(notice(page, /Ida Ebert/)).toBeVisible()
  await tab(page, /^Weitere 1/).click()
  await expect(absentNames(page, 'Weitere')).toHaveText(['Ebert, Ida'])
  await expect(absenceRow(page, 'Ebert')).toContainText('Sa 21.11. – So 22.11.')
  await expect(absenceRow(page, 'Ebert')).toContainText('beantragt')
}

/**
 * The dialog is loaded on demand, but typing need not wait for it; the name of a child comes before a parent with the
 * same name.
 */
const typeWhileItComes = async (page: Page) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/SicknoteDialog-[^/]+\.js/, async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  const row = page.getByRole('link', { name: 'Ahrens, Ida' })
  await expect(row).toBeVisible()
  await page.keyboard.press('j')
  await expect(row).toBeFocused()
  await page.keyboard.press('n')
  // Including keys for the row behind the dialog.
  for (const key of 'xcbode') await page.keyboard.press(key)
  await expect(dialog(page)).toHaveCount(0)
  release()
  await expect(search(page)).toHaveValue('xcbode')
  await expect(check(page, 'Ahrens')).not.toBeChecked()
  await page.route(/\/api\/admin\/pupil\?/, async (route) => {
    const reply = await route.fetch()
    const { data, ...list } = (await reply.json()) as { data: object[]; total: number }
    const stranger = { ...data[0], id: 1_000_000, firstname: 'Mats', lastname: 'Fischer' }
    await route.fulfill({ response: reply, json: { ...list, data: [stranger, ...data], total: list.total + 1 } })
  })
  await search(page).fill('bod')
  const hits = page.getByRole('listbox', { name: 'Kinder' })
  await expect(hits.getByRole('option')).toHaveText(['Bode, Ida (2a)', 'Fischer, Mats (2a)'])
  await expect(hits.getByText('Nur über einen Kontakt gefunden')).toBeVisible()
  await search(page).press('Enter')
  await expect(chosen(page, 'Bode, Ida (2a)')).toBeVisible()
  await dialog(page).getByRole('textbox', { name: 'Bis' }).fill('25.11')
  await dialog(page).getByRole('textbox', { name: 'Bis' }).blur()
  await expect(dialog(page).getByRole('textbox', { name: 'Bis' })).toHaveValue('25.11.2026')
  await expect(dialog(page).getByRole('button', { name: 'bis Mi 25.11.' })).toHaveAttribute('aria-pressed', 'true')
}

test('a call is entered with eight keys or three clicks, for one child or a family', async ({ page, browser }) => {
  test.slow()
  const { ids } = await openFive(browser, page)
  await enterNote(page, ids.Ahrens)
  await openAbsences(page)
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida'])
  await test.step('what is typed while the dialog comes is the name, and Enter takes nobody found by a parent', () =>
    typeWhileItComes(page))
  await page.unroute(/\/api\/admin\/pupil\?/)
  await page.reload()
  await actOn(page, 'Ahrens', 'Löschen')
  await expect(page.getByText('Heute sind keine Kinder abgemeldet.')).toBeVisible()
  await enterCalls(page)
  await test.step('who is reported already, and days without school, are told before they are entered', () =>
    enterWhatIsDoubtful(page))
})

/** Everything by keyboard alone: rows, selection, search, menu and dialog. */
const workByKeys = async (page: Page) => {
  await page.keyboard.press('j')
  await expect(page.getByRole('link', { name: 'Ahrens, Ida' })).toBeFocused()
  for (const key of ['j', 'x', 'j', 'c']) await page.keyboard.press(key)
  await expect(absenceRow(page, 'Conrad')).not.toContainText('neu')
  await expect(check(page, 'Bode')).toBeChecked()
  await expect(page.getByRole('link', { name: 'Conrad, Ida' })).toBeFocused()
  await stepToAndPress(page, page.getByRole('button', { name: 'Als entschuldigt markieren' }))
  await expect(absenceRow(page, 'Bode')).toContainText('entschuldigt')

  await page.keyboard.press('/')
  await expect(page.getByRole('searchbox', { name: 'Krankmeldungen suchen' })).toBeFocused()
  await page.keyboard.type('2b')
  await expect(absentNames(page)).toHaveText(['Ebert, Ida'])
  await expect(page).toHaveURL(/search=2b/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await stepToAndPress(page, page.getByRole('button', { name: 'Aktionen: Ida Ebert' }))
  await expect(page.getByRole('menuitem', { name: 'Kind ist wieder da' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Aktionen: Ida Ebert' })).toBeFocused()
  await page.keyboard.press('n')
  await expect(search(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
}

/** Excusing several at once, deleting, changing and restoring, each with its undo. */
const changeAndTakeBack = async (page: Page) => {
  for (const name of ['Ahrens', 'Ebert']) await check(page, name).check()
  await selection(page).getByRole('button', { name: 'Als entschuldigt markieren' }).click()
  for (const name of ['Ahrens', 'Ebert'] as const) await expect(absenceRow(page, name)).toContainText('entschuldigt')
  await expect(selection(page)).toHaveCount(0)
  await takeBack(page, /2 Meldungen/)
  await expect(absenceRow(page, 'Ahrens')).not.toContainText('entschuldigt')

  await actOn(page, 'Bode', 'Löschen')
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida', 'Conrad, Ida', 'Dorn, Ida', 'Ebert, Ida'])
  await takeBack(page, /Ida Bode ist gelöscht/)
  await expect(absentNames(page)).toHaveCount(5)

  await actOn(page, 'Bode', 'Attest verlangen')
  await expect(absenceRow(page, 'Bode')).toContainText('Attest verlangt')
  await actOn(page, 'Bode', 'Ändern …')
  const change = page.getByRole('dialog', { name: 'Ida Bode: Krankmeldung ändern' })
  await change.getByRole('button', { name: 'bis Fr 27.11.' }).click()
  await change.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(absenceRow(page, 'Bode')).toContainText('bis Fr 27.11.')
  await actOn(page, 'Ahrens', 'Kind ist wieder da')
  await expect(absentNames(page)).toHaveText(['Bode, Ida', 'Conrad, Ida', 'Dorn, Ida', 'Ebert, Ida'])

  await actOn(page, 'Dorn', 'Kind ist wieder da')
  await expect(absentNames(page)).toHaveText(['Bode, Ida', 'Conrad, Ida', 'Ebert, Ida'])
  await takeBack(page, 'Ida Dorn ist wieder da.')
  await expect(absenceRow(page, 'Dorn')).toContainText('bis Di 24.11.')
}

test('what parents report appears by itself and is told; all of the list works by keys, each way back restores', async ({
  page,
  browser,
}) => {
  test.slow()
  const { ids } = await openFive(browser, page)
  for (const name of ['Ahrens', 'Bode', 'Ebert'] as const) await enterNote(page, ids[name])
  await enterNote(page, ids.Dorn, { dateStart: '2026-11-18', dateEnd: '2026-11-24' })
  await page.clock.install({ time: '2026-11-20T07:30:00+01:00' })
  await openAbsences(page)
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Dorn, Ida', 'Ebert, Ida'])

  await test.step('what parents report appears by itself, is marked and told; the choice stays', async () => {
    await check(page, 'Ahrens').check()
    await reportAsParent(page, ids.Conrad)
    await page.clock.fastForward('03:40')
    await expect(absentNames(page)).toHaveText(ALL)
    await expect(page.getByText('1 neue Krankmeldung', { exact: true })).toBeAttached()
    await expect(page.locator('[data-fresh]')).toHaveText('Conrad, Ida')
    await expect(check(page, 'Ahrens')).toBeChecked()
    await expect(absenceRow(page, 'Conrad')).toContainText('neu')
    await expect(absenceRow(page, 'Conrad')).toContainText('Elternlink (Mutter)')
    await page.clock.fastForward('00:11')
    await expect(page.locator('[data-fresh]')).toHaveCount(0)
    await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
  })
  await page.reload()
  await expect(absentNames(page)).toHaveCount(5)
  await test.step('all of it works by keys alone', () => workByKeys(page))
  await page.getByRole('searchbox', { name: 'Krankmeldungen suchen' }).fill('')
  await expect(absentNames(page)).toHaveCount(5)
  await test.step('several are excused at once, one is deleted, and each way back restores', () =>
    changeAndTakeBack(page))

  await test.step('a poll that fails is said on the page, a page that fails in a dialog', async () => {
    await page.route('**/api/admin/pupilSickNotes', (route) =>
      route.fulfill({ status: 500, json: { message: 'kaputt' } }),
    )
    await page.clock.fastForward('03:40')
    await expect(page.getByText('Konnte gerade nicht aktualisiert werden.')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(absentNames(page)).toHaveCount(4)
    await page.reload()
    await expect(
      page.getByRole('dialog', { name: 'Fehler' }).getByText('Es ist zu einem unbekannten Fehler gekommen.'),
    ).toBeVisible()
  })
})
