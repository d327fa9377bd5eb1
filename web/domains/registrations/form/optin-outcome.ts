import { formatDateTime } from '#contract/dates.ts'
import type { OptinResult } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'

/** What the button does: confirm the address, or send for another link. */
export type OptinAction = 'confirm' | 'request'

/** What the page of a link shows; `action` is what can still be done (domain §2.3). */
export interface OptinOutcome {
  tone: 'positive' | 'attention' | 'negative'
  text: string
  /** The application's number, once the address is confirmed. */
  number?: string
  /** Only the school can help further. */
  isDeadEnd?: boolean
  action?: OptinAction
}

export const confirmedOutcome = ({ state, confirmed_at, number }: OptinResult): OptinOutcome => ({
  tone: 'positive',
  text: state === 'confirmed' ? OPTIN_TEXTS.confirmed : OPTIN_TEXTS.already(formatDateTime(confirmed_at)),
  number,
})

/** A refusal: 409 is an expired link when confirming, and when requesting that no more mails are sent. */
export const refusedOutcome = (action: OptinAction, failure: unknown): OptinOutcome => {
  const status = failure instanceof ApiFailure ? failure.status : undefined
  if (status === 404 || status === 422) return { tone: 'negative', text: OPTIN_TEXTS.invalid, isDeadEnd: true }
  if (status !== 409) return { tone: 'negative', text: publicFailureText(failure), action }
  return action === 'confirm'
    ? { tone: 'attention', text: OPTIN_TEXTS.expired, action: 'request' }
    : { tone: 'attention', text: publicFailureText(failure), isDeadEnd: true }
}
