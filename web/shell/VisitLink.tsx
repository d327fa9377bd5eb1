import type { MouseEvent, ReactNode } from 'react'
import { BASE } from '#web/base-path.ts'
import { NativeButtonLink } from '#web/ui/native/NativeButton.tsx'
import { useVisit } from './visit.ts'

interface VisitLinkProps {
  to: string
  look?: 'plain' | 'primary'
  children: ReactNode
}

/** A link between visitors' pages, without reloading; `to` is below `/app`. */
export const VisitLink = ({ to, look = 'primary', children }: VisitLinkProps) => {
  const { go } = useVisit()
  const follow = (event: MouseEvent) => {
    // With a modifier key it opens like any link, in a new tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <NativeButtonLink look={look} href={BASE + to} onClick={follow}>
      {children}
    </NativeButtonLink>
  )
}
