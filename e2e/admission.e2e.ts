import { expect, type Page } from '@playwright/test'
import { chooseClass } from './choose-class.ts'
import { countClicks } from './count-clicks.ts'
import { logInAs, makeHeadOfBothSchools } from './own-account.ts'
import { confirmAll, fillPrimary, openedEarlier, optinLink, submit } from './public-form.ts'
import { askAs, enterApplication, openAs, signIn, title, transform, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const REGISTRATIONS = '/api/admin/schoolRegistration'
const mailOf = (name: string) => `${name.toLowerCase()}@example.org`

/** A family applies with the public form and confirms its address. */
const applyAndConfirm = async (page: Page, firstname: string) => {
  await openedEarlier(page, 'fsw')
  await fillPrimary(page, { firstname, mail: mailOf(firstname) })
  await confirmAll(page)
  await submit(page)
  await page.goto(await optinLink(page, mailOf(firstname)))
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
}

/** Other journeys enter applications meanwhile, so this child must stay among the five newest on the dashboard. */
const keepAmongNewest = (page: Page, firstname: string) =>
  page.route('**/schoolRegistration_latest', async (route) => {
    const [response, found] = await Promise.all([
      route.fetch(),
      askAs(page, { method: 'GET', path: `${REGISTRATIONS}?search=${firstname}` }),
    ])
    const [child] = (await found.json()).data as { id: number }[]
    const others = ((await response.json()) as { id: number }[]).filter(({ id }) => id !== child?.id)
    await route.fulfill({ response, json: [child, ...others].slice(0, 5) })
  })

/** From the dashboard: accepts the child. Returns the address of the application. */
const acceptFromDashboard = async (page: Page, name: string) => {
  await page.goto('/app/')
  // „Zu tun“ names the child, too, once it is accepted and the family does not know.
  const child = page.getByRole('region', { name: 'Neueste Bewerbungen' }).getByRole('link', { name })
  await expect(child).toBeVisible()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: `Neu: Status von ${name} ändern` }).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(page.getByRole('button', { name: `Angenommen: Status von ${name} ändern` })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: `${name}: Angenommen.` })).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(2)
  await child.click()
  await expect(title(page)).toContainText(name)
  return page.url()
}

/** Makes the pupil in the first class offered and returns its name. */
const makePupil = async (page: Page) => {
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: 'Klasse noch offen' })).toBeVisible()
  const schoolclass = await chooseClass(dialog)
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  return schoolclass
}

const expectPupil = async (page: Page, { firstname, name, schoolclass }: Record<string, string>) => {
  await page.goto(`/app/admin/sus?search=${firstname}&status=upcoming`)
  const row = page.getByRole('link', { name: `Müller, ${firstname}` })
  await expect(row).toHaveCount(1)
  await row.click()
  await expect(title(page)).toContainText(name ?? '')
  await expect(page.getByText('künftig')).toBeVisible()
  await expect(page.getByText(mailOf(firstname ?? ''))).toBeVisible()
  const classes = page.getByRole('list', { name: 'Klassen' })
  await expect(classes).toContainText(`Klasse ${schoolclass}`)
  await expect(classes).toContainText(/ab \d\d\.\d\d\.\d{4}/)
}

test('from the application to the pupil, in three clicks from the dashboard, seen by its head and by nobody else', async ({
  page,
  browser,
}) => {
  test.slow()
  const firstname = uniqueName('Zora')
  const name = `${firstname} Müller`
  await applyAndConfirm(page, firstname)

  const office = await openAs(browser, 'leitung.fsw')
  await keepAmongNewest(office, firstname)
  const address = await acceptFromDashboard(office, name)
  const schoolclass = await makePupil(office)
  await expect(office.getByText(`${name} wurde als Schülerin angelegt.`)).toBeVisible()
  await expect(office.getByText(/^Bereits übernommen am .* von Katharina Vogt\./)).toBeVisible()
  await expect(office.getByRole('button', { name: 'Als SuS übernehmen' })).toHaveCount(0)
  await expect(title(office)).toBeFocused()
  const again = await transform(office, Number(address.split('/').at(-1)))
  expect([again.status(), (await again.json()).message]).toEqual([409, 'Die Bewerbung wurde bereits übernommen.'])
  await expectPupil(office, { firstname, name, schoolclass })
  const pupilAddress = office.url()

  const other = await openAs(browser, 'leitung.fow')
  for (const foreign of [address, pupilAddress]) {
    await other.goto(foreign)
    await expect(other.getByText('Seite nicht gefunden')).toBeVisible()
    await expect(other.getByText(name)).toHaveCount(0)
  }
  await other.goto(`/app/admin/bewerbungen?search=${firstname}&school_year_id=alle`)
  await expect(other.getByText(`Keine Treffer für „${firstname}“.`)).toBeVisible()
  await Promise.all([office.context().close(), other.context().close()])
})

test('a teacher sees no applications, and pupils of the own classes only', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bewerbungen' })).toHaveCount(0)
  await expect(page.getByText('Neueste Bewerbungen')).toHaveCount(0)
  const list = await askAs(page, { method: 'GET', path: REGISTRATIONS })
  expect([list.status(), await list.json()]).toEqual([
    403,
    { message: 'Diese Funktion steht Ihnen nicht zur Verfügung.' },
  ])
  expect((await askAs(page, { method: 'GET', path: '/api/admin/waitlist/capacities' })).status()).toBe(403)
  const own = await askAs(page, { method: 'GET', path: '/api/admin/schoolclass' })
  const names = (await own.json()).map(({ classgradePlain }: { classgradePlain: string }) => classgradePlain)
  const pupils = await (await askAs(page, { method: 'GET', path: '/api/admin/pupil?per_page=0' })).json()
  const classes = pupils.data.map(({ schoolclass }: { schoolclass: { classgradePlain: string } }) => schoolclass)
  expect(classes.length).toBeGreaterThan(20)
  expect(new Set(classes.map(({ classgradePlain }: { classgradePlain: string }) => classgradePlain))).toEqual(
    new Set(names),
  )
})

test('two tabs on two schools never write into the wrong one', async ({ page, browser }) => {
  const lastname = uniqueName('Reiter')
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Zora', lastname })
  const office = await (await browser.newContext()).newPage()
  await logInAs(office, await makeHeadOfBothSchools(browser))
  const chooseSchool = async (short: string) => {
    const { attachedSchools } = await (await askAs(office, { method: 'GET', path: '/api/basedata' })).json()
    const school_id = attachedSchools.find((school: { short: string }) => school.short === short)?.id
    const chosen = await askAs(office, {
      method: 'POST',
      path: '/api/admin/school/changeUserSchool',
      body: { school_id },
    })
    expect(chosen.ok(), await chosen.text()).toBe(true)
  }
  await chooseSchool('fsw')
  await office.goto(`/app/admin/bewerbungen?search=${lastname}`)
  const status = office.getByRole('button', { name: `Neu: Status von Zora ${lastname} ändern` })
  await expect(status).toBeVisible()
  // Another tab changes the school of the session.
  await chooseSchool('fow')
  await status.click()
  await office.getByRole('menuitem', { name: 'Abgelehnt' }).click()
  await expect(office.getByText('Der Status konnten nicht übernommen werden.')).toBeVisible()
  const stored = await askAs(page, { method: 'GET', path: `${REGISTRATIONS}/${id}` })
  expect((await stored.json()).status).toBe('new')
  await office.context().close()
})
