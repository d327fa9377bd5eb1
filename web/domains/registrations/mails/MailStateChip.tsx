import { ActionIcon } from '@mantine/core'
import { Send } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import {
  AGREEMENT_LABELS,
  type Agreement,
  isAgreementMissing,
} from '#contract/registrations/registrations.agreement.ts'
import {
  MAIL_STATE_LABELS,
  type MailState,
  mailState,
  mailStateText,
  sharedMailState,
  shortMailStateText,
} from '#contract/registrations/registrations.mail-state.ts'
import type { RowContact } from '#contract/registrations/registrations.rows.ts'
import { resendableOf, resendOptins } from '#web/domains/registrations/registration-actions.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'

/** Spec §4: no address grey, unverified negative with alert, verified positive with its time. */
const LOOKS: Record<MailState, StatusLook> = {
  none: { tone: 'neutral', icon: 'dot' },
  unverified: { tone: 'negative', icon: 'alert' },
  verified: { tone: 'positive', icon: 'check' },
}

/** How an answer to the question of the second person looks (ADR 0066). */
export const AGREEMENT_LOOKS: Record<Agreement, StatusLook> = {
  open: { tone: 'attention', icon: 'alert' },
  agreed: { tone: 'positive', icon: 'check' },
  declined: { tone: 'negative', icon: 'alert' },
}

const stateText = (contact: RowContact) => {
  const { mail_verified_at: at, agreement } = contact
  const text = at ? `bestätigt am ${formatDateTime(at)}` : MAIL_STATE_LABELS[mailState(contact)]
  return agreement ? `${text}, ${AGREEMENT_LABELS[agreement]}` : text
}

/** In a list the answer of a second person is what is missing once the addresses are confirmed. */
const missingAgreement = (contacts: readonly RowContact[]) =>
  sharedMailState(contacts) === 'verified' ? contacts.find(isAgreementMissing)?.agreement : undefined

const looksOf = (contacts: readonly RowContact[], missing: Agreement | null | undefined) =>
  missing
    ? { ...AGREEMENT_LOOKS[missing], text: AGREEMENT_LABELS[missing], short: AGREEMENT_LABELS[missing] }
    : {
        ...LOOKS[sharedMailState(contacts)],
        text: mailStateText(contacts),
        short: shortMailStateText(contacts),
      }

/** What the chip itself leaves open: „bestätigt“ goes on with the day, and of two it is said which one was. */
const spokenText = (contacts: readonly RowContact[]) => {
  const addressed = contacts.filter(({ mail }) => mail)
  const [only] = addressed
  if (addressed.length > 1) return `: ${addressed.map((one) => `${one.fullname} ${stateText(one)}`).join(', ')}`
  return only?.mail_verified_at ? ` am ${formatDateTime(only.mail_verified_at)}` : ''
}

interface MailStateChipProps {
  contacts: readonly RowContact[]
  /** Shows the button of another confirmation mail, if one may go out. */
  offersResend?: boolean
  /** In a list the chip is short. */
  isInList?: boolean
}

/** What is known about the contacts' addresses; the rest of it appears on pointing and for screen readers. */
export const MailStateChip = ({ contacts, offersResend, isInList }: MailStateChipProps) => {
  const more = contacts.map((one) => [one.fullname, one.mail, stateText(one)].filter(Boolean).join(' · ')).join('\n')
  const { text, short, ...look } = looksOf(contacts, isInList ? missingAgreement(contacts) : undefined)
  const resendable = offersResend ? resendableOf(contacts) : []
  return (
    <span className={`sh-inline ${classes.mail}`}>
      <span className="sh-inline" title={more}>
        <StatusChip {...look}>
          {text === short || !isInList ? (
            text
          ) : (
            <>
              <span className="sh-screen-only">{short}</span>
              <span className="sh-paper-only">{text}</span>
            </>
          )}
        </StatusChip>
        <span className="sh-visually-hidden">{spokenText(contacts)}</span>
      </span>
      {resendable.length > 0 && (
        <ActionIcon
          size={32}
          aria-label={`Bestätigungsmail an ${resendable.map(({ fullname }) => fullname).join(' und ')} erneut senden`}
          title="Erneut senden"
          onClick={() => void resendOptins(resendable)}
        >
          <Send size={18} aria-hidden />
        </ActionIcon>
      )}
    </span>
  )
}
