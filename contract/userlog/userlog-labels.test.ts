import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { callText, REFUSED_SENTENCES } from './userlog.attempts.ts'
import { emergencyField, withEmergencyName } from './userlog.emergency.ts'
import { changedFieldLabels, transition } from './userlog.fields.ts'
import { serviceField } from './userlog.providers.ts'
import {
  actionLabel,
  actionText,
  actorName,
  entityTypeLabel,
  exportedRows,
  isKnownAction,
  repeatedText,
} from './userlog-labels.ts'

const entry = { entity_type: 'registration', changed_fields: [] as string[], result: 'ok' as const }

test.each([
  ['login', 'hat sich angemeldet'],
  ['registration_status_changed', 'hat den Status einer Bewerbung geändert'],
  ['registration_deleted', 'hat eine Bewerbung gelöscht'],
  ['pupil_created', 'hat ein Kind angelegt'],
  ['schoolyear_updated', 'hat ein Schuljahr geändert'],
  ['user_restored', 'hat ein Benutzerkonto wiederhergestellt'],
  ['privacy_request_created', 'hat eine Anfrage zum Datenschutz angelegt'],
  ['registration_paper_created', 'hat eine Unterlage als gesehen eingetragen'],
  ['pupil_guardian_created', 'hat eine sorgeberechtigte Person eingetragen'],
  ['pupil_schoolclass_created', 'hat die Klasse eines Kindes eingetragen'],
  ['pupil_schoolclass_updated', 'hat die Klasse eines Kindes geändert'],
])('%s reads: %s', (action, text) => {
  expect([isKnownAction(action), actionText({ ...entry, action })]).toEqual([true, text])
})

test.each(['cow_milked', 'created', '_created', 'pupil_', 'constructor', 'toString_created'])(
  '%s has no words of its own and keeps its name',
  (action) => {
    expect([isKnownAction(action), actionLabel(action)]).toEqual([false, `Aktion „${action}“`])
  },
)

test.each([
  [1, '1 Zeile'],
  [2, '2 Zeilen'],
  [12_345, '12.345 Zeilen'],
])('an export of %d rows says how many', (count, text) => {
  const fields = [exportedRows(count), 'Zeit']
  expect(actionText({ ...entry, action: 'export_created', entity_type: 'user_log', changed_fields: fields })).toBe(
    `hat Benutzeraktionen exportiert (${text})`,
  )
})

test.each([
  [1, 'hat Schreiben zu SuS erstellt'],
  [25, 'hat Schreiben zu SuS erstellt (25 Stück)'],
])('%d sheets for pupils are made, not exported', (count, text) => {
  const sheets = { ...entry, action: 'export_created', entity_type: 'pupil_document' }
  expect(actionText({ ...sheets, changed_fields: [exportedRows(count), 'Etiketten'] })).toBe(text)
})

const records = (count: number) => Array.from({ length: count }, (_, id) => ({ id, entity_id: id }))

test('the mark that an application was announced reads as what happened', () => {
  const announced = { ...entry, action: 'registration_updated', changed_fields: ['arrival_announced_at'] }
  expect(actionText(announced)).toBe('hat den Eingang einer Bewerbung gemeldet')
  expect(repeatedText(announced, records(27))).toBe('hat den Eingang einer Bewerbung gemeldet (27-mal)')
  expect(changedFieldLabels(announced.changed_fields, 'registration')).toEqual([])
})

test.each([
  ['registration_updated', 27, 'hat 27 Bewerbungen geändert'],
  ['pupil_created', 1200, 'hat 1.200 Schülerinnen und Schüler angelegt'],
  ['registration_paper_created', 3, 'hat 3 Unterlagen als gesehen eingetragen'],
  ['guardian_updated', 3, 'hat Angaben zu Sorgeberechtigten geändert (3-mal)'],
  ['login', 4, 'hat sich angemeldet (4-mal)'],
  ['cow_milked', 4, 'Aktion „cow_milked“ (4-mal)'],
])('%s, %d times, reads: %s', (action, count, text) => {
  expect(repeatedText({ ...entry, action }, records(count))).toBe(text)
})

