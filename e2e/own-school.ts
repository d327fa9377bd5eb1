import { type Browser, expect, type Page } from '@playwright/test'
import type { Role } from '#contract/permissions.ts'
import { logInAs, mailedLink, type OwnAccount } from './own-account.ts'
import { askAs, openAs, uniqueName } from './staff-calls.ts'

/** A school that a journey creates for itself, so that it may change its structure. */

export interface OwnSchool {
  id: number
  short: string
  name: string
  /** An admin whose active school it is. */
  account: OwnAccount
}

const SCHOOL = {
  federal_state: 'DE-BB',
  grade_min: 1,
  grade_max: 6,
  has_holidays: false,
  carrier_name: 'Trägerverein am Berg e. V.',
  street: 'Bergweg',
  house_number: '3',
  zip: '15999',
  city: 'Bergdorf',
  phone: '0331 1234567',
  mail: 'schule@example.org',
  privacy_officer_contact: 'Datenschutz, datenschutz@example.org',
}

/** An account with a password, created by the admin or head who is signed in on the page. */
export const makeAccountBy = async (admin: Page, role: Role, rights = {}): Promise<OwnAccount> => {
  const [name, email, password] = [
    uniqueName('Verwaltung '),
    `${uniqueName(`${role}-`)}@example.org`,
    'Ein Apfel am Morgen',
  ]
  const made = await askAs(admin, {
    method: 'POST',
    path: '/api/admin/user',
    body: { name, email, roles: [role], ...rights },
  })
  expect(made.status(), await made.text()).toBe(201)
  const link = await mailedLink(admin, { email, subject: 'Zugang' })
  const token = link.pathname.split('/').at(-1) ?? ''
  const body = { email, token, password, password_confirmation: password }
  const set = await askAs(admin, { method: 'POST', path: '/reset-password', body })
  expect(set.ok(), await set.text()).toBe(true)
  return { name, email, password }
}

export const makeAdmin = async (browser: Browser) => {
  const admin = await openAs(browser, 'admin')
  const account = await makeAccountBy(admin, 'admin')
  await admin.context().close()
  return account
}

/** Signs the page in as the first head of an own school; only heads declare what law asks of the school. */
export const openOwnSchoolAsHead = async (browser: Browser, page: Page): Promise<OwnSchool> => {
  const school = await openOwnSchool(browser, page)
  const head = await makeAccountBy(page, 'schooladmin')
  await page.context().clearCookies()
  await logInAs(page, head)
  return { ...school, account: head }
}

/** A browser of its own for a second head, with the right to erase, of the school whose head is signed in on the page. */
export const openSecondHead = async (browser: Browser, head: Page) => {
  const account = await makeAccountBy(head, 'schooladmin', { may_view_sensitive: true })
  const page = await (await browser.newContext({ viewport: { width: 1366, height: 768 } })).newPage()
  await logInAs(page, account)
  return page
}

/** Signs the page in as that admin with a new school, which is active and has an open form. */
export const openSchoolOf = async (account: OwnAccount, page: Page, has_classes = false): Promise<OwnSchool> => {
  await logInAs(page, account)
  const [short, name] = [uniqueName('e').slice(0, 7), uniqueName('Schule am ')]
  const body = { ...SCHOOL, short, name, has_classes }
  const made = await askAs(page, { method: 'POST', path: '/api/admin/school', body })
  expect(made.status(), await made.text()).toBe(201)
  const { school_id: id } = (await made.json()) as { school_id: number }
  const wish = { method: 'POST', path: '/api/admin/school/changeUserSchool', body: { school_id: id } } as const
  expect((await askAs(page, wish)).ok()).toBe(true)
  return { id, short, name, account }
}

let ownAdmin: Promise<OwnAccount> | undefined

/** A separate school for a journey; all journeys of this worker share its admin and run one after the other. */
export const openOwnSchool = async (browser: Browser, page: Page, has_classes = false) => {
  ownAdmin ??= makeAdmin(browser)
  return openSchoolOf(await ownAdmin, page, has_classes)
}
