import { expect, type Page } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import { ownMailedFamily } from './own-family.ts'
import { PUPIL, title } from './parents-form.ts'
import { test } from './test.ts'

interface CaughtMail {
  to: string
  text: string
}

/** The newest address of a parents' page that was mailed to somebody. */
const mailedLink = async (page: Page, to: string) => {
  let link = ''
  await expect(async () => {
    const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
    const texts = mails.filter((mail) => mail.to.includes(to)).map(({ text }) => text)
    link = texts.flatMap((text) => text.match(/\/app\/susByUuid\/\S+/) ?? []).at(-1) ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return link
}

test('a lost link comes by mail with all children; the answer is the same for every address @phone', async ({
  page,
  browser,
}) => {
  test.slow()
  const { mail, children } = await ownMailedFamily(browser, ['Tom', 'Uta'])
  const [tom, uta] = children
  const answer =
    'Wenn wir diese E-Mail-Adresse kennen, haben wir Ihnen den Link gerade geschickt. Sonst rufen Sie uns bitte an.'
  await test.step('a page that cannot be loaded is tried again', async () => {
    await page.route(PUPIL, (route) => route.abort())
    await page.goto('/app/susByUuid/00000000-0000-4000-8000-000000000000')
    await expect(page.getByText('Keine Verbindung. Bitte versuchen Sie es noch einmal.')).toBeVisible()
    await expectPublicSound(page, 'a page that was not loaded')
    await page.unroute(PUPIL)
    await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
    await expect(page.getByText('Dieser Link ist nicht gültig.')).toBeVisible()
    await expect(title(page)).toHaveText('Abwesenheit melden')
    await expect(page).toHaveTitle('Abwesenheit melden – Schulhof')
    await expectPublicSound(page, 'the page of a wrong link')
  })
  const field = page.getByLabel('E-Mail-Adresse')
  const ask = page.getByRole('button', { name: 'Link zusenden' })
  await field.fill('anna@')
  await ask.tap()
  await expect(page.getByText('Dies ist keine gültige E-Mail-Adresse.')).toBeVisible()
  await expect(field).toBeFocused()
  await expectPublicSound(page, 'a wrong address')
  const again = page.getByRole('button', { name: 'Eine andere Adresse angeben' })
  for (const address of ['niemand@example.org', mail]) {
    if (await again.isVisible()) await again.tap()
    await field.fill(address)
    const asked = page.waitForResponse('**/api/public/pupilLink/resend')
    await ask.tap()
    await asked
    await expect(page.getByText(answer)).toBeVisible()
    await expect(page.getByText(answer)).toBeInViewport()
  }
  await expectPublicSound(page, 'a link on its way')

  await page.goto(await mailedLink(page, mail))
  await expect(title(page)).toHaveText(/^Abwesenheit melden für (Tom M. und Uta M.|Uta M. und Tom M.)$/)
  expect(page.url()).toContain(tom.uuid)
  expect(page.url()).toContain(uta.uuid)
})
