import { type Browser, expect, type Page } from '@playwright/test'
import { CLIENT, startProvider } from '#server/test/identity-provider.ts'
import { expectSound, sidewaysPixels } from './accessibility.ts'
import { card, makeAccount, type OwnAccount, openProfile } from './own-account.ts'
import { notice, signIn, title, uniqueName } from './staff-calls.ts'
import { test } from './test.ts'

const PAGE = '/app/admin/anmeldedienste'

/** axe at both sizes, and nothing that scrolls sideways on a phone. */
const looksSound = async (page: Page, place: string) => {
  await expectSound(page, place)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectSound(page, `${place} auf dem Telefon`)
  await expect.poll(() => sidewaysPixels(page)).toBe(0)
  await page.setViewportSize({ width: 1366, height: 768 })
}

/** What the page shows for the service to know. */
const addressOf = async (page: Page, name: string) => {
  const item = page
    .getByRole('list', { name: 'Adressen für den Dienst' })
    .getByRole('listitem')
    .filter({ hasText: name })
  return /https?:\/\/\S+?\/(zurueck\/\d+|logout)/.exec((await item.textContent()) ?? '')?.[0] ?? ''
}

const addService = async (page: Page, { name, issuer }: { name: string; issuer: string }) => {
  await page.getByRole('button', { name: 'Anmeldedienst hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Anmeldedienst hinzufügen' })
  await dialog.getByLabel('Art').selectOption({ label: 'Anderer Dienst mit OpenID Connect' })
  await dialog.getByLabel('Name auf dem Knopf').fill(name)
  await dialog.getByLabel('Adresse des Dienstes (Issuer)').fill(issuer)
  for (const school of await dialog.getByRole('checkbox').all()) await school.check()
  await looksSound(page, 'Anmeldedienst hinzufügen')
  await dialog.getByRole('button', { name: 'Weiter' }).click()
  await expect(title(page)).toHaveText(name)
}

