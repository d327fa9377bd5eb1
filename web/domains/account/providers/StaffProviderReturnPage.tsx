import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { reloadBaseData } from '#web/api/base-data.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useAfterLogin } from '#web/domains/account/use-after-login.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { ProviderReturnPage } from './ProviderReturnPage.tsx'
import { isLinking, takeAnswer, takeWish } from './provider-visit.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why an account was not linked; the card on the profile says it. */
    linkRefusal?: string | undefined
  }
}

/** Completes the link that the user began on the profile, and leads back there. */
const LinkReturn = ({ provider }: { provider: string | undefined }) => {
  const navigate = useNavigate()
  const isAnswered = useRef(false)
  useEffect(() => {
    if (isAnswered.current) return
    isAnswered.current = true
    const finish = async () => {
      const body = { provider_id: Number(provider), search: takeAnswer() }
      let refusal: string | undefined
      const reply = await call(providerLoginEndpoints.finishLink, { body }).catch((failure) => {
        const isRefusal = failure instanceof ApiFailure && failure.status === 422
        if (isRefusal) refusal = failure.message
        return isRefusal ? undefined : explainFailure(failure)
      })
      // The school may have waited for this link.
      await reloadBaseData()
      await navigate({ to: paths.profile, hash: 'anmeldedienste', replace: true, state: { linkRefusal: refusal } })
      if (reply && 'message' in reply) notify(reply.message)
    }
    void finish()
  })
  return <LoadingText />
}

/** The page that a provider sends people back to, within the staff's program. */
export const StaffProviderReturnPage = ({ params }: { params: Record<string, string> }) => {
  const [isLink] = useState(() => isLinking(location.search))
  const { finish } = useAfterLogin()
  if (isLink) return <LinkReturn provider={params.provider} />
  return <ProviderReturnPage params={params} onDone={(codesLeft) => finish(codesLeft, takeWish())} />
}
