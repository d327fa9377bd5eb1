import { type Browser, expect, type Page } from '@playwright/test'
import { countClicks } from './count-clicks.ts'
import { openOwnSchool } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { confirmMail, mailsTo } from './public-form.ts'
import { enterApplication, notice, putStatus, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const LIST = '/app/admin/bewerbungen'

/** Without the one that asks to confirm the address. */
const decisionsTo = async (page: Page, to: string) =>
  (await mailsTo(page, to)).filter(({ subject }) => !subject.includes('bestätig'))

/** An application that somebody decided about, with an address that is confirmed, or without one. */
const decide = async (page: Page, browser: Browser, child: { firstname: string; lastname: string; mail?: string }) => {
  const { id } = await enterApplication(page, { ...child, ...(child.mail && { sendsOptin: true }) })
  if (child.mail) await confirmMail(browser, child.mail)
  await putStatus(page, id, child.firstname === 'Ada' ? 'accepted' : 'rejected')
  return id
}

test('families are informed in one go: mails to who confirmed, letters to the others, and nobody twice', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000)
  await openOwnSchool(browser, page)
  const [lastname, ada, ben] = [uniqueName('Runde'), `${uniqueName('a')}@example.org`, `${uniqueName('b')}@example.org`]
  await decide(page, browser, { firstname: 'Ada', lastname, mail: ada })
  await decide(page, browser, { firstname: 'Ben', lastname, mail: ben })
  await decide(page, browser, { firstname: 'Cleo', lastname })
  await page.goto(`${LIST}?search=${lastname}&school_year_id=alle`)
  await expect(page.getByRole('checkbox', { name: 'Alle auswählen' })).toBeVisible()
  const clicks = await countClicks(page)
  await page.getByRole('checkbox', { name: 'Alle auswählen' }).click()
  await page.getByRole('button', { name: 'Informieren …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Familien informieren' })
  await expect(dialog.getByText('Per E-Mail: 1 Zusage und 1 Absage')).toBeVisible()
  await expect(dialog.getByText('Per Brief: 1 Absage')).toBeVisible()
  await expect(dialog.getByRole('region', { name: 'Vorschau der E-Mail' })).toBeVisible()
  await expectSoundAndFits(page, 'inform many')
  await dialog.getByLabel('Vorschau für').selectOption({ index: 2 })
  await expect(dialog.getByText('Text für Anruf oder Brief')).toBeVisible()
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: '2 Familien per E-Mail informieren, 1 Brief laden' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Bescheide-.*\.pdf$/)
  await expect(notice(page, '2 Familien sind per E-Mail informiert.')).toBeVisible()
  // The link that saves the file is clicked by the program.
  expect(await clicks()).toBeLessThanOrEqual(4)
  for (const to of [ada, ben]) await expect.poll(async () => (await decisionsTo(page, to)).length).toBe(1)

  await test.step('who was informed is left out, with the reason', async () => {
    await page.goto(`${LIST}?search=${lastname}&school_year_id=alle`)
    await page.getByRole('checkbox', { name: 'Alle auswählen' }).click()
    await page.getByRole('button', { name: 'Informieren …' }).click()
    await expect(dialog.getByText('3 Familien bekommen nichts')).toBeVisible()
    await expect(dialog.getByText(/Absage schon am .* als Brief geschrieben\./)).toBeVisible()
    await dialog.getByRole('button', { name: 'Schließen' }).click()
    await page.goto(`${LIST}?search=${lastname}&school_year_id=alle&not_informed=1`)
    await expect(page.getByText('Keine Treffer')).toBeVisible()
  })
})

test('the three buttons of an application decide, and a family without address gets a letter', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  const { id } = await enterApplication(page, { firstname: 'Dora', lastname: uniqueName('Brief') })
  await page.goto(`${LIST}/details/${id}`)
  const decisions = page.getByRole('group', { name: 'Entscheidung' })
  await decisions.getByRole('button', { name: 'Ablehnen' }).click()
  await expect(decisions.getByRole('button', { name: 'Abgelehnt' })).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('2')
  await expect(decisions.getByRole('button', { name: 'Angenommen' })).toHaveAttribute('aria-current', 'true')
  await expect(page.getByText(/^Klasse 1: \d+/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Als Brief (PDF) …' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Als Brief (PDF)' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/)
  await expect(page.getByText(/^Zusage: Brief geschrieben, /)).toBeVisible()
  await expect(page.getByText('Brief geschrieben: Zusage')).toBeVisible()

  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByText(/^Bereits übernommen/)).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(2)
})
