import { ActionIcon } from '@mantine/core'
import { Send } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import { MAIL_STATE_LABELS, type MailState } from '#contract/registrations.mail-state.ts'
import type { RegistrationRow } from '#contract/registrations.rows.ts'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import classes from './MailStateChip.module.css'
import { resendOptin } from './resend-optin.ts'

/** Spec §4: no address grey, unverified negative with alert, verified positive with its time. */
const LOOKS: Record<MailState, StatusLook> = {
  none: { tone: 'neutral', icon: 'dot' },
  unverified: { tone: 'negative', icon: 'alert' },
  verified: { tone: 'positive', icon: 'check' },
}

interface MailStateChipProps {
  state: MailState
  contact: RegistrationRow['contact']
  /** Shows the button of another confirmation mail, if one may go out. */
  offersResend?: boolean
}

/** What is known about a contact's address; the rest of it appears on pointing and for screen readers. */
export const MailStateChip = ({ state, contact, offersResend }: MailStateChipProps) => {
  const moment = contact?.mail_verified_at && `bestätigt am ${formatDateTime(contact.mail_verified_at)}`
  const more = [contact?.fullname, contact?.mail, moment].filter(Boolean).join(' · ')
  return (
    <span className={classes.mail}>
      <span title={more}>
        <StatusChip {...LOOKS[state]}>{MAIL_STATE_LABELS[state]}</StatusChip>
        {moment && <span className="sh-visually-hidden">{`, ${moment}`}</span>}
      </span>
      {offersResend && contact?.may_resend && (
        <ActionIcon
          size={32}
          aria-label={`Bestätigungsmail an ${contact.fullname} erneut senden`}
          title="Erneut senden"
          onClick={() => void resendOptin(contact.id)}
        >
          <Send size={18} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
