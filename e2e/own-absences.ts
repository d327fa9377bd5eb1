import { type Browser, expect, type Page } from '@playwright/test'
import { logInAs, mailedLink, type OwnAccount } from './own-account.ts'
import { makeClass, makeEmployee } from './own-class.ts'
import { addPupils } from './own-pupil.ts'
import { openOwnSchool } from './own-school.ts'
import { askAs, title, uniqueName } from './staff-calls.ts'

/** Absences of a school that a journey has created for itself; its admin is signed in. */

export const ABSENCES = '/app/admin/abwesenheitsmeldungen'
export const TODAY = '2026-11-20'

const NOTES = '/api/admin/pupilSickNotes'
const LASTNAMES = ['Ahrens', 'Bode', 'Conrad', 'Dorn', 'Ebert']
export type Lastname = 'Ahrens' | 'Bode' | 'Conrad' | 'Dorn' | 'Ebert'

export interface OwnChildren {
  classId: number
  /** By last name; all are called Ida and are in 2a, but Ebert in 2b. */
  ids: Record<Lastname, number>
}

/** A school with five children in two classes, who have been there since the summer. */
export const openFive = async (browser: Browser, page: Page): Promise<OwnChildren> => {
  await openOwnSchool(browser, page)
  const classId = await makeClass(page, { grade: 2, description: 'a' })
  const otherId = await makeClass(page, { grade: 2, description: 'b' })
  const children = LASTNAMES.map((lastname) => ({
    firstname: 'Ida',
    lastname,
    isOld: true,
    phone: '0152 28817386',
    schoolclassId: lastname === 'Ebert' ? otherId : classId,
  }))
  const ids = await addPupils(page, children)
  return { classId, ids: Object.fromEntries(LASTNAMES.map((name, at) => [name, ids[at]])) as Record<Lastname, number> }
}

/** Enters a note with the call behind the dialog. */
export const enterNote = async (page: Page, pupilId: number, facts: object = {}) => {
  const body = { pupil_ids: [pupilId], dateStart: TODAY, ...facts }
  const reply = await askAs(page, { method: 'POST', path: NOTES, body })
  expect(reply.status(), await reply.text()).toBe(201)
  const { ids } = (await reply.json()) as { ids: number[] }
  return ids[0] as number
}

/** A report by a child's parents through the link, without the page. */
export const reportAsParent = async (page: Page, pupilId: number) => {
  const link = await askAs(page, { method: 'GET', path: `/api/admin/pupil/${pupilId}/link` })
  const [uuid] = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(await link.text()) ?? []
  const body = { uuid, dateStart: TODAY, reporterRelation: 'mother' }
  const reply = await askAs(page, { method: 'POST', path: '/api/public/addPupilSickNote', body })
  expect(reply.status(), await reply.text()).toBe(201)
}

/**
 * A colleague with an account of this role; a teacher leads the class. Returns the page on which the colleague is
 * signed in.
 */
export const openColleague = async (
  browser: Browser,
  admin: Page,
  { role, classId, isPhone }: { role: 'teacher_level_1' | 'viewer'; classId?: number; isPhone?: true },
) => {
  const password = 'Ein Apfel am Morgen'
  const account: OwnAccount = { name: uniqueName('Kollege '), email: `${uniqueName('kollege-')}@example.org`, password }
  const { name, email } = account
  const made = await askAs(admin, { method: 'POST', path: '/api/admin/user', body: { name, email, roles: [role] } })
  expect(made.status(), await made.text()).toBe(201)
  const link = await mailedLink(admin, { email, subject: 'Zugang' })
  const token = link.pathname.split('/').at(-1) ?? ''
  const body = { email, token, password, password_confirmation: password }
  const viewport = isPhone ? { width: 360, height: 740 } : { width: 1366, height: 768 }
  const page = await (await browser.newContext({ viewport })).newPage()
  await page.request.get('/sanctum/csrf-cookie')
  const set = await askAs(page, { method: 'POST', path: '/reset-password', body })
  expect(set.ok(), await set.text()).toBe(true)
  await logInAs(page, account)
  if (classId !== undefined) await leadBy(admin, page, classId)
  return page
}

const leadBy = async (admin: Page, colleague: Page, classId: number) => {
  const employeeId = await makeEmployee(admin, 'Änne', 'Ziegler')
  const { user } = await (await askAs(colleague, { method: 'GET', path: '/api/basedata' })).json()
  const put = async (path: string, body: object) => {
    const reply = await askAs(admin, { method: 'PUT', path, body })
    expect(reply.ok(), await reply.text()).toBe(true)
  }
  await put(`/api/admin/employee/${employeeId}/account`, { user_id: user.id })
  await put(`/api/admin/schoolclass/${classId}`, { responsible_teachers: [employeeId] })
}

export const openAbsences = async (page: Page, query = '') => {
  await page.goto(ABSENCES + query)
  await expect(title(page)).toHaveText('Krankmeldungen')
}

export const absenceTable = (page: Page, name = 'Heute') => page.getByRole('table', { name, exact: true })

/** The children in the list, as `Ahrens, Ida`. */
export const absentNames = (page: Page, name?: string) =>
  absenceTable(page, name).getByRole('rowheader').getByRole('link')

/** Chooses an action in the menu of a row. */
export const actOn = async (page: Page, lastname: Lastname, action: string) => {
  await page.getByRole('button', { name: `Aktionen: Ida ${lastname}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

export const absenceRow = (page: Page, lastname: Lastname) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `${lastname}, Ida` }) })
