import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './list-tools.module.css'

/** With less room than this between card and window edge, a notice would cover the card. */
const NOTICE_ROOM = 160

/** Below a short list the card stands higher than at the window's edge: notices keep above it (`notices.module.css`). */
const useNoticesAbove = () => {
  const card = useRef<HTMLElement>(null)
  useEffect(() => {
    const { style } = document.documentElement
    const lift = () => {
      const { top = 0, bottom = 0 } = card.current?.getBoundingClientRect() ?? {}
      const isInTheWay = window.innerHeight - bottom < NOTICE_ROOM
      style.setProperty('--sh-card-height', isInTheWay ? `${window.innerHeight - top}px` : '0px')
    }
    lift()
    const resized = new ResizeObserver(lift)
    resized.observe(document.body)
    window.addEventListener('scroll', lift, { passive: true })
    window.addEventListener('resize', lift)
    return () => {
      resized.disconnect()
      window.removeEventListener('scroll', lift)
      window.removeEventListener('resize', lift)
      style.removeProperty('--sh-card-height')
    }
  }, [])
  return card
}

interface SelectionCardProps {
  count: number
  /** Missing: the card has a button of its own for it. */
  onClear?: () => void
  children: ReactNode
}

/** Actions for the selected rows: below the list and always in sight, so that no row moves under the pointer. */
export const SelectionCard = ({ count, onClear, children }: SelectionCardProps) => (
  <section
    ref={useNoticesAbove()}
    className={`sh-row sh-gap-2 sh-rows-2 sh-above-3 sh-screen-only ${classes.bar}`}
    aria-label="Auswahl"
  >
    <span className="sh-inline">
      {onClear && (
        <ActionIcon aria-label="Auswahl aufheben" title="Auswahl aufheben" onClick={onClear}>
          <X size={20} aria-hidden />
        </ActionIcon>
      )}
      <strong role="status">{`${count.toLocaleString('de-DE')} ausgewählt`}</strong>
    </span>
    {children}
  </section>
)
