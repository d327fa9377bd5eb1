import type { ReactNode } from 'react'
import classes from './native-secret.module.css'

interface NativeCardProps {
  /** Only a card that is one of several parts of a page has a title. */
  title?: string
  children: ReactNode
}

/** A sheet of paper, as wide as its column. */
export const NativeCard = ({ title, children }: NativeCardProps) => (
  <div className={classes.card}>
    {title && <h2 className={classes.title}>{title}</h2>}
    {children}
  </div>
)

/** The column of cards on a visitors' page; `isWide` for long forms. */
export const NativeColumn = ({ isWide, children }: { isWide?: true; children: ReactNode }) => (
  <div className={classes.column} data-wide={isWide}>
    {children}
  </div>
)
