import { expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { makeClass, makeEmployee } from './own-class.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, signIn, title } from './staff-calls.ts'

test('a dashboard is never empty: a teacher finds the own classes or why there are none', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  const classes = page.getByRole('region', { name: 'Meine Klassen heute' })
  await expect(classes.getByRole('link', { name: /^Klassenliste / }).first()).toBeVisible()
  await expectSound(page, 'Start einer Lehrkraft')
  await classes
    .getByRole('link', { name: /^Klassenliste / })
    .first()
    .click()
  await expect(title(page)).toHaveText(/^Klassenliste /)
  await expect(page.getByRole('button', { name: 'Drucken', exact: true })).toBeVisible()
  const nobodys = { asResponsibleTeacher: [], asAssignedEmployee: [] }
  await page.route('**/assignedByUser', (route) => route.fulfill({ json: nobodys }))
  await page.goto('/app/')
  await expect(classes.getByText('Ihnen ist noch keine Klasse zugeordnet.')).toBeVisible()
  await signIn(page, 'ohnerolle')
  await page.goto('/app/')
  await expect(page.getByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toBeVisible()
  await expect(page.getByText('Bitte wenden Sie sich an Ihre Schulleitung.')).toBeVisible()
})

/** The account of who is signed in becomes that of somebody who leads a class. */
const leadOwnClass = async (page: Page) => {
  const classId = await makeClass(page, { grade: 2, description: 'a' })
  const employeeId = await makeEmployee(page, 'Änne', 'Ziegler')
  const { user } = await (await askAs(page, { method: 'GET', path: '/api/basedata' })).json()
  const account = {
    method: 'PUT',
    path: `/api/admin/employee/${employeeId}/account`,
    body: { user_id: user.id },
  } as const
  expect((await askAs(page, account)).ok()).toBe(true)
  const body = { responsible_teachers: [employeeId] }
  const led = await askAs(page, { method: 'PUT', path: `/api/admin/schoolclass/${classId}`, body })
  expect(led.ok(), await led.text()).toBe(true)
}

test('who sees all classes finds the own ones too, if there are some', async ({ page, browser }) => {
  const own = page.getByRole('region', { name: 'Meine Klassen heute' })
  await openOwnSchool(browser, page)
  await Promise.all([page.waitForResponse('**/assignedByUser'), page.goto('/app/')])
  await expect(page.getByRole('region', { name: 'Klassen', exact: true })).toBeVisible()
  await expect(own).toHaveCount(0)
  await leadOwnClass(page)
  await page.reload()
  await expect(own.getByRole('listitem')).toHaveText(/^2a0 von 24/)
  await own.getByRole('link', { name: 'Telefonliste 2a' }).click()
  await expect(page).toHaveURL(/liste=telefon/)
})

test('own classes that cannot be loaded are an alert, on the dashboard and in the profile', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.route('**/assignedByUser', (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  const places = [
    { path: '/app/', card: 'Meine Klassen heute' },
    { path: '/app/profile', card: 'Klassenzuordnung' },
  ]
  for (const { path, card } of places) {
    await page.goto(path)
    const alert = page.getByRole('dialog', { name: 'Fehler' })
    await expect(alert.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeVisible()
    await alert.getByRole('button', { name: 'OK' }).click()
    const region = page.getByRole('region', { name: card })
    await expect(region.getByText('Konnte nicht geladen werden.')).toBeVisible()
    await expect(region.getByRole('button', { name: 'Erneut versuchen' })).toBeVisible()
  }
})

test('a teacher reads who of the own classes has birthday today', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.route(/\/api\/admin\/schoolclass\/\d+$/, async (route) => {
    const reply = await route.fetch()
    const schoolclass = await reply.json()
    const [first, ...rest] = schoolclass.pupils
    const pupils = [{ ...first, firstname: 'Ida', lastname: 'Heute', birthdate: '2018-11-20' }, ...rest]
    await route.fulfill({ response: reply, json: { ...schoolclass, pupils } })
  })
  await page.goto('/app/')
  await expect(page.getByText('Heute Geburtstag: Ida Heute').first()).toBeVisible()
})

test('the classes are counted, shown on demand in their order, and lead to their pages', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Klassen', exact: true })
  await expect(widget.getByText('10 Klassen')).toBeVisible()
  await expect(widget.getByRole('listitem')).toHaveCount(0)
  await widget.getByRole('button', { name: 'Klassen anzeigen' }).click()
  const links = widget.getByRole('list').getByRole('link')
  await expect(links).toHaveCount(10)
  await expect(links.first()).toHaveText(/^1\/2 Dachse/)
  await expect(links.last()).toHaveText(/^6a/)
  await page.reload()
  await expect(links).toHaveCount(10)
  await widget.getByRole('button', { name: 'Klassen ausblenden' }).click()
  await expect(links).toHaveCount(0)
  await widget.getByRole('button', { name: 'Klassen anzeigen' }).click()
  await links.last().click()
  await expect(title(page)).toHaveText(/^Klasse 6a/)
})

test('a school without classes says so, and classes that cannot be loaded in the words of the spec', async ({
  page,
}) => {
  await signIn(page, 'leitung.fsw')
  const list = '**/api/admin/schoolclass'
  await page.route(list, (route) => route.fulfill({ json: [] }))
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Klassen', exact: true })
  await expect(widget.getByText('Keine Klassen vorhanden', { exact: true })).toBeVisible()
  await page.unroute(list)
  await page.route(list, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.reload()
  const alert = page.getByRole('dialog', { name: 'Fehler' })
  await expect(alert.getByText('Es ist zu einem unbekannten Fehler gekommen.')).toBeVisible()
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(widget.getByText('Konnte nicht geladen werden.')).toBeVisible()
})

test('pupils per class are bars to see and a table to read; numbers that fail are a dash', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Schülerinnen und Schüler' })
  const rows = widget.getByRole('table', { name: 'Kinder je Klasse' }).getByRole('row')
  await expect(rows).toHaveCount(11)
  await expect(rows.nth(1)).toHaveText(/^1\/2 Dachse/)
  await expectSound(page, 'Start mit Diagramm')
  await widget.getByRole('button', { name: 'Als Tabelle zeigen' }).click()
  await expect(rows.last().getByRole('cell').first()).toBeInViewport()
  await expectSound(page, 'Start mit Tabelle')
  await page.route('**/api/admin/pupil/stats', (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.reload()
  await expect(widget.getByText('–')).toHaveCount(4)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

/** As if the active school asked its heads for a second factor: the server then gives no rights. */
const lackSecondFactor = (page: Page) =>
  page.route('**/api/basedata', async (route) => {
    const reply = await route.fetch()
    const baseData = await reply.json()
    const session = { ...baseData.session, lacks_two_factor: true }
    await route.fulfill({ response: reply, json: { ...baseData, session, permissions: [] } })
  })

test('without the second factor that the school asks for, the dashboard shows the way to it', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await lackSecondFactor(page)
  await page.goto('/app/')
  await expect(page.getByText(/^Ihre Schule verlangt die Zwei-Faktor-Anmeldung\./)).toBeVisible()
  await expect(title(page)).toHaveText(/^Willkommen/)
  await expect(page.getByText('Ihrem Konto ist noch keine Rolle zugewiesen.')).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Neueste Bewerbungen' })).toHaveCount(0)
  await expectSound(page, 'Zweiter Faktor fehlt')
  await page.getByRole('link', { name: 'Zum Profil' }).click()
  await expect(title(page)).toHaveText('Profil')
})

test('the dashboard names the day and the school year', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  await page.goto('/app/')
  await expect(page.getByText(/^Freitag, 20\. November 2026 · Schuljahr 2026\/2027 · /)).toBeVisible()
})

test('a widget that cannot be loaded says so and tries again, the others stand', async ({ page }) => {
  await signIn(page, 'leitung.fsw')
  const latest = '**/api/admin/schoolRegistration_latest'
  await page.route(latest, (route) => route.fulfill({ status: 500, json: { message: 'kaputt' } }))
  await page.goto('/app/')
  const widget = page.getByRole('region', { name: 'Neueste Bewerbungen' })
  await expect(widget.getByText('Konnte nicht geladen werden.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Schülerinnen und Schüler' }).getByText('Kinder gesamt')).toBeVisible()
  await page.unroute(latest)
  await widget.getByRole('button', { name: 'Erneut versuchen' }).click()
  await expect(widget.getByRole('listitem').first()).toBeVisible()
})
