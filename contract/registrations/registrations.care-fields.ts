import type { FieldDefinition } from './registrations.field.ts'

/**
 * Languages (ISO 639) in which a conversation can be held with an interpreter; not the family's language (domain §0.4).
 */
const TALK_LANGUAGES: Record<string, string> = {
  ar: 'Arabisch',
  bg: 'Bulgarisch',
  en: 'Englisch',
  fr: 'Französisch',
  ku: 'Kurdisch',
  fa: 'Persisch',
  pl: 'Polnisch',
  ro: 'Rumänisch',
  ru: 'Russisch',
  es: 'Spanisch',
  cs: 'Tschechisch',
  tr: 'Türkisch',
  uk: 'Ukrainisch',
  vi: 'Vietnamesisch',
}

/** The last ones in the list; ISO 639-3: German Sign Language, and any other language. */
const OTHER_LANGUAGES: Record<string, string> = { gsg: 'Deutsche Gebärdensprache', mis: 'andere Sprache' }

const talkLanguageOptions = () => [
  { value: 'de', label: 'Deutsch' },
  ...Object.entries({ ...TALK_LANGUAGES, ...OTHER_LANGUAGES }).map(([value, label]) => ({
    value,
    label: `${label} (Dolmetscher gewünscht)`,
  })),
]

export const careFields: readonly FieldDefinition[] = [
  {
    key: 'meta.afterschool_care',
    label: 'Hort gewünscht',
    kind: 'choice',
    display: 'radio',
    only: 'primary',
    options: ({ settings }) => [
      { value: 'none', label: 'kein Hort' },
      { value: 'short', label: settings.afterschool_labels.short },
      { value: 'long', label: settings.afterschool_labels.long },
    ],
    isVisible: (_form, { settings }) => settings.show_afterschool_care,
  },
  { key: 'meta.allday_interest', label: 'Interesse am Ganztagsangebot', kind: 'checkbox', only: 'secondary_1' },
  {
    key: 'meta.way_to_school',
    label: 'Schulweg',
    kind: 'text',
    max: 200,
    hint: 'Zum Beispiel: mit dem Bus aus dem Nachbarort.',
    optional: true,
    only: 'secondary_1',
  },
]

export const talkFields: readonly FieldDefinition[] = [
  {
    key: 'meta.interpreter_language',
    label: 'Sprache für das Gespräch',
    kind: 'choice',
    display: 'select',
    options: talkLanguageOptions,
    initial: 'de',
  },
  {
    key: 'meta.talk_support_requested',
    label: 'Wir möchten über besonderen Unterstützungsbedarf sprechen',
    staffLabel: 'Die Familie möchte über besonderen Unterstützungsbedarf sprechen',
    kind: 'checkbox',
    hint: 'Bitte hier keine Diagnosen angeben. Alles Weitere besprechen wir persönlich; die Angabe ist freiwillig und hat keinen Einfluss darauf, ob Ihre Bewerbung bearbeitet wird.',
  },
  { key: 'meta.motivation', label: 'Warum unsere Schule?', kind: 'textarea', max: 2000, optional: true },
  {
    key: 'meta.pupil_statement',
    label: 'Das möchte ich euch selbst sagen',
    staffLabel: 'Was das Kind selbst sagen möchte',
    kind: 'textarea',
    max: 2000,
    hint: 'Hier schreibt das Kind selbst.',
    optional: true,
    only: 'secondary_1',
  },
]
