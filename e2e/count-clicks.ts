import type { Page } from '@playwright/test'

/** Counts the clicks of the mouse on this page from now on, until it is loaded anew. */
export const countClicks = async (page: Page) => {
  await page.evaluate('window.clicks = 0; addEventListener("click", () => { window.clicks += 1 }, { capture: true })')
  return () => page.evaluate<number>('window.clicks')
}
