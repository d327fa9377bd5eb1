// Without zod: the public pages show the version, too (architecture §8).

/** Where everybody asks for the running version; `changelog.ts` says the rest. */
export const VERSION_FIND = { method: 'GET', path: '/api/changelog/currentVersion' } as const

/** Spec §2: on these hosts the footer shows when the program was built. */
export const isDevelopmentHost = (hostname: string) => hostname === 'localhost' || hostname.startsWith('test.')

/** Spec §9. */
export const VERSION_POLL_SECONDS = 60

/** Verbatim (spec §8). */
export const NEW_VERSION_TEXT =
  'Es ist eine neue Version des Systems erschienen. Wir empfehlen die Seite neu zu laden, sobald sie nicht gesicherte Daten gespeichert haben.'
export const RELOAD_TEXT = 'Jetzt neu laden'
