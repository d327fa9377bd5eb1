import { TAKE_BACK_SECONDS } from '#contract/sicknotes/sicknotes.public.ts'

const STORE_KEY = 'schulhof-take-back'
/** More reports a day are not taken. */
const MOST_KEPT = 5

export interface StoredTakeBack {
  /** Only the server can read it. */
  token: string
  /** Until when, by the browser's clock. */
  until: number
}

const isStored = (value: unknown): value is StoredTakeBack => {
  const { token, until } = (value ?? {}) as Partial<StoredTakeBack>
  return typeof token === 'string' && typeof until === 'number' && until > Date.now()
}

const write = (all: readonly StoredTakeBack[]) => {
  try {
    if (all.length > 0) sessionStorage.setItem(STORE_KEY, JSON.stringify(all))
    else sessionStorage.removeItem(STORE_KEY)
  } catch {
    // A browser without storage: they last as long as the page.
  }
}

/** What the tab still has, the newest first; what is over or cannot be read goes away. */
export const readTakeBacks = (): StoredTakeBack[] => {
  let found: unknown
  try {
    found = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? '[]')
  } catch {
    // Unreadable: as if there was nothing.
  }
  const all = Array.isArray(found) ? found.filter(isStored).slice(0, MOST_KEPT) : []
  write(all)
  return all
}

/**
 * The way back from each of the last reports survives a reload in the same tab, which phones do after a call. Nothing
 * about the child is stored: neither its name nor its link nor a date of the report (domain §5.6).
 */
export const storeTakeBack = (token: string): StoredTakeBack[] => {
  const all = [{ token, until: Date.now() + TAKE_BACK_SECONDS * 1000 }, ...readTakeBacks()]
  write(all)
  return all
}

export const forgetTakeBack = ({ token }: StoredTakeBack) => write(readTakeBacks().filter((one) => one.token !== token))

const MARK = 'hasReported'

/**
 * Marks this entry of the tab's history, which a reload keeps and another link does not have: whether a report was sent
 * from here, and nothing else.
 */
export const markReportedHere = () => history.replaceState({ ...history.state, [MARK]: true }, '')

export const wasReportedHere = () => (history.state as Record<string, unknown> | null)?.[MARK] === true
