import { LOG_OBJECTS } from './userlog.objects.ts'

/** Refused attempts to gain rights whose answer is not 403, or that deserve their own words. */
export const REFUSED_SENTENCES = {
  own_role_refused: 'wollte die eigene Rolle oder die eigenen Rechte ändern',
  role_refused: 'wollte eine Rolle vergeben, die über der eigenen steht',
  right_refused: 'wollte ein Recht vergeben, ohne es selbst zu haben',
  higher_account_refused: 'wollte ein Benutzerkonto ändern, das mehr Rechte hat als das eigene',
  shared_account_refused: 'wollte ein Benutzerkonto ändern, das auch zu anderen Schulen gehört',
  unknown_account_refused: 'wollte ein Benutzerkonto ändern, das es an dieser Schule nicht gibt',
  last_admin_refused: 'wollte den letzten Admin entfernen',
  school_attach_refused: 'wollte Zugriff auf eine Schule geben, zu der das eigene Konto nicht gehört',
  school_change_refused: 'wollte zu einer Schule wechseln, zu der das eigene Konto nicht gehört',
} as const
export type RefusedAction = keyof typeof REFUSED_SENTENCES

/**
 * The kind of object that the calls below a path are about; the longest matching path counts. Objects here that are not
 * in `LOG_OBJECTS` have no rows in the log.
 */
const AREAS: Record<string, string> = {
  '/api/basedata': 'base',
  '/api/changelog': 'changelog',
  '/user': 'own_account',
  '/api/admin/user': 'user',
  '/api/admin/userLoginRules': 'login_rules',
  '/api/admin/userLoginWays': 'login_rules',
  '/api/admin/user_settings': 'school_access',
  '/api/admin/userlog': 'user_log',
  '/api/admin/viewlog': 'view_log',
  '/api/admin/legal': 'legal_text',
  '/api/admin/privacyNotice': 'privacy_notice',
  '/api/admin/privacyNotice/:id/readers': 'notice_readers',
  '/api/admin/processor': 'processor',
  '/api/admin/processing': 'processing',
  '/api/admin/doMailTest': 'mail_test',
  '/api/admin/outbox': 'outbox',
  '/api/admin/systemstate': 'system_state',
  '/api/admin/identity_provider': 'identity_provider',
  '/api/admin/firstSteps': 'first_steps',
  '/api/admin/mailWording': 'mail_wording',
  '/api/admin/circular': 'circular',
  '/api/admin/dataCheck': 'data_check',
  '/api/admin/dataCheckTasks': 'data_check',
  '/api/admin/pupil/:id/dataCheck': 'data_check',
  '/api/admin/circular/attachment': 'circular_attachment',
  '/api/admin/letterText': 'letter_text',
  '/api/admin/photoList': 'photo_list',
  '/api/admin/school': 'school',
  '/api/admin/school/changeUserSchool': 'active_school',
  '/api/admin/school/:id/settings': 'school_setting',
  '/api/admin/schoolyear': 'schoolyear',
  '/api/admin/schoolyear/:id/freeDays': 'schoolyear_free_day',
  '/api/admin/schoolgrade': 'schoolgrade',
  '/api/admin/schoolgrade/:id/places': 'schoolgrade_capacity',
  '/api/admin/schoolclass': 'schoolclass',
  '/api/admin/schoolclass/movePupils': 'pupil_schoolclass',
  '/api/admin/schoolclass/:id/contacts': 'class_contacts',
  '/api/admin/employee': 'employee',
  '/api/admin/employeeImport': 'employee_import',
  '/api/admin/rollover': 'rollover',
  '/api/admin/schoolRegistration': 'registration',
  '/api/admin/schoolRegistration_latest': 'registration',
  '/api/admin/schoolRegistration/stats': 'registration_stats',
  '/api/admin/registrationImport': 'registration_import',
  '/api/admin/privacyRequest': 'privacy_request',
  '/api/admin/retention': 'retention',
  '/api/admin/retention/people': 'erasures',
  '/api/admin/retention/erasures': 'erasures',
  '/api/admin/retention/pupil/:id': 'pupil_retention',
  '/api/admin/retention/employee/:id': 'employee_retention',
  '/api/admin/restriction': 'restriction',
  '/api/admin/retention/sicknote/:id': 'retention',
  '/api/admin/erasure': 'erasure_on_request',
  '/api/admin/erasure/:subject/:id': 'erasure_on_request',
  '/api/admin/waitlist': 'waitlist',
  '/api/admin/pupil': 'pupil',
  '/api/admin/pupil/:id/notes': 'pupil_note',
  '/api/admin/pupil/:id/history': 'pupil_history',
  '/api/admin/pupil/:id/storedPapers': 'paper',
  '/api/admin/schoolRegistration/:id/storedPapers': 'paper',
  '/api/admin/employee/:id/storedPapers': 'paper',
  '/api/admin/pupil/:id/guardians': 'pupil_guardian',
  '/api/admin/pupil/:id/contactPersons': 'pupil_contact_person',
  '/api/admin/pupil/:id/link': 'parent_link',
  '/api/admin/pupil/:id/certificate': 'certificate',
  '/api/admin/pupil/:id/sensitive': 'pupil_sensitive',
  '/api/admin/pupil/:id/consents': 'consent',
  '/api/admin/pupil/:id/absences': 'absences',
  '/api/admin/pupil/documents': 'pupil_document',
  '/api/admin/pupilImport': 'pupil_import',
  '/api/admin/pupilSickNotes': 'pupil_sicknote',
  '/api/admin/sickNoteFeeds': 'sicknote_feed',
  '/api/admin/absenceReport': 'absences',
  '/api/admin/guardian': 'guardian',
  '/api/admin/savedView': 'saved_view',
  '/api/admin/search': 'search',
  '/api/admin/accessPackages': 'access_package',
  '/api/admin/accessPackages/options': 'access_package',
}

