import { counted } from '#contract/counted.ts'
import type { RetentionPeriods } from './retentions.rules.ts'

const days = (count: number) => counted(count, 'Tag', 'Tage')
const months = (count: number) => counted(count, 'Monat', 'Monate')
const years = (count: number) => counted(count, 'Jahr', 'Jahre')

type Lines = (periods: RetentionPeriods) => string[]

/**
 * How long each kind of data is stored, in words for families (domain §5.2). The nightly run reads the same periods.
 */
export const retentionLines = {
  applications: (periods) => [
    `Bewerbungen, deren E-Mail-Adresse niemand bestätigt: ${days(periods.unverified_purge_days)} ab dem Eingang`,
    `abgelehnte Bewerbungen: ${months(periods.rejected_months)} ab der Entscheidung`,
    `zurückgezogene Bewerbungen: ${months(periods.withdrawn_months)} ab der Rücknahme`,
    `Bewerbungen auf der Warteliste: ${months(periods.waiting_months)} ab dem ersten Schultag des gewünschten Schuljahrs`,
    `Bewerbungen von Kindern, die trotz Zusage nicht kommen: ${months(periods.never_started_months)} ab dem ersten Schultag`,
    `Bewerbungen aufgenommener Kinder: ${months(periods.transformed_months)} ab der Übernahme in die Schülerdaten`,
    `Notizen zu Gesprächen mit nicht aufgenommenen Kindern: ${days(periods.interview_note_days)} ab Ablehnung oder Rücknahme`,
    'angefangene, nicht abgesendete Bewerbungen: 24 Stunden',
  ],
  pupils: (periods) => [
    `Kontakte, Sorgeberechtigte, Notizen und besonders geschützte Angaben: ${years(periods.pupil_contact_years)} ab dem Ende des Schuljahrs, in dem ein Kind abgeht`,
    `Nachweis des Schulbesuchs (Name, Geburtsdatum, Aufnahme, Abgang und Klassen): ${years(periods.attendance_proof_years)} ab demselben Tag`,
  ],
  absences: (periods) => [
    `Bemerkungen zu Krankmeldungen und wer gemeldet hat: ${days(periods.sicknote_comment_days)} ab dem letzten Fehltag`,
    `Krankmeldungen: ${years(periods.sicknote_years)} ab dem Ende ihres Schuljahrs`,
  ],
  consents: (periods) => [
    `Nachweise widerrufener Einwilligungen: ${years(periods.consent_proof_years)} ab dem Ende des Jahres, in dem widerrufen wurde`,
  ],
  employees: (periods) => [
    `Angaben ausgeschiedener Beschäftigter außer Name und Klassen: ${months(periods.employee_months)} ab dem Austritt`,
    `Name und Klassen ausgeschiedener Beschäftigter: ${years(periods.employee_years)} ab dem Austritt`,
  ],
  requests: (periods) => [`Anfragen zum Datenschutz: ${years(periods.privacy_request_years)} ab der Antwort`],
} as const satisfies Record<string, Lines>
