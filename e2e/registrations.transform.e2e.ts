import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { mailOf, optinLink } from './public-form.ts'
import { askAs, enterApplication, notice, openAs, putStatus, transform, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

/** A child who begins on a future day attends no school yet, and can be nobody's verified sibling. */
const TODAY = '2026-11-20'
const REGISTRATIONS = '/api/admin/schoolRegistration'
const details = (id: number) => `/app/admin/bewerbungen/details/${id}`

/** An application of both parents for a second child: the mother has another address for mails by now. */
const enterSister = async (page: Page, { lastname, mail }: { lastname: string; mail: string }) => {
  const facts = await (await askAs(page, { method: 'GET', path: `${REGISTRATIONS}/formOptions` })).json()
  const year = facts.schoolyears.find(({ date_start }: { date_start: string }) => date_start > facts.today)
  const person = { lastname, same_address: true }
  const body = {
    school_year_id: year.id,
    send_optin: true,
    meta: {
      entry_type: 'regular',
      child_firstname: 'Mia',
      child_lastname: lastname,
      child_gender: 'f',
      child_birthdate: `${Number(year.date_start.slice(0, 4)) - 6}-03-31`,
      child_street: 'Dorfstraße',
      child_house_number: '12a',
      child_zip: '15999',
      child_city: 'Wacholderhain',
      custody: 'joint',
      joint_consent_declared: true,
      afterschool_care: 'none',
    },
    contacts: [
      { ...person, firstname: 'Anna', relationship: 'mother', mail, phone: '0170 2312510' },
      { ...person, firstname: 'Ole', relationship: 'father', phone: '030 23125101' },
    ],
  }
  const reply = await askAs(page, { method: 'POST', path: REGISTRATIONS, body })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number }
}

const confirmMail = async (page: Page, mail: string) => {
  await page.goto(await optinLink(page, mail))
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
}

/** The family follows the link of its receipt and wishes to withdraw. */
const wishToWithdraw = async (page: Page, mail: string) => {
  let link = ''
  await expect(async () => {
    const mails = (await (await page.request.get('/demo/mails.json')).json()) as { to: string; text: string }[]
    const texts = mails.filter(({ to }) => to === mail).map(({ text }) => text)
    link = texts.map((text) => text.match(/\/app\/bewerbungsstatus\/\S+/)?.[0]).find(Boolean) ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 15_000 })
  await page.goto(link)
  await page.getByRole('button', { name: 'Rückzug beantragen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Grund').fill('Wir ziehen um.')
  await dialog.getByRole('button', { name: 'Ja, Rückzug beantragen' }).click()
  await expect(page.getByRole('heading', { name: 'Rückzug beantragt' })).toBeVisible()
}

test('a sister becomes a pupil: the wish to withdraw is answered, the mother’s new address chosen', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const lastname = uniqueName('Schwester')
  const [before, mail] = [mailOf('alt'), mailOf('neu')]
  const staff = await openAs(browser, 'leitung.fsw')
  const child = { firstname: 'Ella', lastname, mail: before, birthdate: '2018-05-03', lateralGrade: 3, startsOn: TODAY }
  const first = await enterApplication(staff, child)
  await putStatus(staff, first.id, 'accepted')
  const { pupil_id } = await (await transform(staff, first.id)).json()
  const { id } = await enterSister(staff, { lastname, mail })
  await confirmMail(page, mail)
  await putStatus(staff, id, 'accepted')
  const linked = { method: 'POST', path: `/api/admin/waitlist/${id}/siblings` } as const
  const verified = await askAs(staff, { ...linked, body: { pupil_id, school_short: 'fsw' } })
  expect(verified.status(), await verified.text()).toBe(201)
  await wishToWithdraw(page, mail)

  await staff.goto(details(id))
  await staff.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  const dialog = staff.getByRole('dialog', { name: 'Als SuS übernehmen' })
  await expect(dialog.getByText('Die Familie möchte die Bewerbung zurückziehen')).toBeVisible()
  await expect(dialog.getByText(new RegExp(`^Anna ${lastname} hat das am .* Grund: Wir ziehen um\\.$`))).toBeVisible()
  const known = dialog.getByRole('radio', { name: `Vorhandenen Eintrag verwenden: Anna ${lastname}` })
  await expect(known.first()).toBeChecked()
  await expect(dialog.getByText('wird als Geschwister eingetragen')).toBeVisible()
  await expect(dialog.getByText('Telefon 0170 2312510 aus der Bewerbung wird ergänzt.')).toBeVisible()
  await expectSound(staff, 'Übernahme trotz Wunsch')

  await dialog.getByRole('radio', { name: /^1/ }).first().check()
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  const decline = dialog.getByRole('checkbox', { name: 'Trotzdem übernehmen; der Wunsch ist damit abgelehnt' })
  await expect(decline).toBeFocused()
  await expect(dialog.getByText('Bitte hier bestätigen.')).toBeVisible()
  await decline.check()
  await dialog.getByRole('checkbox', { name: `E-Mail ${mail} statt ${before}` }).check()
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(notice(staff, `Mia ${lastname} wurde als Schülerin angelegt.`)).toBeVisible()
  await expect(staff.getByRole('button', { name: 'Rückzug bestätigen' })).toHaveCount(0)
  await expect(staff.getByText('Wunsch der Familie abgelehnt, die Bewerbung zurückzuziehen')).toBeVisible()

  await staff.goto(`/app/admin/schueler/${pupil_id}`)
  await expect(staff.getByRole('link', { name: /^Mia 1/ })).toBeVisible()
  await expect(staff.getByText(mail).first()).toBeVisible()
  await expect(staff.getByText(before)).toHaveCount(0)
  await staff.context().close()
})
