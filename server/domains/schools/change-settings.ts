import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import {
  type OptinPeriods,
  optinProblems,
  SETTINGS_TEXTS,
  type SettingsChange,
} from '#contract/schools/schools.settings.ts'
import { SCHOOL_SETTINGS } from '#contract/schools/schools.ts'
import { logEvent, nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { savedText } from './notice-facts.shared.ts'
import { countUndecided, findSettingRow } from './schools.active.queries.ts'
import { lockSchool, updateSetting } from './schools.shared.queries.ts'

type SectionKey = SettingsChange['key']

/** A section with the contract's defaults for keys that were never changed; version null: no key ever was. */
async function readSection<K extends SectionKey>(tx: SchoolTransaction, key: K) {
  const row = await findSettingRow(tx, key)
  type Value = ReturnType<(typeof SCHOOL_SETTINGS)[K]['parse']>
  return { value: SCHOOL_SETTINGS[key].parse(row?.setting_value ?? {}) as Value, version: row?.version ?? null }
}

export const readSettings = async (tx: SchoolTransaction) => ({
  SCHOOL_REGISTRATION_SETTINGS: await readSection(tx, 'SCHOOL_REGISTRATION_SETTINGS'),
  SCHOOL_LABELS: await readSection(tx, 'SCHOOL_LABELS'),
  SICKNOTE_SETTINGS: await readSection(tx, 'SICKNOTE_SETTINGS'),
  RETENTION_SETTINGS: await readSection(tx, 'RETENTION_SETTINGS'),
  undecided_registrations: await countUndecided(tx),
})

const NEVER_CHANGED = { setting_value: {}, version: 0, field_changes: {} }

const OPTIN_FIELDS: readonly (keyof OptinPeriods)[] = [
  'optin_valid_days',
  'optin_reminder_days',
  'unverified_purge_days',
]

/** 422 when a changed period of the confirmation does not fit the other stored ones. */
function refusePeriods(key: SectionKey, current: object, change: object) {
  if (key !== 'SCHOOL_REGISTRATION_SETTINGS' || !OPTIN_FIELDS.some((field) => field in change)) return
  const problems = optinProblems({ ...current, ...change } as OptinPeriods)
  const errors = Object.entries(problems).map(([field, texts]) => [`value.${field}`, texts])
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** 422 when the second person of an erasure is switched off by somebody who may not erase on request (ADR 0042). */
function refuseAlone(change: object, { permissions }: SchoolViewer) {
  if ('erasure_needs_second' in change && !change.erasure_needs_second && !permissions.includes('view pupil sensitive'))
    throw invalid({ 'value.erasure_needs_second': [SETTINGS_TEXTS.secondStays] })
}

/** Changes the sent keys of a section of the bound school's settings; all others stay as they are. */
export async function changeSettings(
  tx: SchoolTransaction,
  { key, value: sent, version }: SettingsChange,
  viewer: SchoolViewer,
) {
  // A section may have no row yet on which two calls could wait.
  await lockSchool(tx)
  const row = (await findSettingRow(tx, key)) ?? NEVER_CHANGED
  const current = SCHOOL_SETTINGS[key].parse(row.setting_value)
  const change = changedFields(current, sent)
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseStale(tx, { stored: row, fields, version, current: { value: current } })
  refusePeriods(key, current, change)
  refuseAlone(change, viewer)
  await nameAction(tx, 'school_setting', 'settings_changed')
  const { id } = await updateSetting(tx, { key, value: { ...(row.setting_value as object), ...change } })
  // Adds the name of the section to the log line that the trigger has written.
  await logEvent(tx, { action: 'settings_changed', entityType: 'school_setting', entityId: id, fields: [key] })
  return savedText(tx, 'Die Einstellungen sind gespeichert.')
}
