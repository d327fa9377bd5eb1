import { expect, type Page, test } from '@playwright/test'
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

const tabs = (page: Page) => page.getByRole('group', { name: 'Abwesenheiten' }).getByRole('button')
const cards = (page: Page) => page.getByRole('list', { name: 'Heute' }).locator('[data-row-link]')

test('a teacher sees the own class in the morning, calls, excuses and marks who is missing @phone', async ({
  page,
  browser,
}) => {
  const { ids, classId } = await openFive(browser, page)
  await reportAsParent(page, ids.Ahrens)
  await enterNote(page, ids.Ebert)
  const teacher = await openColleague(browser, page, { role: 'teacher_level_1', classId, isPhone: true })
  await openAbsences(teacher)
  await expect(cards(teacher)).toHaveText(['Ahrens, Ida'])
  await expect(teacher.getByText('1 SuS in 1 Klasse, Stand')).toBeVisible()
  await expect(teacher.getByRole('link', { name: /0152 28817386/ })).toHaveAttribute('href', 'tel:+4915228817386')
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
  await expect(cards(teacher)).toHaveText(['Ahrens, Ida', 'Bode, Ida'])
  await teacher.getByRole('button', { name: 'Filter' }).click()
  await teacher.getByRole('button', { name: 'nur ungeklärt' }).click()
  await expect(cards(teacher)).toHaveText(['Bode, Ida'])
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
  await expect(tabs(viewer)).toHaveText([/^Heute 1/, /^Weitere 0/, /^Woche/])
  const main = viewer.getByRole('main')
  for (const secret of ['krank', 'ruft noch', 'Anna', '0152']) await expect(main).not.toContainText(secret)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(viewer.getByRole('button', { name: /erfassen|Exportieren|^Aktionen/ })).toHaveCount(0)
  await tabs(viewer).filter({ hasText: 'Woche' }).click()
  await expect(
    viewer.getByRole('table', { name: 'Abwesenheiten der Woche' }).getByRole('cell', { name: 'abwesend' }),
  ).toBeVisible()
  await viewer.context().close()

  await signIn(page, 'ohnerolle')
  await openAbsences(page)
  await expect(page.getByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toBeVisible()
})

test('the list of the day is printed by class without reasons and saved as a file', async ({ page, browser }) => {
  const { ids } = await openFive(browser, page)
  await enterNote(page, ids.Ahrens, { reason: 'doctor', comment: 'Zahnarzt', partial: true, lessons: [1, 2] })
  await enterNote(page, ids.Ebert, { dateStart: '2026-11-19', dateEnd: '2026-11-24' })
  await enterNote(page, ids.Bode, { dateStart: '2026-11-23' })
  await openAbsences(page)
  await expect(absentNames(page)).toHaveText(['Ahrens, Ida', 'Ebert, Ida'])
  const paper = (await printedSheets(page)).join('')
  for (const text of ['Fehlliste 20.11.2026', '2 SuS in 2 Klassen', '2a', 'Ahrens, Ida', '1.–2. Stunde', 'Ebert, Ida'])
    expect(paper).toContain(withoutBlanks(text))
  expect(paper).toContain(withoutBlanks('Do 19.11. Di 24.11.'))
  for (const text of ['Arzttermin', 'Zahnarzt', 'krank', 'Bode', '0152', 'Drucken'])
    expect(paper).not.toContain(withoutBlanks(text))

  await page.getByRole('button', { name: 'Exportieren' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Fehlliste von heute (CSV)' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.csv$/)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'E-Mail und Kalender …' }).click()
  await expect(
    page.getByRole('dialog', { name: 'E-Mail und Kalender' }).getByText('Kalenderlink erzeugen'),
  ).toBeVisible()
})

test('week, further days and missing excuses are parts of one page, which stand in the address', async ({
  page,
  browser,
}) => {
  const { ids } = await openFive(browser, page)
  await enterNote(page, ids.Ahrens, { dateStart: '2026-11-05', dateEnd: '2026-11-06' })
  await enterNote(page, ids.Bode, { dateStart: '2026-11-19', dateEnd: '2026-11-23' })
  await openAbsences(page)
  await tabs(page).filter({ hasText: 'Entschuldigung fehlt 1' }).click()
  await expect(absentNames(page, 'Entschuldigung fehlt')).toHaveText(['Ahrens, Ida'])
  await expect(absenceRow(page, 'Ahrens')).toContainText('Do 12.11.')
  await page.getByRole('button', { name: 'Aktionen: Ida Ahrens' }).click()
  await page.getByRole('menuitem', { name: 'Als entschuldigt markieren' }).click()
  await expect(page.getByText('Es fehlt keine Entschuldigung.')).toBeVisible()

  await tabs(page).filter({ hasText: 'Weitere' }).click()
  await page.getByRole('button', { name: 'Zeitraum' }).click()
  await page.getByRole('menuitemradio', { name: 'letzte 30 Tage' }).click()
  await expect(absentNames(page, 'Weitere')).toHaveText(['Ahrens, Ida', 'Bode, Ida'])
  await expect(page).toHaveURL(/von=2026-10-22&bis=2026-11-20/)

  await tabs(page).filter({ hasText: 'Woche' }).click()
  const week = page.getByRole('table', { name: 'Abwesenheiten der Woche' })
  const cells = week.getByRole('row', { name: /Bode, Ida/ }).getByRole('cell')
  await expect(cells).toHaveText(['', '', '', 'krank', 'krank'])
  await page.getByRole('button', { name: 'Nächste Woche' }).click()
  await expect(cells).toHaveText(['krank', '', '', '', ''])
  await page.reload()
  await expect(cells).toHaveText(['krank', '', '', '', ''])
  await page.getByRole('button', { name: 'Diese Woche' }).click()
  await expect(page).not.toHaveURL(/woche=2026/)
})

test('the dashboard counts children and leads to a class', async ({ page, browser }) => {
  const { ids } = await openFive(browser, page)
  await enterNote(page, ids.Ahrens, { partial: true, lessons: [1] })
  await enterNote(page, ids.Ahrens, { partial: true, lessons: [6] })
  await enterNote(page, ids.Ebert, { dateStart: TODAY, dateEnd: '2026-11-23' })
  await enterNote(page, ids.Bode, { dateStart: '2026-11-23' })
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Krankmeldungen' })
  await expect(widget.getByRole('link', { name: '2 heute' })).toBeVisible()
  await expect(widget.getByRole('link', { name: '1 demnächst' })).toBeVisible()
  await expect(widget.getByRole('list').getByRole('listitem')).toHaveText(['2aIda Ahrens', '2bIda Ebert'])
  await expect(widget.getByText(/^Zuletzt aktualisiert \d\d:\d\d$/)).toBeVisible()
  await widget.getByRole('link', { name: '2b' }).click()
  await expect(title(page)).toHaveText('Abwesenheitsmeldungen')
  await expect(absentNames(page)).toHaveText(['Ebert, Ida'])
})

test('an empty day and a day without school say so, on paper too', async ({ page, browser }) => {
  await openFive(browser, page)
  await openAbsences(page)
  await expect(page.getByText('Heute sind keine Kinder abgemeldet.')).toBeVisible()
  expect((await printedSheets(page)).join('')).toContain(withoutBlanks('Heute liegen keine Meldungen vor.'))
  await page.route('**/api/admin/pupilSickNotes/formOptions', async (route) => {
    const reply = await route.fetch()
    const holidays = { name: 'Herbstferien', kind: 'holiday', date_start: TODAY, date_end: TODAY }
    await route.fulfill({ response: reply, json: { ...(await reply.json()), free_days: [holidays] } })
  })
  await page.reload()
  await expect(page.getByRole('main').getByText('Heute ist schulfrei (Herbstferien).').first()).toBeVisible()
  expect((await printedSheets(page)).join('')).toContain(withoutBlanks('Heute ist schulfrei (Herbstferien).'))
})
