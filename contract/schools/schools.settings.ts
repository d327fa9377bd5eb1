import { z } from 'zod'
import { counted } from '#contract/counted.ts'
import { newOf } from '#contract/record.ts'
import { LabelRules, RegistrationRules, RetentionPeriods, SicknoteRules } from './settings.record.ts'

/** How absences are reported and excused; keys and defaults of domain §1.1. */
export const SicknoteSettings = newOf(SicknoteRules)
export type SicknoteSettings = z.output<typeof SicknoteSettings>

/** How long records are kept; defaults of domain §5.2. */
export const RetentionSettings = newOf(RetentionPeriods)
export type RetentionSettings = z.output<typeof RetentionSettings>

export const SETTINGS_TEXTS = {
  secondStays:
    'Ausschalten kann das nur, wer besonders geschützte Angaben sehen darf. Bitte wenden Sie sich an die Schulleitung.',
} as const

/** Fields whose values must fit together. */
export interface OptinPeriods {
  optin_valid_days: number
  optin_reminder_days: readonly number[]
  unverified_purge_days: number
}

/**
 * Periods that do not fit the validity of a confirmation link, by field: reminders after it, or a deletion before its
 * end (domain §5.2).
 */
export const optinProblems = (periods: OptinPeriods): Partial<Record<keyof OptinPeriods, string[]>> => {
  const { optin_valid_days: valid, optin_reminder_days: reminders, unverified_purge_days: purge } = periods
  const why = 'So lange gilt der Bestätigungslink.'
  return {
    ...(reminders.some((day) => day > valid)
      ? { optin_reminder_days: [`Bitte höchstens ${counted(valid, 'Tag', 'Tage')}: ${why}`] }
      : {}),
    ...(purge < valid ? { unverified_purge_days: [`Bitte mindestens ${counted(valid, 'Tag', 'Tage')}: ${why}`] } : {}),
  }
}

/** The changed keys of one section; version 0: nothing of it had ever been stored when the page was loaded. */
const section = <Key extends string, S extends z.ZodRawShape>(key: Key, record: z.ZodObject<S>) =>
  z.object({
    key: z.literal(key),
    value: record.partial(),
    version: z.int().min(0).max(2_147_483_647).optional(),
  })

export const SettingsChange = z.discriminatedUnion('key', [
  section('SCHOOL_REGISTRATION_SETTINGS', RegistrationRules),
  section('SCHOOL_LABELS', LabelRules),
  section('SICKNOTE_SETTINGS', SicknoteRules),
  section('RETENTION_SETTINGS', RetentionPeriods),
])
export type SettingsChange = z.output<typeof SettingsChange>
