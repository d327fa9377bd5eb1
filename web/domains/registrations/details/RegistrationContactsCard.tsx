import { Button, Card, Title } from '@mantine/core'
import { FileCheck, Link2, type LucideIcon, Mail, Phone, Send, Undo2 } from 'lucide-react'
import { formatDateTime } from '#contract/dates.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { MAIL_TROUBLE_LABELS } from '#contract/mail-trouble.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { AGREEMENT_LABELS, isAgreementMissing } from '#contract/registrations/registrations.agreement.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { maySendStatusLink } from '#contract/registrations/registrations.family-stage.ts'
import { mailLabel, SENDING_LABELS } from '#contract/registrations/registrations.mail-labels.ts'
import { isOptinUsedUp } from '#contract/registrations/registrations.mail-state.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { BackToCircularWidget } from '#web/domains/circulars/BackToCircularWidget.tsx'
import { UnreachableWidget } from '#web/domains/outboxes/UnreachableWidget.tsx'
import { AGREEMENT_LOOKS, MailStateChip } from '#web/domains/registrations/mails/MailStateChip.tsx'
import {
  notePaperAgreement,
  resendFailedMail,
  resendOptin,
  sendStatusLink,
} from '#web/domains/registrations/registration-actions.ts'
import { MailText } from '#web/ui/MailText.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import classes from './registration-details.module.css'

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
  mail.may_resend && !(contact.may_resend && /_(optin|reminder|agreement)$/.test(mail.template))

/** Whether the last mail to a contact did not leave; one that was no longer needed says nothing. */
const isUnreached = ({ mails }: Contact) => mails.find(({ state }) => state !== 'dropped')?.state === 'failed'

interface SendButtonProps {
  icon?: LucideIcon
  text: string
  /** What is said after it to screen readers: which mail, to whom. */
  about: string
  onSend: () => void
}

const SendButton = ({ icon: Icon = Send, text, about, onSend }: SendButtonProps) => (
  <Button
    className={`sh-screen-only ${classes.send}`}
    variant="subtle"
    size="compact-md"
    leftSection={<Icon size={18} aria-hidden />}
    aria-label={`${text}${about}`}
    onClick={onSend}
  >
    {text}
  </Button>
)

interface ContactProps {
  contact: Contact
  details: RegistrationDetails
}

/** A mail in one line; only what did not simply leave is marked. */
const ContactMailEntry = ({ mail, contact, details }: ContactProps & { mail: ContactMail }) => (
  <li className="sh-quiet sh-small sh-figures">
    {`${mailLabel(mail.template)} `}
    {mail.state === 'sent' ? (
      SENDING_LABELS.sent
    ) : (
      <StatusChip {...LOOKS[mail.state]}>{SENDING_LABELS[mail.state]}</StatusChip>
    )}
    {`, ${formatDateTime(mail.sent_at ?? mail.created_at)}`}
    {mail.trouble && <span className="sh-block">{MAIL_TROUBLE_LABELS[mail.trouble]}</span>}
    {hasOwnButton(mail, contact) && (
      <div className="sh-above-1">
        <SendButton
          text="Erneut senden"
          about={`: ${mailLabel(mail.template)} an ${contact.fullname}`}
          onSend={() => void resendFailedMail(details.id, mail.id)}
        />
      </div>
    )}
  </li>
)

/** The latest mail to a contact, and each that failed and was not made up for; all of them stand in the timeline. */
const ContactMails = (props: ContactProps) => {
  const { mails, fullname } = props.contact
  const shown = mails.filter((mail, index) => index === 0 || mail.may_resend)
  if (shown.length === 0) return null
  return (
    <ul className="sh-plain-list sh-stack sh-gap-1 sh-screen-only" aria-label={`E-Mails an ${fullname}`}>
      {shown.map((mail) => (
        <ContactMailEntry key={mail.id} mail={mail} {...props} />
      ))}
    </ul>
  )
}

