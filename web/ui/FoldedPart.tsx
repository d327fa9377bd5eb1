import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useNarrow } from './use-narrow.ts'

interface FoldedPartProps {
  /** The hash that leads to it: whoever follows a link finds it open. */
  name: string
  summary: string
  children: ReactNode
}

/** A longer part of a page that is there once somebody opens it. */
export const FoldedPart = ({ name, summary, children }: FoldedPartProps) => {
  const hash = useLocation({ select: (location) => location.hash })
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (hash === name) setOpen(true)
  }, [hash, name])
  return (
    <details className="sh-above-2" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="sh-padded-1 sh-linked sh-screen-only" style={{ width: 'fit-content', cursor: 'pointer' }}>
        {summary}
      </summary>
      {isOpen && children}
    </details>
  )
}

/** On a phone, where one page is many screens long, folded; elsewhere simply there. */
export const FoldedOnPhones = (props: FoldedPartProps) => (useNarrow() ? <FoldedPart {...props} /> : props.children)
