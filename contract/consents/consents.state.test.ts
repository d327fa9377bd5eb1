import { describe, expect, test } from 'vitest'
import { confirmationDueOn, isExpired } from '#contract/sensitive/sensitive.kinds.ts'
import { type ConsentDecision, consentState, pupilVoice, stillHolds, undecided } from './consents.state.ts'

const [ANNA, PAUL, AUNT] = [1, 2, 3]
const joint = { custodianIds: [ANNA, PAUL], voice: 'none' } as const

const record = (
  decision: ConsentDecision,
  given_by_guardian_ids: number[],
  { pupil = null, withdrawn = false }: { pupil?: ConsentDecision | null; withdrawn?: boolean } = {},
) => ({
  decision,
  given_by_guardian_ids,
  pupil_decision: pupil,
  withdrawn_at: withdrawn ? '2026-11-01T10:00:00.000Z' : null,
})

describe('a consent', () => {
  test.each([
    ['nothing was asked', [], 'unasked'],
    ['both agreed on one sheet', [record('granted', [ANNA, PAUL])], 'granted'],
    ['both agreed one after the other', [record('granted', [ANNA]), record('granted', [PAUL])], 'granted'],
    ['only one has agreed', [record('granted', [ANNA])], 'incomplete'],
    ['one is against it', [record('granted', [ANNA, PAUL]), record('refused', [PAUL])], 'refused'],
    ['who was against it came round', [record('refused', [PAUL]), record('granted', [ANNA, PAUL])], 'granted'],
    ['it was withdrawn', [record('granted', [ANNA, PAUL], { withdrawn: true })], 'withdrawn'],
    [
      'it was withdrawn and given anew',
      [record('granted', [ANNA, PAUL], { withdrawn: true }), record('granted', [ANNA, PAUL])],
      'granted',
    ],
    ['somebody without custody agreed', [record('granted', [AUNT])], 'unasked'],
  ] as const)('when %s', (_when, records, state) => {
    expect(consentState(records, joint)).toBe(state)
  })

  test('is never granted when nobody can decide', () => {
    expect(consentState([record('granted', [AUNT])], { custodianIds: [], voice: 'none' })).toBe('unasked')
  })

  test('from 14 on needs the pupil as well, from 18 on only the pupil', () => {
    const parents = [record('granted', [ANNA, PAUL])]
    const older = { custodianIds: [ANNA, PAUL], voice: 'too' } as const
    expect(consentState(parents, older)).toBe('incomplete')
    expect(undecided(parents, older)).toEqual(['pupil'])
    expect(consentState([...parents, record('granted', [], { pupil: 'granted' })], older)).toBe('granted')
    expect(consentState([...parents, record('refused', [], { pupil: 'refused' })], older)).toBe('refused')
    const ofAge = { custodianIds: [ANNA, PAUL], voice: 'alone' } as const
    expect(consentState(parents, ofAge)).toBe('unasked')
    expect(consentState([record('granted', [], { pupil: 'granted' })], ofAge)).toBe('granted')
  })

  test('is valid while everybody with custody agrees; from 18 on the pupil alone decides', () => {
    const parents = [record('granted', [ANNA, PAUL])]
    expect(stillHolds(parents, joint)).toBe(true)
    expect(stillHolds(parents, { custodianIds: [ANNA, PAUL, AUNT], voice: 'none' })).toBe(false)
    expect(stillHolds(parents, { custodianIds: [], voice: 'none' })).toBe(false)
    const [older, ofAge] = [
      { custodianIds: [ANNA, PAUL], voice: 'too' },
      { custodianIds: [ANNA, PAUL], voice: 'alone' },
    ] as const
    expect(stillHolds(parents, older)).toBe(true)
    expect(stillHolds([record('granted', [ANNA])], older)).toBe(false)
    expect(stillHolds([...parents, record('refused', [], { pupil: 'refused' })], older)).toBe(false)
    expect(stillHolds(parents, ofAge)).toBe(false)
    expect(stillHolds([record('granted', [], { pupil: 'granted' })], ofAge)).toBe(true)
  })

  test('the pupil’s say changes on the 14th and 18th birthday', () => {
    expect(pupilVoice('2012-11-21', '2026-11-20')).toBe('none')
    expect(pupilVoice('2012-11-20', '2026-11-20')).toBe('too')
    expect(pupilVoice('2008-11-21', '2026-11-20')).toBe('too')
    expect(pupilVoice('2008-11-20', '2026-11-20')).toBe('alone')
  })
})

test('an entry that needs a consent must be confirmed after twelve months, other kinds never', () => {
  expect(confirmationDueOn({ kind: 'health_hint', confirmed_at: '2025-11-20' })).toBe('2026-11-20')
  expect(confirmationDueOn({ kind: 'blocking_note', confirmed_at: '2020-01-01' })).toBeUndefined()
})

test('an entry is valid until the end of its last day', () => {
  expect(isExpired({ valid_until: '2026-11-20' }, '2026-11-20')).toBe(false)
  expect(isExpired({ valid_until: '2026-11-19' }, '2026-11-20')).toBe(true)
  expect(isExpired({ valid_until: null }, '2026-11-20')).toBe(false)
})
