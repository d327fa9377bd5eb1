import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ApiFailure } from './client.ts'
import { waitText, withWait } from './wait-text.ts'

/** Messages of failures for pages without login; `web/api/errors.ts` would load the staff's dialogs and router. */

export const KEPT_OFFLINE = 'Keine Verbindung. Ihre Eingaben bleiben erhalten – wir versuchen es erneut.'
const OFFLINE = 'Keine Verbindung. Bitte versuchen Sie es noch einmal.'

/** The network or the server is away for a while: the same request may be sent again. */
export const isTemporary = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && (failure.status === 0 || failure.status >= 500)

/** The message of a refusal that belongs to no field. */
export const publicFailureText = (failure: unknown) => {
  if (!(failure instanceof ApiFailure)) return ERROR_TEXTS.unknown
  const { status, message, retryAfter } = failure
  if (status === 0) return OFFLINE
  const text = message || (status === 503 ? ERROR_TEXTS.unavailable : ERROR_TEXTS.unknown)
  return withWait(text, retryAfter && `Der nächste Versuch ist in ${waitText(retryAfter)} möglich.`)
}

/** The same while the page tries again by itself (ux §2). */
export const retryText = (failure: ApiFailure, seconds: number) =>
  failure.status === 503
    ? `Das System ist gerade ausgelastet. Nächster Versuch in ${waitText(seconds)}.`
    : `${KEPT_OFFLINE} Nächster Versuch in ${waitText(seconds)}.`
