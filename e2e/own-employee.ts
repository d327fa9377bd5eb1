import { expect, type Page } from '@playwright/test'
import { askAs, title, uniqueName } from './staff-calls.ts'

const EMPLOYEES = '/api/admin/employee'

/** A short name that nobody else has. */
export const uniqueShort = () => {
  const letters = uniqueName('')
  return letters.charAt(0).toUpperCase() + letters.slice(1)
}

interface OwnEmployee {
  id: number
  firstname: string
  lastname: string
  name: string
  short_name: string
  mail: string
}

/** An employee whom only one journey uses, at the signed-in user's active school; found by the whole name. */
export const makeOwnEmployee = async (page: Page): Promise<OwnEmployee> => {
  const [firstname, lastname] = ['Vera', uniqueName('Voigt')]
  const person = { firstname, lastname, short_name: uniqueShort(), mail: `${uniqueName('voigt-')}@example.org` }
  const reply = await askAs(page, { method: 'POST', path: EMPLOYEES, body: person })
  expect(reply.status(), await reply.text()).toBe(201)
  const { id } = (await reply.json()) as { id: number }
  return { ...person, id, name: `${firstname} ${lastname}` }
}

/** The page of an employee without a title. */
export const openEmployee = async (page: Page, { id, name }: Pick<OwnEmployee, 'id' | 'name'>) => {
  await page.goto(`/app/admin/mitarbeiter/${id}`)
  await expect(title(page)).toHaveText(name)
}
