import type { ReactNode } from 'react'
import classes from './native-secret.module.css'

interface NativeCardProps {
  /** Only a card that is one part of a page has one. */
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

/** The column in which the cards of a page for visitors stand; `isWide` for long forms. */
export const NativeColumn = ({ isWide, children }: { isWide?: true; children: ReactNode }) => (
  <div className={classes.column} data-wide={isWide}>
    {children}
  </div>
)
