import { expect, test } from 'vitest'
import { changedFieldLabels, transition } from './userlog.fields.ts'
import { placesTransition } from './userlog.places.ts'

test('changed fields are named in German, each once', () => {
  expect(changedFieldLabels(['email', 'mail', 'may_manage_users'])).toEqual(['E-Mail', 'Recht: Benutzer verwalten'])
})

test('a name that means something else of a pupil is called as on the page of the pupil', () => {
  expect(changedFieldLabels(['note', 'date_entry', 'mail'], 'pupil')).toEqual(['Bemerkung', 'Aufnahme', 'E-Mail'])
  expect(changedFieldLabels(['note', 'date_entry', 'mail'], 'employee')).toEqual(['Notiz', 'Eintritt', 'E-Mail'])
})

test('a service for signing in and a link to it have words of their own', () => {
  expect(
    changedFieldLabels(['kind', 'issuer', 'school_ids', 'client_secret', 'rules', 'is_active'], 'identity_provider'),
  ).toEqual([
    'Art',
    'Adresse des Dienstes (Issuer)',
    'Schulen',
    'Client-Secret',
    'Konten nach Gruppen',
    'Auf der Anmeldeseite anbieten',
  ])
  expect(changedFieldLabels(['mail'], 'user')).toEqual(['bei der ersten Anmeldung über die geprüfte Adresse'])
})

test('a mail with a decision that left has words of its own', () => {
  expect(changedFieldLabels(['told_at', 'addition', 'told_to'])).toEqual(['mitgeteilt', 'Zusatz', 'mitgeteilt an'])
})

test('technical fields are not listed as changed', () => {
  expect(changedFieldLabels(['status', 'status_changed_at', 'status_changed_by', 'rows:12', 'version'])).toEqual([
    'Status',
  ])
  expect(changedFieldLabels(['pupil_id', 'transformed_at', 'verified_by'])).toEqual([])
  expect(changedFieldLabels(['cancelled_at', 'cancelled_by', 'cancelled_as', 'deleted_at'])).toEqual([])
})

test('a field without a word keeps its name, whatever it is called', () => {
  expect(changedFieldLabels(['new_column', 'constructor'])).toEqual(['new_column', 'constructor'])
})

test('a changed status shows the old and the new value', () => {
  expect(changedFieldLabels(['decided_at', 'status', 'status:new>waiting'])).toEqual(['Status: Neu → Warteliste'])
  expect(changedFieldLabels(['state', 'state:planned>active'])).toEqual(['Status: geplant → aktiv'])
  expect(changedFieldLabels(['status'])).toEqual(['Status'])
})

test('so do a role, a right and a rule of the login', () => {
  expect(changedFieldLabels(['name', 'role', transition('role', 'viewer', 'teacher_level_1')])).toEqual([
    'Name',
    'Rolle: Betrachter → Lehrer Level 1',
  ])
  expect(changedFieldLabels([transition('role', null, 'admin')])).toEqual(['Rolle: ohne Rolle → Admin'])
  expect(changedFieldLabels(['may_manage_users', transition('may_manage_users', true, false)])).toEqual([
    'Recht: Benutzer verwalten: ja → nein',
  ])
  expect(changedFieldLabels(['setting_value', transition('two_factor_for_heads', false, true)])).toEqual([
    'Zwei-Faktor-Anmeldung für Schulleitungen: nein → ja',
  ])
  expect(changedFieldLabels(['setting_value', 'impressum'])).toEqual(['Wert', 'Impressum'])
})

test('changed seats show the grade, the year and both numbers', () => {
  const change = { grade: 1, year: '2026/2027', from: 40, to: 42 }
  expect(changedFieldLabels(['places', placesTransition(change)], 'schoolgrade_capacity')).toEqual([
    'Klassenstufe 1, 2026/2027: Plätze 40 → 42',
  ])
  const gone = ['places', placesTransition({ ...change, to: null })]
  expect(changedFieldLabels(gone)).toEqual(['Klassenstufe 1, 2026/2027: Plätze 40 → ohne Angabe'])
  expect(changedFieldLabels(['places'])).toEqual(['Plätze'])
})
