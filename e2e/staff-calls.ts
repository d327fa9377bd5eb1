import { type APIResponse, type Browser, expect, type Page } from '@playwright/test'

/** Shared steps of the journeys of staff. */

/** The password of all accounts of the demo. */
export const PASSWORD = 'Schulhof-Demo-2026'
const REGISTRATIONS = '/api/admin/schoolRegistration'

// Without vowels, because `ae` is found like ä and marked as one letter.
const LETTERS = 'bcdfghjklmnpqrstvwxz'

/** Each test has its own child, and each call its own key. */
export const uniqueName = (start: string) => {
  const letters = Array.from({ length: 6 }, () => LETTERS[Math.floor(Math.random() * LETTERS.length)])
  return start + letters.join('')
}

interface Question {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
}

/** Calls the server as the signed-in user without the pages, to prepare data and for refusals that no page offers. */
export const askAs = async (page: Page, { method, path, body }: Question) => {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token), 'Idempotency-Key': uniqueName('key-') }
  return page.request.fetch(path, { method, headers, ...(body === undefined ? {} : { data: body }) })
}

const answered = async <T>(reply: APIResponse) => {
  expect(reply.ok(), `${reply.url()}: ${reply.status()} ${await reply.text()}`).toBe(true)
  return (await reply.json()) as T
}

/** Signs in an account of the demo by its name before `@example.org`. */
export const signIn = async (page: Page, name: string) => {
  await page.request.get('/sanctum/csrf-cookie')
  const body = { email: `${name}@example.org`, password: PASSWORD }
  await answered(await askAs(page, { method: 'POST', path: '/login', body }))
}

/** A browser of its own for another person. */
export const openAs = async (browser: Browser, name: string) => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await signIn(page, name)
  return page
}

interface Facts {
  today: string
  schoolyears: { id: number; name: string; date_start: string }[]
}

interface Application {
  firstname: string
  lastname: string
  /** YYYY-MM-DD; without it the age of grade 1 in the open year. */
  birthdate?: string
  mail?: string
  /** Sends the confirmation mail at once. */
  sendsOptin?: boolean
  /** For the current year instead of the open one. */
  lateralGrade?: number
  /** The first day of a pupil who joins during the year. */
  startsOn?: string
}

const yearOf = ({ schoolyears, today }: Facts, isRunning: boolean) => {
  const year = schoolyears.find(({ date_start }) => (isRunning ? date_start <= today : date_start > today))
  expect(year, 'a school year of the demo').toBeDefined()
  return year as Facts['schoolyears'][number]
}

/** A separate phone number for each family: families with a common one are shown as siblings. */
const phoneOf = (lastname: string) => {
  const digits = [...lastname].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 90_000, 0) + 10_000
  return `030 23125${digits}`
}

const lateralAnswers = (grade: number) => ({
  previous_school_name: 'Grundschule am See',
  previous_school_city: 'Potsdam',
  previous_school_type: 'grundschule',
  previous_grade: grade,
})

/** An application from paper, entered with the call behind the form. */
export const enterApplication = async (page: Page, application: Application) => {
  const { firstname, lastname, mail, lateralGrade: grade } = application
  const facts = await answered<Facts>(await askAs(page, { method: 'GET', path: `${REGISTRATIONS}/formOptions` }))
  const year = yearOf(facts, grade !== undefined)
  const birthdate = application.birthdate ?? `${Number(year.date_start.slice(0, 4)) - 6}-03-31`
  const body = {
    school_year_id: year.id,
    send_optin: application.sendsOptin ?? false,
    ...(grade && { desired_grade: grade, desired_start_date: application.startsOn ?? '2026-11-30' }),
    meta: {
      entry_type: grade ? 'lateral' : 'regular',
      child_firstname: firstname,
      child_lastname: lastname,
      child_gender: 'f',
      child_birthdate: birthdate,
      child_street: 'Dorfstraße',
      child_house_number: '12a',
      child_zip: '15999',
      child_city: 'Wacholderhain',
      custody: 'sole',
      afterschool_care: 'none',
      ...(grade && lateralAnswers(grade)),
    },
    contacts: [
      { firstname: 'Anna', lastname, relationship: 'mother', phone: phoneOf(lastname), same_address: true, mail },
    ],
  }
  return answered<{ id: number; number: string }>(await askAs(page, { method: 'POST', path: REGISTRATIONS, body }))
}

/** Sets a status like another user, without the page. */
export const putStatus = async (page: Page, id: number, status: string) =>
  answered(await askAs(page, { method: 'PUT', path: `${REGISTRATIONS}/${id}/changeStatus`, body: { status } }))

export const putNote = async (page: Page, id: number, note: { internal_note: string; version: number }) =>
  answered(await askAs(page, { method: 'PUT', path: `${REGISTRATIONS}/${id}/note`, body: note }))

/** The call behind the dialog; its reply also when it is refused. */
export const transform = (page: Page, id: number) =>
  askAs(page, {
    method: 'POST',
    path: `${REGISTRATIONS}/transformToPupil`,
    body: { registration_id: id, force: true },
  })

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })

/** The same, with the pointer on it: otherwise the notice and its buttons disappear after five seconds. */
export const heldNotice = async (page: Page, text: string | RegExp) => {
  await notice(page, text).hover()
  return notice(page, text)
}
