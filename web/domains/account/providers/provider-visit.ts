import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { call } from '#web/api/client.ts'

/** The page that somebody wanted, while the browser is at the provider. Its address names a page and nobody. */
const WISH = 'schulhof-provider-wish'

/** Leaves for the provider; never resolves, because another page is loaded. */
export const leaveFor = (url: string) => {
  location.assign(url)
  return new Promise<never>(() => {})
}

/** Begins a sign-in at a provider; the page that was wanted is opened afterwards. */
export async function beginProviderLogin(
  providerId: number,
  { remember, search }: { remember: boolean; search: string },
) {
  const { url } = await call(providerLoginEndpoints.begin, { body: { provider_id: providerId, remember } })
  sessionStorage.setItem(WISH, search)
  return leaveFor(url)
}

/** The query of the login's address from before. */
export const takeWish = () => {
  const wish = sessionStorage.getItem(WISH) ?? ''
  sessionStorage.removeItem(WISH)
  return wish
}

/** What a provider answered: the query of the address, which the history then forgets. */
export const takeAnswer = () => {
  const { search, pathname } = location
  history.replaceState(history.state, '', pathname)
  return search
}

/** Whether the way back belongs to somebody who links the own account. */
export const isLinking = (search: string) => new URLSearchParams(search).get('state')?.startsWith('link-') === true
