/** Moves the focus to a field and scrolls it into view. */
export const focusField = (id: string) => {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** Moves the focus to the page's title, when the element with the focus is gone. */
export const focusTitle = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

/** Moves the focus back to an element, if that still exists. */
export const focusOrTitle = (target: EventTarget | null) => {
  if (target instanceof HTMLElement && target.isConnected && target !== document.body)
    target.focus({ preventScroll: true })
  else focusTitle()
}

/** For use after an element with the focus has left the page. */
export const focusTitleIfLost = () => {
  if (document.activeElement === null || document.activeElement === document.body) focusTitle()
}
