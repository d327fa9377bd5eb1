// Without zod: the public pages show the version, too (architecture §8).

/** Where everybody asks for the running version; `changelog.ts` says the rest. */
export const VERSION_FIND = { method: 'GET', path: '/api/changelog/currentVersion' } as const

/** Spec §2: on these hosts the footer shows when the program was built. */
export const isDevelopmentHost = (hostname: string) => hostname === 'localhost' || hostname.startsWith('test.')