const Reach = ({ contact: { phone, mail } }: { contact: Contact }) => (
  <div className="sh-row sh-gap-4 sh-rows-0">
    {phone && (
      <a className={`sh-line sh-linked sh-gap-2 ${classes.reach}`} href={phoneLink(phone)}>
        <Phone size={18} aria-hidden />
        <span className="sh-figures">{displayPhone(phone)}</span>
      </a>
    )}
    {mail && (
      <a className={`sh-line sh-linked sh-gap-2 ${classes.reach}`} href={`mailto:${mail}`}>
        <Mail size={18} aria-hidden />
        <MailText mail={mail} />
      </a>
    )}
  </div>
)

const agreementMoment = ({ agreed_at, declined_at, is_agreed_on_paper, agreed_by }: Contact) => {
  const at = agreed_at ?? declined_at
  if (at === null) return undefined
  if (!is_agreed_on_paper) return formatDateTime(at)
  return `auf Papier, vermerkt ${formatDateTime(at)}${agreed_by ? ` von ${agreed_by}` : ''}`
}

/** Whether the second person agreed; staff can note an agreement on paper, and take that back (ADR 0066). */
const AgreementPart = ({ contact, details }: ContactProps) => {
  const { agreement, fullname } = contact
  if (agreement === null) return null
  const mayNote = !isWithdrawn(details)
  return (
    <>
      <p className="sh-row sh-gap-2 sh-rows-0 sh-flush sh-small sh-figures">
        <StatusChip {...AGREEMENT_LOOKS[agreement]}>{AGREEMENT_LABELS[agreement]}</StatusChip>
        <span className="sh-quiet">{agreementMoment(contact)}</span>
      </p>
      {mayNote && isAgreementMissing(contact) && (
        <SendButton
          icon={FileCheck}
          text="Zustimmung liegt auf Papier vor"
          about={`: ${fullname}`}
          onSend={() => void notePaperAgreement(details, true)}
        />
      )}
      {mayNote && contact.is_agreed_on_paper && (
        <SendButton
          icon={Undo2}
          text="Vermerk zurücknehmen"
          about={`: Zustimmung von ${fullname} auf Papier`}
          onSend={() => void notePaperAgreement(details, false)}
        />
      )}
    </>
  )
}

const ContactEntry = ({ contact, details }: ContactProps) => (
  <li>
    <div className="sh-row sh-spread sh-gap-2 sh-rows-0">
      <span>
        <strong>{contact.fullname}</strong> <span className="sh-quiet">{relationshipText(contact.relationship)}</span>
      </span>
      <MailStateChip contacts={[contact]} />
    </div>
    {details.mail_failed && isUnreached(contact) && (
      <StatusChip tone="negative" icon="alert">
        E-Mail fehlgeschlagen
      </StatusChip>
    )}
    <Reach contact={contact} />
    <UnreachableWidget kind="registration_contact" id={contact.id} mail={contact.mail} />
    <AgreementPart contact={contact} details={details} />
    <ContactMails contact={contact} details={details} />
    {isOptinUsedUp(details, contact) && (
      <p className="sh-quiet sh-small sh-flush sh-screen-only">{REGISTRATION_TEXTS.optinsUsedUp}</p>
    )}
    {contact.may_resend && (
      <SendButton
        text={contact.mail_state === 'verified' ? 'Bitte um Zustimmung senden' : 'Bestätigung erneut senden'}
        about={` an ${contact.fullname}`}
        onSend={() => void resendOptin(contact.id)}
      />
    )}
    {maySendStatusLink(details, contact, new Date()) && (
      <SendButton
        icon={Link2}
        text="Statuslink erneut senden"
        about={` an ${contact.fullname}`}
        onSend={() => void sendStatusLink(contact.id)}
      />
    )}
  </li>
)

/** The card says whom to call or to write to, and what became of the mails. */
export const RegistrationContactsCard = ({ details }: { details: RegistrationDetails }) => (
  <Card component="section" aria-labelledby="contacts">
    <Title order={2} id="contacts" mb="xs">
      Kontakte
    </Title>
    <BackToCircularWidget />
    <ul className={`sh-plain-list ${classes.contacts}`}>
      {details.contacts.map((contact) => (
        <ContactEntry key={contact.id} contact={contact} details={details} />
      ))}
    </ul>
  </Card>
)
