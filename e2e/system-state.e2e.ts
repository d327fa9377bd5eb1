import { expect } from '@playwright/test'
import type { ShownAlarm } from '#contract/systemstates/systemstates.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { signIn, title } from './staff-calls.ts'
import { test } from './test.ts'

// Nothing is wrong with the demo: what the server says of alarms is put into its answers.
const ALARMS: ShownAlarm[] = [
  { key: 'disk_full', subject: '/var/lib/schulhof', host: 'schule', since: '2026-11-20T05:00:00.000Z' },
  { key: 'job_failed', subject: 'send_digests', host: '', since: '2026-11-20T04:05:00.000Z' },
]

test('an admin sees a banner, reads what to do, and puts the banner away until the state changes', async ({ page }) => {
  const alarms = [...ALARMS]
  await page.route('**/api/admin/systemstate', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), alarms } })
  })
  await page.route('**/api/admin/systemstate/alarms', (route) => route.fulfill({ json: alarms }))
  await signIn(page, 'admin')
  await page.goto('/app/profile')
  const banner = page.getByRole('link', { name: 'Systemzustand ansehen' })
  await expect(banner).toBeVisible()
  await expectSoundAndFits(page, 'Hinweis zum Systemzustand')
  await banner.click()
  await expect(title(page)).toHaveText('Systemzustand')
  const toDo = page.getByRole('region', { name: 'Zu tun' })
  await expect(
    toDo.getByRole('heading', { name: 'Ein Datenträger ist zu über 90 % voll: /var/lib/schulhof auf schule' }),
  ).toBeVisible()
  await expect(toDo.getByText('Seit 20.11.2026 06:00 Uhr')).toBeVisible()
  await expectSoundAndFits(page, 'Systemzustand mit Alarmen')

  await page.getByRole('button', { name: 'Hinweis ausblenden, bis sich der Zustand ändert' }).click()
  await expect(banner).toHaveCount(0)
  await page.goto('/app/profile')
  await expect(title(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(banner).toHaveCount(0)
  alarms.pop()
  await page.reload()
  await expect(banner).toBeVisible()
})

test('the page is in the menu of an admin, shows the running system, and prints', async ({ page }) => {
  await signIn(page, 'admin')
  await page.goto('/app/')
  const strip = page.getByRole('region', { name: 'System', exact: true })
  await expect(strip).toContainText(/Letzte Sicherung.*E-Mails.*Version\s*\d+\.\d+\.\d+/)
  await expectSoundAndFits(page, 'Start der Administration')
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await menu.getByRole('button', { name: 'Verwaltung' }).click()
  await menu.getByRole('link', { name: 'Systemzustand', exact: true }).click()
  await expect(title(page)).toHaveText('Systemzustand')
  const areas = page.getByRole('table', { name: 'Zustand der Bereiche' })
  await expect(areas.getByRole('row', { name: /^Datenbank in Ordnung \d/ })).toBeVisible()
  await expect(areas.getByRole('row', { name: /^Programm in Ordnung Version \d+\.\d+\.\d+, läuft seit/ })).toBeVisible()
  await expect(page.getByRole('row', { name: /^Tageswechsel \d\d\.\d\d\.\d{4}/ })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(areas).toBeVisible()
  await expect(page.getByRole('button', { name: 'Drucken' })).toBeHidden()
})

test('@phone a head has neither menu entry nor page', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/admin/systemzustand')
  await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
})
