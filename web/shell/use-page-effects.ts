import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Accent } from '#contract/schools.ts'

/** The active school's colour (tokens.css). */
export const useAccent = (accent: Accent | undefined) => {
  useEffect(() => {
    if (accent) document.documentElement.dataset.accent = accent
    else delete document.documentElement.dataset.accent
  }, [accent])
}

/** What takes the focus on a page that is there to be filled in: `data-page-focus`, else the title. */
const startOfPage = () =>
  document.querySelector<HTMLElement>('main [data-page-focus]') ?? document.querySelector<HTMLElement>('main h1')

/** After a change of page its start takes the focus, so that screen reader and keyboard begin there (ux §2). */
export const useFocusOnTitle = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        startOfPage()?.focus({ preventScroll: true })
      }),
    [router],
  )
}
