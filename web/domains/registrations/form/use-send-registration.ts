import { useRef, useState } from 'react'
import { withAnswer } from '#contract/dotted-keys.ts'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import type { Receipt } from '#contract/registrations/registrations.public.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { type FormAddress, type LoadedSettings, loadSettings } from '#web/domains/registrations/start-registration.ts'
import type { createDraftSaver } from './draft-saver.ts'
import { isStale, needsNewToken, waitForToken } from './form-token-age.ts'
import { useSubmission } from './use-submission.ts'

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

  const submit = async (answers: FormAnswers, website: string) => {
    const current = isStale(settings, Date.now()) ? await renew() : settings
    // The notice is the one that was read and ticked; the server says when there is a newer one.
    const guards = guardsOf(current, settings)
    if (!guards) {
      setRefusal(NOT_READY)
      return
    }
    if (!(await ripen(current))) return
    await saver.stop()
    const sent = await submission.submit({ ...answers, ...guards, website })
    if (sent) onSent(await fetchReceipt(address, sent))
    else saver.resume()
  }

  const send = async (answers: FormAnswers, website: string) => {
    if (submission.state.kind !== 'idle') return
    setRefusal(undefined)
    try {
      await submit(answers, website)
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
