import { z } from 'zod'
import { CLOCK_TIME, CLOCK_TIME_TEXT } from '#contract/clock-time.ts'
import { isIsoDay } from '#contract/dates.ts'
import { Email, Lines, Text } from '#contract/formats.ts'
import { count, type FieldOptions, field, text, toggle } from '#contract/record.ts'

const DAYS = ['Tag', 'Tage'] as const
const SCHOOL_DAYS = ['Schultag', 'Schultage'] as const
const MONTHS = ['Monat', 'Monate'] as const
const YEARS = ['Jahr', 'Jahre'] as const

const range = (min: number, max: number) => z.int().min(min).max(max)
const days = (label: string, rules: z.ZodInt, options: FieldOptions = {}) =>
  count(label, rules, { unit: DAYS, ...options })
const schoolDays = (label: string, rules: z.ZodInt, options: FieldOptions = {}) =>
  count(label, rules, { unit: SCHOOL_DAYS, ...options })

/** `HH:MM` in Berlin. */
const ClockTime = z.string().regex(CLOCK_TIME, CLOCK_TIME_TEXT)

/** `MM-DD`: a day of the calendar; 29 February is allowed. */
const MonthDay = z.string().refine((day) => isIsoDay(`2024-${day}`), 'Bitte Tag und Monat angeben.')
const monthDay = (label: string, hint: string) => field(MonthDay, z.string(), { label, kind: 'month day', hint })

/** How absences are reported and excused (domain §1.1). */
export const SicknoteRules = z.object({
  public_enabled: toggle('Eltern können ihr Kind über ihren Link krankmelden', { initial: true }),
  online_counts_as_written: toggle('Eine Meldung über den Link gilt als schriftliche Entschuldigung', {
    initial: true,
  }),
  notify_guardians: toggle('Sorgeberechtigte erhalten eine Nachricht über jede Meldung', { initial: true }),
  cutoff_time: field(ClockTime, z.string(), {
    label: 'Am ersten Tag pünktlich bis',
    kind: 'time',
    hint: 'Was später kommt, gilt als verspätet gemeldet.',
    initial: '08:00',
  }),
  max_days_public: days('Eine Meldung umfasst höchstens', range(1, 60), { initial: 14 }),
  backdate_school_days: schoolDays('Rückwirkend meldbar bis', range(0, 20), {
    hint: '0: nur ab heute.',
    initial: 3,
  }),
  future_days: days('Im Voraus meldbar bis', range(0, 365), { initial: 30 }),
  excuse_due_school_days: schoolDays('Entschuldigung fällig nach', range(1, 20), { initial: 3 }),
  interim_notice_days: days('Zwischenmeldung bei langem Fehlen nach', range(1, 60), { initial: 14 }),
  /** A certificate is never demanded automatically (domain §0.10). */
  certificate_after_school_days: field(range(1, 30).nullable(), z.int(), {
    label: 'Hinweis auf ein Attest ab',
    kind: 'count',
    unit: SCHOOL_DAYS,
    hint: 'Nur ein Hinweis, nie eine automatische Aufforderung. Leer: kein Hinweis.',
    empty: 'kein Hinweis',
  }),
})

const afterDays = (initial: number, label: string, hint: string) => days(label, range(1, 365), { hint, initial })
const afterMonths = (initial: number, label: string, hint: string) =>
  count(label, range(1, 120), { unit: MONTHS, hint, initial })
const afterYears = (initial: number, label: string, hint: string) =>
  count(label, range(1, 60), { unit: YEARS, hint, initial })

/** The retention periods, and what happens after them (domain §5.2). */
export const RetentionPeriods = z.object({
  rejected_months: afterMonths(6, 'Abgelehnte Bewerbungen', 'Ab der Entscheidung.'),
  interview_note_days: afterDays(
    7,
    'Gesprächsnotizen nicht aufgenommener Kinder',
    'Ab Ablehnung oder Rücknahme. Gelöscht wird nur die interne Notiz.',
  ),
  withdrawn_months: afterMonths(1, 'Zurückgezogene Bewerbungen', 'Ab der Rücknahme.'),
  waiting_ask_months: afterMonths(
    3,
    'Nachfrage zur Warteliste',
    'Ab dem ersten Schultag des Wunschjahrs. Gelöscht wird dabei nichts: Startseite und Löschvorschau fragen nach.',
  ),
  waiting_months: afterMonths(6, 'Bewerbungen auf der Warteliste', 'Ab dem ersten Schultag des Wunschjahrs.'),
  transformed_months: afterMonths(
    6,
    'Bewerbungen übernommener Kinder',
    'Ab der Übernahme. Alles Nötige steht dann in der Schülerakte.',
  ),
  never_started_months: afterMonths(6, 'Angenommen, aber nie gekommen', 'Ab dem ersten Schultag.'),
  pupil_contact_years: afterYears(
    1,
    'Kontakte und geschützte Angaben',
    'Ab dem Ende des Schuljahrs, in dem ein Kind abgeht. Name, Geburtsdatum und Schulbesuch bleiben.',
  ),
  attendance_proof_years: afterYears(
    10,
    'Nachweis des Schulbesuchs',
    'Ab dem Ende des Schuljahrs, in dem ein Kind abgeht. Gelöscht wird die ganze Akte.',
  ),
  sicknote_comment_days: afterDays(
    28,
    'Bemerkungen in Krankmeldungen',
    'Ab dem letzten Fehltag. Gelöscht werden Bemerkung und meldende Person.',
  ),
  sicknote_years: afterYears(1, 'Krankmeldungen', 'Ab dem Ende ihres Schuljahrs. Die Fehltage je Halbjahr bleiben.'),
  employee_months: afterMonths(
    6,
    'Angaben ausgeschiedener Mitarbeitender',
    'Ab dem Austritt. Name und Klassen bleiben.',
  ),
  employee_years: afterYears(
    10,
    'Name und Klassen ausgeschiedener Mitarbeitender',
    'Ab dem Austritt. Gelöscht wird der ganze Eintrag.',
  ),
  consent_proof_years: afterYears(
    3,
    'Nachweis widerrufener Einwilligungen',
    'Ab dem Ende des Jahres, in dem widerrufen wurde.',
  ),
  privacy_request_years: afterYears(3, 'Anfragen zum Datenschutz', 'Ab der Antwort.'),
  erasure_needs_second: toggle('Eine Löschung auf Antrag bestätigt eine zweite Person', {
    hint: 'Beide brauchen das Recht, besonders geschützte Angaben zu sehen.',
    initial: false,
  }),
})

