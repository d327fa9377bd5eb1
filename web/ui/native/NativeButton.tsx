import type { ComponentProps } from 'react'
import classes from './native.module.css'

interface NativeButtonProps extends ComponentProps<'button'> {
  look?: 'plain' | 'primary' | 'danger' | 'link'
  /** Shows that the work is running; further clicks are ignored, the focus stays (spec §4). */
  isBusy?: boolean
  /** The field with the focus keeps it: a hint that appears on leaving it would move the button under the finger. */
  keepsFocus?: boolean
}

const LOOKS = {
  plain: classes.button,
  primary: `${classes.button} ${classes.primary}`,
  danger: `${classes.button} ${classes.danger}`,
  link: classes.link,
}

/** A button of at least 44 px, without the kit. */
export const NativeButton = ({ look = 'plain', isBusy = false, keepsFocus, ...rest }: NativeButtonProps) => {
  const { children, onClick, ...button } = rest
  return (
    <button
      type="button"
      {...button}
      className={LOOKS[look]}
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || undefined}
      onMouseDown={keepsFocus ? (event) => event.preventDefault() : undefined}
      onClick={(event) => (isBusy ? event.preventDefault() : onClick?.(event))}
    >
      {isBusy && <span className={classes.spinner} aria-hidden="true" />}
      {children}
    </button>
  )
}

/** Buttons side by side, the primary one wide on a phone. */
export const NativeButtonRow = ({ children }: Pick<ComponentProps<'div'>, 'children'>) => (
  <div className={classes.row}>{children}</div>
)

interface NativeButtonLinkProps extends Pick<ComponentProps<'a'>, 'children' | 'href' | 'onClick'> {
  look?: 'plain' | 'primary'
}

/** A link that looks like a button, for another page. */
export const NativeButtonLink = ({ look = 'plain', ...link }: NativeButtonLinkProps) => (
  <a className={LOOKS[look]} {...link} />
)
