import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectSound } from './accessibility.ts'
import { makeAccount, type OwnAccount, typeLogin } from './own-account.ts'
import { askAs, enterApplication, notice, openAs, putStatus, signIn, title, uniqueName } from './staff-calls.ts'

const LIST = '/app/admin/bewerbungen'
const COUNT = 40
const PAGE_ROWS = 10

/** Names in the order in which the list sorts them. */
const FIRSTNAMES = Array.from({ length: COUNT }, (_, index) => {
  const letters = 'bcdfghjklm'
  return `K${letters[Math.floor(index / letters.length)]}${letters[index % letters.length]}`
})

const enterMany = async (page: Page, lastname: string, firstnames: readonly string[]) => {
  for (const firstname of firstnames) await enterApplication(page, { firstname, lastname })
}
const workList = (lastname: string) => `${LIST}?status=new&sort=child&search=${lastname}`
const counter = (page: Page, status: string) => page.getByRole('button', { name: new RegExp(`^${status} \\d`) })
const statusOf = (page: Page, name: string) => page.getByRole('button', { name: `Status von ${name} ändern` })

test('forty applications are decided by keyboard alone, over the pages of the list', async ({ page }) => {
  test.setTimeout(180_000)
  const lastname = uniqueName('Vierzig')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, lastname, FIRSTNAMES)
  await page.goto(workList(lastname))
  await expect(counter(page, 'Neu')).toHaveText(`Neu ${COUNT}`)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`1 von ${COUNT}`, { exact: true })).toBeVisible()

  let keys = 2
  for (const [index, firstname] of FIRSTNAMES.entries()) {
    await expect(title(page)).toHaveText(`${firstname} ${lastname}`)
    await page.keyboard.press(['2', '3', '4'][index % 3] ?? '')
    await page.keyboard.press('ArrowRight')
    keys += 2
  }
  const end = notice(page, 'Das war die letzte Bewerbung dieser Liste.')
  await expect(end).toBeVisible()
  expect(keys).toBe(2 + 2 * COUNT)

  // Back over one that has left the list, to whom one has just decided.
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(`${FIRSTNAMES.at(-2)} ${lastname}`)
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(`${FIRSTNAMES.at(-1)} ${lastname}`)
  // A key pressed before the page listens again is lost; a person presses it once more.
  await expect(async () => {
    await page.keyboard.press('ArrowRight')
    await expect(end).toBeVisible({ timeout: 1000 })
  }).toPass()
  await end.getByRole('button', { name: 'Zur Liste' }).click()
  for (const text of ['Neu 0', 'Angenommen 14', 'Warteliste 13', 'Abgelehnt 13'])
    await expect(counter(page, text.split(' ')[0] ?? '')).toHaveText(text)
})

test('who is skipped stays, and the end of a page is no end', async ({ page }) => {
  const lastname = uniqueName('Seite')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, lastname, FIRSTNAMES.slice(0, PAGE_ROWS + 2))
  await page.goto(workList(lastname))
  await page.getByRole('link', { name: `${lastname}, ${FIRSTNAMES[0]}` }).click()
  for (const [index, firstname] of FIRSTNAMES.slice(0, PAGE_ROWS - 1).entries()) {
    await expect(title(page)).toHaveText(`${firstname} ${lastname}`)
    await expect(page.getByText(`${index + 1} von ${PAGE_ROWS + 2}`, { exact: true })).toBeVisible()
    await page.keyboard.press('ArrowRight')
  }
  // The last of the first page leaves the list: the first of the second page moves up to where nobody looks for it.
  await expect(title(page)).toHaveText(`${FIRSTNAMES[PAGE_ROWS - 1]} ${lastname}`)
  await page.keyboard.press('2')
  await expect(statusOf(page, `${FIRSTNAMES[PAGE_ROWS - 1]} ${lastname}`)).toContainText('Angenommen')
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(`${FIRSTNAMES[PAGE_ROWS]} ${lastname}`)
  await expect(page.getByText(`${PAGE_ROWS + 1} von ${PAGE_ROWS + 2}`, { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(`${FIRSTNAMES[PAGE_ROWS - 1]} ${lastname}`)
})

test('the list goes on over a look at the edit page, and after a reload with who is left', async ({ page }) => {
  const lastname = uniqueName('Weiter')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, lastname, FIRSTNAMES.slice(0, 3))
  await page.goto(workList(lastname))
  await page.getByRole('link', { name: `${lastname}, ${FIRSTNAMES[1]}` }).click()
  await expect(title(page)).toHaveText(`${FIRSTNAMES[1]} ${lastname}`)
  await page.keyboard.press('4')
  await expect(statusOf(page, `${FIRSTNAMES[1]} ${lastname}`)).toContainText('Abgelehnt')
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'Abbrechen' }).click()
  await expect(page.getByText('2 von 3', { exact: true })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(`${FIRSTNAMES[2]} ${lastname}`)
  await page.keyboard.press('ArrowLeft')
  await expect(title(page)).toHaveText(`${FIRSTNAMES[1]} ${lastname}`)

  await page.reload()
  await expect(page.getByRole('link', { name: 'Nächste Bewerbung' })).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(`${FIRSTNAMES[0]} ${lastname}`)
  await expect(page.getByText('1 von 2', { exact: true })).toBeVisible()
})

