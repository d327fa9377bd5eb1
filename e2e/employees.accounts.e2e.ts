import { expect, type Page, test } from '@playwright/test'
import { card } from './own-account.ts'
import { makeClass } from './own-class.ts'
import { makeOwnEmployee, openEmployee } from './own-employee.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, heldNotice, notice, openAs, signIn, title, uniqueName } from './staff-calls.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, name: string) => page.getByRole('dialog').getByLabel(name, { exact: true })

test('an account of the school is linked, let go of, and linked again by the way back', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const person = await makeOwnEmployee(page)
  const account = { name: uniqueName('Konto '), email: `${uniqueName('konto-')}@example.org`, roles: ['viewer'] }
  const made = await askAs(page, { method: 'POST', path: '/api/admin/user', body: account })
  expect(made.status(), await made.text()).toBe(201)
  await openEmployee(page, person)
  await page.getByRole('button', { name: 'Mit Konto verknüpfen' }).click()
  const choice = dialog(page, `Mit Konto verknüpfen: ${person.name}`)
  await choice.getByRole('button', { name: 'Verknüpfen' }).click()
  await expect(choice.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeVisible()
  await choice.getByRole('combobox', { name: 'Konto' }).fill(account.name)
  await page.getByRole('option', { name: account.name }).click()
  await choice.getByRole('button', { name: 'Verknüpfen' }).click()
  await expect(card(page, 'Konto').getByRole('link', { name: account.email })).toBeVisible()
  await expect(card(page, 'Konto')).toContainText('Betrachter')
  await page.getByRole('button', { name: 'Verknüpfung lösen' }).click()
  const unlinked = await heldNotice(page, 'mit keinem Konto mehr verknüpft')
  await expect(card(page, 'Konto')).toContainText('kein Login')
  await unlinked.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(card(page, 'Konto').getByRole('link', { name: account.email })).toBeVisible()
})

test('an exit to come says what it ends, and is taken back', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const person = await makeOwnEmployee(page)
  await openEmployee(page, person)
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()
  const exit = dialog(page, `Abgang: ${person.name}`)
  await exit.getByRole('button', { name: 'Abgang eintragen' }).click()
  await expect(field(page, 'Letzter Tag an der Schule')).toHaveAccessibleDescription(/Pflichtfeld/)
  await field(page, 'Letzter Tag an der Schule').fill('31.1.2027')
  await page.keyboard.press('Tab')
  await expect(exit.getByText('Keine Zuordnung zu einer Klasse ist davon betroffen.')).toBeVisible()
  await exit.getByRole('button', { name: 'Abgang eintragen' }).click()
  await expect(page.getByText('geht am 31.01.2027')).toBeVisible()
  await page.getByRole('button', { name: 'Abgang zurücknehmen' }).click()
  await expect(notice(page, `Der Abgang von ${person.name} ist zurückgenommen.`)).toBeVisible()
  await expect(page.getByText('geht am 31.01.2027')).toHaveCount(0)
  await expect(title(page)).toBeFocused()
})

test('a slip in the year is asked about before anything is announced, and one press enters the exit', async ({
  page,
  browser,
}) => {
  await openOwnSchool(browser, page)
  const classId = await makeClass(page, { grade: 2, description: 'a' })
  const person = await makeOwnEmployee(page)
  const body = { responsible_teachers: [person.id] }
  const given = await askAs(page, { method: 'PUT', path: `/api/admin/schoolclass/${classId}`, body })
  expect(given.status(), await given.text()).toBe(200)
  await openEmployee(page, person)
  await page.getByRole('button', { name: 'Abgang eintragen' }).click()
  const exit = dialog(page, `Abgang: ${person.name}`)
  const lastDay = field(page, 'Letzter Tag an der Schule')
  const ending = exit.getByRole('list', { name: 'Zuordnungen, die enden' })
  await lastDay.fill('31.1.27')
  await page.keyboard.press('Enter')
  await expect(lastDay).toHaveAccessibleDescription('Das Jahr 1927 liegt weit zurück.')
  await expect(ending).toHaveCount(0)
  await exit.getByRole('button', { name: 'Meinten Sie 31.01.2027?' }).click()
  await expect(ending).toContainText('2a (Klassenleitung')
  await lastDay.fill('19.11.2026')
  await page.keyboard.press('Tab')
  await expect(lastDay).toHaveAccessibleDescription(/vor dem Beginn einer laufenden Zuordnung: 2a seit/)
  await expect(ending).toHaveCount(0)

  await lastDay.fill('')
  await lastDay.pressSequentially('31.1.2027')
  await exit.getByRole('button', { name: 'Abgang eintragen' }).click()
  await expect(exit).toHaveCount(0)
  await expect(card(page, 'Klassen')).toContainText('endet mit dem Abgang am 31.01.2027')
})

