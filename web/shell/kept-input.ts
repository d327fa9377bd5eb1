/** What is being typed where it shows, and what a session took with it; both by person and path, only in memory (ux §2). */
const typed = new Map<string, unknown>()
const kept = new Map<string, unknown>()

const placeOf = (user: number, path: string) => `${user} ${path}`

/** The session ended: what is typed right now waits for the same person's next login. */
export const keepTyped = () => {
  for (const [place, input] of typed) kept.set(place, input)
  typed.clear()
}

/** Somebody logged in: what others typed is forgotten. */
export const forgetOthers = (user: number) => {
  for (const place of kept.keys()) if (!place.startsWith(placeOf(user, ''))) kept.delete(place)
}

/** One form's place: what was kept for it, and what is being typed into it now. */
export const inputPlace = <T>(user: number, path: string) => {
  const place = placeOf(user, path)
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
