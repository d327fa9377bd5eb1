import type { Queries } from '#server/db/database.ts'
import { unreachableReasonOf } from './mail-trouble.ts'
import type { MailState } from './send-mail.ts'
import { clearRefusals, type MailLine, noteBounce } from './unreachable.queries.ts'

/** Stores what the mail server's answer says about the address. */
export async function noteOutcome(tx: Queries, line: MailLine, { state, error }: MailState) {
  if (state === 'sent') await clearRefusals(tx, line)
  const reason = state === 'failed' ? unreachableReasonOf(error ?? '') : null
  if (reason !== null) await noteBounce(tx, line, { reason, isFullOnce: reason === 'full', isLate: false })
}
