import { wordingBlocks } from '#contract/mailwordings/mailwordings.texts.ts'
import {
  bracedNames,
  fillPlaceholders,
  hasLoneBrace,
  unknownFault,
  unknownPlaceholders,
} from '#contract/placeholders.ts'
import type { CircularKind } from './circulars.audience.ts'

/**
 * The placeholders of a mail to parents: each is about the reader's own children and the school, nothing else. A child's
 * own page holds much more; what is missing here can never stand in a mail (domain §1.0).
 */
export const CIRCULAR_PLACEHOLDERS = {
  Anrede: '„Guten Tag“ und der Name der Person',
  Kinder: 'die Vornamen ihrer Kinder in den gewählten Klassen, zum Beispiel „Mia und Ben“',
  Klassen: 'die Klassen dieser Kinder, zum Beispiel „2a und 3b“',
  Schule: 'Name der Schule',
  Telefon: 'Telefonnummer der Schule',
  'E-Mail': 'E-Mail-Adresse der Schule',
} as const
export type CircularPlaceholder = keyof typeof CIRCULAR_PLACEHOLDERS
export const CIRCULAR_NAMES = Object.keys(CIRCULAR_PLACEHOLDERS) as CircularPlaceholder[]

/** Placeholders of a mail to staff, which is about no child. */
export const STAFF_NAMES = CIRCULAR_NAMES.filter((name) => name !== 'Kinder' && name !== 'Klassen')

/** Subjects stand on locked screens, so they may not name a child (domain DP-17). */
export const CIRCULAR_SUBJECT_NAMES = ['Schule'] as const

export const CIRCULAR_SUBJECT_MAX = 120
export const CIRCULAR_BODY_MAX = 8000

/** What is wrong with the placeholders of a text, in German; undefined when there is nothing. */
export const circularFault = (text: string, names: readonly string[]) => {
  const unknown = unknownPlaceholders(text, names)
  const known = unknown.filter((name) => Object.hasOwn(CIRCULAR_PLACEHOLDERS, name))
  const place = names === STAFF_NAMES ? 'in einer E-Mail an das Kollegium' : 'im Betreff'
  if (known.length > 0) return `${bracedNames(known).join(', ')} darf nicht ${place} stehen.`
  if (unknown.length > 0) return unknownFault(unknown, names)
  return hasLoneBrace(text) ? 'Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Anrede}.' : undefined
}

/** A text filled for one reader: everything that is read in the mail. */
export const composeCircular = (
  text: { subject: string; body: string; kind: CircularKind },
  values: Readonly<Record<CircularPlaceholder, string>>,
) => ({
  // A value can hold anything, so the subject is forced into one line (security case 26).
  subject: fillPlaceholders(text.subject, values).replace(/\s+/g, ' '),
  paragraphs: wordingBlocks(text.body).map((block) => fillPlaceholders(block, values)),
  closing: [
    text.kind === 'staff'
      ? `Diese E-Mail geht an Mitarbeitende: ${values.Schule}.`
      : `Diese E-Mail geht an die Sorgeberechtigten von ${values.Kinder}.`,
    `Fragen? ${values['E-Mail']}, ${values.Telefon}`,
  ],
})

/** The same text as a serial letter, which brings its own greeting and closing. */
export const letterTextOf = (
  text: { subject: string; body: string },
  school: Readonly<Record<'Schule' | 'Telefon' | 'E-Mail', string>>,
) => {
  const values = { ...school, Anrede: 'Guten Tag', Kinder: '{Kinder}', Klassen: '{Klassen}' }
  const body = text.body
    .replace(/^\s*\{Anrede\}[,!]?\s*/, '')
    .replace(/\s*Mit freundlichen Grüßen,?\s*(\{Schule\})?\s*$/, '')
  return { subject: fillPlaceholders(text.subject, values), body: fillPlaceholders(body, values) }
}
