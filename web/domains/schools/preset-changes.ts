import { STATE_PRESET_KEYS, STATE_PRESETS, type StateCode } from '#contract/schoolyears/state-presets.ts'
import { changedFields, inputsOf, readText } from '#web/forms/fields.ts'
import type { StoredSection } from './school-queries.ts'
import { REGISTRATION_SECTION, RETENTION_SECTION, type SectionPlace, SICKNOTE_SECTION } from './school-sections.ts'

export type SettingsPlace = Exclude<SectionPlace, 'school'>
export type StoredSettings = Record<SettingsPlace, StoredSection>

type PresetKey = (typeof STATE_PRESET_KEYS)[number]

/** Where each number of a preset is kept. */
const sectionOf = (key: PresetKey) =>
  [REGISTRATION_SECTION, SICKNOTE_SECTION, RETENTION_SECTION].find(({ fields }) =>
    fields.some((one) => one.key === key),
  )

const fieldsOf = (key: PresetKey) => sectionOf(key)?.fields.filter((field) => field.key === key) ?? []

export interface PresetChange {
  key: string
  place: SettingsPlace
  label: string
  now: string
  later: string
  /** Both values in the form in which they are sent. */
  before: unknown
  after: unknown
}

/** What the numbers of a state would change; undefined when none are known for it. */
export const presetChanges = (state: StateCode, stored: StoredSettings): PresetChange[] | undefined => {
  const preset = STATE_PRESETS[state]
  if (!preset) return undefined
  return STATE_PRESET_KEYS.filter((key) => key in preset).flatMap((key) => {
    const place = sectionOf(key)?.place as SettingsPlace
    const field = fieldsOf(key)
    const { value } = stored[place]
    const [now, later] = [inputsOf(field, value), inputsOf(field, { ...preset })]
    return changedFields(field, now, later).map((one) => ({
      key,
      place,
      label: one.label,
      now: readText(one, now[key] ?? ''),
      later: readText(one, later[key] ?? ''),
      before: value[key],
      after: preset[key],
    }))
  })
}

/** What differs by state and is not known of this one, by its label. */
export const unknownOf = (state: StateCode) =>
  STATE_PRESET_KEYS.filter((key) => !(key in (STATE_PRESETS[state] ?? {}))).flatMap((key) =>
    fieldsOf(key).map(({ label }) => label),
  )
