import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { freePort, type ServerProcess, startServerProcess } from '#server/test/server-process.ts'
import { chooseClass } from './choose-class.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { confirmAll, fillPrimary, submit } from './public-form.ts'
import { title } from './staff-calls.ts'
import { test } from './test.ts'

let dataDir: string
let server: ServerProcess
test.beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'schulhof-first-run-'))
  chmodSync(dataDir, 0o755)
  server = await startServerProcess({ dataDir, port: await freePort() })
})
test.afterEach(async () => {
  await server.signal('SIGTERM')
  rmSync(dataDir, { recursive: true, force: true })
})

const fillSchool = async (page: Page, { kind, name }: { kind: RegExp; name: string }) => {
  await page.getByRole('radio', { name: kind }).check()
  await page.getByLabel('Name der Schule').fill(name)
  await page.getByLabel('Straße').fill('Am Anger')
  await page.getByLabel('Hausnummer').fill('1')
  await page.getByLabel('Postleitzahl').fill('15999')
  await page.getByLabel('Ort', { exact: true }).fill('Wacholderhain')
  await page.getByLabel('Telefon').fill('030 23125-100')
  await page.getByLabel('E-Mail der Schule').fill('sekretariat@example.org')
  await page.getByLabel('Träger').fill('Trägerverein Wacholderhain e. V.')
  await page.getByLabel('Kontakt für Datenschutz').fill('datenschutz@example.org')
}

/** Counts what a person does on the page: presses, and fields that are filled in. */
const countWork = async (page: Page) => {
  const work = { presses: 0, fields: new Set<string>() }
  await page.exposeFunction('countPress', () => {
    work.presses += 1
  })
  await page.exposeFunction('countField', (id: string) => work.fields.add(id))
  await page.addInitScript({
    content: `
      const isBox = (target) => /radio|checkbox/.test(target.type)
      addEventListener('click', ({ target }) => (isBox(target) || target.closest('a, button')) && countPress(), true)
      addEventListener('input', ({ target }) => isBox(target) || countField(target.id), true)`,
  })
  return work
}

/** A parent with a browser of their own finds the form from the start page and applies. */
const applyAsParent = async (browser: Browser) => {
  const context = await browser.newContext({ baseURL: server.url })
  const parent = await context.newPage()
  await parent.goto('/app/')
  await parent.getByRole('link', { name: /Freie Schule Wacholderhain/ }).click()
  await expect(parent.getByRole('button', { name: 'Bewerbung beginnen' })).toBeVisible()
  await fillPrimary(parent, { firstname: 'Mia', mail: 'anna@example.org' })
  await confirmAll(parent)
  await submit(parent)
  await expect(parent.getByText(/Wir schicken Ihnen in Kürze eine E-Mail mit einem Link\./)).toBeVisible()
  await expect(parent.getByRole('main')).not.toContainText(/gesendet|Spam/)
  await expectSoundAndFits(parent, 'Eingegangen ohne Mailserver')
  await context.close()
}

/** The links of the open steps; those of the mail server stand in its text. */
const OPEN_STEPS = [
  'Plätze festlegen',
  'Schülerinnen und Schüler importieren',
  /E-Mails? warte/,
  'Für die Technik',
  'Schulleitung einladen',
  'Kolleginnen und Kollegen einladen',
  'Impressum ausfüllen',
]

/** The start page says what is wrong and what to do. */
const readFirstSteps = async (page: Page) => {
  await expect(page.getByText('Es gehen keine E-Mails hinaus: Ein Mailserver ist nicht eingerichtet')).toBeVisible()
  await expect(page.getByText(/^1 E-Mail wartet, die älteste seit .* Uhr\./)).toBeVisible()
  const steps = page.getByRole('region', { name: 'Erste Schritte' })
  // The set-up has entered the holidays, and the first application has come.
  await expect(steps.getByRole('link')).toHaveText(OPEN_STEPS)
  await steps.getByText(/^Erledigt \(\d\)$/).click()
  for (const name of ['Ferien eintragen', 'Familien den Weg zeigen'])
    await expect(steps.getByRole('link', { name })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Schülerinnen und Schüler' })).toHaveCount(0)
  await expectSoundAndFits(page, 'Start ohne Kinder')
  await page.goto(`${server.url}/app/admin/bewerbungen`)
  await expect(page.getByText(/^1 E-Mail wartet, die älteste seit .* Uhr\./)).toBeVisible()
  await expectSoundAndFits(page, 'Bewerbungen ohne Mailserver')
}

/** From the dashboard of somebody who has never seen the program: accept, make the pupil, see the class. */
const admitMia = async (page: Page) => {
  await page.goto(`${server.url}/app/`)
  // The steps stand above the applications and push them down when they come.
  await expect(page.getByRole('region', { name: 'Erste Schritte' }).getByRole('link').first()).toBeVisible()
  await page.getByRole('button', { name: 'Neu: Status von Mia Müller ändern' }).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(page.getByRole('button', { name: 'Angenommen: Status von Mia Müller ändern' })).toBeVisible()
  await page.getByRole('link', { name: 'Mia Müller' }).click()
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  const schoolclass = await chooseClass(page.getByRole('dialog'))
  await page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByText('Mia Müller wurde als Schülerin angelegt.')).toBeVisible()
  await page.goto(`${server.url}/app/admin/sus?search=Mia&status=upcoming`)
  await page.getByRole('link', { name: 'Müller, Mia' }).click()
  await expect(page.getByRole('list', { name: 'Klassen' })).toContainText(`Klasse ${schoolclass}`)
}

