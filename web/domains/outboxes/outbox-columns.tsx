import { Link } from '@tanstack/react-router'
import { counted } from '#contract/counted.ts'
import { formatDateTime } from '#contract/dates.ts'
import { MAIL_STATE_LABELS } from '#contract/mail-states.ts'
import { mailingOf, type OutboxMail, outboxMailLabel } from '#contract/outboxes/outboxes.mails.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { MAIL_STATE_LOOKS, MailStateWidget } from './MailStateWidget.tsx'
import { OUTBOX_PAGE_PATHS } from './outbox-query.ts'

type States = NonNullable<OutboxMail['states']>
const sumOf = (states: States) => Object.values(states).reduce((sum, count) => sum + count, 0)

/** Most mails leave within seconds, so the time of sending is shown only when it differs. */
const LATE_MS = 10 * 60_000
const isLate = (created: string, sent: string) => Date.parse(sent) - Date.parse(created) > LATE_MS

/** „22 gesendet, 1 nicht gesendet“. */
const statesText = (states: States) =>
  SHOWN_STATES.filter((state) => states[state] > 0)
    .map((state) =>
      state === 'queued' ? counted(states.queued, 'wartet', 'warten') : `${states[state]} ${MAIL_STATE_LABELS[state]}`,
    )
    .join(', ')

/** Each person gets one mail of a circular; a data check writes to some of them again, to remind them. */
const lineText = (template: string, count: number) =>
  mailingOf(template) === 'circular' ? counted(count, 'Person', 'Personen') : counted(count, 'E-Mail', 'E-Mails')

/** The state that needs attention most. */
const stateOf = (states: States) =>
  (['failed', 'held', 'queued', 'dropped'] as const).find((state) => states[state] > 0) ?? 'sent'

const SHOWN_STATES = ['sent', 'queued', 'held', 'failed', 'dropped'] as const

export const OUTBOX_COLUMNS: readonly TableColumn<OutboxMail>[] = [
  {
    key: 'name',
    title: 'An',
    render: ({ template, name, address, children, states }) =>
      states ? (
        lineText(template, sumOf(states))
      ) : (
        <>
          {name ?? address ?? 'nicht sichtbar'}
          {name && (
            <span className="sh-quiet sh-small sh-block">
              {[children && `für ${children}`, address].filter(Boolean).join(', ')}
            </span>
          )}
        </>
      ),
  },
  {
    key: 'mail',
    title: 'E-Mail',
    render: ({ template, about }) => {
      const label = outboxMailLabel(template)
      if (!about) return label
      // Only a mailing has a subject of its own; the others are about a child or a person.
      const [first, second] = mailingOf(template) === about.page ? [about.text, label] : [label, about.text]
      return (
        <>
          <Link {...linkTarget(OUTBOX_PAGE_PATHS[about.page](about.id))}>{first}</Link>
          <span className="sh-quiet sh-small sh-block">{second}</span>
        </>
      )
    },
  },
  {
    key: 'state',
    title: 'Stand',
    render: (mail) =>
      mail.states ? (
        <>
          <StatusChip {...MAIL_STATE_LOOKS[stateOf(mail.states)]}>{statesText(mail.states)}</StatusChip>
          {mail.is_doubtful && (
            <span className="sh-quiet sh-small sh-block">ungewiss: manche vielleicht doppelt angekommen</span>
          )}
        </>
      ) : (
        <MailStateWidget {...mail} />
      ),
  },
  {
    key: 'created_at',
    title: 'Geschrieben',
    render: ({ created_at, sent_at }) => (
      <>
        {formatDateTime(created_at)}
        {sent_at && isLate(created_at, sent_at) && (
          <span className="sh-quiet sh-small sh-block">gesendet {formatDateTime(sent_at)}</span>
        )}
      </>
    ),
  },
]
