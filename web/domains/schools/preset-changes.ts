import { STATE_PRESETS, type StateCode } from '#contract/state-presets.ts'
import { REGISTRATION_FIELDS } from './registration-fields.ts'
import { RETENTION_FIELDS } from './retention-fields.ts'
import type { SectionPlace } from './school-sections.ts'
import { changedFields, inputsOf, readText, type SectionField } from './section-fields.ts'
import { SICKNOTE_FIELDS } from './sicknote-fields.ts'
import type { StoredSection } from './use-section-call.ts'

export type SettingsPlace = Exclude<SectionPlace, 'school'>
export type StoredSettings = Record<SettingsPlace, StoredSection>

/** Where each number of a preset is kept. */
const PLACES: readonly { key: string; place: SettingsPlace; fields: readonly SectionField[] }[] = [
  { key: 'school_entry_cutoff', place: 'SCHOOL_REGISTRATION_SETTINGS', fields: REGISTRATION_FIELDS },
  { key: 'certificate_after_school_days', place: 'SICKNOTE_SETTINGS', fields: SICKNOTE_FIELDS },
  { key: 'sicknote_years', place: 'RETENTION_SETTINGS', fields: RETENTION_FIELDS },
]

export interface PresetChange {
  key: string
  place: SettingsPlace
  label: string
  now: string
  later: string
  /** As they are sent. */
  before: unknown
  after: unknown
}

/** What the numbers of a state would change; undefined when none are known for it. */
export const presetChanges = (state: StateCode, stored: StoredSettings): PresetChange[] | undefined => {
  const preset = STATE_PRESETS[state]
  if (!preset) return undefined
  return PLACES.flatMap(({ key, place, fields }) => {
    const field = fields.filter((one) => one.key === key)
    const { value } = stored[place]
    const [now, later] = [inputsOf(field, value), inputsOf(field, { ...preset })]
    return changedFields(field, now, later).map((one) => ({
      key,
      place,
      label: one.label.replace(' (optional)', ''),
      now: readText(one, now[key] ?? ''),
      later: readText(one, later[key] ?? ''),
      before: value[key],
      after: preset[key as keyof typeof preset],
    }))
  })
}
