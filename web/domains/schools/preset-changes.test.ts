import { expect, it } from 'vitest'
import { RegistrationSettings, SchoolLabels } from '#contract/schools/schools.facts.ts'
import { RetentionSettings, SicknoteSettings } from '#contract/schools/schools.settings.ts'
import { presetChanges, type StoredSettings, unknownOf } from './preset-changes.ts'

const section = (value: Record<string, unknown>) => ({ value, version: null })
const STORED: StoredSettings = {
  SCHOOL_REGISTRATION_SETTINGS: section(RegistrationSettings.parse({})),
  SCHOOL_LABELS: section(SchoolLabels.parse({})),
  SICKNOTE_SETTINGS: section(SicknoteSettings.parse({})),
  RETENTION_SETTINGS: section(RetentionSettings.parse({})),
}

it('tells what the numbers of a state would change', () => {
  expect(presetChanges('DE-SN', STORED)).toMatchObject([
    { key: 'school_entry_cutoff', now: '30.09.', later: '30.06.', before: '09-30', after: '06-30' },
    { key: 'certificate_after_school_days', now: 'kein Hinweis', later: '5 Schultage', before: null, after: 5 },
  ])
  expect(presetChanges('DE-NW', STORED)).toMatchObject([
    { place: 'RETENTION_SETTINGS', label: 'Krankmeldungen', now: '1 Jahr', later: '5 Jahre' },
  ])
})

it('finds nothing to change where the school has them, and nothing at all for other states', () => {
  expect(presetChanges('DE-BB', STORED)).toEqual([])
  expect(presetChanges('DE-BY', STORED)).toBeUndefined()
})

it('takes back what a school of Brandenburg set otherwise', () => {
  const others = { ...STORED, SICKNOTE_SETTINGS: section(SicknoteSettings.parse({ excuse_due_school_days: 5 })) }
  expect(presetChanges('DE-BB', others)).toMatchObject([
    { place: 'SICKNOTE_SETTINGS', label: 'Entschuldigung fällig nach', now: '5 Schultage', later: '3 Schultage' },
  ])
})

it('names what is not known of a state', () => {
  expect(unknownOf('DE-BB')).toEqual([])
  expect(unknownOf('DE-SN')).toEqual(['Stichtag für die vorzeitige Aufnahme', 'Entschuldigung fällig nach'])
  expect(unknownOf('DE-BY')).toHaveLength(5)
})
