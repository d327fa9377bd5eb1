import { Alert, Button, Group } from '@mantine/core'
import { CircleAlert, CircleX, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { isTransformed, isWishOpen } from '#contract/registrations/registrations.status.ts'
import { undoWithdrawalRefusal, undoWithdrawalUntil } from '#contract/registrations/registrations.withdrawal.ts'
import { momentText } from '#web/domains/registrations/moment-text.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { confirmWithdrawal, declineWithdrawal, undoWithdrawal } from './registration-withdrawal.ts'

const ReasonText = ({ reason }: { reason: string | null }) =>
  reason && <p className="sh-breaks sh-flush sh-screen-only">Grund: {reason}</p>

const WithdrawnNotice = ({ details }: { details: RegistrationDetails }) => {
  const { withdrawn_at, withdrawn_by, withdraw_reason } = details
  if (withdrawn_at === null) return null
  const mayUndo = !isTransformed(details) && undoWithdrawalRefusal(details, new Date()) === null
  return (
    <Alert color="gray" icon={<CircleX size={20} aria-hidden />}>
      <p className="sh-breaks sh-flush">
        Zurückgezogen am {momentText(withdrawn_at)}
        {withdrawn_by === 'applicant' ? ' von der Familie' : ''}.
      </p>
      <ReasonText reason={withdraw_reason} />
      {mayUndo && (
        <Group mt="xs" gap="xs" className="sh-screen-only">
          <Button
            variant="default"
            leftSection={<Undo2 size={18} aria-hidden />}
            onClick={() => void undoWithdrawal(details)}
          >
            Rückzug zurücknehmen
          </Button>
          <span className="sh-quiet">möglich bis {formatDate(undoWithdrawalUntil(withdrawn_at))}</span>
        </Group>
      )}
    </Alert>
  )
}

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
      <ReasonText reason={withdraw_reason} />
      <Group mt="xs" gap="xs" className="sh-screen-only">
        <Button variant="default" onClick={() => void confirmWithdrawal(details)}>
          Rückzug bestätigen
        </Button>
        <Button variant="default" onClick={() => void declineWithdrawal(details)}>
          Ablehnen
        </Button>
      </Group>
    </Alert>
  )
}

/**
 * The withdrawal, or the wish of one of two people with joint custody, with the answers staff can give (domain §2.3,
 * §3.1).
 */
export const RegistrationWithdrawalCard = ({ details }: { details: RegistrationDetails }) => {
  // The button that was pressed goes with its notice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the change is what may have taken the focus away
  useEffect(focusTitleIfLost, [details.withdrawn_at, details.withdraw_requested_at])
  return (
    <>
      <WithdrawnNotice details={details} />
      <WishNotice details={details} />
    </>
  )
}
