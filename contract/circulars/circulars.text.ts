import { wordingBlocks } from '#contract/mailwordings/mailwordings.texts.ts'
import {
  bracedNames,
  fillPlaceholders,
  hasLoneBrace,
  unknownFault,
  unknownPlaceholders,
} from '#contract/placeholders.ts'
import { CIRCULAR_KINDS, type CircularKind } from './circulars.audience.ts'

const OF_SCHOOL = {
  Schule: 'Name der Schule',
  Telefon: 'Telefonnummer der Schule',
  'E-Mail': 'E-Mail-Adresse der Schule',
} as const
const GREETING = { Anrede: '„Guten Tag“ und der Name der Person' } as const

/**
 * The placeholders of each kind of circular. They are about the reader, the reader's own children and the school, nothing
 * else. The record of a child or an application holds much more; what is missing here can never stand in a mail (domain §1.0).
 */
export const CIRCULAR_PLACEHOLDERS = {
  families: {
    ...GREETING,
    Kinder: 'die Vornamen ihrer Kinder in den gewählten Klassen, zum Beispiel „Mia und Ben“',
    Klassen: 'die Klassen dieser Kinder, zum Beispiel „2a und 3b“',
    ...OF_SCHOOL,
  },
  staff: { ...GREETING, ...OF_SCHOOL },
  waiting: {
    ...GREETING,
    Kinder: 'die Vornamen ihrer Kinder auf der Warteliste, zum Beispiel „Mia und Ben“',
    Schuljahr: 'das gewünschte Schuljahr, zum Beispiel „2027/2028“',
    Klassenstufe: 'die gewünschte Klassenstufe, zum Beispiel „1“',
    ...OF_SCHOOL,
  },
} as const satisfies Record<CircularKind, Readonly<Record<string, string>>>
type PlaceholdersOf = typeof CIRCULAR_PLACEHOLDERS
export type CircularPlaceholder = keyof PlaceholdersOf['families'] | keyof PlaceholdersOf['waiting']

/** Subjects stand on locked screens, so they may not name a child (domain DP-17). */
export const CIRCULAR_SUBJECT_NAMES = ['Schule'] as const

const namesOf = (kind: CircularKind) => Object.keys(CIRCULAR_PLACEHOLDERS[kind])
/** What may stand where. `body`: in a mail of any kind. */
const NAMES = {
  subject: [...CIRCULAR_SUBJECT_NAMES] as readonly string[],
  body: [...new Set(CIRCULAR_KINDS.flatMap(namesOf))],
  families: namesOf('families'),
  staff: namesOf('staff'),
  waiting: namesOf('waiting'),
}
const PLACES: Record<keyof typeof NAMES, string> = {
  subject: 'im Betreff',
  body: 'im Text',
  families: 'in einer E-Mail an Eltern',
  staff: 'in einer E-Mail an das Kollegium',
  waiting: 'in einer E-Mail an die Warteliste',
}

export const CIRCULAR_SUBJECT_MAX = 120
export const CIRCULAR_BODY_MAX = 8000

/** What is wrong with the placeholders of a text, in German; undefined when there is nothing. */
export const circularFault = (text: string, place: keyof typeof NAMES) => {
  const unknown = unknownPlaceholders(text, NAMES[place])
  const known = unknown.filter((name) => NAMES.body.includes(name))
  if (known.length > 0) return `${bracedNames(known).join(', ')} darf nicht ${PLACES[place]} stehen.`
  if (unknown.length > 0) return unknownFault(unknown, NAMES[place])
  return hasLoneBrace(text) ? 'Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Anrede}.' : undefined
}

const CLOSINGS: Record<CircularKind, (values: Readonly<Record<CircularPlaceholder, string>>) => string> = {
  families: ({ Kinder }) => `Diese E-Mail geht an die Sorgeberechtigten von ${Kinder}.`,
  staff: ({ Schule }) => `Diese E-Mail geht an Mitarbeitende: ${Schule}.`,
  waiting: ({ Kinder }) => `Diese E-Mail geht an Sorgeberechtigte von Kindern auf der Warteliste: ${Kinder}.`,
}

/** A subject as pages show it: it has only placeholders that are the same for every reader. */
export const circularSubject = (subject: string, { name }: { name: string }) =>
  fillPlaceholders(subject, { Schule: name } satisfies Record<(typeof CIRCULAR_SUBJECT_NAMES)[number], string>)

/** A text filled for one reader: everything that is read in the mail. */
export const composeCircular = (
  text: { subject: string; body: string; kind: CircularKind },
  values: Readonly<Record<CircularPlaceholder, string>>,
) => ({
  // A value can hold anything, so the subject is forced into one line (security case 26).
  subject: fillPlaceholders(text.subject, values).replace(/\s+/g, ' '),
  paragraphs: wordingBlocks(text.body).map((block) => fillPlaceholders(block, values)),
  closing: [CLOSINGS[text.kind](values), `Fragen? ${values['E-Mail']}, ${values.Telefon}`],
})

/** The text without greeting and closing, which a letter brings itself. */
export const withoutFrame = (body: string) =>
  body.replace(/^\s*\{Anrede\}[,!]?\s*/, '').replace(/\s*Mit freundlichen Grüßen,?\s*(\{Schule\})?\s*$/, '')

/** The same text as a serial letter, which brings its own greeting and closing. */
export const letterTextOf = (
  text: { subject: string; body: string },
  school: Readonly<Record<'Schule' | 'Telefon' | 'E-Mail', string>>,
) => {
  const values = { ...school, Anrede: 'Guten Tag', Kinder: '{Kinder}', Klassen: '{Klassen}' }
  return {
    subject: fillPlaceholders(text.subject, values),
    body: fillPlaceholders(withoutFrame(text.body), values),
  }
}
