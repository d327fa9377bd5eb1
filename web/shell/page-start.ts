import type { MouseEvent } from 'react'

/** The id of the part of the page that every frame leads to; the hash stays as it is. */
export const MAIN_ID = 'inhalt'
export const skipToContent = (event: MouseEvent) => {
  event.preventDefault()
  document.getElementById(MAIN_ID)?.focus()
}

/** The target of the address's hash; it takes the focus itself. */
export const targetOfHash = () => {
  const target = window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
  if (!target) return null
  if (target.tabIndex < 0) target.tabIndex = -1
  return target
}

/** The element that takes the focus: the target of the hash, on a form page `data-page-focus`, otherwise the title. */
const startOfPage = () =>
  targetOfHash() ??
  document.querySelector<HTMLElement>('main [data-page-focus]') ??
  document.querySelector<HTMLElement>('main h1')

/** After a change of page its start takes the focus, so that screen reader and keyboard begin there (ux §2). */
export const focusStartOfPage = () => startOfPage()?.focus({ preventScroll: true })
