import { Button, Card, Title } from '@mantine/core'
import { GraduationCap, Mail, Phone, Send, Trash2 } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { displayPhone, phoneLink } from '#contract/phone.ts'
import { isTransformed, transformRefusal } from '#contract/registrations.status.ts'
import type { RegistrationDetails } from '#contract/registrations.ts'
import { RELATIONSHIP_LABELS } from '#contract/relationships.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { MailStateChip } from './MailStateChip.tsx'
import classes from './RegistrationDetailsPage.module.css'
import { resendOptin } from './resend-optin.ts'
import { StatusMenu } from './StatusMenu.tsx'

type Contact = RegistrationDetails['contacts'][number]

const ContactEntry = ({ contact }: { contact: Contact }) => (
  <li>
    <div>
      <strong>{contact.fullname}</strong>{' '}
      <span className={classes.quiet}>
        {(RELATIONSHIP_LABELS as Record<string, string>)[contact.relationship] ?? contact.relationship}
      </span>
    </div>
    {contact.mail && (
      <a className={classes.reach} href={`mailto:${contact.mail}`}>
        <Mail size={18} aria-hidden />
        {contact.mail}
      </a>
    )}
    {contact.phone && (
      <a className={classes.reach} href={phoneLink(contact.phone)}>
        <Phone size={18} aria-hidden />
        <span className="sh-figures">{displayPhone(contact.phone)}</span>
      </a>
    )}
    <div className={classes.mailState}>
      <span>E-Mail-Adresse</span>
      <MailStateChip state={contact.mail_state} contact={contact} />
    </div>
    {contact.may_resend && (
      <Button
        variant="default"
        size="compact-md"
        leftSection={<Send size={18} aria-hidden />}
        aria-label={`Erneut senden: Bestätigungsmail an ${contact.fullname}`}
        onClick={() => void resendOptin(contact.id)}
      >
        Erneut senden
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
  const { wait_rank, place_confirm_due_at, place_confirmed_at } = details
  return (
    <Card component="aside" aria-labelledby="decision" className={classes.actions ?? ''}>
      <Title order={2} id="decision">
        Entscheidung
      </Title>
      <StatusMenu registration={details} />
      <FactList
        facts={[
          { label: 'Rang', value: wait_rank },
          { label: 'Platz bestätigt', value: place_confirmed_at && formatDate(place_confirmed_at) },
          {
            label: 'Bestätigen bis',
            value: !place_confirmed_at && place_confirm_due_at && formatDate(place_confirm_due_at),
          },
        ]}
      />
      {!isTransformed(details) && (
        <div>
          <Button
            fullWidth
            variant={refusal ? 'default' : 'filled'}
            disabled={refusal !== null}
            leftSection={<GraduationCap size={20} aria-hidden />}
            onClick={onTransform}
          >
            Als Schüler/in übernehmen
          </Button>
          {refusal && <p className={classes.refusal}>{refusal}</p>}
        </div>
      )}
      <Title order={3} mt="xs">
        Kontakte
      </Title>
      <ul className={classes.contacts}>
        {details.contacts.map((contact) => (
          <ContactEntry key={contact.id} contact={contact} />
        ))}
      </ul>
      <Button variant="subtle" color="red" leftSection={<Trash2 size={20} aria-hidden />} onClick={onRemove}>
        Bewerbung löschen
      </Button>
    </Card>
  )
}
