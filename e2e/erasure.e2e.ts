import { expect, type Page } from '@playwright/test'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { makeOwnEmployee, openEmployee } from './own-employee.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchoolAsHead, openSecondHead } from './own-school.ts'
import { expectSoundAndFits } from './phone-width.ts'
import { askAs, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const DESK = { width: 1366, height: 768 }
const PHONE = { width: 360, height: 740 }
const PREVIEW = '/app/admin/loeschvorschau'
/** A pupil of the demo who is about to be reduced; the journey only looks at the page. */
const DUE = 'Brinkmann, Levin'

const card = (page: Page) => page.getByRole('region', { name: 'Aufbewahrung' })
const dialog = (page: Page) => page.getByRole('dialog')

/** A pupil who left yesterday, with a mother who has no other child at the school. */
const makeFormer = async (page: Page) => {
  const lastname = uniqueName('Abgang')
  const [id = 0] = await addPupils(page, [{ firstname: 'Ida', lastname, isOld: true }])
  const body = { date_exit: '2026-11-19', exit_reason: 'school_change', next_school: null, version: 1 }
  const reply = await askAs(page, { method: 'PUT', path: `/api/admin/pupil/${id}/exit`, body })
  expect(reply.status(), await reply.text()).toBe(200)
  return { id, name: `Ida ${lastname}`, mother: `Anna ${lastname}` }
}

const askForSecond = async (page: Page) => {
  await page.goto('/app/admin/schulverwaltung#aufbewahrung')
  const section = page.getByRole('region', { name: 'Aufbewahrung' })
  await section.getByRole('button', { name: 'Bearbeiten' }).click()
  const asks = page.getByRole('switch', { name: 'Eine Löschung auf Antrag bestätigt eine zweite Person' })
  await asks.check()
  await section.getByRole('button', { name: 'Speichern' }).click()
  await expect(asks).toHaveCount(0)
}

test('the preview shows one kind of people', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto(PREVIEW)
  await expect(title(page)).toContainText('Löschvorschau')
  const kinds = page.getByRole('group', { name: 'Art der Daten' })
  await kinds.getByRole('button', { name: /^SuS/ }).click()
  await expect(page).toHaveURL(/art=pupil/)
  await expect(page.getByRole('rowgroup', { name: /^Zurückgezogen/ })).toHaveCount(0)
  await expectSoundAndFits(page, 'Löschvorschau, SuS')
  await expect(page.getByRole('link', { name: DUE })).toBeVisible()
})

