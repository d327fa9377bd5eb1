import type { ReactNode } from 'react'
import classes from './ButtonRow.module.css'

interface ButtonRowProps {
  /** `end`: all on the right; otherwise the ways back on the left and the main button on the right. */
  align?: 'end'
  /** The lower edge of a dialog, always in sight. */
  isFoot?: true
  /** Two short ones stay beside each other on a phone, too, and leave the room to what is read above them. */
  isLine?: true
  /** The main button last. */
  children: ReactNode
}

/** The buttons below a form: a row, on a phone one below the other over the whole width, the main one on top. */
export const ButtonRow = ({ align, isFoot, isLine, children }: ButtonRowProps) => (
  <div className={isFoot ? `${classes.row} ${classes.foot}` : classes.row} data-align={align} data-line={isLine}>
    {children}
  </div>
)