test('the focus goes to the name, and a screen reader hears status and place', async ({ page }) => {
  const lastname = uniqueName('Ansage')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, lastname, FIRSTNAMES.slice(0, 2))
  await page.goto(workList(lastname))
  await page.getByRole('link', { name: `${lastname}, ${FIRSTNAMES[0]}` }).click()
  await expect(title(page)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(title(page)).toHaveText(`${FIRSTNAMES[1]} ${lastname}`)
  await expect(title(page)).toBeFocused()
  await expect(title(page)).toHaveAccessibleDescription(/Klassenstufe 1 .* Status: Neu, 2\. von 2$/)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Tastenkürzel' })).toContainText(
    'Neu, Angenommen, Warteliste, Abgelehnt',
  )
})

test('a decision that failed is told two pages further, and found again', async ({ page }) => {
  const lastname = uniqueName('Spaet')
  await signIn(page, 'leitung.fsw')
  await enterMany(page, lastname, FIRSTNAMES.slice(0, 3))
  await page.goto(workList(lastname))
  await page.getByRole('link', { name: `${lastname}, ${FIRSTNAMES[0]}` }).click()
  await expect(title(page)).toHaveText(`${FIRSTNAMES[0]} ${lastname}`)
  let fail = () => {}
  const isTime = new Promise<void>((resolve) => {
    fail = resolve
  })
  await page.route('**/changeStatus', async (route) => {
    await isTime
    await route.fulfill({ status: 500, json: { message: '' } })
  })
  await page.keyboard.press('2')
  for (const firstname of FIRSTNAMES.slice(1, 3)) {
    await page.keyboard.press('ArrowRight')
    await expect(title(page)).toHaveText(`${firstname} ${lastname}`)
  }
  fail()
  const told = notice(page, `${FIRSTNAMES[0]} ${lastname}: Der Status konnten nicht übernommen werden.`)
  await expect(told).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await told.getByRole('button', { name: 'Zur Bewerbung' }).click()
  await expect(title(page)).toHaveText(`${FIRSTNAMES[0]} ${lastname}`)
  await expect(statusOf(page, `${FIRSTNAMES[0]} ${lastname}`)).toContainText('Neu')
})

