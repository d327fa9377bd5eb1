import { type Browser, expect, type Page } from '@playwright/test'
import { askAs, openAs, title, uniqueName } from './staff-calls.ts'

/** Accounts that a journey creates for itself, so that it may change their passwords and devices. */

export interface OwnAccount {
  name: string
  email: string
  password: string
}

interface Mail {
  to: string
  subject: string
  text: string
}

/** The link in the newest caught mail to an address with this subject. */
const linkIn = async (page: Page, { email, subject }: { email: string; subject: string }) => {
  const mails = (await (await page.request.get('/demo/mails.json')).json()) as Mail[]
  const mail = mails.findLast((one) => one.to.includes(email) && one.subject.includes(subject))
  return /https?:\/\/\S+\/base\/reset-password\/\S+/.exec(mail?.text ?? '')?.[0]
}

export const mailedLink = async (page: Page, wanted: { email: string; subject: string }) => {
  let link: string | undefined
  const look = async () => {
    link = await linkIn(page, wanted)
    return link
  }
  await expect.poll(look, { timeout: 20_000 }).toBeTruthy()
  return new URL(link ?? '')
}

/** A new account at the primary school, invited by its head, with a password. */
export const makeAccount = async (
  browser: Browser,
  role: 'schooladmin' | 'teacher_level_1' | 'viewer' = 'viewer',
): Promise<OwnAccount> => {
  const head = await openAs(browser, 'leitung.fsw')
  const account = {
    name: uniqueName('Konto '),
    email: `${uniqueName('konto-')}@example.org`,
    password: 'Ein Apfel am Morgen',
  }
  const { name, email, password } = account
  const made = await askAs(head, { method: 'POST', path: '/api/admin/user', body: { name, email, roles: [role] } })
  expect(made.status(), await made.text()).toBe(201)
  const link = await mailedLink(head, { email, subject: 'Zugang' })
  const token = link.pathname.split('/').at(-1) ?? ''
  const body = { email, token, password, password_confirmation: password }
  const set = await askAs(head, { method: 'POST', path: '/reset-password', body })
  expect(set.ok(), await set.text()).toBe(true)
  await head.context().close()
  return account
}

/** A head of both schools of the demo; the active school is the account's, so a journey that changes it has its own. */
export const makeHeadOfBothSchools = async (browser: Browser): Promise<OwnAccount> => {
  const account = await makeAccount(browser, 'schooladmin')
  const admin = await openAs(browser, 'admin')
  const listed = await (await askAs(admin, { method: 'GET', path: '/api/admin/user' })).json()
  const users = listed.users as { id: number; email: string; schools: { id: number }[] }[]
  const find = (email: string) => users.find((user) => user.email === email)
  const value = find('multi@example.org')?.schools.map(({ id }) => id)
  const body = { key: 'ATTACH_USER_TO_MULTIPLE_SCHOOLS', user_id: find(account.email)?.id, value }
  const saved = await askAs(admin, { method: 'PUT', path: '/api/admin/user_settings', body })
  expect(saved.ok(), await saved.text()).toBe(true)
  await admin.context().close()
  return account
}

export const typeLogin = async (page: Page, { email, password }: Pick<OwnAccount, 'email' | 'password'>) => {
  await page.getByLabel('E-Mail').fill(email)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in without the page; the caller reloads the open page. */
export const logInAs = async (page: Page, { email, password }: OwnAccount, remember = false) => {
  await page.request.get('/sanctum/csrf-cookie')
  const reply = await askAs(page, { method: 'POST', path: '/login', body: { email, password, remember } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

export const PROFILE = '/app/profile'

export const openProfile = async (page: Page, account: OwnAccount) => {
  await logInAs(page, account)
  await page.goto(PROFILE)
  await expect(title(page)).toHaveText('Profil')
}

/** A card of the profile. */
export const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