/** Longest text above the application form, in characters. */
const INTRO_MAX = 4000

const doRise = (list: readonly number[]) => list.every((day, index) => index === 0 || day > (list[index - 1] ?? 0))

const Reminders = z
  .array(range(1, 60))
  .max(5)
  .refine(doRise, 'Bitte jeden Tag nur einmal angeben, den frühesten zuerst.')

/** How the school handles applications (domain §1.1); the defaults are in schools.facts.ts. */
export const RegistrationRules = z.object({
  isActive: toggle('Bewerbungen entgegennehmen', {
    hint: 'Ausgeschaltet sind Formular und Seite „Bewerbungen“ nicht sichtbar. Wann das Formular geöffnet ist, steht am Schuljahr.',
  }),
  lateral_all_year: toggle('Quereinstieg das ganze Jahr', {
    hint: 'Familien nennen dann den gewünschten ersten Tag; sonst beginnt er mit dem Schuljahr.',
  }),
  sibling_priority: toggle('Geschwister auf der Warteliste zuerst', {
    hint: '„Rangfolge vorschlagen“ auf der Warteliste stellt sie nach vorn. Übernommen wird der Vorschlag erst, wenn Sie zustimmen.',
  }),
  show_afterschool_care: toggle('Frage nach dem Hort'),
  second_agreement_by_link: toggle('Zustimmung der zweiten sorgeberechtigten Person über einen eigenen Link', {
    hint: 'Ausgeschaltet erklärt die Familie sie im Formular. Eingeschaltet stimmt die zweite Person selbst zu und braucht eine eigene E-Mail-Adresse. Das gilt für neue Bewerbungen.',
  }),
  afterschool_labels: z.object({
    short: text('Name der kurzen Betreuung', Text(40)),
    long: text('Name der langen Betreuung', Text(40)),
  }),
  school_entry_cutoff: monthDay('Stichtag der Schulpflicht', 'Wer bis dahin 6 Jahre alt wird, ist schulpflichtig.'),
  early_entry_until: monthDay(
    'Stichtag für die vorzeitige Aufnahme',
    'Wer bis dahin 6 Jahre alt wird, kann vorzeitig kommen.',
  ),
  electives: field(z.array(Text(60)).max(12), z.array(z.string()), {
    label: 'Wahlpflichtfächer',
    isOptional: true,
    kind: 'list',
    hint: 'Eines in jeder Zeile. Leer: Das Formular fragt nicht danach.',
    empty: 'keine',
  }),
  intro_markdown: field(z.union([z.literal(''), Lines(INTRO_MAX)]), z.string(), {
    label: 'Text vor dem Formular',
    isOptional: true,
    kind: 'rich text',
    max: INTRO_MAX,
    hint: 'Zum Beispiel, was Familien zur Anmeldung mitbringen sollen.',
    empty: 'keiner',
  }),
  notify_mails: field(z.array(Email).max(10), z.array(z.string()), {
    label: 'Nachricht über neue Bewerbungen',
    isOptional: true,
    kind: 'list',
    hint: 'Eine E-Mail-Adresse in jeder Zeile. Höchstens einmal in der Stunde geht eine Nachricht hinaus.',
    empty: 'an niemanden',
  }),
  optin_valid_days: days('Gültigkeit des Bestätigungslinks', range(1, 60)),
  optin_reminder_days: field(Reminders, z.array(z.int()), {
    label: 'Erinnerung an die Bestätigung',
    kind: 'counts',
    unit: DAYS,
    hint: 'Mehrere mit Komma. Leer: keine.',
    empty: 'keine Erinnerung',
  }),
  unverified_purge_days: days('Nie bestätigte Bewerbungen', range(7, 365), {
    hint: 'Ab dem Eingang. Gelöscht werden nur solche vom Onlineformular, die niemand bearbeitet hat.',
  }),
})

/** Words that a school may choose for itself (domain §1.1); the defaults are in schools.facts.ts. */
export const LabelRules = z.object({
  dashboardGreeting: text('Begrüßung', Text(60), { hint: 'Steht auf der Startseite vor dem Namen.' }),
  pupil_plural: text('Kinder und Jugendliche heißen', Text(60), {
    hint: 'Steht in der Statistik der Startseite und auf der Seite einer Klasse.',
  }),
  guardian: text('Eltern heißen', Text(60), {
    hint: 'Steht bei den Kontakten eines Kindes und in den Listen einer Klasse.',
  }),
  class_teacher: text('Die Leitung einer Klasse heißt', Text(60), {
    hint: 'Steht in der Liste der Klassen, auf der Seite einer Klasse und in ihren Listen.',
  }),
})
