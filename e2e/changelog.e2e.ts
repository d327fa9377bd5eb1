import { expect, type Page, test } from '@playwright/test'
import { expectPublicSound, expectSound } from './accessibility.ts'
import { formPath } from './public-form.ts'
import { notice, signIn, title } from './staff-calls.ts'

const VERSION_CALL = '**/api/changelog/currentVersion'
const LIST_CALL = '**/api/changelog'
const NEW_VERSION =
  'Es ist eine neue Version des Systems erschienen. Wir empfehlen die Seite neu zu laden, sobald sie nicht gesicherte Daten gespeichert haben.'

/** One poll is due every 60 s, ±20 %; in steps, because the next one counts from the answer of the last. */
const STEP = 10_000
const STEPS_OF_A_POLL = 8

const entries = [
  { name: '1.2.0', date: '2026-11-20', changes: ['Klassenlisten lassen sich drucken.'] },
  { name: '1.1.0', date: '2026-10-05', changes: Array.from({ length: 40 }, (_, index) => `Änderung ${index + 1}`) },
  { name: '1.0.0', date: '2026-09-01', changes: ['Die erste Fassung.'] },
]

/** Answers the polls by turns: a name, or the status of a failure; the last one stays. */
const answerPolls = async (page: Page, ...answers: (string | number)[]) => {
  let asked = 0
  await page.route(VERSION_CALL, (route) => {
    const answer = answers[Math.min(asked, answers.length - 1)]
    asked += 1
    return typeof answer === 'string'
      ? route.fulfill({ json: { name: answer, build_date: '2026-11-20T06:00:00Z' } })
      : route.fulfill({ status: answer ?? 500, body: '' })
  })
  return () => asked
}

/** The page with a clock that the test turns. */
const openWithClock = async (page: Page) => {
  await signIn(page, 'leitung.fsw')
  await page.clock.install({ time: new Date('2026-11-20T08:00:00Z') })
  await page.goto('/app/')
  await expect(title(page)).toContainText('Willkommen')
}

const versionButton = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: /^VERSION v/ })

const nextPoll = async (page: Page, asked: () => number) => {
  const before = asked()
  const stepOn = async () => {
    await page.clock.runFor(STEP)
    return asked()
  }
  await expect.poll(stepOn, { intervals: [50] }).toBeGreaterThan(before)
}

test('a new version is told once, waits at the bottom right and takes no focus', async ({ page }) => {
  const asked = await answerPolls(page, '1.0.0', '1.0.0', '1.1.0')
  await openWithClock(page)
  await expect(versionButton(page)).toHaveText('VERSION v1.0.0')
  await nextPoll(page, asked)
  await expect(notice(page, NEW_VERSION)).toHaveCount(0)
  const search = page.getByRole('button', { name: 'Seite oder Befehl suchen' })
  await search.focus()
  await nextPoll(page, asked)
  const told = notice(page, NEW_VERSION)
  await expect(told).toBeVisible()
  await expect(search).toBeFocused()
  await expect(versionButton(page)).toHaveText('VERSION v1.0.0')
  await nextPoll(page, asked)
  await page.getByRole('navigation').getByRole('link', { name: 'Schülerinnen und Schüler' }).click()
  await expect(title(page)).toContainText('Schülerinnen und Schüler')
  await expect(told).toHaveCount(1)
  await told.getByRole('button', { name: 'Meldung schließen' }).click()
  await page.clock.runFor(1000)
  await expect(told).toHaveCount(0)
})

test('the notice loads the page anew', async ({ page }) => {
  const asked = await answerPolls(page, '1.0.0', '1.1.0')
  await openWithClock(page)
  await expect(versionButton(page)).toHaveText('VERSION v1.0.0')
  await nextPoll(page, asked)
  await notice(page, NEW_VERSION).getByRole('button', { name: 'Jetzt neu laden' }).click()
  await expect(versionButton(page)).toHaveText('VERSION v1.1.0')
  await expect(notice(page, NEW_VERSION)).toHaveCount(0)
})

test('a server that restarts (503) keeps the version, any other failure forgets it', async ({ page }) => {
  const asked = await answerPolls(page, '1.0.0', 500, '1.1.0', 503, '1.2.0')
  await openWithClock(page)
  await expect(versionButton(page)).toHaveText('VERSION v1.0.0')
  await nextPoll(page, asked)
  await nextPoll(page, asked)
  await expect(notice(page, NEW_VERSION)).toHaveCount(0)
  await nextPoll(page, asked)
  await nextPoll(page, asked)
  await expect(notice(page, NEW_VERSION)).toBeVisible()
  await expect(versionButton(page)).toHaveText('VERSION v1.0.0')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page nobody looks at does not ask', async ({ page }) => {
  const asked = await answerPolls(page, '1.0.0')
  await openWithClock(page)
  await expect(versionButton(page)).toBeVisible()
  const before = asked()
  await page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })")
  for (let step = 0; step < 2 * STEPS_OF_A_POLL; step += 1) await page.clock.runFor(STEP)
  expect(asked()).toBe(before)
  await page.evaluate(
    "delete document.visibilityState; document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))",
  )
  await expect.poll(asked).toBe(before + 1)
})

