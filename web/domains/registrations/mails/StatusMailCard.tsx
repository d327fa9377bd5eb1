import { Button } from '@mantine/core'
import { Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  isStatusMailKind,
  mailLabel,
  SENDING_LABELS,
  STATUS_MAIL_OFFER,
  statusTemplate,
} from '#contract/registrations/registrations.mail-labels.ts'
import { statusRefusal } from '#contract/registrations/registrations.status.ts'

const StatusMailDialog = lazy(() =>
  import('./StatusMailDialog.tsx').then(({ StatusMailDialog }) => ({ default: StatusMailDialog })),
)

/** Whether the family knows the present decision; the same of an earlier time told nothing of this one. */
const toldText = ({ last_told, status }: Pick<RegistrationDetails, 'last_told' | 'status'>) => {
  if (!last_told || !isStatusMailKind(status)) return 'Die Familie wurde noch nicht per E-Mail informiert.'
  const state = SENDING_LABELS[last_told.is_waiting ? 'queued' : 'sent']
  return `${mailLabel(statusTemplate(status))}: ${state}, ${formatDateTime(last_told.at)} Uhr`
}

/**
 * Shows beside the decision whether the family was informed, and a button to inform it. Nothing is sent by itself (domain
 * §2.3).
 */
export const StatusMailCard = ({ details }: { details: RegistrationDetails }) => {
  const [isOpen, setOpen] = useState(false)
  if (!isStatusMailKind(details.status) || statusRefusal(details)) return null
  return (
    <div className="sh-stack sh-gap-1 sh-screen-only">
      <p className="sh-quiet sh-small sh-figures sh-flush">{toldText(details)}</p>
      <Button
        fullWidth
        variant="default"
        aria-haspopup="dialog"
        leftSection={<Mail size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {STATUS_MAIL_OFFER}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <StatusMailDialog registration={details} onGone={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
