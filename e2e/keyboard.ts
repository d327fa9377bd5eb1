import { expect, type Locator, type Page } from '@playwright/test'

const MOST_STEPS = 80

type StepKey = 'Tab' | 'Shift+Tab' | 'ArrowDown' | 'ArrowUp'

/** Presses one key until the element has the focus, like somebody without a mouse. */
export const stepTo = async (page: Page, target: Locator, key: StepKey = 'Tab') => {
  await expect(target).toBeVisible()
  const focused = target.and(page.locator(':focus'))
  for (let step = 0; step < MOST_STEPS && (await focused.count()) === 0; step += 1) await page.keyboard.press(key)
  await expect(target).toBeFocused()
}

/** The same, and presses it. */
export const stepToAndPress = async (page: Page, target: Locator, key: StepKey = 'Tab') => {
  await stepTo(page, target, key)
  await page.keyboard.press('Enter')
}
