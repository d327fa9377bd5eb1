import { useState } from 'react'
import { withAnswer } from '#contract/dotted-keys.ts'
import type { RegistrationForm as FormAnswers } from '#contract/registrations.form.ts'
import type { FormSettings, Receipt } from '#contract/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations.public-texts.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import type { createDraftSaver } from './draft-saver.ts'
import { publicEndpoints as endpoints } from './public-calls.ts'
import { publicFailureText } from './public-failure.ts'
import type { FormAddress } from './start-registration.ts'
import { useSubmission } from './use-submission.ts'

interface Sending {
  address: FormAddress
  settings: FormSettings
  saver: ReturnType<typeof createDraftSaver>
  /** False when none of the errors belongs to a field that shows. */
  showErrors: (errors: Record<string, string>) => boolean
  onSent: (receipt: Receipt) => void
  /** The privacy notice changed meanwhile: new settings, and the answers with its box unticked. */
  onStaleNotice: (settings: FormSettings) => void
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

/** Sends the application and leads every refusal to where it can be mended. */
export const useSendRegistration = (sending: Sending) => {
  const { address, settings, saver, showErrors, onSent, onStaleNotice } = sending
  const submission = useSubmission(address)
  const [refusal, setRefusal] = useState<string>()

  const handleRefusal = async (failure: unknown) => {
    saver.resume()
    if (isStaleNotice(failure)) {
      const params = { school_short: address.short }
      const changed = await call(endpoints.settings, { params, query: { draft: address.draft } })
      // A new token would ask for the fill time again.
      onStaleNotice({ ...changed, form_token: settings.form_token })
    }
    const isShown = failure instanceof ApiFailure && showErrors(failure.errors)
    if (!isShown) setRefusal(publicFailureText(failure))
  }

  const send = async (answers: FormAnswers, website: string) => {
    if (submission.state.kind !== 'idle' || !settings.notice || !settings.form_token) return
    setRefusal(undefined)
    const guards = {
      notice_id: settings.notice.id,
      form_token: settings.form_token,
      form_version: settings.form_version,
    }
    try {
      await saver.stop()
      const sent = await submission.submit({ ...answers, ...guards, website })
      if (sent) onSent(await fetchReceipt(address, sent))
      else saver.resume()
    } catch (failure) {
      await handleRefusal(failure).catch((next) => setRefusal(publicFailureText(next)))
    } finally {
      submission.finish()
    }
  }
  return { send, refusal, state: submission.state, retryNow: submission.retryNow, cancel: submission.cancel }
}
