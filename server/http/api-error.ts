import type { ErrorReply } from '#contract/error-reply.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { RefusedAction } from '#contract/userlog/userlog.attempts.ts'

/** An attempt of a signed-in user to gain rights, for the log: its action, and the account it was about. */
export interface Attempt {
  action: RefusedAction
  /** Also null when the account is out of reach: the log must not reveal whether it exists. */
  userId: number | null
}

/** The one error a handler throws on purpose; everything else is a 500 without details. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorReply & Record<string, unknown>
  readonly retryAfterSeconds: number | undefined
  /** Set by `attempted`: this refusal is logged. */
  attempt: Attempt | undefined

  constructor(status: number, body: ErrorReply & Record<string, unknown>, retryAfterSeconds?: number) {
    super(body.message)
    this.status = status
    this.body = body
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Marks a refusal as an attempt that is logged, whatever its status. */
export const attempted = (error: ApiError, attempt: Attempt) => {
  error.attempt = attempt
  return error
}

export const unauthenticated = () => new ApiError(401, { message: ERROR_TEXTS.unauthenticated })
export const csrfRefused = () => new ApiError(419, { message: ERROR_TEXTS.csrf })
export const forbidden = (message: string = ERROR_TEXTS.forbidden) => new ApiError(403, { message })
export const notFound = () => new ApiError(404, { message: ERROR_TEXTS.notFound })
/** Returns the result of a query; 404 when it found nothing. */
export const found = <T>(row: T | undefined): T => {
  if (row === undefined) throw notFound()
  return row
}
export const notAllowed = (message: string) => new ApiError(405, { message })
/** `more` contains what the page can offer: duplicates, the stored version, the author of the change. */
export const conflict = (message: string, more: Record<string, unknown> = {}) => new ApiError(409, { message, ...more })
/** Messages by dotted field name, such as `contacts.0.mail`. */
export const invalid = (errors: Record<string, string[]>, message: string = ERROR_TEXTS.invalid) =>
  new ApiError(422, { message, errors })
export const tooMany = (retryAfterSeconds: number, message: string = ERROR_TEXTS.tooMany) =>
  new ApiError(429, { message }, retryAfterSeconds)
export const unavailable = () => new ApiError(503, { message: ERROR_TEXTS.unavailable }, 2)
/** A program that has to look at a file does not answer. */
export const unchecked = (message: string) => new ApiError(503, { message }, 30)
/** PostgreSQL has no room left: nothing was saved, and a person must make room. */
export const outOfRoom = () => new ApiError(503, { message: ERROR_TEXTS.outOfRoom }, 30)
