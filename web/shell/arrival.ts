/** Facts of a login that the start page needs. */
export interface Arrival {
  /** The query of the login's address; its `redirect` is the page that was wanted. */
  search: string
  /** The number of recovery codes left, when one of them was used. */
  codesLeft: number | null
}

const KEY = 'schulhof-arrival'

/** Session storage, because the page may have to be loaded again on the way. */
export const storeArrival = (arrival: Arrival) => sessionStorage.setItem(KEY, JSON.stringify(arrival))

/** Returns it once; undefined when nobody has just logged in. */
export const takeArrival = () => {
  const kept = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return kept === null ? undefined : (JSON.parse(kept) as Arrival)
}
