import { expect, type Page } from '@playwright/test'
import { askAs, enterApplication, putStatus, uniqueName } from './staff-calls.ts'

/** Classes and pupils of a school that a journey has created for itself. */

const TODAY = '2026-11-20'

const sent = async <T>(page: Page, path: string, body: unknown) => {
  const reply = await askAs(page, { method: 'POST', path, body })
  expect(reply.status(), `${path}: ${await reply.text()}`).toBe(201)
  return (await reply.json()) as T
}

interface Options {
  schoolyears: { id: number; state: string }[]
  schoolgrades: { id: number; grade: number }[]
}

/** A class of the current year, and its id. */
export const makeClass = async (page: Page, { grade, description }: { grade: number; description: string }) => {
  const reply = await askAs(page, { method: 'GET', path: '/api/admin/schoolclass/formOptions' })
  const { schoolyears, schoolgrades } = (await reply.json()) as Options
  const body = {
    school_year_id: schoolyears.find(({ state }) => state === 'active')?.id,
    schoolgrade_id: schoolgrades.find((one) => one.grade === grade)?.id,
    description,
  }
  const { id } = await sent<{ id: number }>(page, '/api/admin/schoolclass', body)
  return id
}

/** Chooses an action in the menu of a row of the list of classes. */
export const actOnClass = async (page: Page, name: string, action: 'Bearbeiten' | 'Löschen') => {
  await page.getByRole('button', { name: `Aktionen: Klasse ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** An employee, and the id. */
export const makeEmployee = async (page: Page, firstname: string, lastname: string) => {
  const body = { firstname, lastname, short_name: uniqueName('K').slice(0, 6) }
  const { id } = await sent<{ id: number }>(page, '/api/admin/employee', body)
  return id
}

/** A pupil of grade 2 from today on, in a class or without one. */
export const enrol = async (page: Page, child: { firstname: string; lastname: string }, schoolclassId?: number) => {
  const application = { ...child, mail: `${uniqueName('eltern-')}@example.org`, lateralGrade: 2, startsOn: TODAY }
  const { id } = await enterApplication(page, { ...application, birthdate: '2019-05-04' })
  await putStatus(page, id, 'accepted')
  const body = { registration_id: id, force: true, ...(schoolclassId ? { schoolclass_id: schoolclassId } : {}) }
  const { pupil_id } = await sent<{ pupil_id: number }>(page, '/api/admin/schoolRegistration/transformToPupil', body)
  return pupil_id
}
