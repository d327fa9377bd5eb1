import type { FieldValues } from '#web/forms/fields.ts'

const KEY = 'schulhof-rundmail'

interface StoredDraft {
  /** The user and the school that it belongs to. */
  owner: string
  values: FieldValues
}

const stored = (): StoredDraft | undefined => {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredDraft | null) ?? undefined
  } catch {
    // Storage may be forbidden: then a reload begins anew.
    return undefined
  }
}

const clear = () => {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // As above.
  }
}

/**
 * A circular that is being written survives a reload of its tab and a sign-out. It ends with the tab, and when somebody
 * else writes in it. The server has no place for it: a text that nobody has sent yet would have to be erased, too.
 */
export const circularDraft = {
  read: (owner: string) => {
    const draft = stored()
    if (draft && draft.owner !== owner) clear()
    return draft?.owner === owner ? draft : undefined
  },
  write: (owner: string, values: FieldValues) => {
    try {
      sessionStorage.setItem(KEY, JSON.stringify({ owner, values } satisfies StoredDraft))
    } catch {
      // As above.
    }
  },
  clear,
}
