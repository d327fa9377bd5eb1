import { type Browser, expect, type Page } from '@playwright/test'
import { CLIENT, startProvider } from '#server/test/identity-provider.ts'
import { codeOf } from '#server/test/two-factor.ts'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { card, type OwnAccount, openProfile, PROFILE, typeLogin } from './own-account.ts'
import { makeAccountBy, openOwnSchoolAsHead } from './own-school.ts'
import { askAs, notice, openAs, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1366, height: 768 }

const looksSound = async (page: Page, place: string) => {
  await expectSound(page, place)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
}

const newPage = async (browser: Browser, viewport: typeof DESK) => (await browser.newContext({ viewport })).newPage()

/** A service of the school, connected by an admin; its people sign in by their name. */
const connect = async (admin: Page, schoolId: number) => {
  const known = { redirect: '' }
  const service = await startProvider({}, () => [known.redirect])
  const name = uniqueName('Dienst ')
  const path = '/api/admin/identity_provider'
  const body = { kind: 'other', name, issuer: service.issuer, client_id: CLIENT.id, school_ids: [schoolId] }
  const added = await askAs(admin, { method: 'POST', path, body })
  expect(added.status(), await added.text()).toBe(201)
  const { id } = (await added.json()) as { id: number }
  const on = { client_secret: CLIENT.secret, is_active: true }
  expect((await askAs(admin, { method: 'PUT', path: `${path}/${id}`, body: on })).ok()).toBe(true)
  const providers = (await (await admin.request.get(path)).json()) as { id: number; redirect_uri: string }[]
  known.redirect = providers.find((provider) => provider.id === id)?.redirect_uri ?? ''
  return { name, service, path: `${path}/${id}` }
}

