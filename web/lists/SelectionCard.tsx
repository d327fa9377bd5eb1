import { ActionIcon } from '@mantine/core'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import classes from './list-tools.module.css'

interface SelectionCardProps {
  count: number
  /** Missing: the card has a button of its own for it. */
  onClear?: () => void
  children: ReactNode
}

/** Actions for the selected rows: below the list and always in sight, so that no row moves under the pointer. */
export const SelectionCard = ({ count, onClear, children }: SelectionCardProps) => (
  <section className={`sh-row sh-gap-2 sh-rows-2 sh-above-3 sh-screen-only ${classes.bar}`} aria-label="Auswahl">
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
