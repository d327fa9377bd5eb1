import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { openOwnSchool } from './own-school.ts'
import { optinLink } from './public-form.ts'
import { askAs, enterApplication, notice, putStatus, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

interface CaughtMail {
  to: string
  subject: string
  text: string
}

const mailsTo = async (page: Page, to: string) => {
  const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
  return mails.filter((mail) => mail.to === to)
}

/** Restores the product's wording on the page, like a user. */
const resetWording = async (page: Page) => {
  await page.getByRole('button', { name: 'Auf Vorgabe zurücksetzen' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Zurücksetzen' }).click()
  await expect(notice(page, 'Es gilt wieder der mitgelieferte Text.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Auf Vorgabe zurücksetzen' })).toHaveCount(0)
}

test('a school’s own words are seen before, reach the family when somebody sends them, and go again', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await openOwnSchool(browser, page)
  await page.goto('/app/admin/mailvorlagen?mail=registration_waiting')
  await expect(title(page)).toHaveText('Mailvorlagen')
  const words = uniqueName('wir melden uns ')
  await page.getByLabel('Text', { exact: true }).fill(`Liebe Familie,\n\n${words} bei Ihnen zu {Vorname}.`)
  await expect(page.getByRole('region', { name: 'Vorschau der E-Mail' })).toContainText('bei Ihnen zu Mia.')
  await expectSound(page, 'Mailvorlagen')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(notice(page, 'Der neue Text ist gespeichert.')).toBeVisible()
  await page.getByLabel('Betreff').fill('Für {Vorname}')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByText('{Vorname} gibt es im Betreff nicht.').first()).toBeVisible()

  const [lastname, to] = [uniqueName('Bescheid'), `${uniqueName('mail-')}@example.org`]
  const { id, number } = await enterApplication(page, { firstname: 'Ida', lastname, mail: to })
  const api = '/api/admin/schoolRegistration'
  const details = await (await askAs(page, { method: 'GET', path: `${api}/${id}` })).json()
  const asked = await askAs(page, { method: 'POST', path: `${api}/resendContactOptin/${details.contacts[0].id}` })
  expect(asked.ok(), await asked.text()).toBe(true)
  const family = await browser.newPage()
  await family.goto(await optinLink(family, to))
  await family.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(family.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  await family.context().close()
  await putStatus(page, id, 'waiting')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto(`/app/admin/bewerbungen/details/${id}`)
  const offer = page.getByRole('button', { name: 'Sorgeberechtigte per E-Mail informieren' })
  await expect(offer).toBeInViewport()
  // By keyboard alone.
  await offer.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sorgeberechtigte per E-Mail informieren' })
  await expect(dialog.getByRole('region', { name: 'Vorschau der E-Mail' })).toContainText(`${words} bei Ihnen zu Ida.`)
  await page.keyboard.press('Tab')
  const anna = dialog.getByRole('checkbox', { name: `Anna ${lastname}, ${to}` })
  await expect(anna).toBeFocused()
  // The only person who can be reached by mail.
  await expect(anna).toBeChecked()
  await page.keyboard.press('Tab')
  await page.keyboard.type('Bis bald!')
  await expect(dialog.getByRole('region', { name: 'Vorschau der E-Mail' })).toContainText('Bis bald!')
  await expect(dialog.getByRole('button', { name: 'E-Mail senden' })).toBeInViewport()
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Tab')
  await expect(dialog.getByRole('button', { name: 'E-Mail senden' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(async () => {
    const told = (await mailsTo(page, to)).filter(({ subject }) => subject === `Nachricht zu Ihrer Bewerbung ${number}`)
    expect(told.map(({ text }) => text.split('\n\n').slice(0, 3))).toEqual([
      ['Liebe Familie,', `${words} bei Ihnen zu Ida.`, 'Bis bald!'],
    ])
  }).toPass({ timeout: 15_000 })
  await expect(
    page
      .getByText(/^Warteliste: gesendet/)
      .or(page.getByText(/: gesendet, .* Uhr$/))
      .first(),
  ).toBeVisible()
  // A hasty press must not undo a decision that the family has read.
  await page.goto(`/app/admin/bewerbungen?search=${lastname}`)
  const status = page.getByRole('button', { name: `Warteliste: Status von Ida ${lastname} ändern` })
  await status.click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  const question = page.getByRole('dialog', { name: 'Status trotzdem ändern?' })
  await expect(question).toContainText('ist schon informiert: „Warteliste“')
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(status).toBeFocused()
  const kept = await askAs(page, { method: 'GET', path: `${api}/${id}` })
  expect((await kept.json()).status).toBe('waiting')

  await page.goto('/app/admin/mailvorlagen?mail=registration_waiting')
  await resetWording(page)
  await expect(page.getByLabel('Text', { exact: true })).toHaveValue(/^Guten Tag,/)
  await expect(page.getByText('Fassung 2: zurück auf die Vorgabe')).toBeVisible()
})
