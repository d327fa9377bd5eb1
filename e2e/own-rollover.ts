import { type Browser, expect, type Page } from '@playwright/test'
import { openOwnSchool } from './own-school.ts'
import { askAs, enterApplication, putStatus, title, uniqueName } from './staff-calls.ts'

/** Shared steps of the journeys of the year change. */

export const PAGE = '/app/admin/schuljahreswechsel'

interface Class {
  id: number
  classgradePlain: string
  school_year: { name: string }
  pupil_count: number
}

const classesOf = async (page: Page, yearName: string) => {
  const options = await askAs(page, { method: 'GET', path: '/api/admin/schoolclass/formOptions' })
  const { schoolyears } = (await options.json()) as { schoolyears: { id: number; name: string }[] }
  const year = schoolyears.find(({ name }) => name === yearName)?.id
  const reply = await askAs(page, { method: 'GET', path: `/api/admin/schoolclass?school_year_id=${year}` })
  return (await reply.json()) as Class[]
}

const classId = async (page: Page, name: string) => {
  const found = (await classesOf(page, '2026/2027')).find(({ classgradePlain }) => classgradePlain === name)
  expect(found, name).toBeDefined()
  return found?.id ?? 0
}

/** A pupil of this school year, made from an application. */
export const admit = async (
  page: Page,
  child: { firstname: string; lastname: string; grade: number; className: string },
) => {
  const { grade, className, ...names } = child
  const birthdate = `${2026 - 5 - grade}-03-31`
  const { id } = await enterApplication(page, { ...names, birthdate, lateralGrade: grade })
  await putStatus(page, id, 'accepted')
  const body = { registration_id: id, force: true, schoolclass_id: await classId(page, className) }
  const reply = await askAs(page, { method: 'POST', path: '/api/admin/schoolRegistration/transformToPupil', body })
  expect(reply.status(), await reply.text()).toBe(201)
}

/** A school with two children in 2a, one in 3b and one in 6a. */
export const openSchool = async (browser: Browser, page: Page) => {
  const school = await openOwnSchool(browser, page, true)
  const lastname = uniqueName('Wechsel')
  for (const [firstname, grade, className] of [
    ['Ada', 2, '2a'],
    ['Bela', 2, '2a'],
    ['Cleo', 3, '3b'],
    ['Dora', 6, '6a'],
  ] as const)
    await admit(page, { firstname, lastname, grade, className })
  return { ...school, lastname }
}

export const openPage = async (page: Page) => {
  await page.goto(PAGE)
  await expect(title(page)).toHaveText('Schuljahreswechsel')
}

export const goOn = async (page: Page, step: string) => page.getByRole('button', { name: `Weiter: ${step}` }).click()
