import type { ReactNode } from 'react'
import classes from './list-tools.module.css'

/** Actions for the selected rows: below the list and always in sight, so that no row moves under the pointer. */
export const SelectionCard = ({ count, children }: { count: number; children: ReactNode }) => (
  <section className={`sh-row sh-gap-2 sh-rows-2 sh-above-3 sh-screen-only ${classes.bar}`} aria-label="Auswahl">
    <strong role="status">{`${count.toLocaleString('de-DE')} ausgewählt`}</strong>
    {children}
  </section>
)
