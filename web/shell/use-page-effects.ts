import { useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Style classes of the body per route (spec §2) and the school's short name for its accent colour. */
export const usePageLook = (schoolShort: string | undefined) => {
  const bodyClasses = useMatches({ select: (matches) => matches.at(-1)?.staticData.bodyClasses?.join(' ') ?? '' })
  useEffect(() => {
    document.body.className = bodyClasses
  }, [bodyClasses])
  useEffect(() => {
    if (schoolShort) document.documentElement.dataset.school = schoolShort
    else delete document.documentElement.dataset.school
  }, [schoolShort])
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
