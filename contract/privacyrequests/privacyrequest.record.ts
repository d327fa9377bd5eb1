import { z } from 'zod'
import { Lines, Text } from '#contract/formats.ts'
import { choice, day, field, labelsOf, newOf, optionalLines, optionalText, text } from '#contract/record.ts'

/** What somebody can ask of the school about their data (domain §1.12), with the article of the GDPR. */
export const REQUEST_KIND_LABELS = {
  access: 'Auskunft',
  rectification: 'Berichtigung',
  erasure: 'Löschung',
  restriction: 'Einschränkung',
  portability: 'Datenübertragung',
  objection: 'Widerspruch',
} as const
export type RequestKind = keyof typeof REQUEST_KIND_LABELS

export const ARTICLES: Record<RequestKind, number> = {
  access: 15,
  rectification: 16,
  erasure: 17,
  restriction: 18,
  portability: 20,
  objection: 21,
}

/** How the person who asks is related to the person whose data it is about. */
export const REQUESTER_LABELS = {
  self: 'die betroffene Person selbst',
  custodian: 'Sorgeberechtigte für ein Kind',
  representative: 'mit Vollmacht, Anwältin oder Betreuer',
  other: 'jemand anderes',
} as const

export const CHANNEL_LABELS = {
  mail: 'E-Mail',
  letter: 'Brief',
  in_person: 'persönlich',
  phone: 'Telefon',
  other: 'anders',
} as const

export const IDENTITY_METHOD_LABELS = {
  known: 'persönlich bekannt',
  id_card: 'Ausweis gesehen',
  stored_mail: 'über die hinterlegte E-Mail-Adresse',
  call_back: 'Rückruf unter der hinterlegten Nummer',
  power_of_attorney: 'Vollmacht gesehen',
  other: 'anders',
} as const

export const RESULT_LABELS = {
  granted: 'erfüllt',
  partly: 'teilweise erfüllt',
  refused: 'abgelehnt',
  withdrawn: 'zurückgezogen',
} as const
export type RequestResult = keyof typeof RESULT_LABELS

export const NAME_MAX = 120
const CONTACT_MAX = 300
const WISH_MAX = 1000
const NOTE_MAX = 500
const REASON_MAX = 300
const RESULT_REASON_MAX = 1000
const IDENTITY_NOTE_MAX = 200

/** A request of somebody whose data the school holds; the person whom it is about stands beside it. */
export const PrivacyRequest = z.object({
  kind: choice('Art', REQUEST_KIND_LABELS, { initial: 'access' }),
  requested_by: text('Gestellt von', Text(NAME_MAX), { hint: 'Vor- und Nachname, wie im Schreiben.' }),
  requester: choice('In welcher Rolle', REQUESTER_LABELS, { initial: 'self' }),
  channel: choice('Eingegangen per', CHANNEL_LABELS, { initial: 'mail' }),
  received_on: day('Eingegangen am', { isPast: true }),
  contact: optionalLines('Anschrift für die Antwort', CONTACT_MAX, {
    hint: 'Straße, Postleitzahl und Ort, jede Zeile für sich; der Name steht schon oben.',
  }),
  wish: optionalLines('Worum es geht', WISH_MAX, {
    hint: 'Zum Beispiel welche Angabe falsch ist. Keine Gesundheitsangaben.',
  }),
  note: optionalLines('Interne Notiz', NOTE_MAX),
})

const MONTHS_LABELS = { one: 'einen Monat', two: 'zwei Monate' } as const
export const EXTENSION_MONTHS: Record<keyof typeof MONTHS_LABELS, number> = { one: 1, two: 2 }

/** The deadline is extended once, with a reason that the person is told. */
export const ExtensionForm = z.object({
  months: choice('Verlängern um', MONTHS_LABELS, { initial: 'two' }),
  reason: field(Lines(REASON_MAX), z.string(), {
    label: 'Grund',
    kind: 'lines',
    max: REASON_MAX,
    hint: 'Zum Beispiel: Die Akten mehrerer Jahre müssen durchgesehen werden. Der Grund steht im Schreiben.',
  }),
})
export type ExtensionForm = z.output<typeof ExtensionForm>

/** How somebody made sure that the person is who they say. */
export const IdentityCheck = z.object({
  method: choice('Wie geprüft', IDENTITY_METHOD_LABELS),
  checked_on: day('Geprüft am', { isPast: true }),
  note: optionalText('Bemerkung', Text(IDENTITY_NOTE_MAX), {
    hint: 'Keine Nummer des Ausweises und keine Kopie.',
  }),
})
export const IdentityForm = newOf(IdentityCheck)
export type IdentityForm = z.output<typeof IdentityForm>

/** How a request ended; a reason is needed unless it was granted as a whole or taken back. */
export const RequestAnswer = z.object({
  result: choice('Ergebnis', RESULT_LABELS),
  done_on: day('Beantwortet am', { isPast: true }),
  reason: optionalLines('Begründung', RESULT_REASON_MAX, {
    hint: 'Steht im Schreiben. Bei einer Ablehnung und bei teilweiser Erfüllung ist sie Pflicht.',
  }),
})
export const ResultForm = newOf(RequestAnswer)
export type ResultForm = z.output<typeof ResultForm>

/** Labels of all columns, for the history and the log. */
export const REQUEST_FIELD_LABELS: Record<string, string> = {
  ...labelsOf(PrivacyRequest),
  subject_type: 'Art der Person',
  subject_id: 'Betroffene Person',
  subject_name: 'Name der betroffenen Person',
  subject_erased_on: 'Person gelöscht am',
  requester_guardian_id: 'Sorgeberechtigte Person, die fragt',
  extended_by: 'Verlängerung in Monaten',
  extended_on: 'verlängert am',
  extension_reason: 'Grund der Verlängerung',
  identity_method: 'Prüfung der Identität',
  identity_checked_on: 'Identität geprüft am',
  identity_checked_by: 'Identität geprüft von',
  identity_note: 'Bemerkung zur Prüfung',
  done_on: 'beantwortet am',
  done_by: 'abgeschlossen von',
  result: 'Ergebnis',
  result_reason: 'Begründung',
}
