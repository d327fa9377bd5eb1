import { VISITOR_PATHS } from '#contract/public-pages.ts'
import { BASE, CHANGELOG_PATH, HELP_PATH } from './base-path.ts'

/** Every link of the staff app, below `/app` (spec §2). A page is reachable once it stands in `routes.tsx`. */
export const paths = {
  home: VISITOR_PATHS.welcome,
  firstSteps: '/admin/erste-schritte',
  pupils: '/admin/sus',
  pupil: (id: number | '$id') => `/admin/schueler/${id}`,
  newPupil: '/admin/sus/neu',
  pupilFigures: '/admin/sus/zahlen',
  photoList: '/admin/sus/fotoliste',
  photoListOf: (ids: readonly number[]) => `/admin/sus/fotoliste?kinder=${ids.join(',')}`,
  dataChecks: '/admin/sus/datenabgleich',
  newDataCheck: '/admin/sus/datenabgleich/neu',
  dataCheck: (id: number | '$id') => `/admin/sus/datenabgleich/${id}`,
  dataCheckFamily: (id: number | '$id') => `/admin/sus/datenabgleich/familie/${id}`,
  pupilImport: '/admin/pupil_import',
  pupilImportRun: (id: number | '$id') => `/admin/pupil_import/${id}`,
  schools: '/admin/schulverwaltung',
  formPoster: '/admin/schulverwaltung/aushang',
  mailWordings: '/admin/mailvorlagen',
  circulars: '/admin/rundmails',
  newCircular: '/admin/rundmails/neu',
  circular: (id: number | '$id') => `/admin/rundmails/${id}`,
  outbox: '/admin/postausgang',
  schoolyears: '/admin/schuljahr',
  schoolyear: (id: number | '$id') => `/admin/schuljahr/${id}`,
  schoolgrades: '/admin/klassenstufen',
  rollover: '/admin/schuljahreswechsel',
  schoolclasses: '/admin/klassen',
  schoolclass: (id: number | '$id') => `/admin/klasse/${id}`,
  employees: '/admin/mitarbeiter',
  employeeImport: '/admin/mitarbeiter/import',
  employee: (id: number | '$id') => `/admin/mitarbeiter/${id}`,
  sicknotes: '/admin/abwesenheitsmeldungen',
  absenceReport: '/admin/fehlzeiten',
  registrations: '/admin/bewerbungen',
  registration: (id: number | '$id') => `/admin/bewerbungen/details/${id}`,
  newRegistration: '/admin/bewerbungen/neu',
  registrationStats: '/admin/bewerbungen/statistik',
  registrationEdit: (id: number | '$id') => `/admin/bewerbungen/edit/${id}`,
  waitlist: '/admin/bewerbungen/warteliste',
  registrationImport: '/admin/bewerbungen/import',
  retentionPreview: '/admin/loeschvorschau',
  restrictions: '/admin/datenschutz/einschraenkungen',
  privacyRequests: '/admin/datenschutz/anfragen',
  privacyRequest: (id: number | '$id') => `/admin/datenschutz/anfragen/${id}`,
  privacyNotices: '/admin/datenschutz/hinweise',
  processings: '/admin/datenschutz/verzeichnis',
  processors: '/admin/datenschutz/auftragsverarbeitung',
  viewLogs: '/admin/datenschutz/einsichten',
  erasureProofs: '/admin/loeschvorschau/nachweise',
  login: VISITOR_PATHS.login,
  /** Spec §4: the query `redirect` holds the full target path. */
  loginThenTo: (target: string) => `${VISITOR_PATHS.login}?${new URLSearchParams({ redirect: target })}`,
  providerReturn: VISITOR_PATHS.providerReturn,
  logout: '/dologout',
  forgotPassword: VISITOR_PATHS.forgotPassword,
  resetPassword: VISITOR_PATHS.resetPassword,
  profile: '/profile',
  createUser: '/createuser',
  users: '/user-management',
  userlog: '/admin/userlog',
  systemState: '/admin/systemzustand',
  identityProviders: '/admin/anmeldedienste',
  changelog: CHANGELOG_PATH,
  help: HELP_PATH,
  helpChapter: (chapter: string) => `${HELP_PATH}/${chapter}`,
  /** All chapters one after the other, for printing. */
  handbook: `${HELP_PATH}/gesamt`,
  legalNotice: '/impressum',
  dataPrivacyNotice: '/datenschutz',
  accessibility: '/barrierefreiheit',
  licences: '/lizenzen',
  addSchool: '/einrichtung',
  setup: VISITOR_PATHS.setup,
} as const

/** Pages of the other entry: a full address, because the router does not serve them. */
export const publicFormAddress = (schoolShort: string) => `${BASE}/${schoolShort}/registrierungNeueSchueler`

/** The parents' page without a link: there it is sent again. */
export const PARENTS_ADDRESS = `${BASE}/susByUuid/`

/**
 * The target of a `redirect` query as a path of the app, with or without `/app` (domain §9c); undefined for everything
 * that could lead elsewhere: other hosts, `//`, backslashes, schemes.
 */
export const insidePath = (wish: unknown): string | undefined => {
  if (typeof wish !== 'string' || !wish.startsWith('/') || /[\\\p{Cc}]/u.test(wish)) return undefined
  const here = 'https://inside.invalid'
  const url = URL.canParse(wish, here) ? new URL(wish, here) : undefined
  if (url?.origin !== here || url.pathname.startsWith('//')) return undefined
  const path = url.pathname.replace(new RegExp(`^${BASE}(?=/|$)`), '') || '/'
  return path.startsWith('//') ? undefined : path + url.search + url.hash
}
