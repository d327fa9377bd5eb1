import { useEffect, useState } from 'react'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { ApiFailure, call, type Reply } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { beginProviderLogin } from './provider-visit.ts'

type Providers = Reply<typeof providerLoginEndpoints.offered>

/** The services on offer. The list stays empty if it cannot be loaded, because the password still works. */
export const useProviders = () => {
  const [providers, setProviders] = useState<Providers>([])
  useEffect(() => {
    const stop = new AbortController()
    call(providerLoginEndpoints.offered, { signal: stop.signal }).then(setProviders, () => {})
    return () => stop.abort()
  }, [])
  return providers
}

interface ProviderLoginProps {
  providers: Providers
  remember: boolean
}

/** Shows a button for each service that people can sign in with. */
export const ProviderLogin = ({ providers, remember }: ProviderLoginProps) => {
  const { search, explain, state } = useVisit()
  const other = state.otherAccountAt
  const [leavingFor, setLeavingFor] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  const start = async (id: number, choosesAccount = false) => {
    setRefusal(undefined)
    setLeavingFor(id)
    try {
      await beginProviderLogin(id, { remember, search, choosesAccount })
    } catch (failure) {
      setLeavingFor(undefined)
      if (failure instanceof ApiFailure && failure.status === 422) setRefusal(failure.message)
      else await explain(failure)
    }
  }
  return (
    <>
      {refusal && (
        <NativeNotice tone="negative" isAlert>
          {refusal}
        </NativeNotice>
      )}
      {providers.some(({ id }) => id === other) && other !== undefined && (
        <NativeButton look="primary" isBusy={leavingFor === other} onClick={() => void start(other, true)}>
          Anderes Konto wählen
        </NativeButton>
      )}
      {providers.map(({ id, name }) => (
        <NativeButton key={id} isBusy={leavingFor === id} onClick={() => void start(id)}>
          Mit {name} anmelden
        </NativeButton>
      ))}
    </>
  )
}
