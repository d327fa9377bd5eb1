import { randomUUID } from 'node:crypto'
import { MAIL_TEST_FAILED } from '#contract/mailtest/mailtest.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { ApiError } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { type Limit, MINUTE_SECONDS } from '#server/http/rate-limit.ts'
import { type ComposedMail, withoutAddresses } from './send-mail.ts'
import type { MailTransport } from './transport.ts'

const TEST_MAILS: Limit = { name: 'testMails', points: 10, seconds: 60 * MINUTE_SECONDS }

/** Longer than the steps of one delivery may take; nobody waits longer than this in front of a page. */
const PATIENCE_MS = 20_000

export const DELIVERY_TEXTS = {
  notConfigured:
    'Es ist kein Mailserver eingerichtet. E-Mails warten, bis beim Betrieb des Servers SMTP_URL und MAIL_FROM gesetzt sind.',
  unreachable: 'Der Mailserver ist nicht zu erreichen.',
  silent: 'Der Mailserver antwortet nicht.',
  tooMany: 'Sie haben in der letzten Stunde zehn Testmails gesendet. Bitte warten Sie etwas.',
  answer: (text: string) => `Der Mailserver antwortet: ${text}`,
} as const

const UNREACHABLE = ['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ENOTFOUND', 'ESOCKET', 'ETLS']

/** What somebody may read about a failure: the mail server's words without addresses, otherwise the kind of failure. */
const textOf = (error: unknown) => {
  const { response, code = '' } = error as { response?: unknown; code?: string }
  if (typeof response === 'string' && response.trim() !== '')
    return DELIVERY_TEXTS.answer(withoutAddresses(response.replace(/\s+/g, ' ').trim()))
  if (code === 'ETIMEDOUT') return DELIVERY_TEXTS.silent
  return UNREACHABLE.includes(code) ? DELIVERY_TEXTS.unreachable : MAIL_TEST_FAILED
}

/** Undefined when the mail server accepted the mail, otherwise the reason in words for the page. */
async function deliver(transport: MailTransport, mail: ComposedMail, appUrl: string) {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve(DELIVERY_TEXTS.silent), PATIENCE_MS)
  const messageId = `<test-${randomUUID()}@${new URL(appUrl).hostname}>`
  const sent = transport.send({ messageId, ...mail }).then(() => undefined, textOf)
  const outcome = await Promise.race([sent, late])
  clearTimeout(timer)
  return outcome
}

interface Trial {
  userId: number
  inTransaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
}

/**
 * Gives one mail to the mail server at once, so that its answer can be shown (domain §9c); all other mails go through
 * an outbox. No transaction is open meanwhile. A refusal is thrown in words for the page.
 */
export async function deliverNow(platform: Platform, mail: ComposedMail, { userId, inTransaction }: Trial) {
  const { mailTransport: transport, limits, appUrl } = platform
  if (!transport) throw new ApiError(422, { message: DELIVERY_TEXTS.notConfigured })
  await limits.use(TEST_MAILS, String(userId), DELIVERY_TEXTS.tooMany)
  const failure = await deliver(transport, mail, appUrl)
  const result = failure === undefined ? 'ok' : 'error'
  await inTransaction((tx) => logEvent(tx, { action: 'mail_tested', entityType: 'mail', entityId: null, result }))
  // Not 502, because proxies replace such answers by their own pages.
  if (failure !== undefined) throw new ApiError(422, { message: failure })
}
