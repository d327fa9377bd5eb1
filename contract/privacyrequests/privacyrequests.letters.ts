import { z } from 'zod'
import { formatDate } from '#contract/dates.ts'
import { Lines, Text } from '#contract/formats.ts'
import { choice, field, text } from '#contract/record.ts'
import { ARTICLES, type REQUESTER_LABELS, type RequestKind, type RequestResult } from './privacyrequest.record.ts'
import { dueDay, requestState } from './privacyrequests.rules.ts'

/** The letters about a request, in the order in which they are usually written. */
export const LETTER_LABELS = {
  delay: 'Nachricht zur Verspätung',
  receipt: 'Eingangsbestätigung',
  identity: 'Bitte um Nachweis der Identität',
  extension: 'Fristverlängerung',
  answer: 'Antwort',
} as const
export type LetterKind = keyof typeof LETTER_LABELS
export const LETTER_KINDS = Object.keys(LETTER_LABELS) as [LetterKind, ...LetterKind[]]

const ADDRESS_MAX = 400
const SUBJECT_MAX = 120
const TEXT_MAX = 4000

/** A letter about a request; only that it was made is stored. */
export const LetterForm = z.object({
  kind: choice('Schreiben', LETTER_LABELS),
  address: field(Lines(ADDRESS_MAX), z.string(), {
    label: 'Anschrift',
    kind: 'lines',
    max: ADDRESS_MAX,
    hint: 'So steht sie im Fenster des Umschlags: Name, Straße, Ort. Sie wird nicht gespeichert.',
  }),
  subject: text('Betreff', Text(SUBJECT_MAX)),
  text: field(Lines(TEXT_MAX), z.string(), { label: 'Text', kind: 'lines', max: TEXT_MAX }),
})
export type LetterForm = z.output<typeof LetterForm>

/** The facts of a request that its letters mention. */
export interface LetterFacts {
  kind: RequestKind
  requested_by: string | null
  requester: keyof typeof REQUESTER_LABELS
  received_on: string
  extended_by: number | null
  extension_reason: string | null
  done_on: string | null
  result: RequestResult | null
  result_reason: string | null
  subject: { name: string | null }
  /** The authority that hears complaints about the school. */
  authority: string
}

interface Progress {
  kind: RequestKind
  done_on: string | null
  extended_by: number | null
  identity_checked_on: string | null
}

/**
 * The letters that fit the state of a request, the likeliest one first. An erasure takes name and address of the
 * person who asks with it, so its answer can be written before.
 */
export const lettersFor = ({ kind, done_on, extended_by, identity_checked_on }: Progress): LetterKind[] => {
  if (done_on !== null) return ['answer']
  return [
    ...(extended_by === null ? [] : ['extension' as const]),
    'receipt',
    ...(identity_checked_on === null ? ['identity' as const] : []),
    ...(identity_checked_on !== null && kind === 'erasure' ? ['answer' as const] : []),
  ]
}

interface Written extends Progress {
  received_on: string
  events: readonly { kind: string; fields: readonly string[] }[]
}

/** The letters that were made about a request. */
export const madeLetters = ({ events }: Pick<Written, 'events'>) =>
  LETTER_KINDS.filter((letter) => events.some(({ kind, fields }) => kind === 'letter' && fields.includes(letter)))

/** The letters that fit on this day, first those that nobody has made yet. */
export const nextLetters = (request: Written, today: string): LetterKind[] => {
  const made = madeLetters(request)
  const late = requestState(request, today) === 'overdue' ? (['delay'] as const) : []
  const fitting = [...late, ...lettersFor(request)]
  return [...fitting.filter((one) => !made.includes(one)), ...fitting.filter((one) => made.includes(one))]
}

const NOUNS: Record<RequestKind, string> = {
  access: 'Auskunft',
  rectification: 'Berichtigung',
  erasure: 'Löschung',
  restriction: 'Einschränkung der Verarbeitung',
  portability: 'Übertragung der Daten',
  objection: 'Widerspruch gegen die Verarbeitung',
}

const articleOf = (kind: RequestKind) => `Art. ${ARTICLES[kind]} DSGVO`

/** „Ihr Antrag auf Auskunft nach Art. 15 DSGVO“. An objection is not an „Antrag“, so it has words of its own. */
const titleOf = (kind: RequestKind) =>
  kind === 'objection'
    ? `Ihr Widerspruch nach ${articleOf(kind)}`
    : `Ihr Antrag auf ${NOUNS[kind]} nach ${articleOf(kind)}`

const about = ({ requester, subject }: LetterFacts) => {
  if (requester === 'self') return 'zu Ihrer Person'
  return subject.name ? `zu ${subject.name}` : 'zu der genannten Person'
}

const from = ({ kind, received_on }: LetterFacts) =>
  `${kind === 'objection' ? 'Ihren Widerspruch' : 'Ihren Antrag'} vom ${formatDate(received_on)}`

const complaint = ({ authority }: LetterFacts) =>
  `Sie können sich bei der Datenschutzaufsicht beschweren: ${authority}. Sie können auch vor Gericht gehen.`

/** The head decides how the file is handed over, and changes the words in brackets. */
const PACKAGE =
  'Die Dateien liegen in einer verschlüsselten ZIP-Datei, die Sie [auf einem USB-Stick / per E-Mail] bekommen. Das Passwort teilen wir Ihnen getrennt davon mit. Zum Öffnen brauchen Sie ein Programm wie 7-Zip (Windows), Keka (macOS) oder Ark (Linux). Möchten Sie die Auskunft lieber auf Papier oder haben Sie Fragen dazu, melden Sie sich bitte im Sekretariat.'

