import { expect, type Page } from '@playwright/test'
import { expectPublicSound, sidewaysPixels } from './accessibility.ts'
import { stepTo, stepToAndPress } from './keyboard.ts'
import { notesOf, ownFamily } from './own-family.ts'
import { ADD, ARRIVED, changeRules, choice, MORNING, PUPIL, send, title } from './parents-form.ts'
import { askAs } from './staff-calls.ts'
import { test } from './test.ts'

const renewLink = async (staff: Page, id: number) => {
  const reply = await askAs(staff, { method: 'POST', path: `/api/admin/pupil/${id}/link/rotate` })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test('holidays, a late report, a refusal and a link renewed meanwhile are said in words', async ({ page, browser }) => {
  test.slow()
  const { staff, children } = await ownFamily(browser, ['Vera', 'Willi'])
  const [vera, willi] = children
  const path = `${vera.path}#${willi.uuid}`
  await test.step('in holidays only school days are offered, and the page says why', async () => {
    const free_days = [{ name: 'Herbstferien', date_start: '2026-11-16', date_end: '2026-11-27' }]
    await changeRules(page, { free_days })
    await page.goto(path)
    await expect(page.getByText('Heute ist schulfrei (Herbstferien).')).toBeVisible()
    await expect(choice(page, /^Montag 30\.11\.2026$/)).toBeChecked()
    await expectPublicSound(page, 'the form in holidays')
    await page.unroute(PUPIL)
  })
  // A change of the hash alone would not load the page.
  await page.reload()
  await expect(title(page)).toHaveText('Abwesenheit melden für Vera M. und Willi M.')
  await choice(page, /^Mehrere Tage/).check()
  const report = async (from: string) => {
    await page.getByLabel('Erster Tag').fill(from)
    await page.getByLabel('Letzter Tag', { exact: true }).fill('')
    await send(page).click()
  }
  await report('16.11.2026')
  const refusal = 'Rückwirkend können Sie hier ab dem 17.11.2026 melden. Bitte rufen Sie uns an.'
  await expect(page.getByRole('alert').getByText(refusal)).toBeVisible()
  expect(await notesOf(staff, vera)).toEqual([])

  await report('19.11.2026')
  await expect(title(page)).toHaveText(ARRIVED)
  await expect(page.getByText(/Bitte rufen Sie zusätzlich an\.$/)).toBeVisible()
  await expect(page.getByRole('link', { name: '0331 1234567 anrufen' })).toHaveAttribute('href', 'tel:+493311234567')
  await expectPublicSound(page, 'a late report')
  for (const child of children)
    expect(await notesOf(staff, child)).toMatchObject([{ is_late: true, value: { dateStart: '2026-11-19' } }])

  await page.getByRole('button', { name: 'Weitere Meldung' }).click()
  await page.route(ADD, (route) => route.fulfill({ status: 429, json: { message: 'Für heute ist es genug.' } }))
  await send(page).click()
  await expect(page.getByRole('alert').getByText('Für heute ist es genug.')).toBeVisible()
  await expectPublicSound(page, 'a report that is refused')
  await page.unroute(ADD)

  await test.step('a link renewed while the page is open no longer reports', async () => {
    await renewLink(staff, vera.id)
    await send(page).click()
    await expect(title(page)).toHaveText('Abwesenheit melden für Willi M.')
    await expect(page.getByText('Ihre Meldung wurde nicht gesendet')).toBeVisible()
    await expectPublicSound(page, 'a form that has lost a child')
    await renewLink(staff, willi.id)
    await send(page).click()
    await expect(page.getByRole('heading', { name: 'Link erneut zusenden' })).toBeVisible()
    expect(await notesOf(staff, willi)).toHaveLength(1)
  })
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
    await expect.poll(() => sidewaysPixels(page), `${size.height} px high`).toBe(0)
    for (const name of ['Von', 'Bis']) await expect(page.getByLabel(name, { exact: true })).toBeVisible()
  }
  await stepToAndPress(page, send(page))
  await expect(page.getByText('Pia ist für Montag, 23.11.2026, 08:00–10:30 Uhr, abgemeldet.')).toBeVisible()
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  expect(await notesOf(staff, pia)).toMatchObject([{ value: { reason: 'doctor', partial: true, timeEnd: '10:30' } }])
})
