import { describe, expect, test } from 'vitest'
import { STATE_PRESET_KEYS, STATE_PRESETS, STATES, type StateCode } from '#contract/schoolyears/state-presets.ts'
import { optinProblems, SettingsChange } from './schools.settings.ts'
import { SCHOOL_SETTINGS, SchoolChange } from './schools.ts'

const SECTIONS = ['SCHOOL_REGISTRATION_SETTINGS', 'SCHOOL_LABELS', 'SICKNOTE_SETTINGS', 'RETENTION_SETTINGS'] as const
const take = (key: string, value: object) => SettingsChange.parse({ key, value })

describe.each(SECTIONS)('%s', (key) => {
  test('accepts each of its defaults, alone and together', () => {
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

test('every accepted value can be stored and read again', () => {
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
    ['SCHOOL_REGISTRATION_SETTINGS', 'school_entry_cutoff', '02-29', '02-30'],
    ['SCHOOL_REGISTRATION_SETTINGS', 'school_entry_cutoff', '04-30', '04-31'],
    ['SCHOOL_REGISTRATION_SETTINGS', 'early_entry_until', '03-31', '3-31'],
    ['SCHOOL_REGISTRATION_SETTINGS', 'optin_reminder_days', [3, 10], [10, 3]],
    ['SCHOOL_REGISTRATION_SETTINGS', 'optin_reminder_days', [3], [3, 3]],
    ['SCHOOL_REGISTRATION_SETTINGS', 'optin_valid_days', 60, 61],
    ['SCHOOL_REGISTRATION_SETTINGS', 'unverified_purge_days', 7, 6],
    ['SCHOOL_REGISTRATION_SETTINGS', 'electives', Array(12).fill('x'), Array(13).fill('x')],
    ['SCHOOL_LABELS', 'guardian', 'a'.repeat(60), 'a'.repeat(61)],
  ])('%s %s', (key, ...[field, good, bad]) => {
    expect(SettingsChange.safeParse({ key, value: { [String(field)]: good } }).success).toBe(true)
    expect(SettingsChange.safeParse({ key, value: { [String(field)]: bad } }).success).toBe(false)
  })
})

describe('the periods of a confirmation', () => {
  const periods = { optin_valid_days: 14, optin_reminder_days: [3, 14], unverified_purge_days: 14 }

  test('fit each other up to the last day of the link', () => {
    expect(optinProblems(periods)).toEqual({})
    expect(optinProblems({ ...periods, optin_reminder_days: [] })).toEqual({})
  })

  test.each([
    [
      { optin_reminder_days: [3, 15] },
      { optin_reminder_days: ['Bitte höchstens 14 Tage: So lange gilt der Bestätigungslink.'] },
    ],
    [
      { unverified_purge_days: 13 },
      { unverified_purge_days: ['Bitte mindestens 14 Tage: So lange gilt der Bestätigungslink.'] },
    ],
    [
      { optin_valid_days: 1, optin_reminder_days: [2], unverified_purge_days: 1 },
      { optin_reminder_days: ['Bitte höchstens 1 Tag: So lange gilt der Bestätigungslink.'] },
    ],
  ])('the message names %j', (change, problems) => {
    expect(optinProblems({ ...periods, ...change })).toEqual(problems)
  })
})

test.each([
  ['https://Schule.Example.org', 'https://schule.example.org/'],
  ['https://leitung:geheim@schule.example.org/start?a=1#b', 'https://schule.example.org/start?a=1#b'],
  ['http://leitung@schule.example.org:8080/%40', 'http://schule.example.org:8080/%40'],
  ['https://a:b@c@schule.example.org/x@y', 'https://schule.example.org/x@y'],
])('the website %s is stored as %s', (typed, stored) => {
  expect(SchoolChange.parse({ website: typed }).website).toBe(stored)
})

test.each([
  'schule.example.org',
  'ftp://schule.example.org',
  'javascript:alert(1)',
  'https://',
  `https://a.de/${'x'.repeat(200)}`,
])('%s is no website', (website) => {
  expect(SchoolChange.safeParse({ website }).success).toBe(false)
})

const PLACES = {
  school_entry_cutoff: 'SCHOOL_REGISTRATION_SETTINGS',
  early_entry_until: 'SCHOOL_REGISTRATION_SETTINGS',
  excuse_due_school_days: 'SICKNOTE_SETTINGS',
  certificate_after_school_days: 'SICKNOTE_SETTINGS',
  sicknote_years: 'RETENTION_SETTINGS',
} as const

test('the values that a state presets are allowed settings, and each of these states exists', () => {
  for (const [state, preset] of Object.entries(STATE_PRESETS)) {
    expect(STATES[state as StateCode]).toBeTruthy()
    for (const key of STATE_PRESET_KEYS.filter((one) => one in preset))
      expect(take(PLACES[key], { [key]: preset[key] }).value).toEqual({ [key]: preset[key] })
  }
  expect(Object.keys(STATES)).toHaveLength(16)
})

test('the presets are those of the sources, and nothing is made up for other states', () => {
  // Domain §2.1, §3.5: the numbers of Brandenburg are also the defaults.
  const defaults = Object.assign({}, ...Object.values(PLACES).map((key) => SCHOOL_SETTINGS[key].parse({})))
  expect(defaults).toMatchObject(STATE_PRESETS['DE-BB'] ?? {})
  expect(Object.keys(STATE_PRESETS['DE-BB'] ?? {}).sort()).toEqual([...STATE_PRESET_KEYS].sort())
  // Domain §5.2: NRW keeps excuses five years; §0.10: Saxony may ask for a certificate after five days.
  expect(STATE_PRESETS['DE-NW']?.sicknote_years).toBe(5)
  expect(STATE_PRESETS['DE-SN']?.certificate_after_school_days).toBe(5)
  expect(STATE_PRESETS['DE-NW']).not.toHaveProperty('excuse_due_school_days')
})
