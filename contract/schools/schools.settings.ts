import { z } from 'zod'
import { CLOCK_TIME, CLOCK_TIME_TEXT } from '#contract/clock-time.ts'
import { counted } from '#contract/counted.ts'
import { isIsoDay } from '#contract/dates.ts'
import { Email, Lines, Text } from '#contract/formats.ts'

/** `HH:MM` in Berlin. */
const ClockTime = z.string().regex(CLOCK_TIME, CLOCK_TIME_TEXT)

/** `MM-DD`: a day of the calendar; 29 February is allowed. */
export const MonthDay = z.string().refine((day) => isIsoDay(`2024-${day}`), 'Bitte Tag und Monat angeben.')

/** How absences are reported and excused; keys and defaults of domain §1.1. */
export const SicknoteSettings = z.object({
  public_enabled: z.boolean().default(true),
  /** A report after this time on the first day is late. */
  cutoff_time: ClockTime.default('08:00'),
  max_days_public: z.int().min(1).max(60).default(14),
  backdate_school_days: z.int().min(0).max(20).default(3),
  future_days: z.int().min(0).max(365).default(30),
  excuse_due_school_days: z.int().min(1).max(20).default(3),
  interim_notice_days: z.int().min(1).max(60).default(14),
  online_counts_as_written: z.boolean().default(true),
  /** Null: no hint; a certificate is never demanded automatically (domain §0.10). */
  certificate_after_school_days: z.int().min(1).max(30).nullable().default(null),
  notify_guardians: z.boolean().default(true),
})
export type SicknoteSettings = z.output<typeof SicknoteSettings>

const Months = (initial: number) => z.int().min(1).max(120).default(initial)
const Days = (initial: number) => z.int().min(1).max(365).default(initial)
const Years = (initial: number) => z.int().min(1).max(60).default(initial)

/** How long records are kept; defaults of domain §5.2. */
export const RetentionSettings = z.object({
  rejected_months: Months(6),
  interview_note_days: Days(7),
  withdrawn_months: Months(1),
  waiting_ask_months: Months(3),
  waiting_months: Months(6),
  transformed_months: Months(6),
  never_started_months: Months(6),
  pupil_contact_years: Years(1),
  attendance_proof_years: Years(10),
  sicknote_comment_days: Days(28),
  sicknote_years: Years(1),
  employee_months: Months(6),
  employee_years: Years(10),
  consent_proof_years: Years(3),
  privacy_request_years: Years(3),
})
export type RetentionSettings = z.output<typeof RetentionSettings>

/** Longest text above the application form, in characters. */
export const INTRO_MAX = 4000

const REMINDERS_RISE = 'Bitte jeden Tag nur einmal angeben, den frühesten zuerst.'

const doRise = (days: readonly number[]) => days.every((day, index) => index === 0 || day > (days[index - 1] ?? 0))

/** The changed keys of one section of a school's settings. */
export const RegistrationSettingsChange = z
  .object({
    isActive: z.boolean(),
    lateral_all_year: z.boolean(),
    school_entry_cutoff: MonthDay,
    early_entry_until: MonthDay,
    optin_valid_days: z.int().min(1).max(60),
    optin_reminder_days: z.array(z.int().min(1).max(60)).max(5).refine(doRise, REMINDERS_RISE),
    unverified_purge_days: z.int().min(7).max(365),
    show_afterschool_care: z.boolean(),
    afterschool_labels: z.object({ short: Text(40), long: Text(40) }),
    electives: z.array(Text(60)).max(12),
    notify_mails: z.array(Email).max(10),
    intro_markdown: z.union([z.literal(''), Lines(INTRO_MAX)]),
    sibling_priority: z.boolean(),
  })
  .partial()

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

const LabelsChange = z
  .object({ dashboardGreeting: Text(60), pupil_plural: Text(60), guardian: Text(60), class_teacher: Text(60) })
  .partial()

/** Removes the defaults: a field that is not sent is not changed. */
const plain = <T extends z.ZodRawShape>(shape: T) =>
  z
    .object(
      Object.fromEntries(
        Object.entries(shape).map(([key, field]) => [key, field instanceof z.ZodDefault ? field.unwrap() : field]),
      ) as { [K in keyof T]: T[K] extends z.ZodDefault<infer Inner> ? Inner : T[K] },
    )
    .partial()

/** 0: nothing of the section had ever been stored when the page was loaded. */
const LoadedVersion = z.int().min(0).max(2_147_483_647)

export const SettingsChange = z.discriminatedUnion('key', [
  z.object({
    key: z.literal('SCHOOL_REGISTRATION_SETTINGS'),
    value: RegistrationSettingsChange,
    version: LoadedVersion.optional(),
  }),
  z.object({ key: z.literal('SCHOOL_LABELS'), value: LabelsChange, version: LoadedVersion.optional() }),
  z.object({
    key: z.literal('SICKNOTE_SETTINGS'),
    value: plain(SicknoteSettings.shape),
    version: LoadedVersion.optional(),
  }),
  z.object({
    key: z.literal('RETENTION_SETTINGS'),
    value: plain(RetentionSettings.shape),
    version: LoadedVersion.optional(),
  }),
])
export type SettingsChange = z.output<typeof SettingsChange>
