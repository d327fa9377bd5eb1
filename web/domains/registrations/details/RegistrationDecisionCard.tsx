import { Button, Card, Title } from '@mantine/core'
import {
  Check,
  CircleX,
  FileText,
  GraduationCap,
  Hourglass,
  type LucideIcon,
  Mail,
  PhoneCall,
  Trash2,
  X,
} from 'lucide-react'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import { isAgreementMissing } from '#contract/registrations/registrations.agreement.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  isStatusMailKind,
  LETTER_OFFER,
  mailLabel,
  SENDING_LABELS,
  STATUS_MAIL_OFFER,
  type StatusMailKind,
  statusTemplate,
} from '#contract/registrations/registrations.mail-labels.ts'
import { isDecisionKnown, isFollowUp } from '#contract/registrations/registrations.place.ts'
import {
  isTransformed,
  isWithdrawn,
  mayChangeStatus,
  type RegistrationStatus,
  STATUS_LABELS,
  STATUS_ORDER,
  transformRefusal,
} from '#contract/registrations/registrations.status.ts'
import { OPEN_POINT_LABELS } from '#contract/registrations/registrations.transform.ts'
import { useToday } from '#web/api/base-data.ts'
import { PackageButton } from '#web/domains/accesspackages/PackageDialogWidget.tsx'
import { RegistrationDocumentWidget } from '#web/domains/registrationdocuments/RegistrationDocumentWidget.tsx'
import { childName } from '#web/domains/registrations/child-name.ts'
import { noteCall } from '#web/domains/registrations/mails/tell-by-phone.ts'
import { missingPapersText } from '#web/domains/registrations/missing-papers.ts'
import { withdrawRegistration } from '#web/domains/registrations/registration-actions.ts'
import { StatusMenu } from '#web/domains/registrations/StatusMenu.tsx'
import { switchStatus } from '#web/domains/registrations/switch-status.ts'
import { GradePlacesWidget } from '#web/domains/waitlists/GradePlacesWidget.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import parts from '#web/ui/page-parts.module.css'
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

