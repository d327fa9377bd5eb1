/** Pages opened without login and the entry each has of its own (architecture §8). Paths below `/app`. */
const PUBLIC_PAGES = [
  { path: /^\/[a-z0-9]{2,10}\/registrierungNeueSchueler\/?$/, file: 'public.html' },
  { path: /^\/registration_contact_optin\//, file: 'public.html' },
  { path: /^\/susByUuid(\/|$)/, file: 'parents.html' },
  { path: /^\/bewerbungsstatus(\/|$)/, file: 'status.html' },
] as const

/** Which of the built pages serves this path below `/app`. */
export const pageFileOf = (path: string) => PUBLIC_PAGES.find((page) => page.path.test(path))?.file ?? 'index.html'

/**
 * Where addresses begin that end in a key, below `/app`: no log may keep them, neither ours nor a proxy's
 * (deploy/nginx), nor what else such an address says.
 */
export const KEY_PAGES = [
  '/base/reset-password/',
  '/einrichtung/',
  '/registration_contact_optin/',
  '/susByUuid/',
  '/bewerbungsstatus/',
] as const

/** Whether this path below `/app` ends in a key. */
export const isKeyPage = (path: string) => KEY_PAGES.some((page) => path.startsWith(page))
