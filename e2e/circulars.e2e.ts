import { expect, type Page } from '@playwright/test'
import { makeClass } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { mailsTo } from './public-form.ts'
import { askAs, notice, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const addGuardian = async (page: Page, pupil: number, body: object) => {
  const reply = await askAs(page, { method: 'POST', path: `/api/admin/pupil/${pupil}/guardians`, body })
  expect(reply.status(), await reply.text()).toBe(201)
  return ((await reply.json()) as { guardian_id: number }).guardian_id
}

test('a mail to the parents of two classes: each person once, and who has no address is named', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await openOwnSchool(browser, page)
  const lastname = uniqueName('Wander')
  const [eva, jan] = [`${uniqueName('eva')}@example.org`, `${uniqueName('jan')}@example.org`]
  const [red, blue] = [
    await makeClass(page, { grade: 2, description: 'Rot' }),
    await makeClass(page, { grade: 3, description: 'Blau' }),
  ]
  const [mia = 0, ben = 0] = await addPupils(page, [
    { firstname: 'Mia', lastname, schoolclassId: red },
    { firstname: 'Ben', lastname, grade: 3, schoolclassId: blue },
  ])
  const custody = { has_custody: true, lastname }
  const mother = await addGuardian(page, mia, { ...custody, firstname: 'Eva', relationship: 'other', mail: eva })
  await addGuardian(page, mia, {
    ...{ ...custody, firstname: 'Jan', relationship: 'father', mail: jan },
    ...{ lives_with_pupil: false, phone_mobile: '0152 28817386' },
  })
  const path = `/api/admin/pupil/${ben}/guardians/${mother}`
  const linked = await askAs(page, { method: 'POST', path, body: { relationship: 'other', has_custody: true } })
  expect(linked.status(), await linked.text()).toBe(201)

  await test.step('the page says who gets it before anything is sent', async () => {
    await page.goto('/app/admin/rundmails')
    await page.getByRole('main').getByRole('link', { name: 'Rundmail schreiben' }).first().click()
    await page.getByRole('checkbox', { name: '2 Rot' }).check()
    await page.getByRole('checkbox', { name: '3 Blau' }).check()
    await page.getByLabel('Betreff').fill('Wandertag')
    await page.getByLabel('Text', { exact: true }).fill('{Anrede},\n\nmorgen wandern wir mit {Kinder} ({Klassen}).')
    await expect(page.getByRole('button', { name: 'An 2 Personen senden' })).toBeVisible()
    await expect(page.getByText('2 Personen bekommen sie, 2 nicht.')).toBeVisible()
    await page.getByRole('button', { name: 'Wer nicht?' }).click()
    await expect(page.getByText(`Anna ${lastname} (für Mia, 2 Rot): ohne E-Mail-Adresse`)).toBeVisible()
    const preview = page.getByRole('region', { name: 'Vorschau der E-Mail' })
    await page
      .getByLabel('So liest es diese Person')
      .selectOption({ label: `Eva ${lastname} (für Mia, 2 Rot; Ben, 3 Blau)` })
    await expect(preview.getByText('morgen wandern wir mit Mia und Ben (2 Rot und 3 Blau).')).toBeVisible()
    await page.getByTestId('attachments-file').setInputFiles([
      { name: 'Packliste.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 Packliste') },
      { name: 'Packliste.docx', mimeType: 'application/octet-stream', buffer: Buffer.from('Packliste') },
    ])
    await expect(page.getByText('Packliste.docx: Dieser Dateityp wird nicht unterstützt.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Packliste.pdf entfernen' })).toBeVisible()
    await page.getByRole('button', { name: 'Als Probe an mich senden' }).click()
    await expect(notice(page, /^Die Probe wurde an .+@.+ gesendet\.$/)).toBeVisible()
    await expectSoundAndFits(page, 'write a circular')
  })

  await test.step('an unknown placeholder is refused by name', async () => {
    const text = page.getByLabel('Text', { exact: true })
    const typed = await text.inputValue()
    await text.fill('{Diagnose}')
    await page.getByRole('button', { name: 'An 2 Personen senden' }).click()
    await expect(page.getByText('Diesen Platzhalter gibt es nicht: {Diagnose}.').first()).toBeVisible()
    await text.fill(typed)
  })

  await test.step('it leaves in the background, each person reads of the own children', async () => {
    await page.getByRole('button', { name: 'An 2 Personen senden' }).click()
    const question = page.getByRole('dialog', { name: 'An 2 Personen senden?' })
    await expect(question).toContainText('„Wandertag“')
    await expect(question).toContainText('Nicht angeschrieben: 2 ohne E-Mail-Adresse.')
    await question.getByRole('button', { name: '2 E-Mails senden' }).click()
    await expect(notice(page, 'Die E-Mails an 2 Personen werden gesendet.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Wandertag' })).toBeVisible()
    await expect(page.getByText('2 von 2 gesendet')).toBeVisible({ timeout: 30_000 })
    const [toEva, toJan] = [await mailsTo(page, eva), await mailsTo(page, jan)]
    expect([toEva.length, toJan.length]).toEqual([1, 1])
    expect(toEva[0]?.text).toContain(`Guten Tag Eva`)
    expect(toEva[0]?.text).toContain('mit Mia und Ben (2 Rot und 3 Blau).')
    expect(toJan[0]?.text).toContain('mit Mia (2 Rot).')
    expect(toJan[0]?.text).not.toContain('Ben')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Packliste.pdf' }).click()
    expect((await saved).suggestedFilename()).toBe('Packliste.pdf')
    await expectSoundAndFits(page, 'a circular')
  })

  await test.step('the list has it', async () => {
    await page.getByRole('link', { name: 'Rundmails' }).first().click()
    await expect(page.getByRole('row', { name: /Wandertag.*2 von 2 gesendet/ })).toBeVisible()
    await expectSoundAndFits(page, 'circulars')
  })

  await test.step('the outbox says what became of each mail, found by name and by its whole address', async () => {
    await page.goto('/app/admin/postausgang')
    const mails = page.getByRole('table', { name: 'Postausgang' })
    await expect(mails.getByRole('row', { name: /2 Personen.*Wandertag.*2 gesendet/ })).toHaveCount(1)
    await mails.getByRole('link', { name: /^Einzeln zeigen: Wandertag/ }).click()
    await expect(mails.getByRole('row', { name: /Wandertag.*gesendet/ })).toHaveCount(2)
    const search = page.getByRole('searchbox', { name: 'E-Mails suchen' })
    await search.fill(`Jan ${lastname}`)
    await expect(mails.getByRole('row', { name: /Wandertag/ })).toHaveCount(1)
    await search.fill(`Anna ${lastname}`)
    const leftOut = page.getByRole('region', { name: /^Nicht angeschrieben: / })
    await expect(leftOut.getByText(`Anna ${lastname} (für Mia ${lastname}, 2 Rot): ohne E-Mail-Adresse`)).toBeVisible()
    await expect(leftOut.getByRole('link', { name: 'Wandertag' }).first()).toBeVisible()
    await expectSoundAndFits(page, 'outbox with people left out')
    await search.fill(`${eva.split('@')[0]}@`)
    await expect(page.getByText('Bitte die ganze E-Mail-Adresse eingeben.')).toBeVisible()
    await search.fill(eva)
    await expect(mails.getByRole('row', { name: new RegExp(`Eva ${lastname}.*Wandertag`) })).toBeVisible()
    await expect(mails.getByRole('row', { name: /Wandertag/ })).toHaveCount(1)
    await expectSoundAndFits(page, 'outbox')
  })
})
