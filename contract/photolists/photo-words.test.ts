import { expect, test } from 'vitest'
import { CONSENT_PURPOSES, type ConsentState } from '#contract/consents/consents.state.ts'
import { isChanged, photoReach, photoSentence, photoWord, photoWordBefore } from './photo-words.ts'
import { PHOTO_PURPOSES, type PhotoPupil } from './photolists.ts'

const photosOf = (...states: ConsentState[]) => {
  const entries = PHOTO_PURPOSES.map((purpose, at) => {
    const state = states[at] ?? states[0] ?? 'unasked'
    return [purpose, { state, withdrawn_at: null, before: null }] as const
  })
  return { photos: Object.fromEntries(entries) as PhotoPupil['photos'], is_new: false }
}
const ALL = photosOf('granted')
const SOME = photosOf('granted', 'refused', 'unasked')
const NONE = photosOf('unasked', 'withdrawn', 'incomplete')

test('every consent about photos is a column', () => {
  expect(PHOTO_PURPOSES).toEqual(CONSENT_PURPOSES.filter((purpose) => purpose.startsWith('photo_')))
})

test('only a consent that everybody gave lets a child be shown', () => {
  expect([ALL, SOME, NONE].map(photoReach)).toEqual(['everywhere', 'some', 'nowhere'])
})

test('each state has its word, and a withdrawal its day in Berlin', () => {
  expect(photoWord({ state: 'granted', withdrawn_at: null })).toBe('ja')
  expect(photoWord({ state: 'incomplete', withdrawn_at: null })).toBe('unvollständig')
  expect(photoWord({ state: 'withdrawn', withdrawn_at: '2026-11-19T23:30:00Z' })).toBe('widerrufen am 20.11.2026')
  expect([photoWordBefore({ before: null }), photoWordBefore({ before: 'granted' })]).toEqual([undefined, 'vorher: ja'])
})

test.each([
  [[ALL], 'Das Kind darf überall gezeigt werden.'],
  [[ALL, ALL], 'Alle 2 Kinder dürfen überall gezeigt werden.'],
  [[SOME], '1 von 1 Kind darf nicht überall gezeigt werden.'],
  [[SOME, SOME, ALL], '2 von 3 Kindern dürfen nicht überall gezeigt werden.'],
  [[NONE, ALL], '1 von 2 Kindern darf nirgends gezeigt werden.'],
  [[NONE, NONE, SOME], '2 von 3 Kindern dürfen nirgends gezeigt werden, 1 weiteres nicht überall.'],
  [[NONE, SOME, SOME, ALL], '1 von 4 Kindern darf nirgends gezeigt werden, 2 weitere nicht überall.'],
])('a sentence says how many: case %#', (pupils, sentence) => {
  expect(photoSentence(pupils)).toBe(sentence)
})

test('a child is marked when a consent is another one than on paper, or when it is new there', () => {
  expect(isChanged(ALL)).toBe(false)
  expect(isChanged({ ...ALL, is_new: true })).toBe(true)
  const { photo_press } = ALL.photos
  expect(isChanged({ ...ALL, photos: { ...ALL.photos, photo_press: { ...photo_press, before: 'unasked' } } })).toBe(
    true,
  )
})
