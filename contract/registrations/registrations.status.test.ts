import { expect, test } from 'vitest'
import { mayChangeStatus, STATUS_LABELS, statusRefusal, transformRefusal } from './registrations.status.ts'
import { REGISTRATION_TEXTS } from './registrations.texts.ts'

const NOW = '2026-11-20T08:00:00Z'
const of = (changes: object) => ({ status: 'accepted' as const, withdrawn_at: null, pupil_id: null, ...changes })

test('the labels of spec §4', () => {
  expect(Object.values(STATUS_LABELS)).toEqual(['Neu', 'Angenommen', 'Abgelehnt', 'Warteliste'])
})

test('the status of a withdrawn or transformed application stays', () => {
  expect(mayChangeStatus(of({}))).toBe(true)
  expect(statusRefusal(of({ withdrawn_at: NOW }))).toBe(REGISTRATION_TEXTS.withdrawn)
  expect(statusRefusal(of({ pupil_id: 1 }))).toBe(REGISTRATION_TEXTS.transformed)
})

test('only an accepted application becomes a pupil, and only once', () => {
  expect(transformRefusal(of({}))).toBeNull()
  for (const status of ['new', 'rejected', 'waiting']) {
    expect(transformRefusal(of({ status }))).toBe(REGISTRATION_TEXTS.notAccepted)
  }
  expect(transformRefusal(of({ pupil_id: 1 }))).toBe(REGISTRATION_TEXTS.transformed)
  expect(transformRefusal(of({ withdrawn_at: NOW }))).toBe(REGISTRATION_TEXTS.withdrawn)
})