test('one record that was changed ten times is not ten records', () => {
  const changed = { ...entry, action: 'identity_provider_updated' }
  const same = records(10).map((one) => ({ ...one, entity_id: 7 }))
  expect(repeatedText(changed, same)).toBe('hat einen Anmeldedienst geändert (10-mal)')
  expect(repeatedText(changed, [...same, { id: 11, entity_id: 8 }])).toBe('hat 2 Anmeldedienste geändert')
})

test('a demand names the service', () => {
  const demand = [transition('login_ways', 'all', 'provider'), serviceField('IServ')]
  expect(actionText({ ...entry, action: 'settings_changed', changed_fields: demand })).toBe(
    'hat die Anmeldung über IServ verlangt',
  )
})

test('one printed application is not called several', () => {
  const printed = { ...entry, action: 'registrations_printed' }
  expect(actionText({ ...printed, changed_fields: [exportedRows(1)] })).toBe(
    'hat das Dokument einer Bewerbung gedruckt',
  )
  expect(actionText({ ...printed, changed_fields: [exportedRows(2)] })).toBe(
    'hat die Dokumente mehrerer Bewerbungen gedruckt',
  )
})

test('a changed status names the new one', () => {
  const action = 'registration_status_changed'
  const changed_fields = ['status', 'status:new>accepted']
  expect(actionText({ ...entry, action, changed_fields })).toBe(
    'hat den Status einer Bewerbung auf Angenommen geändert',
  )
  expect(actionText({ ...entry, action })).toBe('hat den Status einer Bewerbung geändert')
})

test.each([
  [
    'role_changed',
    ['role', transition('role', 'viewer', 'teacher_level_1')],
    'hat die Rolle eines Benutzerkontos auf Lehrer Level 1 geändert',
  ],
  ['role_changed', [transition('role', 'viewer', null)], 'hat einem Benutzerkonto die Rolle genommen'],
  ['role_changed', ['role'], 'hat die Rolle eines Benutzerkontos geändert'],
  [
    'settings_changed',
    [transition('two_factor_for_heads', false, true)],
    'hat die Zwei-Faktor-Anmeldung für Schulleitungen verlangt',
  ],
  [
    'settings_changed',
    [transition('two_factor_for_heads', true, false)],
    'hat die Zwei-Faktor-Anmeldung für Schulleitungen nicht mehr verlangt',
  ],
  [
    'settings_changed',
    [transition('login_ways', 'all', 'no_password')],
    'hat die Anmeldung mit Passkey oder über einen Anmeldedienst verlangt',
  ],
  ['settings_changed', [transition('login_ways', 'provider', 'all')], 'hat für die Anmeldung wieder jeden Weg erlaubt'],
  [
    'settings_changed',
    [transition('login_ways', 'all', 'provider'), 'provider_id', emergencyField(7), serviceField('IServ')],
    'hat die Anmeldung über IServ verlangt',
  ],
  ['settings_changed', ['provider_id', serviceField('IServ')], 'hat die Anmeldung über IServ verlangt'],
  [
    'settings_changed',
    [emergencyField(7), serviceField('IServ')],
    'hat das Notfallkonto für die Anmeldung über IServ bestimmt',
  ],
  ['settings_changed', ['impressum'], 'hat den Text „Impressum“ geändert'],
  ['settings_changed', [], 'hat Einstellungen geändert'],
])('%s of %j reads: %s', (action, changed_fields, text) => {
  expect(actionText({ ...entry, action, changed_fields })).toBe(text)
})

