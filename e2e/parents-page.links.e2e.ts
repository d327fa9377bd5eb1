import { expect, type Page, test } from '@playwright/test'
import { expectPublicSound } from './accessibility.ts'
import { notesOf, ownFamily, ownMailedFamily } from './own-family.ts'
import { PUPIL, send, title } from './parents-form.ts'
import { askAs } from './staff-calls.ts'

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

test('a link that does not work is one neutral page, whatever is wrong with it', async ({ page }) => {
  const addresses = ['00000000-0000-4000-8000-000000000000', 'abc', "'%20or%201=1", '', 'a/b']
  for (const end of addresses) {
    await page.goto(`/app/susByUuid/${end}`)
    await expect(page.getByText('Dieser Link ist nicht gültig.')).toBeVisible()
    await expect(title(page)).toHaveText('Abwesenheit melden')
    await expect(page).toHaveTitle('Abwesenheit melden – Schulhof')
  }
  await expectPublicSound(page, 'the page of a wrong link')
})

test('a page that cannot be loaded is tried again', async ({ page, browser }) => {
  const { children } = await ownFamily(browser, ['Sia'])
  await page.route(PUPIL, (route) => route.abort())
  await page.goto(children[0].path)
  await expect(page.getByText('Keine Verbindung. Bitte versuchen Sie es noch einmal.')).toBeVisible()
  await expectPublicSound(page, 'a page that was not loaded')
  await page.unroute(PUPIL)
  await page.getByRole('button', { name: 'Noch einmal versuchen' }).click()
  await expect(title(page)).toHaveText('Abwesenheit melden für Sia M.')
})

test('a link renewed while the page is open no longer reports', async ({ page, browser }) => {
  const { staff, children } = await ownFamily(browser, ['Vera', 'Willi'])
  const [vera, willi] = children
  await page.goto(`${vera.path}#${willi.uuid}`)
  await expect(title(page)).toHaveText('Abwesenheit melden für Vera M. und Willi M.')
  const renew = (id: number) => askAs(staff, { method: 'POST', path: `/api/admin/pupil/${id}/link/rotate` })
  expect((await renew(vera.id)).ok()).toBe(true)
  await send(page).click()
  await expect(title(page)).toHaveText('Abwesenheit melden für Willi M.')
  await expect(page.getByText('Ihre Meldung wurde nicht gesendet')).toBeVisible()
  await expectPublicSound(page, 'a form that has lost a child')
  expect((await renew(willi.id)).ok()).toBe(true)
  await send(page).click()
  await expect(page.getByRole('heading', { name: 'Link erneut zusenden' })).toBeVisible()
  expect(await notesOf(staff, willi)).toEqual([])
})

test('a lost link comes by mail with all children; the answer is the same for every address @phone', async ({
  page,
  browser,
}) => {
  const { mail, children } = await ownMailedFamily(browser, ['Tom', 'Uta'])
  const [tom, uta] = children
  const answer =
    'Wenn wir diese E-Mail-Adresse kennen, haben wir Ihnen den Link gerade geschickt. Sonst rufen Sie uns bitte an.'
  await page.goto('/app/susByUuid/00000000-0000-4000-8000-000000000000')
  const field = page.getByLabel('E-Mail-Adresse')
  const ask = page.getByRole('button', { name: 'Link zusenden' })
  await ask.tap()
  await expect(page.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
  await field.fill('anna@')
  await ask.tap()
  await expect(page.getByText('Dies ist keine gültige E-Mail-Adresse.')).toBeVisible()
  await expect(field).toBeFocused()
  await expectPublicSound(page, 'a wrong address')
  for (const address of ['niemand@example.org', mail]) {
    await field.fill(address)
    await ask.tap()
    await expect(page.getByText(answer)).toBeVisible()
  }
  await expectPublicSound(page, 'a link on its way')

  await page.goto(await mailedLink(page, mail))
  await expect(title(page)).toHaveText(/^Abwesenheit melden für (Tom M. und Uta M.|Uta M. und Tom M.)$/)
  expect(page.url()).toContain(tom.uuid)
  expect(page.url()).toContain(uta.uuid)
})
