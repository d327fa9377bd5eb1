import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { showAccent } from '#web/ui/show-accent.ts'
import { focusStartOfPage, targetOfHash } from './page-start.ts'

/** The active school's colour (tokens.css). */
export const useAccent = (accent: string | undefined) => {
  useEffect(() => showAccent(accent), [accent])
}

/** After a change of page its start takes the focus. */
export const useFocusOnTitle = () => {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged, hashChanged }) => {
        if (fromLocation && pathChanged) focusStartOfPage()
        else if (fromLocation && hashChanged) targetOfHash()?.focus()
      }),
    [router],
  )
}
