import { expect, type Page } from '@playwright/test'
import type { TransformOptions } from '#contract/registrations/registrations.transform.ts'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { enterApplication, heldNotice, notice, putStatus, signIn, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })
const details = (id: number) => `${LIST}/details/${id}`

/** The dialog with a child that is known here and one that can change from the partner school. */
const offerKnownChildren = (page: Page) =>
  page.route('**/transformOptions', async (route) => {
    const response = await route.fetch()
    const options = (await response.json()) as TransformOptions
    const pupil = { firstname: 'Ina', lastname: 'Bekannt', birthdate: '2021-03-31', status: 'active' }
    options.duplicates.exact = [
      { ...pupil, id: 1, school_short: 'fsw' },
      { ...pupil, id: 2, school_short: 'fow' },
    ]
    options.school_changes = [
      {
        ...{ pupil_id: 2, school_short: 'fow', school_name: 'Freie Oberschule Wacholderhain' },
        ...{ schoolclass: '7a', date_exit: '2026-11-29', further_guardians: [] },
      },
    ]
    await route.fulfill({ response, json: options })
  })

const openTransfer = async (page: Page) => {
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  await expect(page.getByRole('radio', { name: 'Klasse noch offen' })).toBeVisible()
}

const visitList = async (page: Page, lastname: string) => {
  await page.goto(`${LIST}?search=${lastname}`)
  await expect(statusOf(page, `Ina ${lastname}`)).toBeVisible()
  await expectSound(page, 'Liste')
  await statusOf(page, `Ina ${lastname}`).click()
  await expect(page.getByRole('menuitem', { name: 'Angenommen' })).toBeVisible()
  await expectSound(page, 'Statusmenü')
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(statusOf(page, `Ina ${lastname}`)).toContainText('Angenommen')
  await page.getByRole('button', { name: /^Schuljahr/ }).click()
  await expect(page.getByRole('menuitemradio', { name: 'alle Schuljahre' })).toBeVisible()
  await expectSound(page, 'Filter')
  await page.keyboard.press('Escape')
}

/** A deleted application waits in the bin and comes back from it. */
const visitBin = async (page: Page, { firstname, lastname }: { firstname: string; lastname: string }) => {
  const name = `${firstname} ${lastname}`
  const openMenu = () => page.getByRole('button', { name: `Aktionen: ${name}` }).click()
  await openMenu()
  await expect(page.getByRole('menuitem', { name: 'Löschen' })).toBeVisible()
  await expectSound(page, 'Zeilenmenü')
  await page.getByRole('menuitem', { name: 'Löschen' }).click()
  await heldNotice(page, `(${name}) gelöscht.`)
  await page.getByRole('button', { name: 'Weitere', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Papierkorb (30 Tage)' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('row', { name: `${lastname}, ${firstname}` })).toBeVisible()
  await expectSound(page, 'Papierkorb')
  await openMenu()
  await page.getByRole('menuitem', { name: 'Wiederherstellen' }).click()
  await expect(notice(page, `Die Bewerbung von ${name} ist wieder da.`)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Bewerbungen suchen' }).fill('xyzq')
  await expect(page.getByText('Keine Treffer für „xyzq“.')).toBeVisible()
  await expectSound(page, 'Keine Treffer')
}

const visitDetails = async (page: Page, { id, number }: { id: number; number: string }) => {
  await page.goto(details(id))
  await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
  const same = page.getByRole('alert').filter({ hasText: 'Dieses Kind gibt es möglicherweise schon' })
  await expect(page.getByText('Geschwister bewerben sich auch')).toBeVisible()
  await expectSound(page, 'Details mit Hinweisen')
  await same.getByRole('button', { name: `Vergleichen mit ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Bewerbungen vergleichen' })
  await expect(dialog.getByRole('row', { name: 'Vorname(n) Ina Ina Sophie' })).toBeVisible()
  await expectSound(page, 'Bewerbungen vergleichen')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Als Brief (PDF) …' }).click()
  await expect(page.getByText(/erhält keine E-Mail: Adresse nicht bestätigt\.$/)).toBeVisible()
  await expectSound(page, 'Bescheid')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await openTransfer(page)
  await expectSound(page, 'Übernahme')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await offerKnownChildren(page)
  await openTransfer(page)
  await expect(page.getByRole('radio', { name: /^Schulwechsel eintragen/ })).toBeVisible()
  await expectSound(page, 'Übernahme mit bekannten Kindern')
}

test('pages, menus and dialogs are sound on a desk, and a deleted application comes back', async ({ page }) => {
  test.setTimeout(180_000)
  const [lastname, mail] = [uniqueName('Rundgang'), `${uniqueName('mail-')}@example.org`]
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ina', lastname, mail })
  const { number } = await enterApplication(page, { firstname: 'Ina Sophie', lastname })
  await enterApplication(page, { firstname: 'Ole', lastname, mail, birthdate: '2019-04-04' })
  await visitList(page, lastname)
  await visitBin(page, { firstname: 'Ole', lastname })
  await visitDetails(page, { id, number })
})

test('what looks otherwise on a phone is sound there, and nothing scrolls sideways @phone', async ({ page }) => {
  test.setTimeout(180_000)
  const lastname = uniqueName('Rundgang')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Ina', lastname, mail: `${lastname}@example.org` })
  await putStatus(page, id, 'accepted')
  await page.goto('/app/')
  // Which five are the newest depends on what else is entered meanwhile.
  const newest = page.getByRole('region', { name: 'Neueste Bewerbungen' })
  await expect(newest.getByRole('time')).toHaveCount(5)
  await expect.poll(() => sidewaysPixels(page), 'Start').toBe(0)
  await page.goto(`${LIST}?search=${lastname}`)
  const link = page.getByRole('link', { name: `${lastname}, Ina` })
  await expect(link).toBeVisible()
  await expectSound(page, 'Liste')
  await link.click()
  await expect(page.getByRole('region', { name: 'Vertrag und Platz' })).toBeVisible()
  const glance = page.getByRole('region', { name: 'Auf einen Blick' })
  await expect(glance).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { name: 'Verlauf' })).toBeVisible()
  await expectSound(page, 'Details')
  await openTransfer(page)
  await expectSound(page, 'Übernahme')
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: 'Bearbeiten' }).click()
  await page.getByRole('group', { name: 'Sorgeberechtigte Person 1' }).getByLabel('Telefon').fill('0331 999')
  await expect(page.getByRole('region', { name: /Änderung/ })).toBeVisible()
  await expect.poll(() => sidewaysPixels(page), 'Bearbeiten').toBe(0)
})