/** The three decisions, each with its key; the present one says what the status is. */
const DecisionButtons = ({ details }: { details: RegistrationDetails }) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a part of a form
  <div role="group" aria-labelledby="decision" className={`sh-screen-only ${classes.decisions}`}>
    {DECISIONS.map(({ status, text, icon: Icon }) => (
      <Button
        key={status}
        variant="default"
        data-status={status}
        aria-current={details.status === status || undefined}
        aria-keyshortcuts={keyOf(status)}
        leftSection={<Icon size={18} aria-hidden />}
        rightSection={
          <kbd className={parts.key} aria-hidden>
            {keyOf(status)}
          </kbd>
        }
        onClick={() => void switchStatus(details, status)}
      >
        {details.status === status ? STATUS_LABELS[status] : text}
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

/** Papers are ticked off further down. */
const showPapers = () => {
  const title = document.getElementById('papers')
  title?.scrollIntoView({ block: 'center' })
  title?.closest('section')?.querySelector('button')?.focus({ preventScroll: true })
}

/** Whether the second person still has to agree; it never blocks a decision. */
const agreementText = ({ contacts }: RegistrationDetails) => {
  const asked = contacts.find(isAgreementMissing)
  return asked && OPEN_POINT_LABELS[asked.agreement === 'declined' ? 'agreement_declined' : 'agreement_missing']
}

/** What is asked on the telephone: rank or place, and which papers are missing. */
const Glance = ({ details }: { details: RegistrationDetails }) => {
  const stand = standText(details)
  const isOverdue = isFollowUp(details, useToday())
  const missing = missingPapersText(details)
  const agreement = agreementText(details)
  // Nobody brings papers for a place there is none of.
  const isEnded = isWithdrawn(details) || details.status === 'rejected'
  if (!stand && isEnded) return null
  return (
    <section aria-label="Auf einen Blick" className="sh-screen-only">
      {/* For how long it is overdue is said above. */}
      {stand && <p className={`sh-bold sh-figures sh-flush ${isOverdue ? 'sh-bad' : ''}`}>{stand}</p>}
      {!isEnded && (
        <p className="sh-quiet sh-small sh-flush">
          {missing ? (
            <button type="button" className={`sh-bare sh-linked ${classes.missing}`} onClick={showPapers}>
              {missing}
            </button>
          ) : (
            'Alle Unterlagen gesehen'
          )}
        </p>
      )}
      {!isEnded && agreement && <p className="sh-small sh-flush sh-warn">{agreement}</p>}
    </section>
  )
}

/** How the family learned of the present decision; the same of an earlier time told nothing of this one. */
const informedText = (details: RegistrationDetails) => {
  const { last_told: told, status } = details
  if (!isStatusMailKind(status)) return ''
  if (!told) return isDecisionKnown(details) ? 'Noch keine E-Mail dazu.' : UNKNOWN_TEXTS[status]
  const moment = `${formatDateTime(told.at)} Uhr`
  const label = mailLabel(statusTemplate(status))
  if (told.by_phone) return `${label}: telefonisch mitgeteilt, ${moment}`
  return `${label}: ${told.by_letter ? 'Brief geschrieben' : SENDING_LABELS[told.is_waiting ? 'queued' : 'sent']}, ${moment}`
}

const UNKNOWN_TEXTS: Record<StatusMailKind, string> = {
  accepted: 'Die Familie weiß noch nichts von der Zusage.',
  waiting: 'Die Familie weiß noch nichts von der Warteliste.',
  rejected: 'Die Familie weiß noch nichts von der Absage.',
}

/** Decided, and the family has to be told before anything else. */
const isUntold = (details: RegistrationDetails) =>
  isStatusMailKind(details.status) && details.last_told === null && !isDecisionKnown(details)

/** Nobody can get a mail, so the dialog has a letter to offer. */
const needsLetter = ({ contacts }: RegistrationDetails) => contacts.every(({ mail_state }) => mail_state !== 'verified')

/** Whether the family was informed, and buttons to inform it: nothing is sent by itself (domain §2.3). */
const InformPart = ({ details, onInform }: { details: RegistrationDetails; onInform: () => void }) => {
  if (!isStatusMailKind(details.status) || !mayChangeStatus(details)) return null
  const isDue = isUntold(details)
  const isLetter = needsLetter(details)
  return (
    <div className="sh-stack sh-gap-2 sh-screen-only">
      <p className={`sh-small sh-figures sh-flush ${isDue ? 'sh-bold sh-warn' : 'sh-quiet'}`}>
        {informedText(details)}
      </p>
      <IconButton
        icon={isLetter ? FileText : Mail}
        fullWidth
        variant={isDue ? 'filled' : 'default'}
        aria-haspopup="dialog"
        onClick={onInform}
      >
        {isLetter ? LETTER_OFFER : STATUS_MAIL_OFFER}
      </IconButton>
      {details.last_told === null && (
        <IconButton icon={PhoneCall} fullWidth onClick={() => void noteCall(details)}>
          Telefonisch informiert
        </IconButton>
      )}
    </div>
  )
}

interface RegistrationDecisionCardProps {
  details: RegistrationDetails
  onInform: () => void
  onTransform: () => void
  onRemove: () => void
}

/** What is decided, what one has to know for it, and what follows: the first card on a phone, too (ux §3.9). */
export const RegistrationDecisionCard = ({
  details,
  onInform,
  onTransform,
  onRemove,
}: RegistrationDecisionCardProps) => {
  const refusal = transformRefusal(details)
  const mayDecide = mayChangeStatus(details) && !details.is_restricted
  return (
    <Card component="section" aria-labelledby="decision" className={`sh-stack sh-gap-3 ${classes.actions}`}>
      <div className="sh-row sh-spread sh-gap-3 sh-rows-1">
        <Title order={2} id="decision">
          Entscheidung
        </Title>
        <StatusMenu
          registration={details}
          isFixed={details.is_restricted === true}
          isSaidBeside={mayDecide && details.status !== 'new'}
        />
      </div>
      {mayDecide && <DecisionButtons details={details} />}
      {!isTransformed(details) && (
        <GradePlacesWidget schoolYearId={details.school_year.id} grade={details.desired_grade} />
      )}
      <Glance details={details} />
      <InformPart details={details} onInform={onInform} />
      {!isTransformed(details) && refusal === null && (
        <IconButton
          icon={GraduationCap}
          fullWidth
          // Before the family has confirmed its place, something else is due.
          variant={details.place_confirmed_at === null ? 'default' : 'filled'}
          onClick={onTransform}
        >
          Als SuS übernehmen
        </IconButton>
      )}
      <div className={classes.pairs}>
        <RegistrationDocumentWidget id={details.id} text="Dokument" />
        <PackageButton fullWidth subject="registration" id={details.id} name={childName(details)} />
        {mayChangeStatus(details) && (
          <IconButton icon={CircleX} variant="subtle" onClick={() => void withdrawRegistration(details)}>
            Zurückziehen
          </IconButton>
        )}
        <IconButton icon={Trash2} variant="subtle" className="sh-bad" onClick={onRemove}>
          Löschen
        </IconButton>
      </div>
    </Card>
  )
}
