import type { ReactNode } from 'react'
import classes from './ButtonRow.module.css'

interface ButtonRowProps {
  /** `end`: all on the right; otherwise the ways back on the left and the main button on the right. */
  align?: 'end'
  /** The main button last. */
  children: ReactNode
}

/** The buttons below a form: a row, on a phone one below the other over the whole width, the main one on top. */
export const ButtonRow = ({ align, children }: ButtonRowProps) => (
  <div className={classes.row} data-align={align}>
    {children}
  </div>
)