const CALLED_OBJECTS: typeof LOG_OBJECTS = {
  ...LOG_OBJECTS,
  base: { label: 'Startdaten', object: 'die Startdaten' },
  changelog: { label: 'ChangeLog', object: 'das ChangeLog' },
  own_account: { label: 'Eigenes Konto', object: 'das eigene Konto' },
  login_rules: { label: 'Regeln zum Anmelden', object: 'die Regeln zum Anmelden' },
  school_access: { label: 'Zugriff auf mehrere Schulen', object: 'den Zugriff auf mehrere Schulen' },
  active_school: { label: 'Aktive Schule', object: 'die aktive Schule' },
  notice_readers: {
    label: 'Bewerbungen zu einem Datenschutzhinweis',
    object: 'die Bewerbungen zu einem Datenschutzhinweis',
  },
  mail_test: { label: 'Testmail', object: 'eine Testmail' },
  outbox: { label: 'Postausgang', object: 'den Postausgang' },
  system_state: { label: 'Systemzustand', object: 'den Systemzustand' },
  first_steps: { label: 'Erste Schritte', object: 'die ersten Schritte' },
  photo_list: { label: 'Fotoliste', object: 'eine Fotoliste' },
  class_contacts: { label: 'Kontakte einer Klasse', object: 'die Kontakte einer Klasse' },
  registration_stats: { label: 'Statistik der Bewerbungen', object: 'die Statistik der Bewerbungen' },
  erasures: { label: 'Löschvorschau', object: 'die Löschvorschau' },
  pupil_retention: { label: 'Löschung von SuS', object: 'die Löschung von Daten eines Kindes' },
  employee_retention: { label: 'Löschung von Mitarbeitenden', object: 'die Löschung von Daten einer Person' },
  restriction: { label: 'Einschränkung', object: 'die Einschränkung der Verarbeitung' },
  erasure_on_request: { label: 'Löschung auf Antrag', object: 'eine Löschung auf Antrag' },
  retention: { label: 'Löschung von Bewerbungen', object: 'die Löschung einer Bewerbung' },
  absences: { label: 'Fehlzeiten', object: 'Fehlzeiten' },
  waitlist: { label: 'Warteliste', object: 'die Warteliste' },
  pupil_history: { label: 'Verlauf zu SuS', object: 'den Verlauf zu einem Kind' },
  paper: { label: 'Abgelegte Unterlage', object: 'eine abgelegte Unterlage' },
  parent_link: { label: 'Elternlink', object: 'einen Elternlink' },
  certificate: { label: 'Schulbescheinigung', object: 'eine Schulbescheinigung' },
  saved_view: { label: 'Gemerkte Ansicht', object: 'eine gemerkte Ansicht' },
  search: { label: 'Suche', object: 'die Suche' },
  access_package: { label: 'Auskunft über gespeicherte Daten', object: 'eine Auskunft über gespeicherte Daten' },
}