test('the version button opens the changelog, or says which version it is', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  await expect(page.getByRole('contentinfo').getByText(/^gebaut \d\d\.\d\d\.\d{4} \d\d:\d\d$/)).toBeVisible()
  await versionButton(page).click()
  await expect(title(page)).toHaveText('ChangeLog')

  await signIn(page, 'betrachter.fsw')
  await page.goto('/app/')
  await versionButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Hinweis' })
  await expect(dialog.getByText(/^Sie arbeiten mit Version \d/)).toBeVisible()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await expect(title(page)).toContainText('Willkommen')
})

test('the changelog marks what is new since the last visit', async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: entries.slice(1) }))
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'ChangeLog' }).click()
  await expect(title(page)).toHaveText('ChangeLog')
  const versions = page.getByRole('heading', { level: 2 })
  await expect(versions).toHaveText(['Version 1.1.0', 'Version 1.0.0'])
  await expect(page.getByText('05.10.2026')).toBeVisible()
  await expect(page.getByText('Neu seit Ihrem letzten Besuch')).toHaveCount(0)

  await page.unroute(LIST_CALL)
  await page.route(LIST_CALL, (route) => route.fulfill({ json: entries }))
  await page.reload()
  await expect(versions).toHaveText(['Version 1.2.0', 'Version 1.1.0', 'Version 1.0.0'])
  const fresh = page.getByRole('article', { name: 'Version 1.2.0' })
  await expect(fresh.getByText('Neu seit Ihrem letzten Besuch')).toBeVisible()
  await expect(page.getByText('Neu seit Ihrem letzten Besuch')).toHaveCount(1)
  await page.reload()
  await expect(versions).toHaveCount(3)
  await expect(page.getByText('Neu seit Ihrem letzten Besuch')).toHaveCount(0)
})

test('what is not released yet is called the next version, keys look like keys', async ({ page }) => {
  const next = { name: 'Unveröffentlicht', date: null, changes: ['`Strg+K` findet jede Seite.'] }
  await page.route(LIST_CALL, (route) => route.fulfill({ json: [next, ...entries] }))
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/changelog')
  const entry = page.getByRole('article', { name: 'Nächste Fassung' })
  await expect(entry.getByRole('listitem')).toHaveText('Strg+K findet jede Seite.')
})

test('a link with a hash leads to its version, back and forward to where one was', async ({ page }) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: entries }))
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/changelog#version-1.0.0')
  const oldest = page.getByRole('heading', { name: 'Version 1.0.0' })
  await expect(oldest).toBeInViewport({ ratio: 1 })
  const scrolled = () => page.evaluate<number>('Math.round(window.scrollY)')
  await expect.poll(scrolled).toBeGreaterThan(300)
  const where = await scrolled()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Start' }).click()
  await expect(title(page)).toContainText('Willkommen')
  await expect.poll(scrolled).toBe(0)
  await page.goBack()
  await expect(title(page)).toHaveText('ChangeLog')
  await expect.poll(async () => Math.abs((await scrolled()) - where)).toBeLessThan(120)
})

test('without the right there are no entries, and a failed load can be repeated', async ({ page }) => {
  await signIn(page, 'betrachter.fsw')
  await page.goto('/app/changelog')
  await expect(page.getByText('Die Änderungen sind für Ihr Konto nicht freigegeben.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)

  await signIn(page, 'leitung.fsw')
  await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.goto('/app/changelog')
  await expect(page.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await page.unroute(LIST_CALL)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('the changelog asks for a login first', async ({ page }) => {
  await page.goto('/app/changelog')
  await expect(page).toHaveURL(/\/base\/login\?redirect=%2Fchangelog$/)
})

test('the public form names the version once it stands, without a poll, and the footer is not for paper @phone', async ({
  page,
}) => {
  const asked = await answerPolls(page, '1.4.0')
  await page.goto(formPath('fsw'))
  await expect(page.getByRole('button', { name: 'Bewerbung beginnen' })).toBeVisible()
  const button = versionButton(page)
  await expect(button).toHaveText('VERSION v1.4.0')
  await expect(page.getByRole('contentinfo').getByText('gebaut 20.11.2026 07:00')).toBeVisible()
  await button.click()
  await expect(page.getByRole('status').filter({ hasText: 'Schulhof in der Version 1.4.0.' })).toBeVisible()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: 'ChangeLog' })).toHaveAttribute(
    'href',
    '/app/changelog',
  )
  expect(asked()).toBe(1)
  await expectPublicSound(page, 'Fußzeile mit Version')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.locator('footer')).toBeHidden()
})

const soundChangelog = async (page: Page) => {
  await page.route(LIST_CALL, (route) => route.fulfill({ json: entries.slice(1) }))
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/changelog')
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.unroute(LIST_CALL)
  await page.route(LIST_CALL, (route) => route.fulfill({ json: entries }))
  await page.reload()
  await expect(page.getByText('Neu seit Ihrem letzten Besuch')).toBeVisible()
  await expectSound(page, 'ChangeLog')
}

test('the changelog is sound on a desk', ({ page }) => soundChangelog(page))
test('the changelog is sound on a phone @phone', ({ page }) => soundChangelog(page))
