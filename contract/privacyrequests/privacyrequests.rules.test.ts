import { describe, expect, test } from 'vitest'
import { requestRetentions } from '#contract/retentions/retentions.requests.ts'
import { RetentionSettings } from '#contract/schools/schools.settings.ts'
import { REQUEST_KIND_LABELS, RESULT_LABELS, type RequestKind, type RequestResult } from './privacyrequest.record.ts'
import { LETTER_KINDS, type LetterFacts, letterDraft, lettersFor, nextLetters } from './privacyrequests.letters.ts'
import { dueDay, extensionRefusal, REQUEST_TEXTS, requestState } from './privacyrequests.rules.ts'
import { SubjectKey, subjectKey, subjectOf } from './privacyrequests.subjects.ts'

const OPEN = { received_on: '2026-11-02', extended_by: null, done_on: null }

test.each([
  ['2026-11-02', null, '2026-12-02'],
  ['2027-01-31', null, '2027-02-28'],
  ['2028-01-31', null, '2028-02-29'],
  ['2026-12-31', null, '2027-01-31'],
  ['2027-01-31', 1, '2027-03-31'],
  ['2027-01-31', 2, '2027-04-30'],
  ['2026-11-30', 2, '2027-02-28'],
])('a request of %s with %s more months is due on %s', (received_on, extended_by, due) => {
  expect(dueDay({ received_on, extended_by })).toBe(due)
})

test('the deadline never lies before the receipt', () => {
  for (let day = 1; day <= 31; day += 1) {
    const received_on = `2027-01-${String(day).padStart(2, '0')}`
    expect(dueDay({ received_on, extended_by: null }) > received_on).toBe(true)
  }
})

test.each([
  ['2026-11-24', 'open'],
  ['2026-11-25', 'near'],
  ['2026-12-02', 'near'],
  ['2026-12-03', 'overdue'],
])('on %s it is %s', (today, state) => {
  expect(requestState(OPEN, today)).toBe(state)
  expect(requestState({ ...OPEN, done_on: '2026-12-01' }, today)).toBe('done')
})

describe('the extension', () => {
  test.each([
    ['can be made on the last day', OPEN, { on: '2026-12-02', refusal: undefined }],
    ['is too late the day after', OPEN, { on: '2026-12-03', refusal: REQUEST_TEXTS.extendedLate }],
    ['happens once', { ...OPEN, extended_by: 1 }, { on: '2026-11-20', refusal: REQUEST_TEXTS.extendedOnce }],
    ['needs an open request', { ...OPEN, done_on: '2026-11-10' }, { on: '2026-11-20', refusal: REQUEST_TEXTS.isDone }],
  ])('%s', (_title, request, { on, refusal }) => {
    expect(extensionRefusal(request, on)).toBe(refusal)
  })
})

test.each([
  ['2026-11-20', '2029-11-20'],
  ['2028-02-29', '2031-02-28'],
])('a request that was answered on %s goes on %s', (done_on, due_on) => {
  expect(requestRetentions({ done_on }, RetentionSettings.parse({}))).toEqual([
    { reason: 'request', action: 'delete', due_on },
  ])
})

test('an open request has no period', () => {
  expect(requestRetentions({ done_on: null }, RetentionSettings.parse({}))).toEqual([])
})

test('a subject is one text', () => {
  expect(subjectOf(subjectKey('guardian', 12))).toEqual({ type: 'guardian', id: 12 })
  expect(subjectOf('unknown')).toBeNull()
  const wrong = ['', 'pupil', 'pupil:0', 'pupil:01', 'pupil:-1', 'teacher:1', 'pupil:1 ', `pupil:${'9'.repeat(16)}`]
  expect(wrong.filter((key) => SubjectKey.safeParse(key).success)).toEqual([])
})

