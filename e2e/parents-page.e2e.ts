import { expect } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import { notesOf, ownFamily } from './own-family.ts'
import {
  AFTERNOON,
  ARRIVED,
  choice,
  expectNothingStored,
  MORNING,
  send,
  title,
  warnsOnLeaving,
} from './parents-form.ts'
import { test } from './test.ts'

test('a parent reports today with two taps, takes it back and reports again @phone', async ({ page, browser }) => {
  test.slow()
  const { staff, children } = await ownFamily(browser, ['Łucja'])
  const [lucja] = children
  await page.clock.install({ time: new Date(MORNING) })
  await page.goto(lucja.path)
  await expect(title(page)).toHaveText('Abwesenheit melden für Łucja M.')
  await expect(page.locator('body')).toHaveClass('publicPupilPage')
  await expect(page).toHaveTitle(/^Abwesenheit melden – Schule am /)
  expect(await page.title()).not.toContain('Łucja')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await expect(choice(page, 'krank')).toBeChecked()
  await expectPublicSound(page, 'the form of the parents’ page')

  await choice(page, /^Nur heute Freitag, 20\.11\.2026$/).tap()
  await send(page).tap()
  await expect(title(page)).toHaveText(ARRIVED)
  await expect(title(page)).toBeFocused()
  await expect(page.getByText(/^Gute Besserung! Łucja ist für heute, 20\.11\.2026, abgemeldet\./)).toBeVisible()
  await expectPublicSound(page, 'a report that has arrived')
  expect(await notesOf(staff, lucja)).toMatchObject([
    { source: 'public_link', value: { dateStart: '2026-11-20', dateEnd: '2026-11-20', reason: 'sick', comment: null } },
  ])

  await expect(page.getByText('Zurücknehmen ist noch 10 Minuten möglich.')).toBeVisible()
  await page.reload()
  await expect(
    page.getByText(/^Ihre Meldung von 07:3\d Uhr ist angekommen\. Sie können sie noch bis 07:4\d zurücknehmen\.$/),
  ).toBeVisible()
  await expectPublicSound(page, 'the last report after a reload')
  await expectNothingStored(page, ['schulhof-take-back'])
  await page.getByRole('button', { name: 'Zurücknehmen' }).tap()
  await expect(page.getByText('Ihre Meldung ist zurückgenommen.')).toBeVisible()
  await send(page).tap()
  await expect(title(page)).toHaveText(ARRIVED)
  await page.clock.fastForward('09:10')
  await expect(page.getByText('Zurücknehmen ist noch 1 Minute möglich.')).toBeVisible()
  await page.getByRole('button', { name: 'Zurücknehmen' }).tap()
  await expect(page.getByText('Ihre Meldung ist zurückgenommen.')).toBeVisible()
  await expect(title(page)).toHaveText('Abwesenheit melden für Łucja M.')
  expect(await notesOf(staff, lucja)).toEqual([])

  // The same input once more is a new report, not the old answer.
  await send(page).tap()
  await expect(title(page)).toHaveText(ARRIVED)
  expect(await notesOf(staff, lucja)).toHaveLength(1)
  await page.clock.fastForward('10:05')
  await expect(page.getByRole('button', { name: 'Zurücknehmen' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Weitere Meldung' }).tap()
  await expect(send(page)).toBeVisible()
  await expectNothingStored(page)

  await test.step('a report waits for the connection in the open page, and arrives once', async () => {
    await choice(page, /^Montag/).tap()
    await page.getByLabel('Bemerkung').fill('Kommt bald wieder.')
    await page.context().setOffline(true)
    await send(page).tap()
    await expect(title(page)).toHaveText('Ihre Meldung wartet')
    await expect(page.getByText('Noch nicht gesendet – bitte lassen Sie die Seite geöffnet.')).toBeVisible()
    await expect(page.getByText('Ihre Meldung: Łucja M., 23.11.2026')).toBeVisible()
    await expect(page.getByText(/Nächster Versuch in [1-5] Sekunden?\.$/)).toBeVisible()
    await page.clock.fastForward(5_100)
    await expect(page.getByText(/Nächster Versuch in (10|[6-9]) Sekunden\.$/)).toBeVisible()
    expect(await warnsOnLeaving(page)).toBe(true)
    await expectNothingStored(page)
    await expectPublicSound(page, 'a report that waits')
    expect(await notesOf(staff, lucja)).toHaveLength(1)

    await page.getByRole('button', { name: 'Abbrechen und ändern' }).tap()
    await expect(page.getByLabel('Bemerkung')).toHaveValue('Kommt bald wieder.')
    expect(await warnsOnLeaving(page)).toBe(false)
    await send(page).tap()
    await expect(title(page)).toHaveText('Ihre Meldung wartet')
    await page.context().setOffline(false)
    await expect(title(page)).toHaveText(ARRIVED)
    expect(await notesOf(staff, lucja)).toHaveLength(2)
    expect(await warnsOnLeaving(page)).toBe(false)
  })
})

test('several days with brothers and sisters, after every mistake @phone', async ({ page, browser }) => {
  test.slow()
  const { staff, children } = await ownFamily(browser, ['Ada', 'Ben', 'Cem'])
  const [ada, ben, cem] = children
  const stranger = await ownFamily(browser, ['Zoë'])
  await page.clock.install({ time: new Date(AFTERNOON) })
  await page.goto(`${ada.path}#${ben.uuid}`)
  await expect(title(page)).toHaveText('Abwesenheit melden für Ada M. und Ben M.')
  await expect(choice(page, /^Montag/)).toBeChecked()

  const add = page.getByRole('button', { name: 'Auch für ein Geschwisterkind' })
  const link = page.getByRole('textbox', { name: 'Link des Geschwisterkinds' })
  const addNow = page.getByRole('button', { name: 'Hinzufügen' })
  await add.tap()
  await link.fill('https://schule.example/app/susByUuid/00000000-0000-4000-8000-000000000000')
  await addNow.tap()
  await expect(page.getByText('Dieser Link ist nicht gültig.')).toBeVisible()
  await expectPublicSound(page, 'a wrong link of a sibling')
  await link.fill(`Unser Link: http://localhost${stranger.children[0].path}`)
  await addNow.tap()
  await expect(page.getByText(/Dieser Link gehört nicht zu einem Geschwisterkind\./)).toBeVisible()
  await link.fill(`Unser Link: http://localhost${cem.path}`)
  await addNow.tap()
  await expect(page.getByRole('checkbox', { name: 'Cem M.' })).toBeChecked()
  await expect(link).toHaveCount(0)
  await expect(add).toBeFocused()

  for (const name of ['Ada M.', 'Ben M.', 'Cem M.']) await page.getByRole('checkbox', { name }).uncheck()
  await choice(page, /^Mehrere Tage/).tap()
  await page.getByLabel('Erster Tag').fill('31.11.')
  await page.getByLabel('Bemerkung').fill('x'.repeat(301))
  await send(page).tap()
  await expect(page.getByText('Bitte prüfen Sie 3 Angaben:')).toBeVisible()
  await expectPublicSound(page, 'a form with errors')

  for (const name of ['Ada M.', 'Cem M.']) await page.getByRole('checkbox', { name }).check()
  await page.getByLabel('Bemerkung').fill('')
  await page.getByLabel('Erster Tag').fill('24.11.')
  await page.getByLabel('Erster Tag').fill('24.11.26')
  await page.getByRole('button', { name: 'bis Fr 27.11.' }).tap()
  await expect(page.getByLabel('Letzter Tag', { exact: true })).toHaveValue('27.11.2026')
  await page.getByRole('radio', { name: 'anderer Grund' }).tap()
  await page.getByRole('radio', { name: 'andere Person' }).tap()
  await page.getByLabel('Ihr Name').fill('Oma Inge')
  await send(page).tap()
  await expect(page.getByText('Ada und Cem sind von Di 24.11. bis Fr 27.11.2026 abgemeldet.')).toBeVisible()
  const value = { dateStart: '2026-11-24', dateEnd: '2026-11-27', reason: 'other', reporterName: 'Oma Inge' }
  expect(await notesOf(staff, ada)).toMatchObject([{ value }])
  expect(await notesOf(staff, cem)).toMatchObject([{ value }])
  expect(await notesOf(staff, ben)).toEqual([])
  expect(await notesOf(staff, stranger.children[0])).toEqual([])
})
