import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { queryFor } from '#web/api/queries.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { ADMIN_TEXTS, MailServerHelpLink, outboxTitle, QUEUED_MAILS, waitingText } from './OutboxNoticeCard.tsx'

/** What the notice says of a missing mail server, for a place that leads to the mail test; else what stands in it. */
export const NoMailServerWidget = ({ children }: { children: ReactNode }) => {
  const { data: outbox } = useQuery({ ...queryFor(outboxEndpoints.get, {}, { quiet: true }), retry: false })
  if (outbox?.trouble !== 'no_server') return children
  return (
    <>
      <strong className="sh-block">{outboxTitle('no_server')}</strong>
      {outbox.waiting > 0 ? (
        <Link {...linkTarget(QUEUED_MAILS)}>{waitingText(outbox)}</Link>
      ) : (
        <span>{waitingText(outbox)}</span>
      )}{' '}
      <span>{ADMIN_TEXTS.no_server}</span> <MailServerHelpLink />
    </>
  )
}