test.each([
  ['login_provider', 'hat sich mit IServ angemeldet', 'hat sich mit einem Anmeldedienst angemeldet'],
  ['provider_logout', 'wurde von IServ abgemeldet', 'wurde von einem Anmeldedienst abgemeldet'],
])('%s names the service: %s', (action, text, label) => {
  expect(actionText({ ...entry, action, changed_fields: [serviceField('IServ')] })).toBe(text)
  expect(actionText({ ...entry, action })).toBe(label)
  expect(changedFieldLabels([serviceField('IServ')])).toEqual([])
})

test('a demand names its emergency account to those who may see the account', () => {
  const stored = ['provider_id', emergencyField(7)]
  const read = (name: string | undefined) => changedFieldLabels(withEmergencyName(stored, () => name))
  expect(read('Kim Keller')).toEqual(['Anmeldedienst', 'Notfallkonto: Kim Keller'])
  expect(read(undefined)).toEqual(['Anmeldedienst', 'Notfallkonto'])
  // Older entries say only that there is another one.
  expect(changedFieldLabels(['emergency_user_id'])).toEqual(['Notfallkonto'])
})

test('a test mail that failed is not described as sent', () => {
  expect(actionText({ ...entry, action: 'mail_tested', result: 'error' })).toBe(
    'hat vergeblich versucht, eine Testmail zu senden',
  )
})

test('what an entry is about has a German name, also a refused call', () => {
  const types = ['pupil', 'user', 'PUT /api/admin/user/:id', 'GET /api/once/there', 'cow']
  expect(types.map(entityTypeLabel)).toEqual(['SuS', 'Benutzer', 'Benutzer', 'Funktion', 'cow'])
})

const DENIED = 'wollte etwas tun, wofür die Berechtigung fehlt'

test.each([
  ['PUT /api/admin/pupil/:id', 'wollte ein Kind ändern, ohne das Recht dazu zu haben'],
  ['DELETE /api/admin/user/:id', 'wollte ein Benutzerkonto löschen, ohne das Recht dazu zu haben'],
  ['DELETE /api/admin/user/:id/sessions', 'wollte ein Benutzerkonto ändern, ohne das Recht dazu zu haben'],
  ['GET /api/admin/pupil/:id', 'wollte ein Kind ansehen, ohne das Recht dazu zu haben'],
  ['GET /api/admin/userlog', 'wollte „Benutzeraktionen“ aufrufen, ohne das Recht dazu zu haben'],
  ['POST /api/admin/school', 'wollte eine Schule anlegen, ohne das Recht dazu zu haben'],
  ['PUT /api/admin/school/:id/settings', 'wollte eine Einstellung der Schule ändern, ohne das Recht dazu zu haben'],
  ['GET /api/once/there', DENIED],
  ['user', DENIED],
])('a refused %s reads: %s', (entity_type, text) => {
  expect(actionText({ ...entry, action: 'access_denied', entity_type, result: 'denied' })).toBe(text)
})

test('every call that can be refused for want of a right has words', () => {
  const calls = Object.values(api)
    .flatMap((group): Pick<Endpoint, 'method' | 'path' | 'access'>[] => Object.values(group))
    .filter(({ access }) => access !== 'public')
    .map(({ method, path }) => `${method} ${path}`)
  expect(calls.length).toBeGreaterThan(100)
  expect(calls.filter((call) => callText(call) === undefined)).toEqual([])
})

test.each(Object.keys(REFUSED_SENTENCES))('the refused attempt %s has words', (action) => {
  expect([isKnownAction(action), actionLabel(action)]).toEqual([true, expect.stringMatching(/^wollte /)])
})

test.each([
  [{ user_id: 3, user_name: 'Anna Groß', ip_trunc: '192.0.2.0/24' }, 'Anna Groß'],
  [{ user_id: 3, user_name: null, ip_trunc: '192.0.2.0/24' }, 'Gelöschter Benutzer'],
  [{ user_id: null, user_name: null, ip_trunc: '192.0.2.0/24' }, 'Ohne Anmeldung'],
  [{ user_id: null, user_name: null, ip_trunc: null }, 'System'],
])('%j was %s', (who, name) => {
  expect(actorName(who)).toBe(name)
})
