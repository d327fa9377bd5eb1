import { outboxMailEndpoints } from '#contract/outboxes/outboxes.mails.ts'
import { outboxEndpoints } from '#contract/outboxes/outboxes.ts'
import { unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { readOutbox } from '#server/mail/outbox-state.ts'
import { readOutboxMails, retryOutboxMail } from './read-outbox-mails.ts'
import { markAddressGood, readUnreachable } from './unreachable-contacts.ts'

/** Says whether mails leave, for staff whose families wait for them, and what became of each. */
export function outboxRoutes({ route }: Routes, platform: Platform) {
  route(outboxEndpoints.get, ({ tx }) => readOutbox(tx, platform))
  route(outboxMailEndpoints.list, ({ tx, query, today }) => readOutboxMails(tx, query, today))
  route(outboxMailEndpoints.retry, ({ tx, params, viewer: { school_id }, today }) =>
    retryOutboxMail(tx, params.id, { school_id, today }),
  )
  route(unreachableEndpoints.list, ({ tx }) => readUnreachable(tx))
  route(unreachableEndpoints.markGood, ({ tx, body }) => markAddressGood(tx, body))
}
