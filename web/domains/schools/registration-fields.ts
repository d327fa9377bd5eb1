import { INTRO_MAX } from '#contract/schools/schools.settings.ts'
import type { FormField } from '#web/forms/fields.ts'

const DAYS = ['Tag', 'Tage'] as const

/** How the school takes applications (domain §1.1). */
export const REGISTRATION_FIELDS: readonly FormField[] = [
  {
    key: 'isActive',
    label: 'Die Schule nimmt Bewerbungen entgegen',
    kind: 'switch',
    hint: 'Ausgeschaltet gibt es weder das Formular noch die Seite „Bewerbungen“. Von wann bis wann das Formular geöffnet ist, steht am Schuljahr.',
  },
  {
    key: 'lateral_all_year',
    label: 'Quereinstieg ist das ganze Jahr möglich',
    kind: 'switch',
    hint: 'Familien nennen dann den gewünschten ersten Tag; sonst beginnt er mit dem Schuljahr.',
  },
  {
    key: 'sibling_priority',
    label: 'Geschwister stehen auf der Warteliste vorn',
    kind: 'switch',
    hint: '„Rangfolge vorschlagen“ auf der Warteliste stellt sie nach vorn. Übernommen wird der Vorschlag erst, wenn Sie zustimmen.',
  },
  {
    key: 'show_afterschool_care',
    label: 'Das Formular fragt nach dem Hort',
    kind: 'switch',
  },
  { key: 'afterschool_labels.short', label: 'Kurze Betreuung heißt', kind: 'text', isHalf: true },
  { key: 'afterschool_labels.long', label: 'Lange Betreuung heißt', kind: 'text', isHalf: true },
  {
    key: 'school_entry_cutoff',
    label: 'Schulpflichtig, wer 6 Jahre alt wird bis zum',
    kind: 'month day',
    isHalf: true,
  },
  {
    key: 'early_entry_until',
    label: 'Vorzeitig, wer 6 Jahre alt wird bis zum',
    kind: 'month day',
    isHalf: true,
  },
  {
    key: 'electives',
    label: 'Wahlpflichtfächer',
    isOptional: true,
    kind: 'list',
    hint: 'Eines in jeder Zeile. Leer: Das Formular fragt nicht danach.',
    empty: 'keine',
  },
  {
    key: 'intro_markdown',
    label: 'Text vor dem Formular',
    isOptional: true,
    kind: 'rich text',
    max: INTRO_MAX,
    hint: 'Zum Beispiel, was Familien zur Anmeldung mitbringen sollen.',
    empty: 'keiner',
  },
  {
    key: 'notify_mails',
    label: 'Nachricht über neue Bewerbungen an',
    isOptional: true,
    kind: 'list',
    hint: 'Eine E-Mail-Adresse in jeder Zeile. Höchstens einmal in der Stunde geht eine Nachricht hinaus.',
    empty: 'niemanden',
  },
  {
    key: 'optin_valid_days',
    label: 'Der Bestätigungslink gilt',
    kind: 'count',
    unit: DAYS,
    isHalf: true,
  },
  {
    key: 'optin_reminder_days',
    label: 'Erinnerung an die Bestätigung nach',
    kind: 'counts',
    unit: DAYS,
    hint: 'Mehrere mit Komma. Leer: keine.',
    empty: 'keine Erinnerung',
    isHalf: true,
  },
  {
    key: 'unverified_purge_days',
    label: 'Nie bestätigte Bewerbungen löschen nach',
    kind: 'count',
    unit: DAYS,
    hint: 'Ab dem Eingang; nur solche vom Onlineformular, die niemand bearbeitet hat.',
  },
]
