import { expect, type Page } from '@playwright/test'
import { expectPublicSound, expectSound } from './accessibility.ts'
import { mailOf, optinLink, title } from './public-form.ts'
import { askAs, openAs, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const PATH = '/api/admin/schoolRegistration'

/** An application at the secondary school, which asks second parents by a link, by two people with custody. */
const enterCouple = async (page: Page, { lastname, mails }: { lastname: string; mails: [string, string] }) => {
  const facts = await (await askAs(page, { method: 'GET', path: `${PATH}/formOptions` })).json()
  const year = facts.schoolyears.find(({ date_start }: { date_start: string }) => date_start > facts.today)
  const person = { lastname, phone: '030 23125100', same_address: true }
  const body = {
    school_year_id: year.id,
    send_optin: true,
    meta: {
      entry_type: 'regular',
      child_firstname: 'Lea',
      child_lastname: lastname,
      child_gender: 'f',
      child_birthdate: `${Number(year.date_start.slice(0, 4)) - 12}-03-31`,
      child_street: 'Dorfstraße',
      child_house_number: '12a',
      child_zip: '15999',
      child_city: 'Wacholderhain',
      custody: 'joint',
      previous_school_name: 'Grundschule am See',
      previous_school_city: 'Potsdam',
      previous_school_type: 'grundschule',
      previous_grade: 6,
    },
    contacts: [
      { ...person, firstname: 'Anna', relationship: 'mother', mail: mails[0] },
      { ...person, firstname: 'Ole', relationship: 'father', mail: mails[1] },
    ],
  }
  const reply = await askAs(page, { method: 'POST', path: PATH, body })
  expect(reply.status(), await reply.text()).toBe(201)
  return (await reply.json()) as { id: number; number: string }
}

const agree = (page: Page) => page.getByRole('button', { name: /^Ich stimme der Bewerbung (doch )?zu$/ })
const decline = (page: Page) => page.getByRole('button', { name: 'Ich stimme nicht zu', exact: true })
const confirm = (page: Page) => page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' })

test('the second parent confirms the address, declines after a question, and agrees after all @phone', async ({
  page,
  browser,
}) => {
  test.slow()
  const mails: [string, string] = [mailOf('anna'), mailOf('ole')]
  const lastname = uniqueName('Zusage')
  const staff = await openAs(browser, 'leitung.fow')
  const { number } = await enterCouple(staff, { lastname, mails })
  await staff.context().close()

  await page.goto(await optinLink(page, mails[1]))
  await expect(agree(page)).toHaveCount(0)
  await confirm(page).click()
  await expect(title(page)).toHaveText('Stimmen Sie der Bewerbung zu?')
  await expect(title(page)).toBeFocused()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  for (const fact of [number, 'Lea', 'Klassenstufe', `Anna ${lastname}`])
    await expect(page.getByRole('main').getByText(fact, { exact: true })).toBeVisible()
  await expectPublicSound(page, 'Gefragt')

  await decline(page).click()
  const dialog = page.getByRole('dialog', { name: 'Der Bewerbung nicht zustimmen?' })
  await expect(dialog).toContainText('Gelöscht wird nichts.')
  await expectPublicSound(page, 'Rückfrage')
  await dialog.getByRole('button', { name: 'Zurück' }).click()
  await expect(title(page)).toHaveText('Stimmen Sie der Bewerbung zu?')
  await decline(page).click()
  await dialog.getByRole('button', { name: 'Ja, ich stimme nicht zu' }).click()
  await expect(title(page)).toHaveText('Sie haben nicht zugestimmt')
  await expectPublicSound(page, 'Nicht zugestimmt')

  await page.reload()
  await expect(title(page)).toHaveText('Sie haben nicht zugestimmt')
  await agree(page).click()
  await expect(title(page)).toHaveText('Sie haben zugestimmt')
  await expect(page.getByText(/^Sie haben der Bewerbung am .* Uhr zugestimmt\.$/)).toBeVisible()
  await expectPublicSound(page, 'Zugestimmt')

  await page.goto(await optinLink(page, mails[0]))
  await confirm(page).click()
  await expect(title(page)).toHaveText('E-Mail-Adresse bestätigt')
  await expect(agree(page)).toHaveCount(0)
})

test('the office sees what is missing, sends the link again, and notes an agreement on paper', async ({
  page,
  browser,
}) => {
  test.slow()
  const mails: [string, string] = [mailOf('anna'), mailOf('ole')]
  const lastname = uniqueName('Papier')
  const staff = await openAs(browser, 'leitung.fow')
  const { id } = await enterCouple(staff, { lastname, mails })
  for (const mail of mails) {
    await page.goto(await optinLink(page, mail))
    await confirm(page).click()
    await expect(confirm(page)).toHaveCount(0)
  }

  await staff.goto(`/app/admin/bewerbungen?school_year_id=alle&agreement_missing=1&search=${lastname}`)
  await expect(staff.getByRole('cell').getByText('Zustimmung fehlt').first()).toBeVisible()
  await expectSound(staff, 'Liste')

  await staff.goto(`/app/admin/bewerbungen/details/${id}`)
  const contacts = staff.getByRole('region', { name: 'Kontakte' })
  await expect(contacts.getByText('Zustimmung fehlt')).toBeVisible()
  await expect(
    staff.getByText('Die zweite sorgeberechtigte Person hat der Bewerbung noch nicht zugestimmt.'),
  ).toBeVisible()
  await contacts.getByRole('button', { name: `Bitte um Zustimmung senden an Ole ${lastname}` }).click()
  const sent = staff.getByRole('dialog', { name: 'Erfolgreich' })
  await expect(sent).toBeVisible()
  await sent.getByRole('button').last().click()

  await contacts.getByRole('button', { name: `Zustimmung liegt auf Papier vor: Ole ${lastname}` }).click()
  await expect(contacts.getByText(/auf Papier, vermerkt/)).toBeVisible()
  await expectSound(staff, 'Auf Papier')
  await contacts
    .getByRole('button', { name: `Vermerk zurücknehmen: Zustimmung von Ole ${lastname} auf Papier` })
    .click()
  await expect(contacts.getByText('Zustimmung fehlt')).toBeVisible()
  await staff.context().close()
})
