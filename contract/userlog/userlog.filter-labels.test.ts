import { expect, test } from 'vitest'
import { actionOption } from './userlog.filter-labels.ts'
import { SENTENCES } from './userlog-labels.ts'

test.each([
  ['sicknote_created', 'Krankmeldung erfasst'],
  ['registration_status_changed', 'Status einer Bewerbung geändert'],
  ['registration_created', 'Bewerbung angelegt'],
  ['pupil_updated', 'SuS geändert'],
  ['login', 'Anmeldung'],
  ['provider_logout', 'Abmeldung durch den Anmeldedienst'],
  ['identity_linked', 'Anmeldedienst verbunden'],
  ['role_refused', 'Abgewiesen: höhere Rolle vergeben'],
  ['cow_milked', 'Aktion „cow_milked“'],
  ['constructor', 'Aktion „constructor“'],
])('%s stands in the list as: %s', (action, text) => {
  expect(actionOption(action)).toBe(text)
})

test('every option begins with what it is about, and none is there twice', () => {
  const options = Object.keys(SENTENCES).map(actionOption)
  expect(options.length).toBeGreaterThan(100)
  expect(
    options.filter((text) => /^(Hat|Wollte|Möchte|Sich|Ein|Eine|Einen|Einem|Der|Die|Das|Den|Zu|Bei) /.test(text)),
  ).toEqual([])
  expect(options.filter((text) => !/^[A-ZÄÖÜ]/.test(text))).toEqual([])
  expect(new Set(options).size).toBe(options.length)
})
