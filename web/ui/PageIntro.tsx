import type { ReactNode } from 'react'
import classes from './page-parts.module.css'

/** What a page is about, below its title; paper has the facts alone. */
export const PageIntro = ({ children }: { children: ReactNode }) => (
  <p className={`sh-quiet sh-screen-only ${classes.intro}`}>{children}</p>
)