const GRANTED: Record<RequestKind, (facts: LetterFacts, day: string) => string> = {
  access: (facts) =>
    [
      `auf ${from(facts)} erhalten Sie Auskunft ${about(facts)}. Sie besteht aus zwei Dateien mit gleichem Inhalt: einer Übersicht zum Lesen (auskunft.pdf) und einer Datei für andere Programme (daten.json). Darin stehen auch die Zwecke, die Empfänger, die Herkunft, die Fristen für die Löschung und an wen Sie sich wegen des Datenschutzes wenden können.`,
      '',
      PACKAGE,
      '',
      complaint(facts),
    ].join('\n'),
  rectification: (facts, day) =>
    `auf ${from(facts)} haben wir die Angaben ${about(facts)} am ${day} berichtigt. Wem wir die falschen Angaben weitergegeben hatten, dem teilen wir die Berichtigung mit.`,
  erasure: (facts, day) =>
    `auf ${from(facts)} haben wir die Daten ${about(facts)} am ${day} gelöscht. Gespeichert bleibt nur, dass es diesen Antrag gab, ohne Ihren Namen.`,
  restriction: (facts, day) =>
    `auf ${from(facts)} haben wir die Verarbeitung der Daten ${about(facts)} am ${day} eingeschränkt. Die Daten bleiben gespeichert, sichtbar sind sie nur noch für die Schulleitung. Bevor wir die Einschränkung aufheben, schreiben wir Ihnen.`,
  portability: (facts) =>
    `auf ${from(facts)} erhalten Sie die Daten ${about(facts)} in einem Format, das andere Programme lesen können (daten.json).\n\n${PACKAGE}`,
  objection: (facts, day) =>
    `auf ${from(facts)} haben wir die Verarbeitung der Daten ${about(facts)} am ${day} beendet, soweit Sie widersprochen haben.`,
}

const withReason = (sentence: string, facts: LetterFacts) =>
  [sentence, ...(facts.result_reason ? ['', facts.result_reason] : []), '', complaint(facts)].join('\n')

const ANSWERS: Record<RequestResult, (facts: LetterFacts) => string> = {
  granted: (facts) => GRANTED[facts.kind](facts, facts.done_on ? formatDate(facts.done_on) : ''),
  partly: (facts) => withReason(`${from(facts)} ${about(facts)} haben wir geprüft und zum Teil erfüllt.`, facts),
  refused: (facts) =>
    withReason(`${from(facts)} ${about(facts)} haben wir geprüft. Wir können ihn leider nicht erfüllen.`, facts),
  withdrawn: (facts) =>
    `Sie haben ${from(facts).replace('Ihren', 'den')} ${about(facts)} zurückgezogen. Wir haben ihn deshalb nicht weiter bearbeitet.`,
}

const TEXTS: Record<LetterKind, (facts: LetterFacts, today: string) => string> = {
  delay: (facts) =>
    [
      `${from(facts)} ${about(facts)} hätten wir bis zum ${formatDate(dueDay(facts))} beantworten müssen. Das haben wir nicht geschafft, und das tut uns leid. Sie bekommen die Antwort so bald wie möglich.`,
      '',
      complaint(facts),
    ].join('\n'),
  receipt: (facts, today) =>
    `${from(facts)} ${about(facts)} haben wir erhalten. Sie bekommen ${dueDay(facts) < today ? 'so bald wie möglich' : `bis zum ${formatDate(dueDay(facts))}`} eine Antwort.`,
  identity: (facts) =>
    `${from(facts)} ${about(facts)} haben wir erhalten. Damit wir persönliche Daten nicht an die Falschen geben, müssen wir sicher sein, wer fragt. Bitte kommen Sie mit einem Ausweis im Sekretariat vorbei, oder schreiben Sie uns von der E-Mail-Adresse, die wir von Ihnen kennen. Eine Kopie des Ausweises brauchen wir nicht.`,
  extension: (facts) =>
    [
      `für die Antwort auf ${from(facts)} ${about(facts)} brauchen wir mehr Zeit. Sie bekommen sie bis zum ${formatDate(dueDay(facts))}.`,
      ...(facts.extension_reason ? ['', `Der Grund: ${facts.extension_reason}`] : []),
      '',
      complaint(facts),
    ].join('\n'),
  answer: (facts) => ANSWERS[facts.result ?? 'granted'](facts),
}

const SUBJECTS: Record<LetterKind, (facts: LetterFacts) => string> = {
  delay: ({ kind }) => `${titleOf(kind)}: Verspätung`,
  receipt: ({ kind }) => titleOf(kind),
  identity: ({ kind }) => `${titleOf(kind)}: Nachweis der Identität`,
  extension: ({ kind }) => `${titleOf(kind)}: Verlängerung der Frist`,
  answer: ({ kind }) => titleOf(kind),
}

/** The sentence goes on after the salutation, which ends with a comma: only „Ihr“ and „Sie“ keep their capitals. */
const salutation = ({ requested_by }: LetterFacts) => (requested_by ? `Guten Tag ${requested_by},` : 'Guten Tag,')

/** What a letter says before somebody changes it. The answer to an open request says that it was granted today. */
export const letterDraft = (kind: LetterKind, request: LetterFacts, today: string) => {
  const facts = { ...request, done_on: request.done_on ?? today }
  return { subject: SUBJECTS[kind](facts), text: [salutation(facts), '', TEXTS[kind](facts, today)].join('\n') }
}