describe('letters', () => {
  const FACTS: LetterFacts = {
    kind: 'access',
    requested_by: 'Anna Müller',
    requester: 'custodian',
    received_on: '2026-11-02',
    extended_by: 2,
    extension_reason: 'Es sind viele Akten.',
    done_on: '2026-11-20',
    result: 'granted',
    result_reason: 'Die Noten gehören der Schule.',
    subject: { name: 'Mia Müller' },
    authority: 'Datenschutzbehörde am Berg',
  }
  const TODAY = '2026-11-20'
  const COMPLAINT = 'bei der Datenschutzaufsicht beschweren: Datenschutzbehörde am Berg.'
  const kinds = Object.keys(REQUEST_KIND_LABELS) as RequestKind[]
  const results = Object.keys(RESULT_LABELS) as RequestResult[]

  test('every kind and result has a subject and a text with the day of the request', () => {
    for (const letter of LETTER_KINDS)
      for (const kind of kinds)
        for (const result of results) {
          const { subject, text } = letterDraft(letter, { ...FACTS, kind, result }, TODAY)
          expect(subject).toMatch(/^Ihr (Antrag auf [A-ZÜ]|Widerspruch nach Art)/)
          expect(text).toContain('02.11.2026')
          expect(text).not.toMatch(/undefined|null/)
          expect(text.startsWith('Guten Tag Anna Müller,\n\n')).toBe(true)
        }
  })

  test('a refusal says why, and where one can complain', () => {
    const { text } = letterDraft('answer', { ...FACTS, result: 'refused' }, TODAY)
    expect(text).toContain('Die Noten gehören der Schule.')
    expect(text).toContain(COMPLAINT)
    expect(letterDraft('answer', { ...FACTS, kind: 'rectification' }, TODAY).text).not.toContain(COMPLAINT)
  })

  test('the answer with a copy says that it is encrypted, what opens it, how the password comes, and where one can complain', () => {
    for (const kind of ['access', 'portability'] as const) {
      const { text } = letterDraft('answer', { ...FACTS, kind }, TODAY)
      for (const word of ['verschlüsselten ZIP-Datei', '7-Zip', 'Passwort', 'getrennt', 'im Sekretariat'])
        expect(text).toContain(word)
    }
    expect(letterDraft('answer', { ...FACTS, kind: 'access' }, TODAY).text).toContain(COMPLAINT)
  })

  test('an extension names the new day and the reason', () => {
    const { text } = letterDraft('extension', FACTS, TODAY)
    expect(text).toContain('bis zum 02.02.2027')
    expect(text).toContain('Der Grund: Es sind viele Akten.')
  })

  test('names nobody who was erased', () => {
    const { text } = letterDraft(
      'answer',
      { ...FACTS, kind: 'erasure', requested_by: null, subject: { name: null } },
      TODAY,
    )
    expect(text).toContain('Guten Tag,\n')
    expect(text).toContain('zu der genannten Person')
  })

  test('the state of the request says which ones fit', () => {
    const begun = { kind: 'access' as RequestKind, done_on: null, extended_by: null, identity_checked_on: null }
    expect(lettersFor(begun)).toEqual(['receipt', 'identity'])
    expect(lettersFor({ ...begun, extended_by: 1 })).toEqual(['extension', 'receipt', 'identity'])
    expect(lettersFor({ ...begun, identity_checked_on: '2026-11-03' })).toEqual(['receipt'])
    expect(lettersFor({ ...begun, done_on: '2026-11-20' })).toEqual(['answer'])
  })

  test('what was written already comes last, and an overdue request asks for a word about the delay', () => {
    const written = [{ kind: 'letter', fields: ['receipt'] }]
    const request = { ...FACTS, done_on: null, extended_by: null, identity_checked_on: null, events: written }
    expect(nextLetters(request, TODAY)).toEqual(['identity', 'receipt'])
    expect(nextLetters({ ...request, events: [] }, TODAY)).toEqual(['receipt', 'identity'])
    const late = { ...request, received_on: '2026-10-11' }
    expect(nextLetters(late, TODAY)).toEqual(['delay', 'identity', 'receipt'])
    const { text } = letterDraft('receipt', { ...late, extended_by: null }, TODAY)
    expect(text).toContain('Sie bekommen so bald wie möglich eine Antwort.')
    expect(text).not.toContain('11.11.2026')
  })

  test('the answer about an erasure is written before name and address are gone', () => {
    const checked = { kind: 'erasure' as const, done_on: null, extended_by: null, identity_checked_on: '2026-11-03' }
    expect(lettersFor(checked)).toEqual(['receipt', 'answer'])
    expect(lettersFor({ ...checked, identity_checked_on: null })).toEqual(['receipt', 'identity'])
    const open = { ...FACTS, kind: 'erasure' as const, done_on: null, result: null }
    expect(letterDraft('answer', open, TODAY).text).toContain('zu Mia Müller am 20.11.2026 gelöscht.')
  })
})
