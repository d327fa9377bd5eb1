import { expect, type Page } from '@playwright/test'

/** Shared steps of the journeys on the parents' page; everything is found by its German name. */

export const ADD = '**/api/public/addPupilSickNote'
export const PUPIL = '**/api/public/pupil/*'
export const MORNING = '2026-11-20T07:30:00+01:00'
export const AFTERNOON = '2026-11-20T14:00:00+01:00'
export const ARRIVED = 'Ihre Meldung ist angekommen'

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const send = (page: Page) => page.getByRole('button', { name: 'Jetzt melden' })
export const choice = (page: Page, name: string | RegExp) => page.getByRole('radio', { name })

const STORED = `(async () => ({
  local: Object.keys(localStorage),
  session: Object.keys(sessionStorage),
  databases: (await indexedDB.databases()).length,
  caches: (await caches.keys()).length,
  workers: (await navigator.serviceWorker.getRegistrations()).length,
}))()`

/** Checks that nothing about the child is left after the page (domain §5.6): at most, for ten minutes, the way back. */
export const expectNothingStored = async (page: Page, session: string[] = []) => {
  expect(await page.evaluate(STORED)).toEqual({ local: [], session, databases: 0, caches: 0, workers: 0 })
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  expect(cookies.filter((name) => !['XSRF-TOKEN', 'demo'].includes(name))).toEqual([])
}

/** Whether the page would ask before it is left. */
export const warnsOnLeaving = (page: Page) =>
  page.evaluate(`!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))`)

/** Replaces rules of the school in the server's answer about the child. */
export const changeRules = (page: Page, rules: object) =>
  page.route(PUPIL, async (route) => {
    const reply = await route.fetch()
    const body = (await reply.json()) as { sicknote: object }
    await route.fulfill({ response: reply, json: { ...body, sicknote: { ...body.sicknote, ...rules } } })
  })
