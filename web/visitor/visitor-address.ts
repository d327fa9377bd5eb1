import { visitorPageAt } from '#contract/public-pages.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'
import type { VisitState } from '#web/shell/visit.ts'
import { createStore } from '#web/ui/store.ts'

/** The address of a visitor, below `/app`. */
export interface VisitorAddress {
  path: string
  search: string
  hash: string
  state: VisitState
}

let handedOn: VisitState = {}

const read = (): VisitorAddress => ({
  path: location.pathname.replace(new RegExp(`^${BASE}(?=/|$)`), '') || '/',
  search: location.search,
  hash: location.hash,
  state: { ...(history.state as VisitState | null), ...handedOn },
})

const address = createStore(read())
const readAgain = () => address.set(read())
window.addEventListener('popstate', readAgain)

/** The few pages of this entry need no router: their addresses are those of `contract/public-pages.ts`. */
export const visitorAddress = {
  get: address.get,
  subscribe: address.subscribe,
  /** Opens a page and hands `state` to it. The history stores none of it: Back shows nobody's address. */
  go: (path: string, state: VisitState = {}) => {
    history.pushState(null, '', BASE + path)
    handedOn = state
    readAgain()
    handedOn = {}
  },
}

/** A page behind the login was wanted: the login's address remembers it (spec §4). */
export const leadToLogin = () => {
  const { path, search, hash } = read()
  if (!visitorPageAt(path)) history.replaceState(null, '', BASE + paths.loginThenTo(path + search + hash))
  readAgain()
}
