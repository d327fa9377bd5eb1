import { Button } from '@mantine/core'
import { Mail } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatDateTime } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations.details.ts'
import {
  isStatusMailKind,
  mailLabel,
  SENDING_LABELS,
  STATUS_MAIL_KINDS,
  STATUS_MAIL_OFFER,
  statusTemplate,
} from '#contract/registrations.mail-labels.ts'
import { statusRefusal } from '#contract/registrations.status.ts'
import classes from './StatusMail.module.css'

const StatusMailDialog = lazy(() =>
  import('./StatusMailDialog.tsx').then(({ StatusMailDialog }) => ({ default: StatusMailDialog })),
)

const STATUS_TEMPLATES = STATUS_MAIL_KINDS.map((kind): string => statusTemplate(kind))

/** What the family was told last, if that is still true. */
const lastTold = ({ contacts, status }: RegistrationDetails) => {
  const mails = contacts
    .flatMap(({ mails }) => mails)
    .filter(({ template, state }) => STATUS_TEMPLATES.includes(template) && state !== 'dropped')
  const last = mails.sort((a, b) => b.id - a.id)[0]
  return last?.template === `registration_${status}` ? last : undefined
}

/** Beside the decision: whether the family knows, and the offer to tell it. Nothing goes out by itself (domain §2.3). */
export const StatusMailCard = ({ details }: { details: RegistrationDetails }) => {
  const [isOpen, setOpen] = useState(false)
  if (!isStatusMailKind(details.status) || statusRefusal(details)) return null
  const told = lastTold(details)
  return (
    <div className={classes.offer}>
      <p className={classes.told}>
        {told
          ? `${mailLabel(told.template)}: ${SENDING_LABELS[told.state]}, ${formatDateTime(told.sent_at ?? told.created_at)} Uhr`
          : 'Die Familie wurde noch nicht per E-Mail informiert.'}
      </p>
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
