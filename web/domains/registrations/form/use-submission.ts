import { useEffect, useMemo, useState } from 'react'
import { publicRegistrationEndpoints } from '#contract/registrations/registrations.public.ts'
import { type CallInput, call } from '#web/api/client.ts'
import { createSubmission, type SubmissionState } from '#web/api/submission.ts'
import type { FormAddress } from '#web/domains/registrations/start-registration.ts'

type SubmissionBody = CallInput<typeof publicRegistrationEndpoints.submit>['body']

/** Submitting with its state: sending, or waiting for the next try. */
export const useSubmission = (address: FormAddress) => {
  const [state, setState] = useState<SubmissionState>({ kind: 'idle' })
  const submission = useMemo(
    () =>
      createSubmission({
        send: (body: SubmissionBody, idempotencyKey) =>
          call(publicRegistrationEndpoints.submit, {
            params: { school_short: address.short },
            query: { draft: address.draft },
            body,
            idempotencyKey,
          }),
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
