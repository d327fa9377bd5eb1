import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import {
  absenceRow,
  absentNames,
  enterNote,
  openAbsences,
  openColleague,
  openFive,
  reportAsParent,
  TODAY,
} from './own-absences.ts'
import { printedSheets, withoutBlanks } from './pdf-text.ts'
import { notice, signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

const tabs = (page: Page) => page.getByRole('group', { name: 'Krankmeldungen' }).getByRole('button')
const cards = (page: Page) => page.getByRole('list', { name: 'Heute' }).locator('[data-row-link]')
const mark = (page: Page, lastname: string) => page.getByRole('button', { name: `Fehlt? Ida ${lastname}` })
const card = (page: Page, lastname: string) =>
  page
    .getByRole('list', { name: /^Kinder der Klasse/ })
    .getByRole('listitem')
    .filter({ hasText: lastname })
const heightOf = async (page: Page, lastname: string) =>
  Math.round((await card(page, lastname).boundingBox())?.height ?? 0)
const calls = (page: Page) => page.getByRole('link', { name: /0152 28817386/ })

/** Marks a missing child on the page of the class; a report of the parents explains it. */
const markMissing = async (teacher: Page, classId: number, report: () => Promise<void>) => {
  await teacher.goto(`/app/admin/klasse/${classId}`)
  await expect(mark(teacher, 'Conrad')).toBeVisible()
  const before = await heightOf(teacher, 'Conrad')
  await mark(teacher, 'Conrad').click()
  const told = notice(teacher, 'Ida Conrad fehlt. Noch keine Entschuldigung.')
  await expect(told).toBeVisible()
  await expect(calls(teacher).first()).toHaveAttribute('href', 'tel:+4915228817386')
  await expect(mark(teacher, 'Conrad')).toHaveCount(0)
  await expect(card(teacher, 'Conrad').getByText('ungeklärt')).toBeVisible()
  expect(await heightOf(teacher, 'Conrad')).toBe(before)
  await expectSound(teacher, 'Fehlt')
  await told.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(mark(teacher, 'Conrad')).toBeVisible()
  await expect(calls(teacher)).toHaveCount(0)

  await mark(teacher, 'Dorn').click()
  await expect(mark(teacher, 'Dorn')).toHaveCount(0)
  await report()
  await teacher.reload()
  await expect(teacher.getByText('abgemeldet heute')).toBeVisible()
  await expect(calls(teacher)).toHaveCount(0)
  await expect(mark(teacher, 'Dorn')).toHaveCount(0)
}

test('a teacher sees the own class in the morning, calls, excuses and marks who is missing @phone', async ({
  page,
  browser,
}) => {
  test.slow()
  const { ids, classId } = await openFive(browser, page)
  const teacher = await openColleague(browser, page, { role: 'teacher_level_1', classId, isPhone: true })
  await test.step('who is missing in the class is marked, and a report of the parents explains it', () =>
    markMissing(teacher, classId, () => reportAsParent(page, ids.Dorn)))
  await reportAsParent(page, ids.Ahrens)
  await enterNote(page, ids.Ebert)
  await openAbsences(teacher)
  await expect(cards(teacher)).toHaveText(['Ahrens, Ida', 'Dorn, Ida'])
  await expect(teacher.getByText('2 Kinder in 1 Klasse, Stand')).toBeVisible()
  await expect(calls(teacher).first()).toHaveAttribute('href', 'tel:+4915228817386')
  await teacher.getByRole('button', { name: 'Gesehen: Ida Ahrens' }).click()
  await expect(teacher.getByRole('button', { name: 'Gesehen: Ida Ahrens' })).toHaveCount(0)
  await teacher.getByRole('button', { name: 'Aktionen: Ida Ahrens' }).click()
  await expect(teacher.getByRole('menuitem')).toHaveText([
    'Als neu kennzeichnen',
    'Als unentschuldigt markieren',
    'Entschuldigung wieder offen',
  ])
  await teacher.keyboard.press('Escape')

  await teacher.getByRole('button', { name: 'Krankmeldung erfassen' }).click()
  const dialog = teacher.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Kinder' }).fill('Ida')
  await expect(teacher.getByRole('option')).toHaveCount(4)
  await teacher.getByRole('option', { name: 'Bode, Ida (2a)' }).click()
  await expect(dialog.getByRole('radio', { name: 'befreit' })).toHaveCount(0)
  await dialog.getByText('ungeklärt', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Eintragen' }).click()
  await expect(notice(teacher, 'Ida Bode ist als fehlend eingetragen.')).toBeVisible()
  await expect(cards(teacher)).toHaveText(['Ahrens, Ida', 'Bode, Ida', 'Dorn, Ida'])
  // Nobody has to look at the own entry.
  await expect(teacher.getByRole('button', { name: 'Gesehen: Ida Bode' })).toHaveCount(0)
  await expect(teacher.getByText('gemeldet', { exact: true }).first()).toBeVisible()
  // So few need no filter; one that is set can be taken away.
  await expect(teacher.getByRole('button', { name: 'Filter' })).toHaveCount(0)
  await teacher.goto('/app/admin/abwesenheitsmeldungen?ungeklaert=1')
  await expect(cards(teacher)).toHaveText(['Bode, Ida'])
  await expect(teacher.getByRole('button', { name: 'Filter (1)' })).toBeVisible()
  await teacher.getByRole('button', { name: 'Aktionen: Ida Bode' }).click()
  await teacher.getByRole('menuitem', { name: 'Löschen' }).click()
  await expect(teacher.getByText('Keine Treffer für diese Filter.')).toBeVisible()
  await teacher.context().close()
})

test('a viewer sees who is absent, not why, and does nothing; without a role there is nothing', async ({
  page,
  browser,
}) => {
  const { ids } = await openFive(browser, page)
  await enterNote(page, ids.Ahrens, { comment: 'ruft noch einmal an', reporterName: 'Anna Beispiel' })
  const viewer = await openColleague(browser, page, { role: 'viewer' })
  await openAbsences(viewer)
  await expect(absentNames(viewer)).toHaveText(['Ahrens, Ida'])
  await expect(viewer.getByRole('columnheader')).toHaveText(['Name', 'Abwesend', 'Gemeldet', 'Status'])
  await expect(tabs(viewer)).toHaveText([/^Heute 1/, /^Weitere 0/, /^Woche/, /^Monat/])
  const main = viewer.getByRole('main')
  for (const secret of ['krank', 'ruft noch', 'Anna', '0152']) await expect(main).not.toContainText(secret)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: /erfassen|Exportieren|^Aktionen/ })).toHaveCount(0)
  await tabs(viewer).filter({ hasText: 'Woche' }).click()
  await expect(
    viewer.getByRole('table', { name: 'Abwesenheiten der Woche' }).getByRole('cell', { name: 'abwesend' }),
  ).toBeVisible()
  await viewer.goto('/app/admin/fehlzeiten')
  await expect(viewer.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  await viewer.goto(`/app/admin/schueler/${ids.Ahrens}`)
  await expect(viewer.getByRole('heading', { level: 2 }).first()).toBeVisible()
  const away = viewer.getByRole('region', { name: 'Abwesenheit' })
  await expect(away).toContainText('abgemeldet')
  for (const secret of ['krank', 'entschuldigt', 'Fehltag']) await expect(away).not.toContainText(secret)
  await viewer.context().close()

  await signIn(page, 'ohnerolle')
  await openAbsences(page)
  await expect(page.getByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toBeVisible()
})

/** The content of the sheet for the wall, and what it must not show. */
const expectPaper = async (page: Page) => {
  const paper = (await printedSheets(page)).join('')
  for (const text of [
    'Fehlliste 20.11.2026',
    '2 Kinder in 2 Klassen',
    '2a',
    'Ahrens, Ida',
    '1.–2. Stunde',
    'Ebert, Ida',
  ])
    expect(paper).toContain(withoutBlanks(text))
  expect(paper).toContain(withoutBlanks('Do 19.11. Di 24.11.'))
  for (const text of ['Arzttermin', 'Zahnarzt', 'krank', 'Bode', '0152', 'Drucken'])
    expect(paper).not.toContain(withoutBlanks(text))
}

const saveDay = async (page: Page) => {
  await page.getByRole('button', { name: 'Exportieren' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Fehlliste von heute (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
}

/** An empty day says so; one without school, too. */
const expectEmptyDay = async (page: Page) => {
  await expect(page.getByText('Heute sind keine Kinder abgemeldet.')).toBeVisible()
  expect((await printedSheets(page)).join('')).toContain(withoutBlanks('Heute liegen keine Meldungen vor.'))
  const options = '**/api/admin/pupilSickNotes/formOptions'
  await page.route(options, async (route) => {
    const reply = await route.fetch()
    const holidays = { name: 'Herbstferien', kind: 'holiday', date_start: TODAY, date_end: TODAY }
    await route.fulfill({ response: reply, json: { ...(await reply.json()), free_days: [holidays] } })
  })
  await page.reload()
  await expect(page.getByRole('main').getByText('Heute ist schulfrei (Herbstferien).').first()).toBeVisible()
  expect((await printedSheets(page)).join('')).toContain(withoutBlanks('Heute ist schulfrei (Herbstferien).'))
  await page.unroute(options)
}

/** The dashboard counts children, not notes, and leads to a class. */
const followDashboard = async (page: Page) => {
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Krankmeldungen' })
  await expect(widget.getByRole('link', { name: '2 heute' })).toBeVisible()
  await expect(widget.getByRole('link', { name: '1 demnächst' })).toBeVisible()
  await expect(widget.getByRole('list').getByRole('listitem')).toHaveText(['2aIda Ahrens', '2bIda Ebert'])
  await expect(widget.getByText(/^Zuletzt aktualisiert \d\d:\d\d$/)).toBeVisible()
  await widget.getByRole('link', { name: '2b' }).click()
  await expect(title(page)).toHaveText('Krankmeldungen')
  await expect(absentNames(page)).toHaveText(['Ebert, Ida'])
}

/** Week, further days and missing excuses are parts of one page. */
const goThroughParts = async (page: Page) => {
  await tabs(page).filter({ hasText: 'Entschuldigung fehlt 1' }).click()
  await expect(absentNames(page, 'Entschuldigung fehlt')).toHaveText(['Conrad, Ida'])
  await expect(absenceRow(page, 'Conrad')).toContainText('Do 12.11.')
  await page.getByRole('button', { name: 'Aktionen: Ida Conrad' }).click()
  await page.getByRole('menuitem', { name: 'Als entschuldigt markieren' }).click()
  await expect(page.getByText('Es fehlt keine Entschuldigung.')).toBeVisible()

  await tabs(page).filter({ hasText: 'Weitere' }).click()
  await page.getByRole('button', { name: 'Zeitraum' }).click()
  await page.getByRole('menuitemradio', { name: 'letzte 30 Tage' }).click()
  await expect(absentNames(page, 'Weitere')).toHaveText(['Conrad, Ida', 'Ebert, Ida', 'Ahrens, Ida', 'Ahrens, Ida'])
  await expect(page).toHaveURL(/von=2026-10-22&bis=2026-11-20/)

  await tabs(page).filter({ hasText: 'Woche' }).click()
  const week = page.getByRole('table', { name: 'Abwesenheiten der Woche' })
  const cells = week.getByRole('row', { name: /Ebert, Ida/ }).getByRole('cell')
  await expect(cells).toHaveText(['', '', '', 'offen: krank', 'offen: krank'])
  await page.getByRole('button', { name: 'Nächste Woche' }).click()
  await expect(cells).toHaveText(['offen: krank', 'offen: krank', '', '', ''])
  await page.reload()
  await expect(cells).toHaveText(['offen: krank', 'offen: krank', '', '', ''])
  await page.getByRole('button', { name: 'Diese Woche' }).click()
  await expect(page).not.toHaveURL(/woche=2026/)

  await tabs(page).filter({ hasText: 'Monat' }).click()
  const month = page.getByRole('table', { name: 'Abwesenheiten im November 2026' })
  const line = month.getByRole('row', { name: /Ebert, Ida/ })
  await expect(line.getByRole('cell', { name: 'offen: krank' })).toHaveCount(4)
  await expect(line.getByRole('cell').last()).toHaveText('4')
  await page.getByRole('button', { name: 'Voriger Monat' }).click()
  await expect(page).toHaveURL(/monat=2026-10/)
  await expect(line).toHaveCount(0)
  await page.getByRole('button', { name: 'Dieser Monat' }).click()
  await expect(line).toBeVisible()
}

test('the day goes on paper and into a file, on the dashboard, and its week stands in the address', async ({
  page,
  browser,
}) => {
  test.slow()
  const { ids } = await openFive(browser, page)
  await openAbsences(page)
  await test.step('an empty day and a day without school say so, on paper too', () => expectEmptyDay(page))
  await enterNote(page, ids.Ahrens, { reason: 'doctor', comment: 'Zahnarzt', partial: true, lessons: [1, 2] })
  await enterNote(page, ids.Ebert, { dateStart: '2026-11-19', dateEnd: '2026-11-24' })
  await enterNote(page, ids.Bode, { dateStart: '2026-11-23' })
  await page.reload()
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida', 'Ebert, Ida'])
  await test.step('the list of the day is printed by class without reasons and saved as a file', async () => {
    await expectPaper(page)
    await saveDay(page)
  })
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'E-Mail und Kalender …' }).click()
  const feeds = page.getByRole('dialog', { name: 'E-Mail und Kalender' })
  await expect(feeds.getByText('Kalenderlink erzeugen')).toBeVisible()

  await enterNote(page, ids.Ahrens, { partial: true, lessons: [6] })
  await test.step('the dashboard counts children and leads to a class', () => followDashboard(page))
  await enterNote(page, ids.Conrad, { dateStart: '2026-11-05', dateEnd: '2026-11-06' })
  await openAbsences(page)
  await test.step('week, further days and missing excuses are parts of one page, which stand in the address', () =>
    goThroughParts(page))
})

test('many are deleted only when asked, and each can be restored long after', async ({ page, browser }) => {
  const { ids } = await openFive(browser, page)
  const days = ['2026-11-23', '2026-11-24', '2026-11-25']
  await Promise.all(Object.values(ids).flatMap((id) => days.map((day) => enterNote(page, id, { dateStart: day }))))
  await openAbsences(page, '?tab=weitere')
  await expect(absentNames(page, 'Weitere')).toHaveCount(15)
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).check()
  const remove = page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Löschen' })
  const question = page.getByRole('dialog', { name: '15 Meldungen löschen?' })
  await remove.click()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(question).toHaveCount(0)
  await expect(absentNames(page, 'Weitere')).toHaveCount(15)
  await remove.click()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await expect(notice(page, '15 Meldungen gelöscht.')).toBeVisible()
  await expect(absentNames(page, 'Weitere')).toHaveCount(0)

  await page.goto(`/app/admin/schueler/${ids.Bode}#abwesenheit`)
  const restore = page.getByRole('button', { name: 'Wiederherstellen: 24.11.2026' })
  await restore.click()
  await expect(notice(page, 'Die Meldung für Ida Bode ist wieder da.')).toBeVisible()
  await expect(restore).toHaveCount(0)
  await openAbsences(page, '?tab=weitere')
  await expect(absentNames(page, 'Weitere')).toHaveText(['Bode, Ida'])
})
