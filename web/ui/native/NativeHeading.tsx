import type { ReactNode } from 'react'
import classes from './native.module.css'

interface NativeHeadingProps {
  children: ReactNode
  /** Text above the title, which is read with it: 'Schritt 2 von 7'. */
  above?: string
}

/** The page's title; takes the focus when the page changes without being loaded. */
export const NativeHeading = ({ children, above }: NativeHeadingProps) => (
  <h1 className={classes.nativeHeadingTitle} tabIndex={-1}>
    {above && <span className={classes.above}>{above} </span>}
    {children}
  </h1>
)

/** Moves the focus to the start of a new page. */
export const focusHeading = () => {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  window.scrollTo(0, 0)
}