test('a short name that was taken meanwhile stops the way back of a deletion, and the answer says so', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  const { id, name, short_name } = await makeOwnEmployee(page)
  await openEmployee(page, { id, name })
  await page.getByRole('button', { name: 'Löschen' }).click()
  await dialog(page, 'Wirklich löschen?').getByRole('button', { name: 'Löschen' }).click()
  const gone = notice(page, `${name} ist gelöscht.`)
  await expect(gone).toBeVisible()
  await gone.hover()
  const successor = { firstname: 'Nora', lastname: uniqueName('Nachfolge'), short_name }
  const made = await askAs(page, { method: 'POST', path: '/api/admin/employee', body: successor })
  expect(made.status(), await made.text()).toBe(201)
  await gone.getByRole('button', { name: 'Rückgängig' }).click()
  await expect(dialog(page, 'Fehler')).toContainText('Dieses Kürzel ist an der Schule schon vergeben.')
})

test('what the head decided about an account is not for a secretary to change', async ({ page, browser }) => {
  await signIn(page, 'leitung.fsw')
  const person = await makeOwnEmployee(page)
  const account = { name: uniqueName('Ende '), email: `${uniqueName('ende-')}@example.org`, roles: ['viewer'] }
  const made = await askAs(page, { method: 'POST', path: '/api/admin/user', body: account })
  const { id: user_id } = (await made.json()) as { id: number }
  await askAs(page, { method: 'PUT', path: `/api/admin/employee/${person.id}/account`, body: { user_id } })
  await askAs(page, { method: 'PUT', path: `/api/admin/employee/${person.id}/exit`, body: { date_exit: '2027-01-31' } })
  const secretary = await openAs(browser, 'sekretariat.fsw')
  await openEmployee(secretary, person)
  await expect(card(secretary, 'Beschäftigung')).toContainText('endet nach diesem Tag')
  await expect(card(secretary, 'Beschäftigung')).toContainText('Ändern kann das nur, wer dieses Konto löschen darf')
  await expect(secretary.getByRole('button', { name: 'Abgang zurücknehmen' })).toHaveCount(0)
  await expect(secretary.getByRole('button', { name: 'Verknüpfung lösen' })).toHaveCount(0)
  await expect(card(secretary, 'Konto')).not.toContainText(account.email)
  await expect(card(secretary, 'Konto')).not.toContainText('Rolle')
  await openEmployee(page, person)
  await page.getByRole('button', { name: 'Abgang zurücknehmen' }).click()
  await expect(notice(page, 'ist zurückgenommen.')).toBeVisible()
})

test('a secretary edits people but makes no accounts', async ({ page }) => {
  await signIn(page, 'sekretariat.fsw')
  await openEmployee(page, await makeOwnEmployee(page))
  await expect(page.getByRole('button', { name: 'Mit Konto verknüpfen' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Konto anlegen und einladen' })).toHaveCount(0)
  await expect(card(page, 'Konto')).toContainText('Einladen darf, wer Benutzer verwaltet.')
  await expect(page.getByRole('button', { name: 'Bearbeiten' })).toBeVisible()
})
