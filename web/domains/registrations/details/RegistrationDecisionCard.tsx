import { Button, Card, Title } from '@mantine/core'
import { Check, CircleX, GraduationCap, Hourglass, type LucideIcon, Mail, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  isStatusMailKind,
  mailLabel,
  SENDING_LABELS,
  STATUS_MAIL_OFFER,
  statusTemplate,
} from '#contract/registrations/registrations.mail-labels.ts'
import { PAPER_LABELS, papersMissing } from '#contract/registrations/registrations.papers.ts'
import {
  isTransformed,
  isWithdrawn,
  mayChangeStatus,
  type RegistrationStatus,
  STATUS_ORDER,
  transformRefusal,
} from '#contract/registrations/registrations.status.ts'
import { PackageButton } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import { InformFamilyWidget } from '#web/domains/registrations/mails/InformFamilyWidget.tsx'
import { withdrawRegistration } from '#web/domains/registrations/registration-actions.ts'
import { StatusMenu } from '#web/domains/registrations/StatusMenu.tsx'
import { switchStatus } from '#web/domains/registrations/switch-status.ts'
import { GradePlacesWidget } from '#web/domains/waitlists/GradePlacesWidget.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import classes from './registration-details.module.css'

interface Decision {
  status: RegistrationStatus
  text: string
  icon: LucideIcon
}

const DECISIONS: readonly Decision[] = [
  { status: 'accepted', text: 'Annehmen', icon: Check },
  { status: 'waiting', text: 'Warteliste', icon: Hourglass },
  { status: 'rejected', text: 'Ablehnen', icon: X },
]

/** The key that does the same from anywhere on the page. */
const keyOf = (status: RegistrationStatus) => String(STATUS_ORDER.indexOf(status) + 1)

/** The three decisions, each with its key; the present one is pressed. */
const DecisionButtons = ({ details }: { details: RegistrationDetails }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of a form
  <div role="group" aria-labelledby="decision" className={`sh-screen-only ${classes.decisions}`}>
    {DECISIONS.map(({ status, text, icon: Icon }) => (
      <Button
        key={status}
        variant="default"
        data-status={status}
        aria-pressed={details.status === status}
        aria-keyshortcuts={keyOf(status)}
        leftSection={<Icon size={18} aria-hidden />}
        rightSection={
          <kbd className={`sh-quiet sh-small ${classes.key}`} aria-hidden>
            {keyOf(status)}
          </kbd>
        }
        onClick={() => void switchStatus(details, status)}
      >
        {text}
      </Button>
    ))}
  </div>
)

const placeText = ({ place_confirmed_at: confirmed, place_confirm_due_at: due }: RegistrationDetails) => {
  if (confirmed) return `Platz bestätigt am ${formatDate(confirmed)}`
  return due ? `Platz zu bestätigen bis ${formatDate(due)}` : 'Platz noch nicht bestätigt'
}

/** Where the child stands; nothing while nobody has decided. */
const standText = (details: RegistrationDetails) => {
  if (isWithdrawn(details)) return undefined
  if (details.wait_rank !== null) return `Warteliste: Rang ${details.wait_rank}`
  return details.status === 'accepted' ? placeText(details) : undefined
}

const papersText = ({ form, answers, papers }: RegistrationDetails) => {
  const missing = papersMissing({ variant: form.variant, meta: answers.meta }, papers)
  if (missing.length === 0) return 'Alle Unterlagen gesehen'
  return `Es fehlt: ${missing.map((kind) => PAPER_LABELS[kind]).join(', ')}`
}

/** What is asked on the telephone: rank or place, and which papers are missing. */
const Glance = ({ details }: { details: RegistrationDetails }) => {
  const stand = standText(details)
  // Nobody brings papers for a place there is none of.
  const isEnded = isWithdrawn(details) || details.status === 'rejected'
  if (!stand && isEnded) return null
  return (
    <section aria-label="Auf einen Blick" className="sh-screen-only">
      {stand && <p className="sh-bold sh-figures sh-flush">{stand}</p>}
      {!isEnded && <p className="sh-quiet sh-small sh-flush">{papersText(details)}</p>}
    </section>
  )
}

/** Whether the family knows the present decision; the same of an earlier time told nothing of this one. */
const informedText = ({ last_told, status }: RegistrationDetails) => {
  if (!last_told || !isStatusMailKind(status)) return 'Die Familie wurde noch nicht per E-Mail informiert.'
  const state = last_told.by_letter ? 'Brief geschrieben' : SENDING_LABELS[last_told.is_waiting ? 'queued' : 'sent']
  return `${mailLabel(statusTemplate(status))}: ${state}, ${formatDateTime(last_told.at)} Uhr`
}

/** Whether the family was informed, and a button to inform it: nothing is sent by itself (domain §2.3). */
const InformPart = ({ details }: { details: RegistrationDetails }) => {
  const [isOpen, setOpen] = useState(false)
  if (!isStatusMailKind(details.status) || !mayChangeStatus(details)) return null
  return (
    <div className="sh-stack sh-gap-1 sh-screen-only">
      <p className="sh-quiet sh-small sh-figures sh-flush">{informedText(details)}</p>
      <IconButton icon={Mail} fullWidth aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {STATUS_MAIL_OFFER}
      </IconButton>
      {isOpen && <InformFamilyWidget registration={details} onGone={() => setOpen(false)} />}
    </div>
  )
}

interface RegistrationDecisionCardProps {
  details: RegistrationDetails
  onTransform: () => void
  onRemove: () => void
}

/** What is decided, what one has to know for it, and what follows: the first card on a phone, too (ux §3.9). */
export const RegistrationDecisionCard = ({ details, onTransform, onRemove }: RegistrationDecisionCardProps) => {
  const refusal = transformRefusal(details)
  const mayDecide = mayChangeStatus(details) && !details.is_restricted
  return (
    <Card component="section" aria-labelledby="decision" className={`sh-stack sh-gap-3 ${classes.actions}`}>
      <div className="sh-row sh-spread sh-gap-3 sh-rows-1">
        <Title order={2} id="decision">
          Entscheidung
        </Title>
        <StatusMenu registration={details} isFixed={details.is_restricted === true} />
      </div>
      {mayDecide && <DecisionButtons details={details} />}
      {!isTransformed(details) && (
        <GradePlacesWidget schoolYearId={details.school_year.id} grade={details.desired_grade} />
      )}
      <Glance details={details} />
      <InformPart details={details} />
      {!isTransformed(details) && refusal === null && (
        <IconButton icon={GraduationCap} fullWidth variant="filled" onClick={onTransform}>
          Als SuS übernehmen
        </IconButton>
      )}
      <div className={classes.pairs}>
        <RegistrationDocumentWidget id={details.id} />
        <PackageButton fullWidth subject="registration" id={details.id} name={childName(details)} />
        {mayChangeStatus(details) && (
          <IconButton icon={CircleX} variant="subtle" onClick={() => void withdrawRegistration(details)}>
            Zurückziehen
          </IconButton>
        )}
        <IconButton icon={Trash2} variant="subtle" color="red" onClick={onRemove}>
          Löschen
        </IconButton>
      </div>
    </Card>
  )
}
