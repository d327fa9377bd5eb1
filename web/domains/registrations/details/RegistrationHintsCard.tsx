import { Alert, Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleX, GraduationCap, Undo2 } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { formatDate, momentText } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { isTransformed, isWishOpen } from '#contract/registrations/registrations.status.ts'
import { undoWithdrawalRefusal, undoWithdrawalUntil } from '#contract/registrations/registrations.withdrawal.ts'
import { whenDue } from '#contract/retentions/retentions.rules.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import {
  confirmWithdrawal,
  declineWithdrawal,
  undoWithdrawal,
} from '#web/domains/registrations/registration-actions.ts'
import { paths } from '#web/paths.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { FollowUpCard } from './FollowUpCard.tsx'
import classes from './registration-details.module.css'
import { SimilarRecordsCard } from './SimilarRecordsCard.tsx'

const PUPIL_LINKS = { f: 'Zur Schülerin', m: 'Zum Schüler', d: 'Zur Schülerin/zum Schüler' } as const

/** How the pupil is called where a link leads there. */
export const pupilLinkText = ({ answers }: RegistrationDetails) => PUPIL_LINKS[answers.meta.child_gender]

/** A reason for the withdrawal, and the answers that staff can give. */
const ReasonAndAnswers = ({ reason, children }: { reason: string | null; children: ReactNode }) => (
  <>
    {reason && <p className="sh-breaks sh-flush sh-screen-only">Grund: {reason}</p>}
    {children && (
      <Group mt="xs" gap="xs" className="sh-screen-only">
        {children}
      </Group>
    )}
  </>
)

const WithdrawnNotice = ({ details }: { details: RegistrationDetails }) => {
  const { withdrawn_at, withdrawn_by, withdraw_reason } = details
  if (withdrawn_at === null) return null
  return (
    <Alert color="gray" icon={<CircleX size={20} aria-hidden />}>
      <p className="sh-breaks sh-flush">
        Zurückgezogen am {momentText(withdrawn_at)}
        {withdrawn_by === 'applicant' ? ' von der Familie' : ''}.
      </p>
      <ReasonAndAnswers reason={withdraw_reason}>
        {!isTransformed(details) && undoWithdrawalRefusal(details, new Date()) === null && (
          <>
            <Button
              variant="default"
              leftSection={<Undo2 size={18} aria-hidden />}
              onClick={() => void undoWithdrawal(details)}
            >
              Rückzug zurücknehmen
            </Button>
            <span className="sh-quiet">möglich bis {formatDate(undoWithdrawalUntil(withdrawn_at))}</span>
          </>
        )}
      </ReasonAndAnswers>
    </Alert>
  )
}

/** One of two people with joint custody wishes it: staff confirm or decline (domain §2.3). */
const WishNotice = ({ details }: { details: RegistrationDetails }) => {
  const { withdraw_requested_at: at, withdraw_requested_position, withdraw_reason, contacts } = details
  if (at === null || !isWishOpen(details)) return null
  const person = contacts.find(({ position }) => position === withdraw_requested_position)
  return (
    <Alert
      className="sh-screen-only"
      color="yellow"
      icon={<CircleAlert size={20} aria-hidden />}
      title="Die Familie möchte die Bewerbung zurückziehen"
    >
      <p className="sh-breaks sh-flush">
        {person?.fullname ?? 'Eine sorgeberechtigte Person'} hat das am {momentText(at)} gewünscht. Der Rückzug gilt
        erst, wenn Sie ihn bestätigen
        {contacts.length > 1 ? '; bis dahin erfährt die andere Person davon nichts.' : '.'}
      </p>
      <ReasonAndAnswers reason={withdraw_reason}>
        <Button variant="default" onClick={() => void confirmWithdrawal(details)}>
          Rückzug bestätigen
        </Button>
        <Button variant="default" onClick={() => void declineWithdrawal(details)}>
          Ablehnen
        </Button>
      </ReasonAndAnswers>
    </Alert>
  )
}

const classText = ({ admitted_to }: RegistrationDetails) => {
  if (!admitted_to) return ''
  const { schoolclass, date_start } = admitted_to
  return schoolclass ? ` Klasse ${schoolclass} ab ${formatDate(date_start)}.` : ' Noch ohne Klasse.'
}

/** The ticks of the papers stay with the application and are erased with it (domain §5.2). */
const StorageLine = ({ id }: { id: number }) => {
  const today = useToday()
  const { data } = useQuery(queryFor(retentionEndpoints.get, { params: { registrationId: id } }, { quiet: true }))
  const due = data?.entries.find(({ reason }) => reason === 'transformed')
  // A hold has no day of erasure; the card „Aufbewahrung“ names its end.
  if (!due || data?.hold) return null
  const text =
    due.due_on > today
      ? `Unterlagen haken Sie bis ${formatDate(due.due_on)} hier ab. Danach wird die Bewerbung gelöscht.`
      : `Die Bewerbung wird ${whenDue(due.due_on, today)} gelöscht.`
  return <p className="sh-flush sh-screen-only">{text}</p>
}

const TransformedNotice = ({ details }: { details: RegistrationDetails }) => {
  const { pupil_id, transformed_at, transformed_by, is_restricted } = details
  if (pupil_id === null) return null
  return (
    <Alert color="green" icon={<CircleCheck size={20} aria-hidden />}>
      <p className="sh-flush">
        Bereits übernommen{transformed_at && ` am ${momentText(transformed_at)}`}
        {transformed_by && ` von ${transformed_by}`}.{classText(details)}
      </p>
      {!is_restricted && <StorageLine id={details.id} />}
      <IconButton icon={GraduationCap} to={paths.pupil(pupil_id)} data-primary className="sh-above-2 sh-screen-only">
        {pupilLinkText(details)}
      </IconButton>
    </Alert>
  )
}

/** What to know before deciding: overdue, withdrawn (domain §3.1), already taken over, perhaps there twice. */
export const RegistrationHintsCard = ({ details }: { details: RegistrationDetails }) => {
  // The button that was pressed goes with its notice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [
    details.withdrawn_at,
    details.withdraw_requested_at,
    details.place_confirmed_at,
    details.place_confirm_due_at,
  ])
  return (
    <div className={`sh-stack sh-below-4 sh-gap-3 sh-shrinks ${classes.hints}`}>
      <FollowUpCard details={details} />
      <WithdrawnNotice details={details} />
      <WishNotice details={details} />
      <TransformedNotice details={details} />
      <div className={`sh-screen-only ${classes.internal}`}>
        <SimilarRecordsCard key={details.id} details={details} />
      </div>
    </div>
  )
}
