import { expect, test } from '@playwright/test'
import { expectPublicSound, sidewaysPixels } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { notesOf, ownFamily } from './own-family.ts'
import { ADD, AFTERNOON, ARRIVED, changeRules, choice, MORNING, PUPIL, send, title } from './parents-form.ts'

test('days the school does not take are refused in its words, a late report asks for a call', async ({
  page,
  browser,
}) => {
  const { staff, children } = await ownFamily(browser, ['Ole'])
  const [ole] = children
  await page.goto(ole.path)
  await choice(page, /^Mehrere Tage/).check()
  const report = async (from: string, until: string) => {
    await page.getByLabel('Erster Tag').fill(from)
    await page.getByLabel('Letzter Tag', { exact: true }).fill(until)
    await send(page).click()
  }
  const refused = (text: string) => expect(page.getByRole('alert').getByText(text)).toBeVisible()
  await report('21.11.2026', '22.11.2026')
  await refused('In diesem Zeitraum ist kein Schultag.')
  await report('24.11.2026', '23.11.2026')
  await refused('Das Ende liegt vor dem Beginn.')
  await report('16.11.2026', '')
  await refused('Rückwirkend können Sie hier ab dem 17.11.2026 melden. Bitte rufen Sie uns an.')
  await report('21.12.2026', '')
  await refused('Im Voraus können Sie hier bis zum 20.12.2026 melden.')
  await report('20.11.2026', '04.12.2026')
  await refused('Bitte höchstens 14 Tage auf einmal melden.')
  expect(await notesOf(staff, ole)).toEqual([])

  await report('19.11.2026', '')
  await expect(title(page)).toHaveText(ARRIVED)
  await expect(page.getByText(/Bitte rufen Sie zusätzlich an\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: '0331 1234567 anrufen' })).toHaveAttribute('href', 'tel:+493311234567')
  await expectPublicSound(page, 'a late report')
  expect(await notesOf(staff, ole)).toMatchObject([{ is_late: true, value: { dateStart: '2026-11-19' } }])

  await page.getByRole('button', { name: 'Weitere Meldung' }).click()
  await page.route(ADD, (route) => route.fulfill({ status: 429, json: { message: 'Für heute ist es genug.' } }))
  await send(page).click()
  await expect(page.getByRole('alert').getByText('Für heute ist es genug.')).toBeVisible()
  await expectPublicSound(page, 'a report that is refused')
})

test('a part of a day by the keyboard alone, with large letters on a narrow screen', async ({ page, browser }) => {
  const { staff, children } = await ownFamily(browser, ['Pia'])
  const [pia] = children
  await page.setViewportSize({ width: 320, height: 640 })
  await page.clock.install({ time: new Date(MORNING) })
  await page.goto(pia.path)
  await expect(send(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Inhalt springen' })).toBeFocused()
  await page.keyboard.press('Enter')
  expect(new URL(page.url()).hash).toBe('')
  await stepTo(page, choice(page, /^Nur heute/))
  await page.keyboard.press('ArrowDown')
  await expect(choice(page, /^Montag/)).toBeChecked()
  await stepTo(page, page.getByRole('checkbox', { name: 'Nur stundenweise' }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.type('8')
  await stepToAndPress(page, send(page))
  await expect(page.getByLabel('Bis', { exact: true })).toBeFocused()
  await page.keyboard.type('10.30')
  await stepTo(page, choice(page, 'krank'))
  await page.keyboard.press('ArrowRight')
  await expect(choice(page, 'Arzttermin')).toBeChecked()
  for (const size of [
    { width: 320, height: 640 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    await page.addStyleTag({ content: 'html { font-size: 200% }' })
    expect(await sidewaysPixels(page), `${size.height} px high`).toBe(0)
    for (const name of ['Von', 'Bis']) await expect(page.getByLabel(name, { exact: true })).toBeVisible()
  }
  await stepToAndPress(page, send(page))
  await expect(page.getByText('Pia ist für Montag, 23.11.2026, 08:00–10:30 Uhr, abgemeldet.')).toBeVisible()
  expect(await sidewaysPixels(page)).toBe(0)
  expect(await notesOf(staff, pia)).toMatchObject([{ value: { reason: 'doctor', partial: true, timeEnd: '10:30' } }])
})

test('a page left open over night shows the new day and no longer what was sent', async ({ page, browser }) => {
  const { children } = await ownFamily(browser, ['Quin'])
  const [quin] = children
  await page.clock.install({ time: new Date(AFTERNOON) })
  await page.goto(quin.path)
  await expect(choice(page, /^Montag/)).toBeChecked()
  await page.route(ADD, (route) =>
    route.fulfill({
      status: 201,
      json: { message: 'Gut.', value: { dateStart: '', dateEnd: '' }, is_late: false, take_back: 'x' },
    }),
  )
  await send(page).click()
  await expect(title(page)).toHaveText(ARRIVED)
  // The server's day of the demo stands still.
  await changeRules(page, { today: '2026-11-23' })
  const asked = page.waitForResponse(PUPIL)
  await page.clock.setSystemTime(new Date('2026-11-23T07:10:00+01:00'))
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await asked
  await expect(title(page)).toHaveText('Abwesenheit melden für Quin M.')
  await expect(choice(page, /^Nur heute Montag, 23\.11\.2026$/)).toBeChecked()
  await expect(choice(page, /^Morgen Dienstag, 24\.11\.2026$/)).toBeVisible()
})

test('a day that was chosen last evening is not sent for the new one', async ({ page, browser }) => {
  const { children } = await ownFamily(browser, ['Rike'])
  const [rike] = children
  await page.clock.install({ time: new Date(AFTERNOON) })
  await page.goto(rike.path)
  await choice(page, /^Nur heute/).check()
  await changeRules(page, { today: '2026-11-23' })
  const asked = page.waitForResponse(PUPIL)
  await page.clock.setSystemTime(new Date('2026-11-23T07:10:00+01:00'))
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await asked
  await expect(page.getByText('Inzwischen hat ein neuer Tag begonnen. Bitte wählen Sie noch einmal.')).toBeVisible()
  await expect(choice(page, /^Nur heute Montag/)).not.toBeChecked()
  await send(page).click()
  await expect(page.getByRole('link', { name: 'Bitte wählen Sie, wann Ihr Kind fehlt.' })).toBeVisible()
  await expect(title(page)).toHaveText('Abwesenheit melden für Rike M.')
})

test('in holidays only school days are offered, and the page says why', async ({ page, browser }) => {
  const { children } = await ownFamily(browser, ['Rosa'])
  const [rosa] = children
  const free_days = [{ name: 'Herbstferien', date_start: '2026-11-16', date_end: '2026-11-27' }]
  await changeRules(page, { free_days })
  await page.goto(rosa.path)
  await expect(page.getByText('Heute ist schulfrei (Herbstferien).')).toBeVisible()
  await expect(choice(page, /^Montag 30\.11\.2026$/)).toBeChecked()
  await expect(choice(page, /^Nur heute/)).toHaveCount(0)
  await expectPublicSound(page, 'the form in holidays')
})
