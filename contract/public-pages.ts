/** Pages that open without login; each has its own entry. Paths below `/app`. */
const PUBLIC_PAGES = [
  { path: /^\/[a-z0-9]{2,10}\/registrierungNeueSchueler\/?$/, file: 'public.html' },
  { path: /^\/registration_contact_optin\//, file: 'public.html' },
  { path: /^\/susByUuid(\/|$)/, file: 'parents.html' },
  { path: /^\/bewerbungsstatus(\/|$)/, file: 'status.html' },
  { path: /^\/datenabgleich(\/|$)/, file: 'datacheck.html' },
] as const

/** Where a provider sends people back to; its number follows. The query holds what it answers. */
export const PROVIDER_RETURN = '/base/login/zurueck/'

/** Pages for people without a session (ADR 0040), below `/app`; a parameter is written `$name`. */
export const VISITOR_PATHS = {
  welcome: '/',
  login: '/base/login',
  providerReturn: `${PROVIDER_RETURN}$provider`,
  forgotPassword: '/base/forgot-password',
  resetPassword: '/base/reset-password/$token',
  setup: '/einrichtung/$token',
} as const
export type VisitorPage = keyof typeof VISITOR_PATHS

/** Beginnings of addresses that lead everybody without a session to the login. */
const BEHIND_LOGIN = ['admin', 'changelog', 'createuser', 'einrichtung', 'profile', 'user-management']

const withoutLastSlash = (path: string) => path.replace(/(?<=.)\/$/, '')

const VISITOR_PAGES = Object.entries(VISITOR_PATHS).map(([page, path]) => ({
  page: page as VisitorPage,
  pattern: new RegExp(`^${path.replace(/\$(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/** Which page for visitors a path below `/app` is, with its parameters; undefined for all others. */
export const visitorPageAt = (path: string) => {
  for (const { page, pattern } of VISITOR_PAGES) {
    const found = pattern.exec(withoutLastSlash(path))
    if (found) return { page, params: { ...found.groups } as Record<string, string> }
  }
  return undefined
}

/** Whether the cookies say that this browser has a session; the server decides about rights with every call. */
export const isSignedIn = (cookies = '') => /(^|; *)signed_in=1(;|$)/.test(cookies)

const needsLogin = (path: string) => BEHIND_LOGIN.includes(path.split('/')[1] ?? '')

/**
 * The built page that serves this path below `/app`. People without a session see at most the login of the staff's
 * pages; that is an entry of its own, because the staff's program is three times as large.
 */
export const pageFileOf = (path: string, cookies?: string) => {
  const file = PUBLIC_PAGES.find((page) => page.path.test(path))?.file
  if (file) return file
  const isForVisitor = !isSignedIn(cookies) && (visitorPageAt(path) !== undefined || needsLogin(path))
  return isForVisitor ? 'visitor.html' : 'index.html'
}

/**
 * Beginnings of addresses below `/app` that end in a key: no log may store such addresses, neither ours nor a proxy's
 * (deploy/nginx).
 */
export const KEY_PAGES = [
  '/base/reset-password/',
  '/einrichtung/',
  '/registration_contact_optin/',
  '/susByUuid/',
  '/bewerbungsstatus/',
  '/datenabgleich/',
] as const

/** Whether this path below `/app` ends in a key. */
export const isKeyPage = (path: string) => KEY_PAGES.some((page) => path.startsWith(page))
