import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showAccent } from '#web/ui/show-accent.ts'

/** The active school's colour (tokens.css). */
export const useAccent = (accent: string | undefined) => {
  useEffect(() => showAccent(accent), [accent])
}

/** What the address's hash names; it takes the focus for itself. */
const targetOfHash = () => {
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
export const useFocusOnTitle = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, hashChanged }) => {
        if (fromLocation && pathChanged) startOfPage()?.focus({ preventScroll: true })
        else if (fromLocation && hashChanged) targetOfHash()?.focus()
      }),
    [router],
  )
}
