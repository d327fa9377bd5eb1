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

/** After a change of page the title takes the focus, so that screen reader and keyboard start there (ux §2). */
export const useFocusOnTitle = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return
        document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
