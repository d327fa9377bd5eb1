import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { withAnswer } from '#contract/dotted-keys.ts'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import { publicRegistrationEndpoints as endpoints, type Receipt } from '#contract/registrations/registrations.public.ts'
import { FILL_SECONDS_MIN, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure, type CallInput, call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { createSubmission, type SubmissionState } from '#web/api/submission.ts'
import { type FormAddress, inputOf, type LoadedSettings, loadSettings } from './start-registration.ts'
import type { createDraftSaver } from './use-registration-draft.ts'

type TokenAge = Pick<LoadedSettings, 'loadedAt' | 'isRenewed'>

/** The server takes a form for 24 hours (domain §2); it is fetched anew long before. */
const STALE_MS = 12 * 60 * 60 * 1000
/** Whoever is refused so soon was too fast; the token is right and only gets older. */
const TOO_FAST_MS = 60_000
const FILL_MS = (FILL_SECONDS_MIN + 1) * 1000

export const isStale = ({ loadedAt }: TokenAge, now: number) => now - loadedAt >= STALE_MS

/** A refusal that names no field concerns the token, or what only machines fill in. */
export const needsNewToken = (failure: unknown, { loadedAt }: TokenAge, now: number) =>
  failure instanceof ApiFailure &&
  failure.status === 422 &&
  Object.keys(failure.errors).length === 0 &&
  now - loadedAt >= TOO_FAST_MS

/** Milliseconds until the server believes in a token that replaced another: the family has long filled in its form. */
export const waitForToken = ({ loadedAt, isRenewed }: TokenAge, now: number) =>
  isRenewed ? Math.max(0, loadedAt + FILL_MS - now) : 0

/** How often an open page looks how old it is; timers stand still while the computer sleeps. */
const LOOK_MS = 5 * 60 * 1000

/** Fetches the settings again when they are half a day old, for a tab that stays open or is looked at again. */
export const useFreshSettings = (
  address: FormAddress,
  settings: LoadedSettings,
  onSettings: (settings: LoadedSettings) => void,
) => {
  const renew = useCallback(async () => {
    const changed = await loadSettings(address, true)
    onSettings(changed)
    return changed
  }, [address, onSettings])
  useEffect(() => {
    const look = () => {
      // Without answer the old settings stay, and the next look tries again.
      if (document.visibilityState === 'visible' && isStale(settings, Date.now())) renew().catch(() => undefined)
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [settings, renew])
  return renew
}

type SubmissionBody = CallInput<typeof endpoints.submit>['body']

/** Submitting with its state: sending, or waiting for the next try. */
const useSubmission = (address: FormAddress) => {
  const [state, setState] = useState<SubmissionState>({ kind: 'idle' })
  const submission = useMemo(
    () =>
      createSubmission({
        send: (body: SubmissionBody, idempotencyKey) =>
          call(endpoints.submit, { ...inputOf(address), body, idempotencyKey }),
        onState: setState,
      }),
    [address],
  )
  useEffect(() => {
    window.addEventListener('online', submission.retryNow)
    return () => {
      window.removeEventListener('online', submission.retryNow)
      submission.cancel()
    }
  }, [submission])
  return { state, ...submission }
}

interface Sending {
  address: FormAddress
  settings: LoadedSettings
  /** Fetches and shows the settings as they are now: with a new token, or that the form has closed. */
  renew: () => Promise<LoadedSettings>
  saver: ReturnType<typeof createDraftSaver>
  /** False when none of the errors belongs to a field that shows. */
  showErrors: (errors: Record<string, string>) => boolean
  onSent: (receipt: Receipt) => void
  /** The privacy notice changed meanwhile: new settings, and the answers with its box unticked. */
  onStaleNotice: (settings: LoadedSettings) => void
}

/** The receipt of the server; if just that fails, what the submission itself answered. */
const fetchReceipt = async (address: FormAddress, sent: { number: string; message: string }): Promise<Receipt> => {
  const bare = { ...sent, received_at: new Date().toISOString(), contacts: [] }
  try {
    const { receipt } = await call(endpoints.receipt, { params: { school_short: address.short } })
    return receipt?.number === sent.number ? receipt : bare
  } catch {
    return bare
  }
}

export const withoutNotice = (answers: FormAnswers) => withAnswer(answers, 'meta.privacy_notice_read', false)

/** The version that was ticked is no longer the newest (domain DP-01). */
const isStaleNotice = (failure: unknown): failure is ApiFailure =>
  failure instanceof ApiFailure && failure.errors['meta.privacy_notice_read'] === PUBLIC_REGISTRATION_TEXTS.staleNotice

const NOT_READY = 'Das Formular kann gerade nicht abgesendet werden. Bitte rufen Sie uns an.'

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** What proves that a person filled in this form; null while the school takes no applications. */
const guardsOf = ({ form_token, form_version }: LoadedSettings, { notice }: LoadedSettings) =>
  notice && form_token ? { notice_id: notice.id, form_token, form_version } : null

/** Sends the application and leads every refusal to where it can be mended. */
export const useSendRegistration = (sending: Sending) => {
  const { address, settings, renew, saver, showErrors, onSent, onStaleNotice } = sending
  const submission = useSubmission(address)
  const [refusal, setRefusal] = useState<string>()
  const attempt = useRef(0)

  const handleRefusal = async (failure: unknown) => {
    saver.resume()
    if (isStaleNotice(failure)) {
      // A new token would ask for the fill time again.
      const { form_token, loadedAt, isRenewed } = settings
      onStaleNotice({ ...(await loadSettings(address, true)), form_token, loadedAt, isRenewed })
    }
    const isClosed = failure instanceof ApiFailure && failure.status === 403
    if (isClosed || needsNewToken(failure, settings, Date.now())) await renew()
    const isShown = failure instanceof ApiFailure && showErrors(failure.errors)
    if (!isShown) setRefusal(publicFailureText(failure))
  }

  /** False when it was called off while the token ripened. */
  const ripen = async (current: LoadedSettings) => {
    attempt.current += 1
    const own = attempt.current
    await pause(waitForToken(current, Date.now()))
    return attempt.current === own
  }

  const submit = async (answers: FormAnswers) => {
    const current = isStale(settings, Date.now()) ? await renew() : settings
    // The notice is the one that was read and ticked; the server says when there is a newer one.
    const guards = guardsOf(current, settings)
    if (!guards) {
      setRefusal(NOT_READY)
      return
    }
    if (!(await ripen(current))) return
    await saver.stop()
    const sent = await submission.submit({ ...answers, ...guards, website: '' })
    if (sent) onSent(await fetchReceipt(address, sent))
    else saver.resume()
  }

  const send = async (answers: FormAnswers) => {
    if (submission.state.kind !== 'idle') return
    setRefusal(undefined)
    try {
      await submit(answers)
    } catch (failure) {
      await handleRefusal(failure).catch((next) => setRefusal(publicFailureText(next)))
    } finally {
      submission.finish()
    }
  }
  const cancel = () => {
    attempt.current += 1
    submission.cancel()
  }
  return { send, refusal, state: submission.state, retryNow: submission.retryNow, cancel }
}
