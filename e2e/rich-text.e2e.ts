import { expect, type Page } from '@playwright/test'
import { expectSoundAndFits } from './phone-width.ts'
import { signIn } from './staff-calls.ts'
import { test } from './test.ts'

const textBox = (page: Page) => page.getByRole('textbox', { name: 'Text der Seite Datenschutz' })

// Nothing is saved here: the texts of other journeys stay as they are.
const startAnew = async (page: Page) => {
  const box = textBox(page)
  await box.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('Delete')
  // An emptied heading is still one.
  await page.keyboard.press('ControlOrMeta+Alt+0')
  return box
}

const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The Markdown as it would be published. */
const expectMarkdown = async (page: Page, lines: string[]) => {
  const changes = page.getByRole('region', { name: 'Das ändert sich' })
  if (!(await changes.isVisible())) await tool(page, 'Änderungen ansehen').click()
  for (const line of lines) await expect(changes).toContainText(line)
}

const writeByKeys = async (page: Page) => {
  const box = await startAnew(page)
  await page.keyboard.type('Wir sind ')
  await page.keyboard.press('ControlOrMeta+B')
  await expect(tool(page, 'Fett')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.type('gern')
  await page.keyboard.press('ControlOrMeta+B')
  await page.keyboard.type(' ')
  await page.keyboard.press('ControlOrMeta+I')
  await page.keyboard.type('da')
  await page.keyboard.press('ControlOrMeta+I')
  await page.keyboard.press('Enter')

  await page.keyboard.press('Shift+Tab')
  await expect(tool(page, 'Fett')).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Liste')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await page.keyboard.type('eins')
  await page.keyboard.press('Enter')
  await page.keyboard.type('zwei')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('## Titel')
  await page.keyboard.press('Enter')
  await page.keyboard.type('1. Schritt')

  await expect(box.getByRole('listitem')).toHaveText(['eins', 'zwei', 'Schritt'])
  await expect(box.getByRole('heading', { level: 2 })).toHaveText('Titel')
  await expect(tool(page, 'Aufzählung')).toHaveAttribute('aria-pressed', 'true')
  await expectMarkdown(page, ['**gern** ', '*da*', '- eins', '- zwei', '## Titel', '1. Schritt'])
  await box.focus()
  await page.keyboard.press('Tab')
  await expect(box).not.toBeFocused()
}

const changeLooks = async (page: Page) => {
  const box = await startAnew(page)
  await tool(page, 'Liste').click()
  await page.keyboard.type('eins')
  await tool(page, 'Aufzählung').click()
  await expect(box.locator('ol > li')).toHaveText(['eins'])
  await tool(page, 'Aufzählung').click()
  await expect(box.getByRole('listitem')).toHaveCount(0)
  await expect(box).toHaveText('eins')
}

const writeMarkup = async (page: Page) => {
  const box = await startAnew(page)
  await page.keyboard.type('3 * 4 <b>nicht</b> [x](javascript:alert(1)) C:\\Pfad')
  await expect(box).toHaveText('3 * 4 <b>nicht</b> [x](javascript:alert(1)) C:\\Pfad')
  await expect(box.locator('b, a')).toHaveCount(0)
  await expectMarkdown(page, ['3 * 4 <b>nicht</b> [x]\\(javascript:alert(1)) C:\\Pfad'])
}

const writeAddress = async (page: Page) => {
  const box = await startAnew(page)
  await page.keyboard.type('Siehe https://www.brandenburg.de und ')
  const link = box.getByRole('link', { name: 'https://www.brandenburg.de' })
  await expect(link).toHaveAttribute('href', 'https://www.brandenburg.de')
  await link.click()
  await expect(page).toHaveURL(/\/app\/datenschutz$/)
  await expectMarkdown(page, ['Siehe https://www.brandenburg.de und'])
}

test('the editor writes what is typed, by keyboard alone, and takes nothing for markup that is none', async ({
  page,
}) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // Then React shows the editor later than the kit keeps it.
  await page.route('**/RichTextEditor-*.js', async (route) => {
    await held
    await route.continue()
  })
  await signIn(page, 'admin')
  await page.goto('/app/datenschutz')
  await page.getByRole('button', { name: 'Bearbeiten' }).click()
  await expect(page.getByRole('button', { name: 'Veröffentlichen' })).toBeVisible()
  release()
  await test.step('code that comes a moment late does not take the cursor away', async () => {
    await expect(textBox(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Guten Tag')
    await expect(textBox(page)).toHaveText('Guten Tag')
  })
  await test.step('the keyboard alone writes bold, italic, lists and headings', () => writeByKeys(page))
  await expectSoundAndFits(page, 'Editor, and what it changes')
  await test.step('a list becomes numbered, then text again', () => changeLooks(page))
  await test.step('typed Markdown or HTML stays plain text', () => writeMarkup(page))
  await test.step('a whole address becomes a link that leads nowhere while one writes', () => writeAddress(page))
})
