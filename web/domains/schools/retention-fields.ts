import type { FormField } from '#web/forms/fields.ts'

const DAYS = ['Tag', 'Tage'] as const
const MONTHS = ['Monat', 'Monate'] as const
const YEARS = ['Jahr', 'Jahre'] as const

const period = (key: string, label: string, rule: { unit: typeof DAYS | typeof MONTHS | typeof YEARS; hint: string }) =>
  ({ key, label, kind: 'count', isHalf: true, ...rule }) as const

/** How long what is kept, and what is to be done then (domain §5.2). */
export const RETENTION_FIELDS: readonly FormField[] = [
  period('rejected_months', 'Abgelehnte Bewerbungen', {
    unit: MONTHS,
    hint: 'Ab der Entscheidung; danach werden sie nachts von selbst gelöscht.',
  }),
  period('interview_note_days', 'Gesprächsnotizen nicht aufgenommener Kinder', {
    unit: DAYS,
    hint: 'Ab Ablehnung oder Rücknahme; danach wird die interne Notiz nachts von selbst gelöscht.',
  }),
  period('withdrawn_months', 'Zurückgezogene Bewerbungen', {
    unit: MONTHS,
    hint: 'Ab der Rücknahme; danach werden sie nachts von selbst gelöscht.',
  }),
  period('waiting_ask_months', 'Nachfrage zur Warteliste', {
    unit: MONTHS,
    hint: 'Ab dem ersten Schultag des Wunschjahrs; dann steht sie als Rückfrage auf der Startseite und in der Löschvorschau.',
  }),
  period('waiting_months', 'Bewerbungen auf der Warteliste', {
    unit: MONTHS,
    hint: 'Ab dem ersten Schultag des Wunschjahrs; danach werden sie nachts von selbst gelöscht.',
  }),
  period('transformed_months', 'Bewerbungen übernommener Kinder', {
    unit: MONTHS,
    hint: 'Ab der Übernahme; danach werden sie nachts von selbst gelöscht, denn alles Nötige steht in der Schülerakte.',
  }),
  period('never_started_months', 'Angenommen, aber nie gekommen', {
    unit: MONTHS,
    hint: 'Ab dem ersten Schultag; danach werden sie nachts von selbst gelöscht.',
  }),
  period('pupil_contact_years', 'Kontakte und geschützte Angaben', {
    unit: YEARS,
    hint: 'Ab dem Ende des Schuljahrs, in dem ein Kind abgeht; danach zu löschen bis auf Name, Geburtsdatum und Schulbesuch.',
  }),
  period('attendance_proof_years', 'Nachweis des Schulbesuchs', {
    unit: YEARS,
    hint: 'Ab dem Ende des Schuljahrs, in dem ein Kind abgeht; danach ist die Akte zu löschen.',
  }),
  period('sicknote_comment_days', 'Bemerkungen in Krankmeldungen', {
    unit: DAYS,
    hint: 'Ab dem letzten Fehltag; danach werden Bemerkung und meldende Person nachts von selbst gelöscht.',
  }),
  period('sicknote_years', 'Krankmeldungen', {
    unit: YEARS,
    hint: 'Ab dem Ende ihres Schuljahrs; danach werden sie nachts von selbst gelöscht. Die Fehltage je Halbjahr bleiben.',
  }),
  period('employee_months', 'Angaben ausgeschiedener Mitarbeitender', {
    unit: MONTHS,
    hint: 'Ab dem Austritt; danach zu löschen bis auf Name und Klassen.',
  }),
  period('employee_years', 'Name und Klassen ausgeschiedener Mitarbeitender', {
    unit: YEARS,
    hint: 'Ab dem Austritt; danach ist der Eintrag zu löschen.',
  }),
  period('consent_proof_years', 'Nachweis widerrufener Einwilligungen', {
    unit: YEARS,
    hint: 'Ab dem Ende des Jahres, in dem widerrufen wurde; danach zu löschen.',
  }),
  period('privacy_request_years', 'Anfragen zum Datenschutz', {
    unit: YEARS,
    hint: 'Ab der Antwort; danach zu löschen.',
  }),
]
