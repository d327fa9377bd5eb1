// biome-ignore lint/style/noRestrictedImports: here the journeys' own `test` is made
import { test as base } from '@playwright/test'

/**
 * The `test` of all journeys. A page may still be loading something when its journey ends; a route that is answered
 * then would fail outside of any test, so routes are removed before the pages close.
 */
export const test = base.extend<{ endsRoutes: undefined }>({
  endsRoutes: [
    async ({ browser, context }, use) => {
      await use(undefined)
      const contexts = [context, ...browser.contexts()]
      for (const one of contexts) await one.unrouteAll({ behavior: 'ignoreErrors' })
      for (const page of contexts.flatMap((one) => one.pages())) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})
