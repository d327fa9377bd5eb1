import { expect, type Page } from '@playwright/test'
import { expectPublicSound, sidewaysPixels } from './accessibility.ts'
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

/** The link in the mail to this address. */
const mailedLink = async (page: Page, to: string) => {
  let link = ''
  await expect(async () => {
    const mails = (await (await page.request.get('/demo/mails.json')).json()) as { to: string; text: string }[]
    link =
      mails.flatMap((mail) => (mail.to === to ? (/\/app\/datenabgleich\/\S+/.exec(mail.text)?.[0] ?? []) : []))[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 30_000 })
  return link
}

const fitsPhone = async (page: Page, place: string) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await expectPublicSound(page, place)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })
}

test('a data check: a family sends three changes, the office takes two and declines one', async ({ page, browser }) => {
  test.setTimeout(150_000)
  await openOwnSchool(browser, page)
  const lastname = uniqueName('Abgleich')
  const [eva, jan] = [`${uniqueName('eva')}@example.org`, `${uniqueName('jan')}@example.org`]
  const red = await makeClass(page, { grade: 2, description: 'Rot' })
  const [mia = 0] = await addPupils(page, [{ firstname: 'Mia', lastname, schoolclassId: red }])
  const custody = { has_custody: true, lastname }
  await addGuardian(page, mia, { ...custody, firstname: 'Eva', relationship: 'other', mail: eva })
  await addGuardian(page, mia, {
    ...{ ...custody, firstname: 'Jan', relationship: 'father', mail: jan, lives_with_pupil: false },
    ...{ street: 'Jandamm', house_number: '2', zip: '14467', city: 'Janheim' },
  })

  await test.step('the office begins it from the list of pupils', async () => {
    await page.goto('/app/admin/sus')
    await page.getByRole('button', { name: /^Ansichten|^Ansicht:/ }).click()
    await page.getByRole('menuitem', { name: 'Datenabgleich mit den Familien' }).click()
    await expectSoundAndFits(page, 'no data check yet')
    await page.getByRole('main').getByRole('link', { name: 'Datenabgleich beginnen' }).first().click()
    await page.getByLabel('Die Eltern von').selectOption({ label: 'einzelne Klassen' })
    await page.getByRole('checkbox', { name: '2 Rot' }).check()
    await expect(page.getByText(/^\d Personen bekommen eine E-Mail/)).toBeVisible()
    const preview = page.getByRole('region', { name: 'Vorschau der E-Mail' })
    await expect(preview.getByText(/Bitte sehen Sie die Angaben zu Mia durch/)).toBeVisible()
    await expectSoundAndFits(page, 'begin a data check')
    await page.getByRole('button', { name: 'Datenabgleich beginnen' }).click()
    const question = page.getByRole('dialog', { name: 'Datenabgleich beginnen?' })
    await question.getByRole('button', { name: 'Beginnen' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Datenabgleich: 2 Rot')
  })
  const round = page.url()

  const family = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const parent = await family.newPage()
  await test.step('the parent who lives apart sees nothing of the other home', async () => {
    await parent.goto(await mailedLink(page, jan))
    await expect(parent.getByRole('heading', { name: 'Ihre Anschrift' })).toBeVisible()
    await expect(parent.getByRole('heading', { name: /Anschrift von|Weitere Kontaktpersonen/ })).toHaveCount(0)
    await parent.getByRole('button', { name: 'Alles stimmt' }).click()
    await expect(parent.getByText(/Sie haben die Angaben am 20\.11\.2026 durchgesehen/)).toBeVisible()
  })

  await test.step('the parent at home sends three changes', async () => {
    await parent.goto(await mailedLink(page, eva))
    await expect(parent.getByRole('heading', { level: 1 })).toContainText('Ihre Kontaktdaten')
    await expect(parent).toHaveTitle(/^Ihre Kontaktdaten – /)
    await parent.getByLabel('Telefon mobil').fill('abc')
    await parent.getByRole('button', { name: 'Änderungen senden' }).click()
    await expect(parent.getByRole('heading', { name: 'Bitte prüfen Sie 1 Angabe:' })).toBeVisible()
    await fitsPhone(parent, 'Datenabgleich mit Fehler')
    await parent.getByLabel('Telefon mobil').fill('0170 1112223')
    await parent.getByLabel('Straße').fill('Neuweg')
    await parent.getByLabel('Hausnummer').fill('7')
    await parent.getByLabel('Postleitzahl').fill('14467')
    await parent.getByLabel('Ort').fill('Neustadt')
    await parent.getByRole('button', { name: 'Weitere Person angeben' }).click()
    const person = parent.getByRole('group', { name: /^Person \d$/ }).last()
    await person.getByLabel('Vorname').fill('Nora')
    await person.getByLabel('Nachname').fill('Nachbar')
    await person.getByLabel('Telefon').fill('030 555123')
    await parent.getByRole('button', { name: 'Änderungen senden' }).dblclick()
    await expect(parent.getByText(/Ihre Änderungen vom 20\.11\.2026 sind bei der Schule/)).toBeVisible()
    await fitsPhone(parent, 'Datenabgleich beantwortet')
    // Nothing of a family stays in the browser.
    expect(await parent.evaluate('[localStorage.length, sessionStorage.length]')).toEqual([0, 0])
  })

  await test.step('the start page says so, and the office decides', async () => {
    await page.goto('/app/')
    await expect(page.getByText('1 Familie hat Änderungen geschickt')).toBeVisible()
    await page.getByRole('link', { name: 'Ansehen: Änderungen aus dem Datenabgleich' }).click()
    await expect(page).toHaveURL(round)
    await expect(page.getByText(/1 bestätigt, 1 mit offenen Änderungen/)).toBeVisible()
    await expectSoundAndFits(page, 'a data check')
    await page.getByRole('link', { name: new RegExp(`^Eva ${lastname}`) }).click()
    await expect(page.getByRole('heading', { name: 'Vorgeschlagene Änderungen: 3' })).toBeVisible()
    await expect(page.getByRole('row', { name: /Mia: Anschrift.*Neuweg 7, 14467 Neustadt/ })).toBeVisible()
    await expectSoundAndFits(page, 'proposed changes')
    await page.getByRole('checkbox', { name: 'Auswählen: Mia: neue Kontaktperson' }).uncheck()
    await page.getByRole('button', { name: 'Ausgewählte übernehmen' }).click()
    await expect(notice(page, '2 Änderungen sind übernommen.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Vorgeschlagene Änderungen: 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Alle ablehnen' }).click()
    const dialog = page.getByRole('dialog', { name: 'Änderung ablehnen' })
    await dialog.getByLabel('Grund (optional)').fill('Steht schon beim Bruder.')
    await dialog.getByRole('button', { name: 'Ablehnen' }).click()
    await expect(notice(page, 'Die Änderung ist abgelehnt.')).toBeVisible()
    await expect(page.getByText('Steht schon beim Bruder.')).toBeVisible()
  })

  await test.step('a decision is taken back from its notice', async () => {
    await page.getByRole('button', { name: 'Rückgängig' }).last().click()
    await expect(page.getByRole('heading', { name: 'Vorgeschlagene Änderungen: 1' })).toBeVisible()
    await page.getByRole('button', { name: 'Alle übernehmen' }).click()
    await expect(page.getByRole('heading', { name: 'Entschieden: 3' })).toBeVisible()
  })

  await test.step('the child has the new data, and the page says when they were confirmed', async () => {
    await page.goto(`/app/admin/schueler/${mia}`)
    await expect(page.getByText('Neuweg 7').first()).toBeVisible()
    await expect(page.getByText('0170 1112223').first()).toBeVisible()
    await expect(page.getByText(/^Daten bestätigt am 20\.11\.2026 \((Eva|Jan) /)).toBeVisible()
  })

  await test.step('once ended the link is over', async () => {
    await page.goto(round)
    await page.getByRole('button', { name: 'Beenden' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Beenden' }).click()
    await expect(notice(page, 'Der Datenabgleich ist beendet. Die Links gelten nicht mehr.')).toBeVisible()
    await parent.reload()
    await expect(parent.getByText('Dieser Link ist nicht gültig.')).toBeVisible()
    await fitsPhone(parent, 'Datenabgleich beendet')
  })
  await family.close()
})
