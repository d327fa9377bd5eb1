/** Puts the focus into a field and the field where it can be seen. */
export const focusField = (id: string) => {
  const field = document.getElementById(id)
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** The page's title: where reading goes on when what had the focus is gone. */
export const focusTitle = () => document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })

/** Back to where the focus was, if that is still there. */
export const focusOrTitle = (target: EventTarget | null) => {
  if (target instanceof HTMLElement && target.isConnected && target !== document.body)
    target.focus({ preventScroll: true })
  else focusTitle()
}

/** After something with the focus has left the page. */
export const focusTitleIfLost = () => {
  if (document.activeElement === null || document.activeElement === document.body) focusTitle()
}