test('who seems to be the same child, and who of the family applies too, stands beside and is compared', async ({
  page,
}) => {
  const lastname = uniqueName('Doppelt')
  const mail = `${lastname}@example.org`
  await signIn(page, 'leitung.fsw')
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname, mail })
  const again = await enterApplication(page, { firstname: 'Mia Sophie', lastname })
  const sibling = await enterApplication(page, { firstname: 'Ole', lastname, mail, birthdate: '2019-04-04' })
  await putStatus(page, sibling.id, 'accepted')
  await page.goto(`${LIST}/details/${id}`)
  const same = page.getByRole('alert').filter({ hasText: 'Dieses Kind gibt es möglicherweise schon' })
  await expect(same.getByRole('link', { name: `Mia Sophie ${lastname}` })).toBeVisible()
  const family = page.getByRole('alert').filter({ hasText: 'Geschwister bewerben sich auch' })
  const brother = family.getByRole('listitem').filter({ hasText: `Ole ${lastname}` })
  await expect(brother).toContainText('gleiche E-Mail-Adresse')
  await expect(brother).toContainText('Angenommen')
  await expectSound(page, 'Bewerbung mit Hinweisen')

  await same.getByRole('button', { name: `Vergleichen mit ${again.number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Bewerbungen vergleichen' })
  await expect(dialog.getByRole('row', { name: 'Vorname(n) Mia Mia Sophie' })).toBeVisible()
  await expect(dialog.getByRole('rowheader', { name: 'Straße' })).toHaveCount(0)
  await dialog.getByRole('switch', { name: 'Auch gleiche Angaben zeigen' }).check()
  await expect(dialog.getByRole('rowheader', { name: 'Straße' }).first()).toBeVisible()
  await expectSound(page, 'Bewerbungen vergleichen')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

/** An account of its own at both schools: others change the active school of the demo's one. */
const makeOffice = async (browser: Browser): Promise<OwnAccount> => {
  const account = await makeAccount(browser, 'schooladmin')
  const admin = await openAs(browser, 'admin')
  const { users } = await (await askAs(admin, { method: 'GET', path: '/api/admin/user' })).json()
  const user = users.find(({ email }: { email: string }) => email === account.email)
  const key = 'ATTACH_USER_TO_MULTIPLE_SCHOOLS'
  const setting = await (
    await askAs(admin, { method: 'GET', path: `/api/admin/user_settings/${key}/${user.id}` })
  ).json()
  const value = setting.schools.map(({ id }: { id: number }) => id)
  const done = await askAs(admin, {
    method: 'PUT',
    path: '/api/admin/user_settings',
    body: { key, user_id: user.id, value },
  })
  expect(done.ok(), await done.text()).toBe(true)
  await admin.context().close()
  return account
}

/** A pupil of the other school, entered by its head. */
const enterPupil = async (browser: Browser, lastname: string) => {
  const head = await openAs(browser, 'leitung.fow')
  const { schoolgrades } = await (await askAs(head, { method: 'GET', path: '/api/admin/pupil/formOptions' })).json()
  const body = {
    ...{ firstname: 'Mia', lastname, gender: 'f', birthdate: '2014-03-31', date_entry: '2026-08-24' },
    schoolgrade_id: schoolgrades.find(({ grade }: { grade: number }) => grade === 7)?.id,
    guardians: [{ firstname: 'Anna', lastname, relationship: 'mother', phone_mobile: null }],
  }
  const reply = await askAs(head, { method: 'POST', path: '/api/admin/pupil', body })
  expect(reply.status(), await reply.text()).toBe(201)
  return { head, id: ((await reply.json()) as { id: number }).id }
}

test('a change of school is entered at both with the step to the pupil', async ({ page, browser }) => {
  const lastname = uniqueName('Wechsel')
  const office = await makeOffice(browser)
  const { head, id: there } = await enterPupil(browser, lastname)
  await page.goto('/app/base/login')
  await typeLogin(page, office)
  await expect(page.getByRole('combobox', { name: 'Aktive Schule' })).toBeVisible()
  const { id } = await enterApplication(page, { firstname: 'Mia', lastname, birthdate: '2014-03-31', lateralGrade: 6 })
  await putStatus(page, id, 'accepted')
  await page.goto(`${LIST}/details/${id}`)
  const same = page.getByRole('alert').filter({ hasText: 'Dieses Kind gibt es möglicherweise schon' })
  await expect(same).toContainText(`Mia ${lastname} an der fow`)
  await expect(same.getByRole('link')).toHaveCount(0)

  await page.getByRole('button', { name: 'Als SuS übernehmen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Als SuS übernehmen' })
  const change = dialog.getByRole('radio', { name: /^Schulwechsel eintragen: kommt von der fow.* bis 29\.11\.2026/ })
  await expect(change).toBeChecked()
  await expectSound(page, 'Übernahme mit Schulwechsel')
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  const done = 'wurde als Schülerin angelegt. An der fow ist der Abgang zum 29.11.2026 eingetragen.'
  await expect(notice(page, `Mia ${lastname} ${done}`)).toBeVisible()
  await expect(page.getByText('Bereits übernommen')).toBeVisible()
  await expect(same).toHaveCount(0)
  await page.getByRole('link', { name: 'Zur Schülerin' }).click()
  await expect(title(page)).toHaveText(`Mia ${lastname}`)
  await expect(page.getByText('Freie Oberschule Wacholderhain').first()).toBeVisible()

  await head.goto(`/app/admin/schueler/${there}`)
  await expect(head.getByText('29.11.2026').first()).toBeVisible()
  await head.context().close()
})
