import type { KeyboardEvent } from 'react'

/** Escape leaves a form in the page as it leaves a dialog; what is open in it, such as a list, is closed first. */
export const cancelOnEscape = (cancel: () => void) => (event: KeyboardEvent<HTMLFormElement>) => {
  const form = event.currentTarget
  const isInside = event.target instanceof Node && form.contains(event.target)
  if (event.key !== 'Escape' || event.defaultPrevented || !isInside) return
  if (form.querySelector('[aria-expanded="true"]') === null) cancel()
}
