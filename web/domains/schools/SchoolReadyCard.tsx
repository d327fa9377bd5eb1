import { type ReactNode, useState } from 'react'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCard } from '#web/ui/native/NativeCard.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import classes from './school-form.module.css'

interface SchoolReadyCardProps {
  done: { message: string; form_url: string; are_mails_sent: boolean }
  /** The way on. */
  children: ReactNode
}

/** The form with the pressed button is gone: reading goes on here. */
const takeFocus = (text: HTMLElement | null) => text?.focus()

const COPIED_MS = 2000

const CopyButton = ({ address }: { address: string }) => {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    // Without TLS a browser has no clipboard: the address stands beside the button.
    await navigator.clipboard?.writeText(address)
    setCopied(navigator.clipboard !== undefined)
    setTimeout(() => setCopied(false), COPIED_MS)
  }
  return (
    <NativeButton onClick={() => void copy().catch(() => {})}>
      {isCopied ? 'Adresse kopiert' : 'Adresse kopieren'}
    </NativeButton>
  )
}

/** After the set-up: the address parents can apply at from now on. */
export const SchoolReadyCard = ({ done, children }: SchoolReadyCardProps) => (
  <NativeCard>
    <p className={classes.done} tabIndex={-1} ref={takeFocus}>
      {done.message}
    </p>
    <p>Unter dieser Adresse können sich Eltern ab jetzt bewerben:</p>
    <div className={classes.address}>
      <a href={done.form_url}>{done.form_url}</a>
      <CopyButton address={done.form_url} />
    </div>
    {!done.are_mails_sent && (
      <NativeNotice tone="attention" title="E-Mails werden noch nicht versendet" isAlert>
        Es ist noch kein Mailserver eingestellt. Bewerbungen kommen an; ihre Bestätigungsmails warten bis dahin im
        Postausgang.
      </NativeNotice>
    )}
    {children}
  </NativeCard>
)
