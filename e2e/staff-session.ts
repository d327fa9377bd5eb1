import { type Browser, expect, type Page } from '@playwright/test'

const PASSWORD = 'Schulhof-Demo-2026'

/** Signs in one of the demo's accounts by the login page and waits for the dashboard. */
export const logIn = async (page: Page, account: string) => {
  await page.goto('/app/base/login')
  await page.getByLabel('E-Mail').fill(`${account}@example.org`)
  await page.getByLabel('Passwort', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Willkommen/ })).toBeVisible()
}

/** A browser of its own for another person. */
export const openAs = async (browser: Browser, account: string) => {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  const page = await context.newPage()
  await logIn(page, account)
  return page
}

interface Question {
  method: string
  path: string
  body?: unknown
}

/** Asks the server as the signed-in person, past the pages: for refusals that no page offers. */
export const askAs = async (page: Page, { method, path, body }: Question) => {
  const token = (await page.context().cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const headers = { 'X-XSRF-TOKEN': decodeURIComponent(token) }
  const reply = await page.request.fetch(path, { method, headers, ...(body === undefined ? {} : { data: body }) })
  return { status: reply.status(), text: await reply.text() }
}
