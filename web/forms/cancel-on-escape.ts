import type { KeyboardEvent } from 'react'

/** What a field has open, such as a list; the kit marks either way. */
const OPEN = '[aria-expanded="true"], [data-expanded]'

/** Escape leaves a form in the page as it leaves a dialog; what is open in it is closed first. */
export const cancelOnEscape = (cancel: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  const form = event.currentTarget
  // What lies above the page, such as a calendar, is no part of the form for the browser.
  const isInside = event.target instanceof Node && form.contains(event.target)
  if (event.key === 'Escape' && isInside && form.querySelector(OPEN) === null) cancel()
}
