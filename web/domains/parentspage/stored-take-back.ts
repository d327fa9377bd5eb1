import { TAKE_BACK_SECONDS } from '#contract/sicknotes/sicknotes.public.ts'

const STORE_KEY = 'schulhof-take-back'

export interface StoredTakeBack {
  /** Only the server can read it. */
  token: string
  /** Until when, by the browser's clock. */
  until: number
}

/**
 * The way back from the last report survives a reload in the same tab, which phones do after a call. Nothing about the
 * child is stored: neither its name nor its link nor a date of the report (domain §5.6).
 */
export const storeTakeBack = (token: string): StoredTakeBack => {
  const stored = { token, until: Date.now() + TAKE_BACK_SECONDS * 1000 }
  try {
    sessionStorage.setItem(STORE_KEY, JSON.stringify(stored))
  } catch {
    // A browser without storage: it lasts as long as the page.
  }
  return stored
}

export const forgetTakeBack = () => {
  try {
    sessionStorage.removeItem(STORE_KEY)
  } catch {
    // There is nothing to forget.
  }
}

const isStored = (value: unknown): value is StoredTakeBack => {
  const { token, until } = (value ?? {}) as Partial<StoredTakeBack>
  return typeof token === 'string' && typeof until === 'number' && until > Date.now()
}

/** What the tab still has; what is over goes away. */
export const readTakeBack = (): StoredTakeBack | undefined => {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORE_KEY) ?? 'null')
    if (isStored(stored)) return stored
  } catch {
    // Unreadable: as if there was nothing.
  }
  forgetTakeBack()
  return undefined
}
