import { type Browser, expect, type Page } from '@playwright/test'

/** Shared steps of the journeys of a parent; every step is found by its German names. */

/** A mail address that no other run uses. */
export const mailOf = (name: string) => `${name}.${Date.now().toString(36)}@example.org`

export const formPath = (short: string) => `/app/${short}/registrierungNeueSchueler`

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const goOn = (page: Page) => page.getByRole('button', { name: 'Weiter', exact: true }).click()
export const person = (page: Page, position: 1 | 2) =>
  page.getByRole('group', { name: `Sorgeberechtigte Person ${position}` })

/** The open school year starts in this year; the demo's day decides which. */
export const openYear = async (page: Page, short: string) => {
  const reply = await page.request.get(`/api/public/schoolRegistration/${short}`)
  const { form } = (await reply.json()) as { form: { schoolyears: { date_start: string }[] } }
  return Number(form.schoolyears[0]?.date_start.slice(0, 4))
}

/** When this worker got the form of a school, and the signed time in it. */
const earlier = new Map<string, string>()

/** Fetches the tokens of both schools at once: the second one is then old enough when a later journey of this worker needs it. */
const rememberTokens = async (page: Page) => {
  for (const short of ['fsw', 'fow']) {
    if (earlier.has(short)) continue
    const reply = await page.request.get(`/api/public/schoolRegistration/${short}`)
    earlier.set(short, ((await reply.json()) as { form_token: string }).form_token)
  }
}

/**
 * Makes the form look as if the family had opened it a while ago: it gets the token of an earlier visit, so that
 * journeys about something else need not wait for the ten seconds of domain §2, which the server's tests check exactly.
 */
export const openedEarlier = async (page: Page, short: string) => {
  await rememberTokens(page)
  await page.route(new RegExp(`/api/public/schoolRegistration/${short}(\\?|$)`), async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const settings = (await response.json()) as object
    return route.fulfill({ response, json: { ...settings, form_token: earlier.get(short) } })
  })
}

export const begin = async (page: Page, short: string) => {
  await page.goto(formPath(short))
  await page.getByRole('button', { name: 'Bewerbung beginnen' }).click()
  await expect(title(page)).toContainText('Platz')
}

export const choosePlace = async (page: Page) => {
  await page.getByRole('radio', { name: /^(Einschulung|Aufnahme) in Klasse/ }).check()
  await goOn(page)
  await expect(title(page)).toContainText('Kind')
}

export const fillChild = async (page: Page, { firstname, birthdate }: { firstname: string; birthdate: string }) => {
  await page.getByLabel('Vorname(n)').fill(firstname)
  await page.getByLabel('Nachname').fill('Müller')
  await page.getByRole('radio', { name: 'weiblich' }).check()
  await page.getByLabel('Geburtsdatum').fill(birthdate)
  await page.getByLabel('Straße').fill('Dorfstraße')
  await page.getByLabel('Hausnummer').fill('12a')
  await page.getByLabel('PLZ').fill('15999')
  await page.getByLabel('Ort').fill('Wacholderhain')
}

export const fillPerson = async (page: Page, position: 1 | 2, mail: string) => {
  const fields = person(page, position)
  await fields.getByLabel('Vorname').fill(position === 1 ? 'Anna' : 'Ole')
  await fields.getByLabel('Nachname').fill('Müller')
  await fields.getByLabel('Verhältnis zum Kind').selectOption({ label: position === 1 ? 'Mutter' : 'Vater' })
  await fields.getByLabel('E-Mail').fill(mail)
  await fields.getByLabel('Telefon').fill('0331 / 123 45 67')
}

/** From the family's step to the check page; only the Hort needs an answer on the way. */
export const goToCheck = async (page: Page) => {
  await goOn(page)
  await expect(title(page)).toContainText(/Betreuung|Schulweg/)
  const noCare = page.getByRole('radio', { name: 'kein Hort' })
  if (await noCare.isVisible()) await noCare.check()
  await goOn(page)
  await expect(title(page)).toContainText('Gespräch')
  await goOn(page)
  await expect(title(page)).toContainText('Angaben prüfen')
}

export const confirmAll = async (page: Page) => {
  await page.getByRole('checkbox', { name: /Angaben sind richtig/ }).check()
  await page.getByRole('checkbox', { name: /Datenschutzhinweise gelesen/ }).check()
}

/** Presses until the server accepts that a person filled the form in, which takes at least ten seconds (domain §2). */
export const submit = async (page: Page) => {
  await expect(async () => {
    const button = page.getByRole('button', { name: 'Bewerbung absenden' })
    // The form sends again by itself when the connection is back: the button may go between the look and the click.
    if (await button.isVisible()) await button.click({ timeout: 1500 })
    await expect(title(page)).toHaveText('Bewerbung eingegangen', { timeout: 1500 })
  }).toPass({ timeout: 30_000 })
}

/** The questions of the secondary school about the previous school. */
export const fillPreviousSchool = async (page: Page) => {
  await page.getByLabel('Bisherige Schule').fill('Grundschule am See')
  await page.getByLabel('Ort der Schule').fill('Wacholderhain')
  await page.getByLabel('Schulform').selectOption({ label: 'Grundschule' })
  await page.getByLabel('Aktuelle Klassenstufe').selectOption({ label: 'Klassenstufe 6' })
}

/** Fills in a child of the primary school with one parent, up to the check page. */
export const fillPrimary = async (page: Page, { firstname, mail }: { firstname: string; mail: string }) => {
  const year = await openYear(page, 'fsw')
  await begin(page, 'fsw')
  await choosePlace(page)
  await fillChild(page, { firstname, birthdate: `31.3.${year - 6}` })
  await goOn(page)
  await expect(title(page)).toContainText('Bisher')
  await goOn(page)
  await page.getByRole('radio', { name: 'alleiniges Sorgerecht' }).check()
  await fillPerson(page, 1, mail)
  await goToCheck(page)
}

interface CaughtMail {
  to: string
  subject: string
  text: string
}

/** The newest confirmation mail to this address, once it has been sent. */
export const optinLink = async (page: Page, to: string) => {
  let link = ''
  await expect(async () => {
    const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
    const mail = mails.find((one) => one.to === to && one.subject.includes('bestätigen'))
    link = mail?.text.match(/\/app\/registration_contact_optin\/\S+/)?.[0] ?? ''
    expect(link).not.toBe('')
  }).toPass({ timeout: 15_000 })
  return link
}

/** The caught mails to this address, oldest first. */
export const mailsTo = async (page: Page, to: string) => {
  const mails = (await (await page.request.get('/demo/mails.json')).json()) as CaughtMail[]
  return mails.filter((mail) => mail.to === to)
}

/** Confirms an address of an application in a browser of its own, as the family does. */
export const confirmMail = async (browser: Browser, to: string) => {
  const family = await browser.newPage()
  await family.goto(await optinLink(family, to))
  await family.getByRole('button', { name: 'E-Mail-Adresse bestätigen' }).click()
  await expect(family.getByText('Danke! Ihre E-Mail-Adresse ist bestätigt.')).toBeVisible()
  await family.context().close()
}
