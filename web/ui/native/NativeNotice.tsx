import { type ReactNode, useId } from 'react'
import classes from './native.module.css'

interface NativeNoticeProps {
  tone?: 'plain' | 'positive' | 'attention' | 'negative'
  title?: string
  /** The notice appears by itself and is announced at once. */
  isAlert?: true
  children: ReactNode
}

/** A box with a message about the whole page. */
export const NativeNotice = ({ tone = 'plain', title, isAlert, children }: NativeNoticeProps) => {
  const titleId = useId()
  return (
    <div
      className={tone === 'plain' ? classes.notice : `${classes.notice} ${classes[tone]}`}
      {...(isAlert ? { role: 'alert', 'aria-labelledby': title && titleId } : {})}
    >
      {title && (
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
      )}
      {children}
    </div>
  )
}
