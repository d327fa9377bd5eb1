import { createElement, type ReactNode } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { paths } from '#web/paths.ts'
import { currentPath, goToLogin } from '#web/shell/app-history.ts'
import { alertDialog, confirmDialog } from '#web/shell/dialogs.tsx'
import { frameDialogs } from '#web/shell/frame-dialogs.ts'
import { preserveTyped } from '#web/shell/preserved-input.ts'
import { useCountdown } from '#web/ui/use-countdown.ts'
import { findAccessChange } from './access-change.ts'
import { ApiFailure, hasFieldErrors } from './client.ts'
import { waitText, withWait } from './wait-text.ts'

/** The only place that turns failures into messages (spec §8). */

export const FAILURE_TITLE = 'Fehler'
export const NO_CONNECTION =
  'Keine Verbindung. Ihre Eingaben bleiben erhalten. Bitte versuchen Sie es noch einmal, sobald die Verbindung wieder da ist.'

/** Seconds after which another try makes sense; undefined when the message itself names the time. */
const waitOf = ({ message, retryAfter }: ApiFailure) => (message === ERROR_TEXTS.outOfRoom ? undefined : retryAfter)

/** The message of a failure that no form shows beside its fields. */
export const failureText = (failure: unknown): string => {
  if (!(failure instanceof ApiFailure)) return ERROR_TEXTS.unknown
  if (hasFieldErrors(failure)) return [...new Set(Object.values(failure.errors))].join(' ')
  const { status, message } = failure
  if (status === 0) return NO_CONNECTION
  const seconds = waitOf(failure)
  const wait = seconds && `Bitte warten Sie ${waitText(seconds)}.`
  if (status === 429) return withWait(message || ERROR_TEXTS.tooMany, wait)
  if (status === 503) return withWait(message || ERROR_TEXTS.unavailable, wait)
  return message || ERROR_TEXTS.unknown
}

interface WaitTextProps {
  /** The refusal without the wait. */
  text: string
  seconds: number
}

/** Counts down to when the user may try again; nothing is repeated automatically. */
const WaitText = ({ text, seconds }: WaitTextProps) => {
  const { secondsLeft } = useCountdown(seconds)
  const wait =
    secondsLeft > 0 ? `Bitte warten Sie ${waitText(secondsLeft)}.` : 'Sie können es jetzt noch einmal versuchen.'
  return `${text} ${wait}`
}

/** The same for an alert, in which a wait counts down. */
const failureMessage = (failure: unknown): ReactNode => {
  const seconds = failure instanceof ApiFailure && failure.status === 503 ? waitOf(failure) : undefined
  if (!(failure instanceof ApiFailure) || !seconds) return failureText(failure)
  const text = withWait(failure.message || ERROR_TEXTS.unavailable, 'Ihre Eingaben bleiben erhalten.')
  return createElement(WaitText, { text, seconds })
}

/** Another tab changed the school: this page cannot continue. */
export const isOtherSchool = (failure: unknown) =>
  failure instanceof ApiFailure && failure.status === 409 && failure.message === ERROR_TEXTS.otherSchool

const OTHER_SCHOOL = { title: 'Andere Schule aktiv', message: ERROR_TEXTS.otherSchool }

/**
 * Why only reloading the page helps: rights were lost, or another tab changed the school. Undefined: it would not help.
 */
export const reasonToReload = async (failure: unknown) =>
  (await findAccessChange(failure)) ?? (isOtherSchool(failure) ? OTHER_SCHOOL : undefined)

/** Shows the refusal and its reason, and offers to reload. */
export const offerReload = async ({ title, message }: { title: string; message: ReactNode }) => {
  if (await confirmDialog({ title, message, accept: 'Neu laden', type: 'attention' })) window.location.reload()
}

const isLoggedOut = (failure: unknown) => failure instanceof ApiFailure && failure.status === 401

let forgetUser: () => void = () => {}

/** Base data sets what is dropped when the server no longer knows the session. */
export const onSessionEnded = (forget: () => void) => {
  forgetUser = forget
}

/** The session is over: leads to the login, which says so. Spec §8: any 401 except on base data comes here. */
export const leadToLogin = () => {
  preserveTyped()
  frameDialogs.close()
  const target = currentPath()
  if (!target.startsWith(paths.login)) goToLogin(paths.loginThenTo(target))
  forgetUser()
}

/** An alert for a refused action that no form shows beside its fields; resolves when it is closed. */
export const explainFailure = async (failure: unknown) => {
  if (isLoggedOut(failure)) return leadToLogin()
  const reason = await reasonToReload(failure)
  if (reason) return offerReload(reason)
  await alertDialog({ title: FAILURE_TITLE, message: failureMessage(failure), type: 'negative' })
}

let isAlertOpen = false

/**
 * A failed load, with the only text of spec §8; a quiet one (a poll, a refresh, a widget with its own message) gets no
 * alert.
 */
export const explainFailedLoad = async (failure: unknown, { isQuiet }: { isQuiet: boolean }) => {
  if (isLoggedOut(failure)) return leadToLogin()
  if (isQuiet || isAlertOpen) return
  isAlertOpen = true
  const reason = await reasonToReload(failure)
  if (reason) await offerReload(reason)
  else await alertDialog({ title: FAILURE_TITLE, message: ERROR_TEXTS.unknown, type: 'negative' })
  isAlertOpen = false
}
