import { Card } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { PAPER_LABELS, papersMissing } from '#contract/registrations/registrations.papers.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import { MailStateChip } from '#web/domains/registrations/mails/MailStateChip.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './registration-details.module.css'

const placeText = ({ place_confirmed_at: confirmed, place_confirm_due_at: due }: RegistrationDetails) => {
  if (confirmed) return `bestätigt am ${formatDate(confirmed)}`
  return due ? `zu bestätigen bis ${formatDate(due)}` : 'noch nicht bestätigt'
}

/** Where the child stands; nothing while nobody has decided. */
const standOf = (details: RegistrationDetails) => {
  if (isWithdrawn(details)) return undefined
  if (details.wait_rank !== null) return { label: 'Warteliste', text: `Rang ${details.wait_rank}` }
  return details.status === 'accepted' ? { label: 'Platz', text: placeText(details) } : undefined
}

const MissingPapers = ({ details: { form, answers, papers } }: { details: RegistrationDetails }) => {
  const missing = papersMissing({ variant: form.variant, meta: answers.meta }, papers)
  if (missing.length === 0)
    return (
      <StatusChip tone="positive" icon="check">
        alle gesehen
      </StatusChip>
    )
  return (
    <ul className="sh-plain-list">
      {missing.map((kind) => (
        <li key={kind}>{PAPER_LABELS[kind]}</li>
      ))}
    </ul>
  )
}

/** Whether the last mail to a contact did not leave; one that was no longer needed says nothing. */
const isUnreached = ({ mails }: RegistrationDetails['contacts'][number]) =>
  mails.find(({ state }) => state !== 'dropped')?.state === 'failed'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="sh-quiet sh-small">{label}</dt>
    <dd className="sh-flush sh-breaks">{children}</dd>
  </div>
)

/** What is asked on the telephone, before anything else: rank or place, who confirmed, which papers are missing. */
export const RegistrationGlanceCard = ({ details }: { details: RegistrationDetails }) => {
  const stand = standOf(details)
  // Nobody brings papers for a place there is none of.
  const isEnded = isWithdrawn(details) || details.status === 'rejected'
  return (
    // Not on paper: all of it but the rank, which is no news for others, stands below.
    <Card component="section" aria-label="Auf einen Blick" className="sh-below-4 sh-padded-3 sh-screen-only">
      <dl className={`sh-wrap sh-flush ${classes.facts}`}>
        {stand && (
          <Fact label={stand.label}>
            <strong className="sh-figures">{stand.text}</strong>
          </Fact>
        )}
        {details.contacts.length > 0 && (
          <Fact label="E-Mail-Adressen">
            <ul className="sh-plain-list">
              {details.contacts.map((contact) => (
                <li key={contact.id} className="sh-row sh-gap-2 sh-rows-0">
                  <span>
                    {contact.fullname} <span className="sh-quiet">{relationshipText(contact.relationship)}</span>
                  </span>
                  <MailStateChip contacts={[contact]} />
                  {details.mail_failed && isUnreached(contact) && (
                    <StatusChip tone="negative" icon="alert">
                      E-Mail fehlgeschlagen
                    </StatusChip>
                  )}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {!isEnded && (
          <Fact label="Fehlende Unterlagen">
            <MissingPapers details={details} />
          </Fact>
        )}
      </dl>
    </Card>
  )
}
