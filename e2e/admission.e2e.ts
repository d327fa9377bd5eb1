import { expect, type Page, test } from '@playwright/test'
import { chooseClass } from './choose-class.ts'
import {
  begin,
  choosePlace,
  confirmAll,
  fillChild,
  fillPerson,
  fillPrimary,
  goOn,
  goToCheck,
  openedEarlier,
  openYear,
  optinLink,
  submit,
} from './public-form.ts'
import { askAs, openAs, signIn } from './staff-calls.ts'

/** Names no other journey uses; letters only. */
const freshName = () =>
  `Zora${[...Date.now().toString(36)].map((sign) => (/\d/.test(sign) ? 'abcdefghij'[Number(sign)] : sign)).join('')}`
const mailOf = (name: string) => `${name.toLowerCase()}@example.org`

const applyToPrimary = async (page: Page, firstname: string) => {
  await openedEarlier(page, 'fsw')
  await fillPrimary(page, { firstname, mail: mailOf(firstname) })
  await confirmAll(page)
  await submit(page)
}

const applyToSecondary = async (page: Page, firstname: string) => {
  const year = await openYear(page, 'fow')
  await openedEarlier(page, 'fow')
  await begin(page, 'fow')
  await choosePlace(page)
  await fillChild(page, { firstname, birthdate: `3.5.${year - 12}` })
  await goOn(page)
  await page.getByLabel('Bisherige Schule').fill('Grundschule am See')
  await page.getByLabel('Ort der Schule').fill('Wacholderhain')
  await page.getByLabel('Schulform').selectOption({ label: 'Grundschule' })
  await page.getByLabel('Aktuelle Klassenstufe').selectOption({ label: 'Klassenstufe 6' })
  await goOn(page)
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mailOf(firstname))
  await goToCheck(page)
  await confirmAll(page)
  await submit(page)
}

const confirmMail = async (page: Page, firstname: string) => {
  await page.goto(await optinLink(page, mailOf(firstname)))
  await page.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(page.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
}

/** Counts what the mouse is pressed for. */
const countClicks = async (page: Page) => {
  await page.evaluate('window.clicks = 0; addEventListener("click", () => { window.clicks += 1 }, { capture: true })')
  return () => page.evaluate<number>('window.clicks')
}

/** From the dashboard: accepts the child. Returns the address of the application. */
const acceptFromDashboard = async (page: Page, firstname: string) => {
  await page.goto('/app/')
  const child = page.getByRole('link', { name: `${firstname} Müller` })
  await expect(child).toBeVisible()
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: `Neu: Status von ${firstname} Müller ändern` }).click()
  await page.getByRole('menuitem', { name: 'Angenommen' }).click()
  await expect(page.getByRole('button', { name: `Angenommen: Status von ${firstname} Müller ändern` })).toBeVisible()
  expect(await clicks()).toBeLessThanOrEqual(3)
  await child.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${firstname} Müller`)
  return page.url()
}

/** Makes the pupil in the first class offered and answers its name. */
const transform = async (page: Page) => {
  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  const dialog = page.getByRole('dialog')
  const schoolclass = await chooseClass(dialog)
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  return schoolclass
}

for (const { short, apply, head, stranger } of [
  { short: 'fsw', apply: applyToPrimary, head: 'leitung.fsw', stranger: 'leitung.fow' },
  { short: 'fow', apply: applyToSecondary, head: 'leitung.fow', stranger: 'leitung.fsw' },
]) {
  test(`from the application to the pupil at ${short}, seen by its head and by nobody else`, async ({
    page,
    browser,
  }) => {
    test.slow()
    const firstname = freshName()
    await apply(page, firstname)
    await confirmMail(page, firstname)

    const office = await openAs(browser, head)
    const address = await acceptFromDashboard(office, firstname)
    const secondTab = await office.context().newPage()
    await secondTab.goto(address)
    await secondTab.getByRole('button', { name: 'Als SuS übernehmen' }).click()
    await expect(secondTab.getByRole('dialog').getByRole('button', { name: 'Übernehmen' })).toBeVisible()

    const schoolclass = await transform(office)
    await expect(office.getByText(`${firstname} Müller wurde als Schülerin angelegt.`)).toBeVisible()
    await secondTab.getByRole('dialog').getByRole('button', { name: 'Übernehmen' }).click()
    await expect(secondTab.getByText(/Die Bewerbung wurde bereits übernommen/)).toBeVisible()

    await office.goto(`/app/admin/sus?search=${firstname}&status=upcoming`)
    const row = office.getByRole('link', { name: `Müller, ${firstname}` })
    await expect(row).toHaveCount(1)
    await row.click()
    await expect(office.getByRole('heading', { level: 1 })).toContainText(`${firstname} Müller`)
    await expect(office.getByText(mailOf(firstname))).toBeVisible()
    await expect(office.getByRole('list', { name: 'Klassen' })).toContainText(`Klasse ${schoolclass}`)
    const pupilAddress = office.url()

    const other = await openAs(browser, stranger)
    for (const foreign of [address, pupilAddress]) {
      await other.goto(foreign)
      await expect(other.getByText('Seite nicht gefunden')).toBeVisible()
    }
    await other.goto(`/app/admin/bewerbungen?search=${firstname}`)
    await expect(other.getByText(/Keine Treffer/)).toBeVisible()
    await Promise.all([office.context().close(), other.context().close()])
  })
}

test('a teacher sees no applications, and pupils of the own classes only', async ({ page }) => {
  await signIn(page, 'lehrer.fsw')
  await page.goto('/app/')
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Bewerbungen' })).toHaveCount(0)
  await expect(page.getByText('Neueste Bewerbungen')).toHaveCount(0)
  await page.goto('/app/admin/bewerbungen')
  await expect(page.getByText(/Dafür fehlt Ihnen die Berechtigung/)).toBeVisible()
  const list = await askAs(page, { method: 'GET', path: '/api/admin/schoolRegistration' })
  expect([list.status(), await list.json()]).toEqual([
    403,
    { message: 'Diese Funktion steht Ihnen nicht zur Verfügung.' },
  ])
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
  const firstname = freshName()
  await applyToPrimary(page, firstname)
  const office = await openAs(browser, 'multi')
  await office.goto('/app/')
  const chooseSchool = async (tab: Page, short: string) => {
    await tab.getByRole('combobox', { name: 'Aktive Schule' }).selectOption({ label: short })
    await expect(tab.getByRole('combobox', { name: 'Aktive Schule' }).locator('option:checked')).toHaveText(short)
    await tab.waitForLoadState('load')
  }
  await chooseSchool(office, 'fsw')
  await office.goto(`/app/admin/bewerbungen?search=${firstname}`)
  const status = office.getByRole('button', { name: `Neu: Status von ${firstname} Müller ändern` })
  await expect(status).toBeVisible()

  const secondTab = await office.context().newPage()
  await secondTab.goto('/app/')
  await chooseSchool(secondTab, 'fow')

  await status.click()
  await office.getByRole('menuitem', { name: 'Abgelehnt' }).click()
  await expect(office.getByText('Der Status konnten nicht übernommen werden.')).toBeVisible()
  const head = await openAs(browser, 'leitung.fsw')
  await head.goto(`/app/admin/bewerbungen?search=${firstname}`)
  await expect(head.getByRole('button', { name: `Neu: Status von ${firstname} Müller ändern` })).toBeVisible()
  await Promise.all([office.context().close(), head.context().close()])
})
