import { expect } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { type PupilList, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { openFetchBrowser } from '#server/test/fetch-browser.ts'

/** The first admin of the installed school. */
export const ADMIN = {
  name: 'Alex Berg',
  email: 'alex@example.org',
  password: 'Ein langer Satz',
  password_confirmation: 'Ein langer Satz',
}

/** The names of the children, read by somebody who signs in for it. */
export async function pupilsOf(url: string) {
  const browser = openFetchBrowser(url)
  const { email, password } = ADMIN
  const { status } = await browser.call(accountEndpoints.login, { body: { email, password, remember: false } })
  expect(status).toBe(200)
  const { json } = await browser.call(pupilEndpoints.list, { query: { per_page: 0 } })
  return (json as PupilList).data.map(({ firstname, lastname }) => `${firstname} ${lastname}`)
}
