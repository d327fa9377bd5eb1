/** Who opens a page; nobody: without a session. */
export type Opener = 'leitung.fsw' | 'admin' | 'nobody'

/** The records of the demo whose pages are opened. */
export type SampleRecord =
  | 'pupil'
  | 'schoolclass'
  | 'schoolyear'
  | 'employee'
  | 'registration'
  | 'pupilImport'
  | 'privacyRequest'
  | 'parentsLink'
  | 'circular'
  | 'dataCheck'
  | 'dataCheckFamily'

export interface EveryPage {
  /** As the router writes it, below `/app`. */
  route: string
  who: Opener
  /** The record whose key takes the place of the parameter. */
  record?: SampleRecord
  /** For a parameter that is no record of the demo, such as a link that is over. */
  example?: string
}

const ofStaff = (route: string, record?: SampleRecord): EveryPage => ({
  route,
  who: 'leitung.fsw',
  ...(record && { record }),
})
const ofNobody = (route: string, example?: string): EveryPage => ({ route, who: 'nobody', ...(example && { example }) })

const NO_KEY = '00000000-0000-4000-8000-000000000000'

/**
 * Every page of the product with somebody who may open it. What must hold on every page walks through this table
 * (`every-page.e2e.ts`, `npm run bench -- routes`); `web/every-page.test.ts` fails while a route is missing here.
 */
export const EVERY_PAGE: readonly EveryPage[] = [
  ofStaff('/'),
  ofStaff('/admin/erste-schritte'),
  ofStaff('/profile'),
  ofStaff('/changelog'),
  ofStaff('/user-management'),
  ofStaff('/admin/userlog'),
  ofStaff('/createuser'),
  ofStaff('/admin/schulverwaltung'),
  ofStaff('/admin/schulverwaltung/aushang'),
  ofStaff('/admin/mailvorlagen'),
  ofStaff('/admin/rundmails'),
  ofStaff('/admin/rundmails/neu'),
  ofStaff('/admin/rundmails/$id', 'circular'),
  ofStaff('/admin/postausgang'),
  ofStaff('/admin/klassenstufen'),
  { route: '/einrichtung', who: 'admin' },
  { route: '/admin/systemzustand', who: 'admin' },
  { route: '/admin/anmeldedienste', who: 'admin' },
  ofStaff('/admin/sus'),
  ofStaff('/admin/sus/neu'),
  ofStaff('/admin/sus/zahlen'),
  ofStaff('/admin/sus/fotoliste'),
  ofStaff('/admin/sus/datenabgleich'),
  ofStaff('/admin/sus/datenabgleich/neu'),
  ofStaff('/admin/sus/datenabgleich/$id', 'dataCheck'),
  ofStaff('/admin/sus/datenabgleich/familie/$id', 'dataCheckFamily'),
  ofStaff('/admin/schueler/$id', 'pupil'),
  ofStaff('/admin/pupil_import'),
  ofStaff('/admin/pupil_import/$id', 'pupilImport'),
  ofStaff('/admin/schuljahr'),
  ofStaff('/admin/schuljahr/$id', 'schoolyear'),
  ofStaff('/admin/klassen'),
  ofStaff('/admin/klasse/$id', 'schoolclass'),
  ofStaff('/admin/fehlzeiten'),
  ofStaff('/admin/schuljahreswechsel'),
  ofStaff('/admin/mitarbeiter'),
  ofStaff('/admin/mitarbeiter/$id', 'employee'),
  ofStaff('/admin/mitarbeiter/import'),
  ofStaff('/admin/abwesenheitsmeldungen'),
  ofStaff('/admin/bewerbungen'),
  ofStaff('/admin/bewerbungen/details/$id', 'registration'),
  ofStaff('/admin/bewerbungen/warteliste'),
  ofStaff('/admin/bewerbungen/edit/$id', 'registration'),
  ofStaff('/admin/bewerbungen/statistik'),
  ofStaff('/admin/bewerbungen/neu'),
  ofStaff('/admin/bewerbungen/import'),
  ofStaff('/admin/loeschvorschau'),
  ofStaff('/admin/loeschvorschau/nachweise'),
  ofStaff('/admin/datenschutz/hinweise'),
  ofStaff('/admin/datenschutz/verzeichnis'),
  ofStaff('/admin/datenschutz/auftragsverarbeitung'),
  ofStaff('/admin/datenschutz/anfragen'),
  ofStaff('/admin/datenschutz/anfragen/$id', 'privacyRequest'),
  ofStaff('/admin/datenschutz/einschraenkungen'),
  ofStaff('/admin/datenschutz/einsichten'),
  ofNobody('/'),
  ofNobody('/base/login'),
  ofNobody('/base/login/zurueck/$provider', '1?error=access_denied'),
  ofNobody('/base/forgot-password'),
  ofNobody('/base/reset-password/$token', 'abc?email=anna%40example.org'),
  ofNobody('/einrichtung/$token', 'abc'),
  ofNobody('/dologout'),
  ofNobody('/hilfe'),
  ofNobody('/hilfe/gesamt'),
  ofNobody('/hilfe/$kapitel', 'bewerbungen'),
  ofNobody('/impressum'),
  ofNobody('/datenschutz'),
  ofNobody('/barrierefreiheit'),
  ofNobody('/lizenzen'),
  ofNobody('/$school/registrierungNeueSchueler', 'fsw'),
  ofNobody('/registration_contact_optin/$key', `fsw/1/${NO_KEY}`),
  { route: '/susByUuid/$key', who: 'nobody', record: 'parentsLink' },
  ofNobody('/bewerbungsstatus/$key', 'A'.repeat(32)),
  ofNobody('/datenabgleich/$key', 'A'.repeat(32)),
]

/** The address of a page below `/app`, with the keys of the demo's records. */
export const addressOf = ({ route, record, example = '' }: EveryPage, keys: Readonly<Record<SampleRecord, string>>) =>
  route.replace(/\$\w+/, record ? keys[record] : example)
