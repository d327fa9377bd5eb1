import type { ReactNode } from 'react'
import classes from './ButtonRow.module.css'

interface ButtonRowProps {
  /** `end`: all on the right; otherwise the ways back on the left and the main button on the right. */
  align?: 'end'
  /** The lower edge of a dialog, always in sight. */
  isFoot?: true
  /** The main button last. */
  children: ReactNode
}

/** The buttons below a form: a row, on a phone one below the other over the whole width, the main one on top. */
export const ButtonRow = ({ align, isFoot, children }: ButtonRowProps) => (
  <div className={isFoot ? `${classes.row} ${classes.foot}` : classes.row} data-align={align}>
    {children}
  </div>
)
