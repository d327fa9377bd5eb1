import { Button } from '@mantine/core'
import { Send } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { MAIL_TROUBLE_LABELS, mailLabel, SENDING_LABELS } from '#contract/registrations/registrations.mail-labels.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { resendFailedMail } from './send-mail-again.ts'

type Contact = RegistrationDetails['contacts'][number]
type ContactMail = Contact['mails'][number]

const LOOKS: Record<ContactMail['state'], StatusLook> = {
  queued: { tone: 'neutral', icon: 'wait' },
  sent: { tone: 'positive', icon: 'check' },
  failed: { tone: 'negative', icon: 'alert' },
  dropped: { tone: 'neutral', icon: 'dot' },
}

/** The button of a confirmation mail stands with the contact already. */
const hasOwnButton = (mail: ContactMail, contact: Contact) =>
  mail.may_resend && !(contact.may_resend && /_(optin|reminder)$/.test(mail.template))

const MailLine = ({
  mail,
  contact,
  registrationId,
}: {
  mail: ContactMail
  contact: Contact
  registrationId: number
}) => (
  <li>
    <span>
      {mailLabel(mail.template)} <StatusChip {...LOOKS[mail.state]}>{SENDING_LABELS[mail.state]}</StatusChip>
    </span>
    <span className="sh-quiet sh-small sh-figures sh-flush">{formatDateTime(mail.sent_at ?? mail.created_at)}</span>
    {mail.trouble && <span className="sh-quiet sh-small sh-figures sh-flush">{MAIL_TROUBLE_LABELS[mail.trouble]}</span>}
    {hasOwnButton(mail, contact) && (
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Send size={18} aria-hidden />}
        aria-label={`Erneut senden: ${mailLabel(mail.template)} an ${contact.fullname}`}
        onClick={() => void resendFailedMail(registrationId, mail.id)}
      >
        Erneut senden
      </Button>
    )}
  </li>
)

interface ContactMailCardProps {
  contact: Contact
  registrationId: number
}

/** The latest mail to a contact, and each that failed and was not made up for; all of them stand in the timeline. */
export const ContactMailCard = ({ contact, registrationId }: ContactMailCardProps) => {
  const shown = contact.mails.filter((mail, index) => index === 0 || mail.may_resend)
  if (shown.length === 0) return null
  return (
    <ul
      className={`sh-plain-list sh-stack sh-above-1 sh-gap-2 sh-screen-only ${classes.mails}`}
      aria-label={`E-Mails an ${contact.fullname}`}
    >
      {shown.map((mail) => (
        <MailLine key={mail.id} mail={mail} contact={contact} registrationId={registrationId} />
      ))}
    </ul>
  )
}
