import { describe, expect, test } from 'vitest'
import { SettingsChange } from './schools.settings.ts'
import { SCHOOL_SETTINGS } from './schools.ts'
import { STATE_PRESETS, STATES, type StateCode } from './state-presets.ts'

const SECTIONS = ['SCHOOL_REGISTRATION_SETTINGS', 'SCHOOL_LABELS', 'SICKNOTE_SETTINGS', 'RETENTION_SETTINGS'] as const
const take = (key: string, value: object) => SettingsChange.parse({ key, value })

describe.each(SECTIONS)('%s', (key) => {
  test('takes every one of its defaults, alone and together', () => {
    const defaults = SCHOOL_SETTINGS[key].parse({})
    expect(take(key, defaults).value).toEqual(defaults)
    for (const [field, value] of Object.entries(defaults))
      expect(take(key, { [field]: value }).value).toEqual({ [field]: value })
  })

  test('adds nothing to what was sent', () => {
    expect(take(key, {}).value).toEqual({})
    expect(take(key, { niemand: 1 }).value).toEqual({})
  })
})

test('whatever may be sent can be stored and read again', () => {
  const value = {
    school_entry_cutoff: '06-30',
    optin_reminder_days: [],
    electives: ['Latein'],
    notify_mails: ['a@example.org'],
    intro_markdown: '',
    afterschool_labels: { short: 'kurz', long: 'lang' },
  }
  expect(
    SCHOOL_SETTINGS.SCHOOL_REGISTRATION_SETTINGS.parse(take('SCHOOL_REGISTRATION_SETTINGS', value).value),
  ).toMatchObject(value)
})

describe('at the bounds', () => {
  test.each([
    ['SICKNOTE_SETTINGS', 'cutoff_time', '23:59', '24:00'],
    ['SICKNOTE_SETTINGS', 'cutoff_time', '00:00', '8:00'],
    ['SICKNOTE_SETTINGS', 'max_days_public', 60, 61],
    ['SICKNOTE_SETTINGS', 'max_days_public', 1, 0],
    ['SICKNOTE_SETTINGS', 'backdate_school_days', 0, -1],
    ['SICKNOTE_SETTINGS', 'certificate_after_school_days', null, 0],
    ['SICKNOTE_SETTINGS', 'certificate_after_school_days', 30, 31],
    ['RETENTION_SETTINGS', 'rejected_months', 120, 121],
    ['RETENTION_SETTINGS', 'interview_note_days', 1, 0],
    ['RETENTION_SETTINGS', 'sicknote_years', 60, 61],
    ['SCHOOL_REGISTRATION_SETTINGS', 'school_entry_cutoff', '12-31', '12-32'],
    ['SCHOOL_REGISTRATION_SETTINGS', 'optin_valid_days', 60, 61],
    ['SCHOOL_REGISTRATION_SETTINGS', 'unverified_purge_days', 7, 6],
    ['SCHOOL_REGISTRATION_SETTINGS', 'electives', Array(12).fill('x'), Array(13).fill('x')],
    ['SCHOOL_LABELS', 'guardian', 'a'.repeat(60), 'a'.repeat(61)],
  ])('%s %s', (key, ...[field, good, bad]) => {
    expect(SettingsChange.safeParse({ key, value: { [String(field)]: good } }).success).toBe(true)
    expect(SettingsChange.safeParse({ key, value: { [String(field)]: bad } }).success).toBe(false)
  })
})

test('what a state presets can be set, and each state that presets something exists', () => {
  for (const [state, { school_entry_cutoff, certificate_after_school_days, sicknote_years }] of Object.entries(
    STATE_PRESETS,
  )) {
    expect(STATES[state as StateCode]).toBeTruthy()
    expect(take('SCHOOL_REGISTRATION_SETTINGS', { school_entry_cutoff }).value).toEqual({ school_entry_cutoff })
    expect(take('SICKNOTE_SETTINGS', { certificate_after_school_days }).value).toEqual({
      certificate_after_school_days,
    })
    expect(take('RETENTION_SETTINGS', { sicknote_years }).value).toEqual({ sicknote_years })
  }
  // Domain §5.2: NRW keeps excuses five years; §0.10: Saxony may ask for a certificate after five days.
  expect(STATE_PRESETS['DE-NW']?.sicknote_years).toBe(5)
  expect(STATE_PRESETS['DE-SN']?.certificate_after_school_days).toBe(5)
  expect(Object.keys(STATES)).toHaveLength(16)
})