const signInThere = async (page: Page, login: string) => {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

/** Links the account on its profile, signed in with the password. */
const link = async (page: Page, { name, login, password }: { name: string; login: string; password: string }) => {
  const identities = card(page, 'Anmeldedienste')
  await identities.getByRole('button', { name: `Mit ${name} verbinden` }).click()
  await identities.getByLabel('Ihr Passwort').first().fill(password)
  await identities.getByRole('button', { name: `Weiter zu ${name}` }).click()
  await signInThere(page, login)
  await expect(notice(page, `Ihr Konto ist jetzt mit ${name} verbunden (dort: ${login}).`)).toBeVisible()
}

/** The account's second factor; returns the secret of its app. */
const setUpFactor = async (page: Page, { password }: OwnAccount) => {
  const path = '/user/two-factor'
  const begun = await askAs(page, { method: 'POST', path, body: { password } })
  const { secret } = (await begun.json()) as { secret: string }
  const body = { code: codeOf(secret) }
  const confirmed = await askAs(page, { method: 'PUT', path, body })
  expect(confirmed.ok(), await confirmed.text()).toBe(true)
  return secret
}

/** Signed out, it comes in with the service, which still knows the person. */
const signInAgain = async (page: Page, name: string) => {
  await page.context().clearCookies({ name: 'session' })
  await page.goto('/app/base/login')
  await page.getByRole('button', { name: `Mit ${name} anmelden` }).click()
}

const demanded = (page: Page) => page.getByRole('region', { name: 'Verlangte Anmeldung' })

test('a head demands the service, a colleague links and works, the emergency account comes in with its code', async ({
  page: head,
  browser,
}) => {
  test.slow()
  const [headLogin, login] = [uniqueName('leitung-'), uniqueName('lehrkraft-')]
  const { id, account: boss } = await openOwnSchoolAsHead(browser, head)
  const admin = await openAs(browser, 'admin')
  const { name, service, path } = await connect(admin, id)
  const [keeper, teacher] = [
    await makeAccountBy(head, 'schooladmin', { may_manage_users: true }),
    await makeAccountBy(head, 'teacher_level_1'),
  ]
  const emergency = await newPage(browser, DESK)
  await openProfile(emergency, keeper)
  const secret = await setUpFactor(emergency, keeper)

  await head.goto(PROFILE)
  await link(head, { name, login: headLogin, password: boss.password })
  await signInAgain(head, name)
  await expect(head.getByRole('button', { name: `Benutzermenü: ${boss.name}` })).toBeVisible()
  await head.goto('/app/user-management?tab=anmeldung')
  await head.getByRole('radio', { name: 'Nur über einen Anmeldedienst' }).click()
  await head.getByRole('combobox', { name: 'Notfallkonto' }).selectOption(keeper.name)
  await looksSound(head, 'Anmeldung verlangen')
  await head.setViewportSize(PHONE)
  await looksSound(head, 'Anmeldung verlangen auf dem Telefon')
  await head.setViewportSize(DESK)
  await head.getByRole('button', { name: 'Übernehmen' }).click()
  const question = head.getByRole('dialog', { name: 'Anmeldung: Nur über einen Anmeldedienst' })
  await expect(question).toContainText(teacher.name)
  await question.getByRole('button', { name: 'Verlangen' }).click()
  await expect(notice(head, `An dieser Schule meldet man sich jetzt über ${name} an.`)).toBeVisible()
  await expect(head.getByText(`nicht mit ${name} verbunden`).first()).toBeVisible()
  await looksSound(head, 'Benutzer unter einer Vorgabe')

  const phone = await newPage(browser, PHONE)
  await openProfile(phone, teacher)
  await expect(demanded(phone)).toContainText(`Ihre Schule verlangt die Anmeldung über ${name}.`)
  await phone.goto('/app/')
  await looksSound(phone, 'Start ohne die verlangte Anmeldung')
  await demanded(phone).getByRole('link', { name: 'Jetzt im Profil verbinden' }).click()
  await link(phone, { name, login, password: teacher.password })
  await looksSound(phone, 'Profil ohne die verlangte Anmeldung')
  await demanded(phone)
    .getByRole('link', { name: `Abmelden und mit ${name} anmelden` })
    .click()
  await expect(phone.getByText(`Melden Sie sich jetzt mit ${name} an.`)).toBeVisible()
  await signInAgain(phone, name)
  await expect(phone.getByRole('heading', { level: 1 })).toContainText(teacher.name)
  await expect(demanded(phone)).toHaveCount(0)

  await emergency.context().clearCookies({ domain: 'localhost' })
  await emergency.goto('/app/base/login')
  await typeLogin(emergency, keeper)
  // The code of this half minute was used up by the set-up.
  await emergency.getByLabel('Code aus der App').fill(codeOf(secret, 1))
  await emergency.getByRole('button', { name: 'Login' }).click()
  await expect(emergency.getByRole('button', { name: `Benutzermenü: ${keeper.name}` })).toBeVisible()
  const emergencyNotice = emergency.getByRole('alert').filter({ hasText: 'Sie sind mit dem Notfallkonto angemeldet' })
  await expect(emergencyNotice).toContainText(`Ihre Schule verlangt die Anmeldung über ${name}.`)
  await looksSound(emergency, 'Start mit dem Notfallkonto')
  const way = emergencyNotice.getByRole('link', { name: 'Zur Vorgabe für die Anmeldung' })
  await emergency.goto('/app/admin/sus')
  await expect(title(emergency)).toContainText('Schülerinnen und Schüler')
  await expect(demanded(emergency)).toHaveCount(0)
  await emergency.goBack()
  await way.click()
  await emergency.getByRole('radio', { name: 'Auf jedem Weg' }).click()
  await emergency.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(notice(emergency, 'An dieser Schule kann man sich jetzt auf jedem Weg anmelden.')).toBeVisible()
  await emergency.getByRole('link', { name: 'Start', exact: true }).first().click()
  await expect(title(emergency)).toContainText(keeper.name)
  await expect(emergencyNotice).toHaveCount(0)

  expect((await askAs(admin, { method: 'DELETE', path })).ok()).toBe(true)
  service.stop()
})