/**
 * The first child completes one step. It comes next year, so its absences can be reported, but the figures do not count
 * it yet.
 */
const readFurtherSteps = async (page: Page) => {
  await page.goto(`${server.url}/app/`)
  const steps = page.getByRole('region', { name: 'Erste Schritte' })
  await expect(steps.getByRole('link')).toHaveText(OPEN_STEPS.filter((title) => !/importieren$/.test(String(title))))
  await expect(page.getByRole('region', { name: 'Krankmeldungen' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Schülerinnen und Schüler' })).toHaveCount(0)
  await expectSoundAndFits(page, 'Start mit dem ersten Kind')
}

test('a new user sets up a school by the link, takes in the first child that applies, then adds a second school', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000)
  const isOver = page.getByText('Dieser Link ist abgelaufen oder wurde schon benutzt.')
  await page.goto(`${server.url}/app/einrichtung/falsch`)
  await expect(isOver).toBeVisible()
  await expectSoundAndFits(page, 'Einrichtung abgelaufen')

  const link = `${server.url}/app/einrichtung/${server.setupToken()}`
  const work = await countWork(page)
  await page.goto(link)
  await expect(title(page)).toHaveText(/Ihr Konto$/)
  await expectSoundAndFits(page, 'Einrichtung')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
  await expectSoundAndFits(page, 'Einrichtung mit Fehlern')
  work.presses = 0

  await page.getByLabel('Ihr Name').fill('Alex Berg')
  await page.getByLabel('Ihre E-Mail-Adresse').fill('alex@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('Ein Satz mit Umläuten')
  await page.getByLabel('Passwort Bestätigung').fill('Ein Satz mit Umläuten')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(title(page)).toHaveText(/Ihre Schule$/)
  await expectSoundAndFits(page, 'Einrichtung der Schule')
  await fillSchool(page, { kind: /^Grundschule 1–6/, name: 'Freie Schule Wacholderhain' })
  await expect(page.getByLabel('Kürzel')).toHaveValue('fsw')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByRole('list', { name: /^Ferien und Feiertage/ })).toContainText('Herbstferien')
  await expectSoundAndFits(page, 'Einrichtung des Schuljahrs')
  await page.getByRole('button', { name: 'Schule einrichten' }).click()
  await expect(page.getByText('Freie Schule Wacholderhain ist eingerichtet.')).toBeVisible()
  await expectSoundAndFits(page, 'Einrichtung abgeschlossen')

  await applyAsParent(browser)

  await page.getByRole('link', { name: 'Zur Startseite' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen, Alex Berg/ })).toBeVisible()
  // Kind, two steps, the end, and the start page; no login.
  expect([work.presses, work.fields.size]).toEqual([5, 13])
  await readFirstSteps(page)
  await admitMia(page)
  await readFurtherSteps(page)

  await page.goto(link)
  await expect(isOver).toBeVisible()
  await page.goto(`${server.url}/app/einrichtung`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Schule anlegen')
  await expectSoundAndFits(page, 'Schule anlegen')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText(/^Bitte prüfen Sie \d+ Angaben:$/)).toBeVisible()
  await expectSoundAndFits(page, 'Schule anlegen mit Fehlern')
  await fillSchool(page, { kind: /^Oberschule 7–10/, name: 'Freie Oberschule Wacholderhain' })
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expectSoundAndFits(page, 'Schule anlegen, Schuljahr')
  await page.getByRole('button', { name: 'Schule anlegen' }).click()
  await expect(page.getByText('Freie Oberschule Wacholderhain ist eingerichtet.')).toBeVisible()
  await page.getByRole('button', { name: 'Zu Freie Oberschule Wacholderhain wechseln' }).click()
  await expect(page.getByText(/Freie Oberschule Wacholderhain$/).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Erste Schritte' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Aktive Schule' }).locator('option:checked')).toHaveText('fow')
})
