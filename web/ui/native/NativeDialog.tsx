import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { NativeButton } from './NativeButton.tsx'
import classes from './native-frame.module.css'

interface NativeDialogProps {
  title: string
  children: ReactNode
  onClose: () => void
  /** The button that closes with consequences; without it there is only *Schließen*. */
  action?: { label: string; run: () => void; isBusy?: boolean; look?: 'plain' | 'danger' }
  /** The label for leaving when *Abbrechen* could be mistaken for the action. */
  closeLabel?: string
}

/**
 * The browser's own modal dialog: it keeps the focus inside and returns it. Escape closes, a click outside does not.
 */
export const NativeDialog = ({ title, children, onClose, action, closeLabel }: NativeDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  // In the layout phase: a dialog closed after it has left the page would not return the focus.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Long texts start at their beginning, not at the button below them.
    heading.current?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 ref={heading} id={titleId} className={classes.title} tabIndex={-1}>
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and the keyboard must reach it */}
      <section className={classes.text} tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      <div className={classes.actions}>
        {action && (
          <NativeButton look={action.look ?? 'primary'} isBusy={action.isBusy ?? false} onClick={action.run}>
            {action.label}
          </NativeButton>
        )}
        <NativeButton onClick={onClose}>{closeLabel ?? (action ? 'Abbrechen' : 'Schließen')}</NativeButton>
      </div>
    </dialog>
  )
}
