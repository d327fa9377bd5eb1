const KEY = 'schulhof-einrichtung'

type Typed = Record<string, string | boolean | number>

const withoutPasswords = (typed: Typed) =>
  Object.fromEntries(Object.entries(typed).filter(([field]) => !field.includes('password')))

/**
 * What was typed in the set-up survives a reload of its tab. It names a school and the person who sets it up, and
 * neither a password nor anybody else.
 */
export const setupDraft = {
  read: (): Typed => {
    try {
      return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Typed
    } catch {
      // Storage may be forbidden: then a reload begins anew.
      return {}
    }
  },
  write: (typed: Typed) => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(withoutPasswords(typed)))
    } catch {
      // As above.
    }
  },
  clear: () => {
    try {
      sessionStorage.removeItem(KEY)
    } catch {
      // As above.
    }
  },
}
