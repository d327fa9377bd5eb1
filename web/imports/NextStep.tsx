import { type ReactNode, useEffect, useRef } from 'react'
import classes from './imports.module.css'

/** A step that comes next is brought into sight, and its heading takes the focus. */
export const NextStep = ({ isLast, children }: { isLast: boolean; children: ReactNode }) => {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isLast) return
    const title = place.current?.querySelector('h2')
    title?.setAttribute('tabindex', '-1')
    title?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [isLast])
  return (
    <div ref={place} className={classes.step ?? ''}>
      {children}
    </div>
  )
}
