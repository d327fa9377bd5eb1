import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { call } from '#web/api/client.ts'

/** The key under which the browser remembers the wanted page during the visit at the provider. The address names no person. */
const WISH = 'schulhof-provider-wish'

/** Leads the browser to the provider. The promise never resolves, because another page is loaded. */
export const leaveFor = (url: string) => {
  location.assign(url)
  return new Promise<never>(() => {})
}

/** Begins a sign-in at a provider, and remembers the wanted page for afterwards. */
export async function beginProviderLogin(
  providerId: number,
  { remember, search, choosesAccount = false }: { remember: boolean; search: string; choosesAccount?: boolean },
) {
  const { url } = await call(providerLoginEndpoints.begin, {
    body: { provider_id: providerId, remember, chooses_account: choosesAccount },
  })
  sessionStorage.setItem(WISH, search)
  return leaveFor(url)
}

/** Returns the query that the login had before the visit at the provider, and forgets it. */
export const takeWish = () => {
  const wish = sessionStorage.getItem(WISH) ?? ''
  sessionStorage.removeItem(WISH)
  return wish
}

/** Returns the answer of the provider, which is the query of the address, and removes it from the history. */
export const takeAnswer = () => {
  const { search, pathname } = location
  history.replaceState(history.state, '', pathname)
  return search
}

/** Whether the user comes back from linking an account, not from a login. */
export const isLinking = (search: string) => new URLSearchParams(search).get('state')?.startsWith('link-') === true
