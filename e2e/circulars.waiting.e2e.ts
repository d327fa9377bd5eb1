import { type Browser, expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { makeOwnEmployee } from './own-employee.ts'
import { openOwnSchool } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { confirmMail, mailsTo } from './public-form.ts'
import { enterApplication, notice, putStatus, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const WAITLIST = '/app/admin/bewerbungen/warteliste'

/** An application that waits, with a confirmed address or without any. */
const putOnList = async (
  page: Page,
  browser: Browser,
  child: { firstname: string; lastname: string; mail?: string },
) => {
  const { id } = await enterApplication(page, { ...child, ...(child.mail && { sendsOptin: true }) })
  if (child.mail) await confirmMail(browser, child.mail)
  await putStatus(page, id, 'waiting')
  return id
}

const fillText = async (page: Page, subject: string, text: string) => {
  await page.getByLabel('Betreff').fill(subject)
  await page.getByLabel('Text', { exact: true }).fill(text)
}

const send = async (page: Page, { people, mails }: { people: string; mails: string }) => {
  await page.getByRole('button', { name: `An ${people} senden` }).click()
  const question = page.getByRole('dialog', { name: `An ${people} senden?` })
  await expectSound(page, 'the question before sending')
  await question.getByRole('button', { name: `${mails} senden` }).click()
}

test('a mail to the waiting list: to ticked children or to all, with a letter to whoever has no address', async ({
  page,
  browser,
}) => {
  test.setTimeout(150_000)
  await openOwnSchool(browser, page)
  const [ahrens, bode] = [`${uniqueName('ahrens')}@example.org`, `${uniqueName('bode')}@example.org`]
  await putOnList(page, browser, { firstname: 'Ida', lastname: 'Ahrens', mail: ahrens })
  const leaving = await putOnList(page, browser, { firstname: 'Ida', lastname: 'Bode', mail: bode })
  await putOnList(page, browser, { firstname: 'Ida', lastname: 'Conrad' })

  await test.step('ticked children are chosen by name', async () => {
    await page.goto(WAITLIST)
    await expect(title(page)).toHaveText('Warteliste')
    await page.getByRole('checkbox', { name: 'Ida Ahrens auswählen' }).check()
    await page.getByRole('checkbox', { name: 'Ida Bode auswählen' }).check()
    await expectSoundAndFits(page, 'waiting list with ticked children')
    await page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Rundmail schreiben' }).click()
    await expect(page.getByRole('checkbox', { name: 'Ida Ahrens' })).toBeChecked()
    await expect(page.getByText('2 Personen bekommen sie.')).toBeVisible()
    await page.getByRole('button', { name: 'Entwurf verwerfen' }).click()
  })

  await test.step('the whole list on a phone: who gets it and who does not, and what one of them reads', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(WAITLIST)
    await page.getByRole('button', { name: 'Rundmail schreiben' }).click()
    await expect(page.getByRole('checkbox', { name: /^Klasse 1 für / })).toBeChecked()
    await expect(page.getByText('2 Personen bekommen sie, 1 nicht.')).toBeVisible()
    await page.getByRole('button', { name: 'Wer nicht?' }).click()
    await expect(page.getByText('Anna Conrad (für Ida, Klasse 1): ohne E-Mail-Adresse')).toBeVisible()
    await fillText(page, 'Offene Tür', '{Anrede},\n\nfür {Kinder} ({Schuljahr}, Klassenstufe {Klassenstufe}).')
    const preview = page.getByRole('region', { name: 'Vorschau der E-Mail' })
    await expect(preview.getByText(/^für Ida \(\d{4}\/\d{4}, Klassenstufe 1\)\.$/)).toBeVisible()
    await expectSound(page, 'write to the waiting list on a phone')
    await expect.poll(() => sidewaysPixels(page)).toBe(0)
    await page.setViewportSize({ width: 1366, height: 768 })
  })

  await test.step('a placeholder of classes is refused by name', async () => {
    const text = page.getByLabel('Text', { exact: true })
    const typed = await text.inputValue()
    await text.fill('{Klassen}')
    await page.getByRole('button', { name: 'An 2 Personen senden' }).click()
    await expect(page.getByText('{Klassen} darf nicht in einer E-Mail an die Warteliste stehen.').first()).toBeVisible()
    await expectSound(page, 'write to the waiting list with an error')
    await text.fill(typed)
  })

  await test.step('whoever leaves the list meanwhile is no longer among the readers, and the page says so', async () => {
    await putStatus(page, leaving, 'rejected')
    await send(page, { people: '2 Personen', mails: '2 E-Mails' })
    await expect(page.getByText(/^Inzwischen hat sich geändert, wer diese E-Mail bekommt\./).first()).toBeVisible()
    await page.getByRole('dialog').getByRole('button').first().click()
    await expect(page.getByText('1 Person bekommt sie, 1 nicht.')).toBeVisible()
    await send(page, { people: '1 Person', mails: '1 E-Mail' })
    await expect(notice(page, 'Die E-Mail an 1 Person wird gesendet.')).toBeVisible()
    await expect(page.getByText(/^1 von 1 gesendet/)).toBeVisible({ timeout: 30_000 })
    const subjects = async (to: string) => (await mailsTo(page, to)).map(({ subject }) => subject)
    expect((await subjects(ahrens)).filter((subject) => subject === 'Offene Tür')).toHaveLength(1)
    expect(await subjects(bode)).not.toContain('Offene Tür')
    await expectSoundAndFits(page, 'a circular to the waiting list')
  })

  await test.step('the same text is a letter at once', async () => {
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Brief drucken: Anna Conrad (für Ida, Klasse 1)' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^Rundmail-.*\.pdf$/)
    await page.goto('/app/admin/rundmails')
    await expect(
      page.getByRole('row', { name: /Offene Tür.*Warteliste: Klasse 1 für .*1 von 1 gesendet/ }),
    ).toBeVisible()
  })
})

test('a mail to staff: to people ticked in the list, or by their kind of work', async ({ page, browser }) => {
  test.setTimeout(120_000)
  await openOwnSchool(browser, page)
  const [first, second] = [await makeOwnEmployee(page), await makeOwnEmployee(page)]

  await test.step('people are ticked in the list of staff', async () => {
    await page.goto('/app/admin/mitarbeiter')
    await page.getByRole('checkbox', { name: `${first.name} auswählen` }).check()
    await page.getByRole('region', { name: 'Auswahl' }).getByRole('button', { name: 'Rundmail schreiben' }).click()
    await expect(page.getByRole('checkbox', { name: first.name })).toBeChecked()
    await expect(page.getByText('1 Person bekommt sie.')).toBeVisible()
    await page.getByRole('button', { name: 'Platzhalter einfügen' }).click()
    await expect(page.getByRole('menuitem', { name: /^\{Schule\}/ })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: /^\{Kinder\}/ })).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expectSoundAndFits(page, 'write to staff')
  })

  await test.step('everybody gets it, each greeted by name', async () => {
    await page.getByRole('checkbox', { name: 'Alle Mitarbeitenden' }).check()
    await fillText(page, 'Konferenz', '{Anrede},\n\num 14 Uhr ist Konferenz.')
    await send(page, { people: '2 Personen', mails: '2 E-Mails' })
    await expect(page.getByText('2 von 2 gesendet')).toBeVisible({ timeout: 30_000 })
    for (const { mail, name } of [first, second]) {
      const [caught] = await mailsTo(page, mail)
      expect(caught?.text).toContain(`Guten Tag ${name},`)
      expect(caught?.text).toContain('Diese E-Mail geht an Mitarbeitende')
    }
    await expectSoundAndFits(page, 'a circular to staff')
  })
})
