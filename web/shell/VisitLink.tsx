import type { MouseEvent, ReactNode } from 'react'
import { BASE } from '#web/base-path.ts'
import { NativeButtonLink } from '#web/ui/native/NativeButton.tsx'
import { useVisit } from './visit.ts'

/** Leads from one page for visitors to another, without a load; `to` is below `/app`. */
export const VisitLink = ({ to, children }: { to: string; children: ReactNode }) => {
  const { go } = useVisit()
  const follow = (event: MouseEvent) => {
    // With another key it opens as any link does, in a tab of its own.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <NativeButtonLink look="primary" href={BASE + to} onClick={follow}>
      {children}
    </NativeButtonLink>
  )
}
