import { type APIResponse, expect, type Page } from '@playwright/test'

/** What the journeys of staff have in common. */

const PASSWORD = 'Schulhof-Demo-2026'

/** No two tests share a child, no two calls a key. */
export const uniqueName = (start: string) => {
  const letters = Array.from({ length: 6 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26)))
  return start + letters.join('')
}

const send = async (page: Page, [method, path]: ['post' | 'put', string], data: unknown) => {
  const cookies = await page.context().cookies()
  const token = cookies.find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token), 'Idempotency-Key': uniqueName('key-') }
  return page.request[method](path, { data, headers })
}

const answered = async <T>(reply: APIResponse) => {
  expect(reply.ok(), `${reply.url()}: ${reply.status()} ${await reply.text()}`).toBe(true)
  return (await reply.json()) as T
}

/** Signs in an account of the demo by its name before `@example.org`. */
export const signIn = async (page: Page, name: string) => {
  await page.request.get('/sanctum/csrf-cookie')
  await answered(await send(page, ['post', '/login'], { email: `${name}@example.org`, password: PASSWORD }))
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
  /** Into the running year instead of the open one. */
  lateralGrade?: number
}

const yearOf = ({ schoolyears, today }: Facts, isRunning: boolean) => {
  const year = schoolyears.find(({ date_start }) => (isRunning ? date_start <= today : date_start > today))
  expect(year, 'a school year of the demo').toBeDefined()
  return year as Facts['schoolyears'][number]
}

const lateralAnswers = (grade: number) => ({
  previous_school_name: 'Grundschule am See',
  previous_school_city: 'Potsdam',
  previous_school_type: 'grundschule',
  previous_grade: grade,
})

/** An application from paper, entered by the call behind the form. */
export const enterApplication = async (page: Page, application: Application) => {
  const { firstname, lastname, mail, lateralGrade: grade } = application
  const facts = await answered<Facts>(await page.request.get('/api/admin/schoolRegistration/formOptions'))
  const year = yearOf(facts, grade !== undefined)
  const birthdate = application.birthdate ?? `${Number(year.date_start.slice(0, 4)) - 6}-03-31`
  return answered<{ id: number; number: string }>(
    await send(page, ['post', '/api/admin/schoolRegistration'], {
      school_year_id: year.id,
      ...(grade && { desired_grade: grade, desired_start_date: '2026-11-30' }),
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
        { firstname: 'Anna', lastname, relationship: 'mother', phone: '030 23125100', same_address: true, mail },
      ],
    }),
  )
}

/** Sets a status as somebody else would, without the page. */
export const putStatus = async (page: Page, id: number, status: string) =>
  answered(await send(page, ['put', `/api/admin/schoolRegistration/${id}/changeStatus`], { status }))

export const putNote = async (page: Page, id: number, note: { internal_note: string; version: number }) =>
  answered(await send(page, ['put', `/api/admin/schoolRegistration/${id}/note`], note))

/** The call behind the dialog; its reply also when it is refused. */
export const transform = (page: Page, id: number) =>
  send(page, ['post', '/api/admin/schoolRegistration/transformToPupil'], { registration_id: id, force: true })

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const notice = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text })