/** The verb for the object itself, and for a part of it without words of its own. */
const VERBS: Record<string, { itself: string; part: string }> = {
  GET: { itself: 'ansehen', part: 'ansehen' },
  POST: { itself: 'anlegen', part: 'bearbeiten' },
  PUT: { itself: 'ändern', part: 'ändern' },
  DELETE: { itself: 'löschen', part: 'ändern' },
}

/** Last parts of a path that are more precise than the method. */
const VERBS_OF_PATH: Record<string, string> = {
  download: 'abholen',
  paper: 'drucken',
  file: 'öffnen',
  export: 'exportieren',
  document: 'herunterladen',
  restore: 'wiederherstellen',
  massRestore: 'wiederherstellen',
  massDelete: 'löschen',
  undo: 'zurücknehmen',
  preview: 'ansehen',
  check: 'prüfen',
  duplicates: 'suchen',
  rehearse: 'prüfen',
  changeUserSchool: 'wechseln',
  movePupils: 'ändern',
  doMailTest: 'senden',
  test: 'prüfen',
  downloadRegistrationDocument: 'herunterladen',
  downloadRegistrationDocuments: 'herunterladen',
}

const isBelow = (path: string, area: string) => path === area || path.startsWith(`${area}/`)

/** The call in a stored refusal: method and path of the contract, so without ids. Undefined: it is no call. */
const callOf = (entityType: string) => {
  const [, method = '', path = ''] = /^(GET|POST|PUT|DELETE) (\/.*)$/.exec(entityType) ?? []
  if (path === '') return undefined
  const areas = Object.keys(AREAS).filter((area) => isBelow(path, area))
  const area = areas.toSorted((a, b) => b.length - a.length)[0]
  const words = area === undefined ? undefined : CALLED_OBJECTS[AREAS[area] ?? '']
  return { method, path, area, words }
}

const verbOf = ({ method, path, area }: { method: string; path: string; area: string | undefined }) => {
  const last = path.split('/').at(-1) ?? ''
  if (Object.hasOwn(VERBS_OF_PATH, last)) return VERBS_OF_PATH[last]
  // An object is the area itself, or the area with one key.
  const rest = path.slice(area?.length)
  return VERBS[method]?.[rest === '' || /^\/:\w+$/.test(rest) ? 'itself' : 'part']
}

/** Whether the entry is about a call and not about an object. */
export const isCall = (entityType: string) => callOf(entityType) !== undefined

/** The object of the call, as a heading; undefined for a call that the program no longer knows, and for no call. */
export const callLabel = (entityType: string) => callOf(entityType)?.words?.label

/** The refused attempt, as the rest of a sentence; undefined as above. */
export const callText = (entityType: string) => {
  const call = callOf(entityType)
  if (!call?.words) return undefined
  const isList = call.method === 'GET' && call.path === call.area
  const what = isList ? `„${call.words.label}“ aufrufen` : `${call.words.object} ${verbOf(call)}`
  return `wollte ${what}, ohne das Recht dazu zu haben`
}
