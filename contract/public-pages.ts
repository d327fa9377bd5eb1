/** Pages opened without login; they are an entry of their own, `public.html` (architecture §8). Paths below `/app`. */
const PUBLIC_PAGES = [
  /^\/[a-z0-9]{2,10}\/registrierungNeueSchueler\/?$/,
  /^\/registration_contact_optin\//,
  /^\/susByUuid(\/|$)/,
]

/** Whether this path below `/app` is served by `public.html` instead of the staff app. */
export const isPublicPage = (path: string) => PUBLIC_PAGES.some((page) => page.test(path))

/**
 * Where addresses begin that end in a key, below `/app`: no log may keep them, neither ours nor a proxy's
 * (docs/operations.md), nor what else such an address says.
 */
export const KEY_PAGES = [
  '/base/reset-password/',
  '/einrichtung/',
  '/registration_contact_optin/',
  '/susByUuid/',
] as const
