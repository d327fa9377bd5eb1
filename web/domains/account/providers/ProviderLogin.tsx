import { useEffect, useState } from 'react'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { ApiFailure, call, type Reply } from '#web/api/client.ts'
import { useVisit } from '#web/shell/visit.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { beginProviderLogin } from './provider-visit.ts'

type Providers = Reply<typeof providerLoginEndpoints.offered>

/** None, when they cannot be asked: the password always works. */
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

/** A button for each service of the schools where people have accounts already. */
export const ProviderLogin = ({ providers, remember }: ProviderLoginProps) => {
  const { search, explain } = useVisit()
  const [leavingFor, setLeavingFor] = useState<number>()
  const [refusal, setRefusal] = useState<string>()
  const start = async (id: number) => {
    setRefusal(undefined)
    setLeavingFor(id)
    try {
      await beginProviderLogin(id, { remember, search })
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
      {providers.map(({ id, name }) => (
        <NativeButton key={id} isBusy={leavingFor === id} onClick={() => void start(id)}>
          Mit {name} anmelden
        </NativeButton>
      ))}
    </>
  )
}
