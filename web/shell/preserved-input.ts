/**
 * Input that is being typed, and input that a session took with it; both by person and place, only in memory (ux §2).
 */
const typed = new Map<string, unknown>()
const preserved = new Map<string, unknown>()

const placeOf = (user: number, name: string) => `${user} ${name}`

/** The session ended: the present input waits for the same person's next login. */
export const preserveTyped = () => {
  for (const [place, input] of typed) preserved.set(place, input)
  typed.clear()
}

/** Somebody logged in: the input of others is dropped. */
export const forgetOthers = (user: number) => {
  for (const place of preserved.keys()) if (!place.startsWith(placeOf(user, ''))) preserved.delete(place)
}

/** Whether input at this place waits for this person. */
export const isPreserved = (user: number, name: string) => preserved.has(placeOf(user, name))

/**
 * The input of one form, identified by the page's path or the name of a dialog: the input from before, and the present
 * one.
 */
export const inputPlace = <T>(user: number, name: string) => {
  const place = placeOf(user, name)
  return {
    preserved: preserved.get(place) as T | undefined,
    /** `undefined`: nothing is unsaved. */
    remember: (input: T | undefined) => {
      if (input === undefined) typed.delete(place)
      else typed.set(place, input)
    },
    /** The form shows the input from before: from now on it counts as typed. */
    take: () => preserved.delete(place),
  }
}
