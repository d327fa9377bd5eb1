/** What a login leaves to say on the start page. */
export interface Arrival {
  /** The query of the login's address; its `redirect` is where somebody wanted to go. */
  search: string
  /** Recovery codes that are left, when one of them was used. */
  codesLeft: number | null
}

const KEY = 'schulhof-arrival'

/** The session storage keeps it when the page has to be loaded anew on the way. */
export const storeArrival = (arrival: Arrival) => sessionStorage.setItem(KEY, JSON.stringify(arrival))

/** Once; undefined when nobody has just logged in. */
export const takeArrival = () => {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return kept === null ? undefined : (JSON.parse(kept) as Arrival)
}
