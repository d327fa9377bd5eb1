/** What the address's hash names; it takes the focus for itself. */
export const targetOfHash = () => {
  const target = window.location.hash && document.getElementById(decodeURIComponent(window.location.hash.slice(1)))
  if (!target) return null
  if (target.tabIndex < 0) target.tabIndex = -1
  return target
}

/** What takes the focus: what the hash names, on a page to be filled in `data-page-focus`, else the title. */
const startOfPage = () =>
  targetOfHash() ??
  document.querySelector<HTMLElement>('main [data-page-focus]') ??
  document.querySelector<HTMLElement>('main h1')

/** After a change of page its start takes the focus, so that screen reader and keyboard begin there (ux §2). */
export const focusStartOfPage = () => startOfPage()?.focus({ preventScroll: true })
