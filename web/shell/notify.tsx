import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { NoticeOptions } from './notice-options.ts'

const loadNotices = () => import('./notices.tsx')
const NoticeArea = lazy(() => loadNotices().then((module) => ({ default: module.NoticeArea })))

let isWanted = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where notices appear; their code is fetched with the first one. */
export const NoticeHost = () => {
  const isShown = useSyncExternalStore(subscribe, () => isWanted)
  return (
    isShown && (
      <Suspense fallback={null}>
        <NoticeArea />
      </Suspense>
    )
  )
}

/** Takes a notice away that has nothing to say any more. */
export const hideNotice = async (id: string) => (await loadNotices()).hideNotice(id)

/** A short notice for 5 s; it stays while the pointer or the focus is on it (WCAG 2.2.1). */
export const notify = async (message: ReactNode, options: NoticeOptions = {}) => {
  const { showNotice } = await loadNotices()
  isWanted = true
  for (const listener of listeners) listener()
  showNotice(message, options)
}
