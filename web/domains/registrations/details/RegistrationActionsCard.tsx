import { Button, Card, Stack, Title } from '@mantine/core'
import { CircleX, GraduationCap, Link2, type LucideIcon, Mail, Phone, Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { maySendStatusLink } from '#contract/registrations/registrations.family-stage.ts'
import {
  isStatusMailKind,
  MAIL_TROUBLE_LABELS,
  mailLabel,
  SENDING_LABELS,
  STATUS_MAIL_OFFER,
  statusTemplate,
} from '#contract/registrations/registrations.mail-labels.ts'
import { isOptinUsedUp } from '#contract/registrations/registrations.mail-state.ts'
import { isTransformed, mayChangeStatus, transformRefusal } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { PackageButton } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import { InformFamilyWidget } from '#web/domains/registrations/mails/InformFamilyWidget.tsx'
import { MailStateChip } from '#web/domains/registrations/mails/MailStateChip.tsx'
import {
  resendFailedMail,
  resendOptin,
  sendStatusLink,
  withdrawRegistration,
} from '#web/domains/registrations/registration-actions.ts'
import { StatusMenu } from '#web/domains/registrations/StatusMenu.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
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
  mail.may_resend && !(contact.may_resend && /_(optin|reminder)$/.test(mail.template))

interface SendButtonProps {
  icon?: LucideIcon
  text: string
  /** What is said after it to screen readers: which mail, to whom. */
  about: string
  onSend: () => void
}

const SendButton = ({ icon: Icon = Send, text, about, onSend }: SendButtonProps) => (
  <Button
    variant="default"
    size="compact-md"
    leftSection={<Icon size={18} aria-hidden />}
    aria-label={`${text}${about}`}
    onClick={onSend}
  >
    {text}
  </Button>
)

/** The latest mail to a contact, and each that failed and was not made up for; all of them stand in the timeline. */
const ContactMails = ({ contact, registrationId }: { contact: Contact; registrationId: number }) => {
  const shown = contact.mails.filter((mail, index) => index === 0 || mail.may_resend)
  if (shown.length === 0) return null
  return (
    <ul
      className="sh-plain-list sh-stack sh-above-1 sh-gap-2 sh-screen-only"
      aria-label={`E-Mails an ${contact.fullname}`}
    >
      {shown.map((mail) => (
        <Stack key={mail.id} component="li" gap={4} align="flex-start">
          <span>
            {mailLabel(mail.template)} <StatusChip {...LOOKS[mail.state]}>{SENDING_LABELS[mail.state]}</StatusChip>
          </span>
          <span className="sh-quiet sh-small sh-figures">{formatDateTime(mail.sent_at ?? mail.created_at)}</span>
          {mail.trouble && <span className="sh-quiet sh-small sh-figures">{MAIL_TROUBLE_LABELS[mail.trouble]}</span>}
          {hasOwnButton(mail, contact) && (
            <SendButton
              text="Erneut senden"
              about={`: ${mailLabel(mail.template)} an ${contact.fullname}`}
              onSend={() => void resendFailedMail(registrationId, mail.id)}
            />
          )}
        </Stack>
      ))}
    </ul>
  )
}

/** Whether the family knows the present decision; the same of an earlier time told nothing of this one. */
const differenceText = ({ last_told, status }: RegistrationDetails) => {
  if (!last_told || !isStatusMailKind(status)) return 'Die Familie wurde noch nicht per E-Mail informiert.'
  const state = SENDING_LABELS[last_told.is_waiting ? 'queued' : 'sent']
  return `${mailLabel(statusTemplate(status))}: ${state}, ${formatDateTime(last_told.at)} Uhr`
}

/** Whether the family was informed, and a button to inform it: nothing is sent by itself (domain §2.3). */
const StatusMailPart = ({ details }: { details: RegistrationDetails }) => {
  const [isOpen, setOpen] = useState(false)
  if (!isStatusMailKind(details.status) || !mayChangeStatus(details)) return null
  return (
    <div className="sh-stack sh-gap-1 sh-screen-only">
      <p className="sh-quiet sh-small sh-figures sh-flush">{differenceText(details)}</p>
      <IconButton icon={Mail} fullWidth aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {STATUS_MAIL_OFFER}
      </IconButton>
      {isOpen && <InformFamilyWidget registration={details} onGone={() => setOpen(false)} />}
    </div>
  )
}

const Explanation = ({ children }: { children: string }) => (
  <p className="sh-quiet sh-small sh-flush sh-above-1 sh-screen-only">{children}</p>
)

const ContactEntry = ({ contact, details }: { contact: Contact; details: RegistrationDetails }) => (
  <li>
    <div>
      <strong>{contact.fullname}</strong> <span className="sh-quiet">{relationshipText(contact.relationship)}</span>
    </div>
    {contact.mail && (
      <a className={`sh-line sh-linked sh-breaks sh-gap-2 ${classes.reach}`} href={`mailto:${contact.mail}`}>
        <Mail size={18} aria-hidden />
        {contact.mail}
      </a>
    )}
    {contact.phone && (
      <a className={`sh-line sh-linked sh-breaks sh-gap-2 ${classes.reach}`} href={phoneLink(contact.phone)}>
        <Phone size={18} aria-hidden />
        <span className="sh-figures">{displayPhone(contact.phone)}</span>
      </a>
    )}
    <div className={`sh-line sh-quiet sh-spread sh-gap-2 ${classes.reach}`}>
      <span>E-Mail-Adresse</span>
      <MailStateChip contacts={[contact]} />
    </div>
    <ContactMails contact={contact} registrationId={details.id} />
    {isOptinUsedUp(details, contact) && <Explanation>{REGISTRATION_TEXTS.optinsUsedUp}</Explanation>}
    {contact.may_resend && (
      <SendButton
        text="Bestätigung erneut senden"
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

interface RegistrationActionsCardProps {
  details: RegistrationDetails
  onTransform: () => void
  onRemove: () => void
}

/** Decision, contacts and what can be done; stays in sight beside the answers (ux §3.9). */
export const RegistrationActionsCard = ({ details, onTransform, onRemove }: RegistrationActionsCardProps) => {
  const refusal = transformRefusal(details)
  return (
    <aside aria-labelledby="decision" className={classes.aside}>
      <Card className={`sh-stack sh-gap-3 ${classes.actions}`}>
        <Title order={2} id="decision">
          Entscheidung
        </Title>
        <StatusMenu registration={details} isFixed={details.is_restricted === true} />
        <StatusMailPart details={details} />
        {!isTransformed(details) && (
          <div>
            <IconButton
              icon={GraduationCap}
              fullWidth
              variant={refusal ? 'default' : 'filled'}
              disabled={refusal !== null}
              onClick={onTransform}
            >
              Als SuS übernehmen
            </IconButton>
            {refusal && <Explanation>{refusal}</Explanation>}
          </div>
        )}
        <RegistrationDocumentWidget id={details.id} />
        <PackageButton fullWidth subject="registration" id={details.id} name={childName(details)} />
        <Title order={3} mt="xs">
          Kontakte
        </Title>
        <ul className={`sh-plain-list ${classes.contacts}`}>
          {details.contacts.map((contact) => (
            <ContactEntry key={contact.id} contact={contact} details={details} />
          ))}
        </ul>
        {mayChangeStatus(details) && (
          <IconButton icon={CircleX} variant="subtle" onClick={() => void withdrawRegistration(details)}>
            Zurückziehen
          </IconButton>
        )}
        <IconButton icon={Trash2} variant="subtle" color="red" onClick={onRemove}>
          Löschen
        </IconButton>
      </Card>
    </aside>
  )
}