// In a school of its own, because who must confirm is a rule of the whole school.
test('a former pupil is erased on request: noted by one head, confirmed by another one, counted in the proofs', async ({
  page,
  browser,
}) => {
  test.slow()
  await openOwnSchoolAsHead(browser, page)
  await askForSecond(page)
  const { id, name, mother } = await makeFormer(page)

  await test.step('the card says when, and the first head notes the erasure', async () => {
    await page.goto(`/app/admin/schueler/${id}`)
    await expect(title(page)).toHaveText(name)
    await expect(card(page)).toContainText(
      /Kontakte werden am \d\d\.\d\d\.\d{4} gelöscht, Nachweis des Schulbesuchs am/,
    )
    await card(page).getByText('Sorgeberechtigte und Kontaktpersonen (1)').click()
    await expect(card(page)).toContainText(`${mother} wird am 31.07.2028 gelöscht.`)
    await card(page).getByRole('button', { name: 'Auf Antrag löschen', exact: true }).click()
    await expect(dialog(page)).toContainText('1 sorgeberechtigte Person')
    await dialog(page).getByRole('button', { name: 'Zur Löschung vormerken' }).click()
    await expect(page.getByText('Bitte prüfen Sie 2 Angaben:')).toBeVisible()
    await expectSound(page, 'Auf Antrag löschen mit Fehlern')
    await page.setViewportSize(PHONE)
    await expect.poll(() => sidewaysPixels(page)).toBe(0)
    await page.setViewportSize(DESK)
    await dialog(page)
      .getByLabel('Grund')
      .selectOption({ label: 'Es liegt ein Widerspruch vor (Art. 17 Abs. 1 c DSGVO)' })
    await dialog(page)
      .getByRole('textbox', { name: /^Bemerkung/ })
      .fill('Antrag der Mutter vom 16.11.')
    await dialog(page).getByRole('checkbox').check()
    await dialog(page).getByRole('button', { name: 'Zur Löschung vormerken' }).click()
    await expect(page.getByText('Die Löschung wartet auf die zweite Person.')).toBeVisible()
    await card(page).getByRole('button', { name: 'Auf Antrag löschen', exact: true }).click()
    await expect(dialog(page)).toContainText('Bestätigen muss eine andere Person')
    await expect(dialog(page).getByRole('button', { name: 'Endgültig löschen' })).toHaveCount(0)
    await dialog(page).getByRole('button', { name: 'Schließen' }).click()
  })

  await test.step('the second head confirms it in the preview, and everything is gone', async () => {
    const second = await openSecondHead(browser, page)
    await second.goto(PREVIEW)
    const proposals = second.getByRole('region', { name: /^Auf Antrag zu löschen/ })
    await proposals.getByRole('button', { name: `Ansehen: ${name}` }).click()
    await expect(dialog(second)).toContainText('Antrag der Mutter vom 16.11.')
    await expectSound(second, 'Vorgemerkte Löschung')
    await dialog(second).getByRole('button', { name: 'Endgültig löschen' }).click()
    await expect(second.getByText('Alle Daten sind gelöscht.')).toBeVisible()
    await expect(proposals).toHaveCount(0)
    expect((await askAs(second, { method: 'GET', path: `/api/admin/pupil/${id}` })).status()).toBe(404)
    await second.getByRole('link', { name: 'Löschnachweise' }).click()
    await expect(title(second)).toHaveText('Löschnachweise')
    await expect(second.getByRole('row', { name: /SuS Auf Antrag: Es liegt ein Widerspruch vor/ })).toBeVisible()
    await expectSound(second, 'Löschnachweise')
    await second.setViewportSize(PHONE)
    await expect.poll(() => sidewaysPixels(second)).toBe(0)
    await second.context().close()
  })
})

test('an employee who left is put on hold and let go again', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const employee = await makeOwnEmployee(page)
  const path = `/api/admin/employee/${employee.id}/exit`
  const left = await askAs(page, { method: 'PUT', path, body: { date_exit: '2026-11-19' } })
  expect(left.status(), await left.text()).toBe(200)
  await openEmployee(page, employee)
  await expect(card(page)).toContainText(/Angaben außer Name und Klassen werden am \d\d\.\d\d\.\d{4} gelöscht/)
  await card(page).getByRole('button', { name: 'Löschung aussetzen' }).click()
  await page.getByRole('textbox', { name: 'Grund' }).fill('Das Arbeitszeugnis steht noch aus.')
  await page.getByRole('textbox', { name: 'Aufbewahren bis' }).fill('20.02.2027')
  await dialog(page).getByRole('button', { name: 'Löschung aussetzen' }).click()
  await expect(card(page)).toContainText('Löschung ausgesetzt bis 20.02.2027.')
  await expectSound(page, 'Mitarbeiterin, ausgesetzt')
  await card(page).getByRole('button', { name: 'Aussetzung beenden' }).click()
  await expect(card(page)).toContainText(/Angaben außer Name und Klassen werden am \d\d\.\d\d\.\d{4} gelöscht/)
})

test('a pupil who is here has no period yet, and the menu says so', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  // A child of its own: the first of the list may be one that another journey erases at this moment.
  const [id] = await addPupils(page, [{ firstname: 'Ida', lastname: uniqueName('Bleibt'), isOld: true }])
  await page.goto(`/app/admin/schueler/${id}`)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Aufbewahrung' }).click()
  await expect(dialog(page)).toContainText('Die Frist beginnt mit dem Abgang.')
  await expectSound(page, 'Aufbewahrung als Dialog')
  await expect(dialog(page).getByRole('button', { name: 'Auf Antrag löschen', exact: true })).toHaveCount(0)
})
