import { useState } from 'react'
import type { FamilyStatus, FamilyWish } from '#contract/registrations/registrations.family.ts'
import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts'
import { isDeadLink } from './use-family-status.ts'

interface Wishing {
  token: string
  /** What the page is to show now. */
  onStatus: (status: FamilyStatus) => void
  onDeadLink: () => void
}

const reasonError = (refused: unknown) => (refused instanceof ApiFailure ? refused.errors.reason : undefined)

/** Sends what the family wants, one at a time; the same twice is once. */
export const useFamilyWish = ({ token, onStatus, onDeadLink }: Wishing) => {
  const { isBusy, failure, goOnce } = useOneAtATime()
  const [fieldError, setFieldError] = useState<string>()

  const refuse = (refused: unknown) => {
    const text = reasonError(refused)
    if (isDeadLink(refused)) onDeadLink()
    else if (text) setFieldError(text)
    else throw refused
  }
  const send = (wish: FamilyWish) =>
    goOnce(async () => {
      setFieldError(undefined)
      await call(registrationFamilyEndpoints.wish, { params: { token }, body: wish }).then(onStatus, refuse)
    })
  return { isBusy, failure, fieldError, send }
}
export type FamilyWishing = ReturnType<typeof useFamilyWish>
