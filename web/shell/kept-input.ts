/** What is being typed where it shows, and what a session took with it; both by person and place, only in memory (ux §2). */
const typed = new Map<string, unknown>()
const kept = new Map<string, unknown>()

const placeOf = (user: number, name: string) => `${user} ${name}`

/** The session ended: what is typed right now waits for the same person's next login. */
export const keepTyped = () => {
  for (const [place, input] of typed) kept.set(place, input)
  typed.clear()
}

/** Somebody logged in: what others typed is forgotten. */
export const forgetOthers = (user: number) => {
  for (const place of kept.keys()) if (!place.startsWith(placeOf(user, ''))) kept.delete(place)
}

/** Whether something typed there waits for this person. */
export const isKept = (user: number, name: string) => kept.has(placeOf(user, name))

/** One form's place, named by the page's path or, of a dialog of the frame, by itself: what was kept for it, and what is being typed into it now. */
export const inputPlace = <T>(user: number, name: string) => {
  const place = placeOf(user, name)
  return {
    kept: kept.get(place) as T | undefined,
    /** `undefined`: nothing that is not saved. */
    remember: (input: T | undefined) => {
      if (input === undefined) typed.delete(place)
      else typed.set(place, input)
    },
    /** The form shows what was kept: from now on it is typed. */
    take: () => kept.delete(place),
  }
}
