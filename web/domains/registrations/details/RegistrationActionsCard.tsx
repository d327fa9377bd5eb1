import { Button, Card, Title } from '@mantine/core'
import { CircleX, GraduationCap, Link2, Mail, Phone, Send, Trash2 } from 'lucide-react'
import { relationshipText } from '#contract/families/relationships.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { maySendStatusLink } from '#contract/registrations/registrations.family-stage.ts'
import { isOptinUsedUp } from '#contract/registrations/registrations.mail-state.ts'
import { isTransformed, mayChangeStatus, transformRefusal } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { ContactMailCard } from '#web/domains/registrations/mails/ContactMailCard.tsx'
import { MailStateChip } from '#web/domains/registrations/mails/MailStateChip.tsx'
import { resendOptin } from '#web/domains/registrations/mails/resend-optin.ts'
import { StatusMailCard } from '#web/domains/registrations/mails/StatusMailCard.tsx'
import { sendStatusLink } from '#web/domains/registrations/mails/send-mail-again.ts'
import { StatusMenu } from '#web/domains/registrations/StatusMenu.tsx'
import classes from './registration-details.module.css'
import { withdrawRegistration } from './registration-withdrawal.ts'

type Contact = RegistrationDetails['contacts'][number]

interface ContactEntryProps {
  contact: Contact
  details: RegistrationDetails
}

const ContactEntry = ({ contact, details }: ContactEntryProps) => (
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
    <div className={`sh-line sh-quiet sh-spread sh-gap-2 ${classes.mailState}`}>
      <span>E-Mail-Adresse</span>
      <MailStateChip contacts={[contact]} />
    </div>
    <ContactMailCard contact={contact} registrationId={details.id} />
    {isOptinUsedUp(details, contact) && (
      <p className="sh-quiet sh-small sh-flush sh-above-1 sh-screen-only">{REGISTRATION_TEXTS.optinsUsedUp}</p>
    )}
    {contact.may_resend && (
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Send size={18} aria-hidden />}
        aria-label={`Bestätigung erneut senden an ${contact.fullname}`}
        onClick={() => void resendOptin(contact.id)}
      >
        Bestätigung erneut senden
      </Button>
    )}
    {maySendStatusLink(details, contact, new Date()) && (
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Link2 size={18} aria-hidden />}
        aria-label={`Statuslink erneut senden an ${contact.fullname}`}
        onClick={() => void sendStatusLink(contact.id)}
      >
        Statuslink erneut senden
      </Button>
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
        <StatusMenu registration={details} />
        <StatusMailCard details={details} />
        {!isTransformed(details) && (
          <div>
            <Button
              fullWidth
              variant={refusal ? 'default' : 'filled'}
              disabled={refusal !== null}
              leftSection={<GraduationCap size={20} aria-hidden />}
              onClick={onTransform}
            >
              Als SuS übernehmen
            </Button>
            {refusal && <p className="sh-quiet sh-small sh-flush sh-above-1 sh-screen-only">{refusal}</p>}
          </div>
        )}
        <RegistrationDocumentWidget id={details.id} />
        <Title order={3} mt="xs">
          Kontakte
        </Title>
        <ul className={`sh-plain-list ${classes.contacts}`}>
          {details.contacts.map((contact) => (
            <ContactEntry key={contact.id} contact={contact} details={details} />
          ))}
        </ul>
        {mayChangeStatus(details) && (
          <Button
            variant="subtle"
            leftSection={<CircleX size={20} aria-hidden />}
            onClick={() => void withdrawRegistration(details)}
          >
            Zurückziehen
          </Button>
        )}
        <Button variant="subtle" color="red" leftSection={<Trash2 size={20} aria-hidden />} onClick={onRemove}>
          Löschen
        </Button>
      </Card>
    </aside>
  )
}
