import { expect, type Page } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { makeClass } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { askAs, notice, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const addGuardian = async (page: Page, pupil: number, body: object) => {
  const reply = await askAs(page, { method: 'POST', path: `/api/admin/pupil/${pupil}/guardians`, body })
  expect(reply.status(), await reply.text()).toBe(201)
}

const writeTo = async (page: Page, subject: string) => {
  await page.goto('/app/admin/rundmails')
  await page.getByRole('main').getByRole('link', { name: 'Rundmail schreiben' }).first().click()
  await page.getByRole('checkbox', { name: '2 Rot' }).check()
  await page.getByLabel('Betreff').fill(subject)
  await page.getByLabel('Text', { exact: true }).fill('{Anrede},\n\nam Freitag feiern wir.')
}

test('an address that does not exist comes back to the contact, and is good again when somebody says so', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await openOwnSchool(browser, page)
  const lastname = uniqueName('Fest')
  const red = await makeClass(page, { grade: 2, description: 'Rot' })
  const [mia = 0] = await addPupils(page, [{ firstname: 'Mia', lastname, schoolclassId: red }])
  const custody = { has_custody: true, lastname }
  const eva = `${uniqueName('eva')}@example.org`
  await addGuardian(page, mia, { ...custody, firstname: 'Eva', relationship: 'other', mail: eva })
  await addGuardian(page, mia, {
    ...{ ...custody, firstname: 'Jan', relationship: 'father', mail: `${uniqueName('jan')}@schule.invalid` },
    ...{ lives_with_pupil: false, phone_mobile: '0152 28817386' },
  })

  await test.step('the mail to it fails, and the page of the circular says why', async () => {
    await writeTo(page, 'Klassenfest')
    await page.getByRole('button', { name: 'An 2 Personen senden' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '2 E-Mails senden' }).click()
    await expect(page.getByText('Die Adresse gibt es nicht.').first()).toBeVisible({ timeout: 30_000 })
    await expectSoundAndFits(page, 'a circular with an address that does not exist')
  })

  await test.step('the contact, the start page and the outbox say so', async () => {
    await page.goto(`/app/admin/schueler/${mia}`)
    await expect(page.getByText('Adresse nicht erreichbar')).toBeVisible()
    await expect(page.getByText(/^seit .*\. Die Adresse gibt es nicht\.$/)).toBeVisible()
    await expectSoundAndFits(page, 'a contact that cannot be reached')
    await page.goto('/app/')
    await page.getByRole('link', { name: 'Zur Liste: E-Mail-Adresse ist nicht erreichbar' }).click()
    const card = page.getByRole('region', { name: 'Adresse nicht erreichbar: 1' })
    await expect(card.getByText(`Jan ${lastname} (für Mia ${lastname})`)).toBeVisible()
    await expectSoundAndFits(page, 'outbox with an address that cannot be reached')
  })

  await test.step('the next circular leaves it out, or tries it all the same', async () => {
    await writeTo(page, 'Nach dem Fest')
    await expect(page.getByText('1 Person bekommt sie, 2 nicht.')).toBeVisible()
    await page.getByRole('button', { name: 'Wer nicht?' }).click()
    await expect(
      page.getByText(`Jan ${lastname} (für Mia, 2 Rot): mit nicht erreichbarer E-Mail-Adresse`),
    ).toBeVisible()
    await expectSoundAndFits(page, 'a circular that leaves out an address')
    await page.getByRole('checkbox', { name: /^Auch an Adressen senden/ }).check()
    await expect(page.getByText('2 Personen bekommen sie, 1 nicht.')).toBeVisible()
    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click()
  })

  await test.step('„Adresse ändern“ opens the dialog on the address', async () => {
    await page.goto('/app/admin/postausgang')
    await page.getByRole('link', { name: `Adresse ändern: Jan ${lastname}` }).click()
    const dialog = page.getByRole('dialog', { name: `Jan ${lastname} bearbeiten` })
    await expect(dialog.getByLabel('E-Mail (optional)')).toBeFocused()
    await expectSound(page, 'the dialog of an address that cannot be reached')
    await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  })

  await test.step('„Adresse stimmt“ ends it', async () => {
    await page.goto('/app/admin/postausgang')
    await page.getByRole('button', { name: `Adresse stimmt: Jan ${lastname}` }).click()
    await expect(notice(page, 'Die Adresse gilt wieder als erreichbar.')).toBeVisible()
    await expect(page.getByRole('region', { name: /^Adresse nicht erreichbar/ })).toHaveCount(0)
  })
})
