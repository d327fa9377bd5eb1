import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/formats.ts'

export const OutboxState = z.object({
  /** Why mails do not leave: there is no mail server, or it takes none; null while all is well. */
  trouble: z.enum(['no_server', 'stuck']).nullable(),
  /** How many mails of the active school are waiting, including those about its people's accounts. */
  waiting: z.int(),
  /** When the oldest of them was queued. */
  since: Instant.nullable(),
})
export type OutboxState = z.output<typeof OutboxState>

/** Replaces „gesendet“ in messages while mails do not leave. */
export const MAIL_WAITS_TEXT =
  'Die E-Mail wartet im Postausgang: Zurzeit gehen keine E-Mails hinaus. Sie wird von selbst gesendet, sobald es wieder geht.'

export const outboxEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/outbox',
    access: 'manage pupil application',
    response: OutboxState,
    summary: 'Ob die E-Mails der Schule hinausgehen, und wie viele warten',
  }),
}
