import type { ReactNode } from 'react'
import classes from './native-notices.module.css'

interface NativeNoticeProps {
  tone?: 'plain' | 'positive' | 'attention' | 'negative'
  title?: string
  children: ReactNode
}

/** A box that says something about the whole page. Announcing it is the caller's: only some appear by themselves. */
export const NativeNotice = ({ tone = 'plain', title, children }: NativeNoticeProps) => (
  <div className={tone === 'plain' ? classes.notice : `${classes.notice} ${classes[tone]}`}>
    {title && <h2 className={classes.title}>{title}</h2>}
    {children}
  </div>
)
