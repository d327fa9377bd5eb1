import { useEffect, useRef, useState } from 'react'
import { OTHER_ACCOUNT, providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { type SecondStep, TwoFactorCodeForm } from '#web/domains/account/TwoFactorCodeForm.tsx'
import { paths } from '#web/paths.ts'
import { useVisit } from '#web/shell/visit.ts'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import { leaveFor, takeAnswer } from './provider-visit.ts'

interface ProviderReturnPageProps {
  params: Record<string, string>
  onDone: (codesLeft: number | null) => Promise<void>
}

/** A provider sends people back to this page. It completes the login, or leads back to it and says what went wrong. */
export const ProviderReturnPage = ({ params, onDone }: ProviderReturnPageProps) => {
  const { go, explain } = useVisit()
  const [step, setStep] = useState<SecondStep>()
  const isAnswered = useRef(false)
  usePageTitle('Login')
  const answer = async () => {
    const body = { provider_id: Number(params.provider), search: takeAnswer() || '?' }
    try {
      const { url, two_factor: asksForMore, ...next } = await call(providerLoginEndpoints.answer, { body })
      if (url) return await leaveFor(url)
      if (asksForMore) setStep(next)
      else await onDone(null)
    } catch (failure) {
      if (failure instanceof ApiFailure && failure.status === 422)
        return go(paths.login, {
          notice: failure.message,
          ...(failure.errors[OTHER_ACCOUNT] && { otherAccountAt: body.provider_id }),
        })
      await explain(failure)
      go(paths.login)
    }
  }
  // An answer of a provider is valid once, and React may run effects twice.
  useEffect(() => {
    if (isAnswered.current) return
    isAnswered.current = true
    void answer()
  })
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Login</NativeHeading>
        {step ? (
          <TwoFactorCodeForm
            proved="Die Anmeldung beim Dienst hat geklappt."
            step={step}
            onDone={onDone}
            onBack={(notice) => go(paths.login, notice ? { notice } : {})}
          />
        ) : (
          <p role="status">Sie werden angemeldet …</p>
        )}
      </NativeCard>
    </NativeColumn>
  )
}