const enterAccess = async (page: Page) => {
  await page.getByRole('button', { name: 'Zugangsdaten eintragen' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Client-ID').fill(CLIENT.id)
  await dialog.getByLabel('Client-Secret', { exact: true }).fill(CLIENT.secret)
  await looksSound(page, 'Zugangsdaten')
  await dialog.getByRole('button', { name: 'Übernehmen' }).click()
  await expect(page.getByText('ist hinterlegt')).toBeVisible()
}

/** The pages of the provider are not ours. */
const signInThere = async (page: Page, login: string) => {
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('x')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

const openTeacher = async (browser: Browser, account: OwnAccount) => {
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  await openProfile(page, account)
  return page
}

test('an admin connects a service, a teacher links it, signs in with it, and is signed out with it', async ({
  page,
  browser,
}) => {
  test.slow()
  const name = uniqueName('Dienst ')
  const [known, login] = [{ redirect: '', logout: '' }, uniqueName('lehrkraft-')]
  const service = await startProvider(
    { [login]: { name: 'Vera Beispiel', preferred_username: login } },
    () => [known.redirect],
    () => ({ backchannel_logout_uri: known.logout }),
  )
  const teacher = await makeAccount(browser, 'teacher_level_1')

  await signIn(page, 'admin')
  await page.goto('/app/admin/systemzustand')
  await page.getByRole('link', { name: 'Anmeldedienste' }).click()
  await expect(title(page)).toContainText('Anmeldedienste')
  await looksSound(page, 'Anmeldedienste ohne Dienst')
  await addService(page, { name, issuer: service.issuer })
  known.redirect = await addressOf(page, 'Rückkehradresse')
  known.logout = await addressOf(page, 'Abmeldeadresse')
  await enterAccess(page)
  await page.getByRole('button', { name: 'Prüfen' }).click()
  const steps = page.getByRole('list', { name: 'Ergebnis der Prüfung' })
  await expect(steps.getByText('in Ordnung')).toHaveCount(5)
  await page.getByRole('switch', { name: /^Auf der Anmeldeseite anbieten/ }).click()
  await expect(page.getByText('eingeschaltet', { exact: true })).toBeVisible()
  await page.getByText('Weitere Einstellungen', { exact: true }).click()
  await looksSound(page, 'Ein Anmeldedienst')

  // What was found stays on the page.
  await page.reload()
  await expect(page.getByText(/^Zuletzt geprüft am .* Alles war in Ordnung\./)).toBeVisible()

  const other = await openTeacher(browser, teacher)
  const identities = card(other, 'Anmeldedienste')
  await identities.getByRole('button', { name: `Mit ${name} verbinden` }).click()
  await identities.getByLabel('Ihr Passwort').first().fill(teacher.password)
  await identities.getByRole('button', { name: `Weiter zu ${name}` }).click()
  await signInThere(other, login)
  await expect(notice(other, `Ihr Konto ist jetzt mit ${name} verbunden (dort: ${login}).`)).toBeVisible()
  await expect(identities.getByText(`als ${login}`)).toBeVisible()
  await looksSound(other, 'Profil mit einem Anmeldedienst')

  await identities.getByRole('button', { name: `Verbindung lösen: ${name}` }).click()
  await expect(identities.getByText(`Danach können Sie sich nicht mehr mit ${name} anmelden.`)).toBeVisible()
  await identities.getByLabel('Ihr Passwort').first().fill('falsch')
  await identities.getByRole('button', { name: 'Verbindung lösen' }).click()
  await expect(identities.getByText('Dieses Passwort ist nicht richtig.')).toBeVisible()
  await looksSound(other, 'Verbindung lösen')
  await identities.getByRole('button', { name: 'Abbrechen' }).click()
  await expect(identities.getByText(`als ${login}`)).toBeVisible()

  await other.context().clearCookies({ domain: 'localhost' })
  await other.goto('/app/base/login')
  await expect(other.getByRole('button', { name: `Mit ${name} anmelden` })).toBeVisible()
  await looksSound(other, 'Anmeldeseite mit einem Anmeldedienst')
  await other.getByRole('button', { name: `Mit ${name} anmelden` }).click()
  await expect(other.getByRole('button', { name: `Benutzermenü: ${teacher.name}` })).toBeVisible()

  // Signing out there ends the session here, without a word from this browser.
  await other.goto(`${service.issuer}/session/end`)
  await other.getByRole('button', { name: 'Yes, sign me out' }).click()
  await expect(other.getByText('Sign-out Success')).toBeVisible()
  await other.goto('/app/profile')
  await expect(other.getByLabel('Passwort', { exact: true })).toBeVisible()

  // Somebody whose account there is not linked reads its name, and may choose another one.
  await other.goto('/app/base/login')
  await other.getByRole('button', { name: `Mit ${name} anmelden` }).click()
  await signInThere(other, 'fremd')
  await expect(other.getByText(`Sie sind bei ${name} als „fremd“ angemeldet.`)).toBeVisible()
  await looksSound(other, 'Anmeldeseite mit einem Konto, das nicht verbunden ist')
  await other.getByRole('button', { name: 'Anderes Konto wählen' }).click()
  await signInThere(other, login)
  await expect(other.getByRole('button', { name: `Benutzermenü: ${teacher.name}` })).toBeVisible()

  await other.goto('/app/profile')
  await identities.getByRole('button', { name: `Verbindung lösen: ${name}` }).click()
  await expect(identities.getByText('Auch dieses Gerät wird abgemeldet.')).toBeVisible()
  await identities.getByLabel('Ihr Passwort').first().fill(teacher.password)
  await identities.getByRole('button', { name: 'Verbindung lösen' }).click()
  await expect(
    other.getByText(`Die Verbindung mit ${name} ist gelöst. Melden Sie sich mit Ihrem Passwort an.`),
  ).toBeVisible()

  await page.goto(PAGE)
  await expect(page.getByRole('row', { name: new RegExp(`${name}.*eingeschaltet.*Gelungen am`) })).toBeVisible()
  await looksSound(page, 'Anmeldedienste')
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Entfernen', exact: true }).click()
  const question = page.getByRole('dialog', { name: `${name} entfernen?` })
  await expect(question).toContainText('Noch ist kein Konto verbunden.')
  await question.getByRole('button', { name: 'Entfernen' }).click()
  await expect(title(page)).toContainText('Anmeldedienste')
  await expect(page.getByRole('link', { name })).toHaveCount(0)
  service.stop()
})
