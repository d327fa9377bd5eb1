import { MAIL_LABELS, REPLY_TO_MAIL } from '#contract/registrations/registrations.mail-labels.ts'

/** The placeholders in braces and what replaces them. */
export const PLACEHOLDER_MEANINGS = {
  Vorname: 'Vorname des Kindes',
  Nummer: 'Nummer der Bewerbung',
  Schule: 'Name der Schule',
  Schuljahr: 'gewünschtes Schuljahr',
  Klassenstufe: 'gewünschte Klassenstufe',
  Telefon: 'Telefonnummer der Schule',
  'E-Mail': 'E-Mail-Adresse der Schule',
  Frist: 'bis wann der Platz zu bestätigen ist',
  Löschdatum: 'ab wann die Angaben gelöscht werden',
} as const
export type Placeholder = keyof typeof PLACEHOLDER_MEANINGS

/** Facts about an application when a mail leaves; dates as dd.MM.yyyy. */
export type PlaceholderValues = Partial<Record<Placeholder, string>>

const EVERYWHERE = ['Vorname', 'Nummer', 'Schule', 'Schuljahr', 'Klassenstufe', 'Telefon', 'E-Mail'] as const

/** Subjects are shown on locked screens, so they may not name the child (domain DP-17). */
export const SUBJECT_PLACEHOLDERS = ['Nummer', 'Schule', 'Schuljahr'] as const

interface WordingDefinition {
  label: string
  /** Tells the person who edits the text when the mail goes out. */
  occasion: string
  /** Tells the person who edits the text what `closingOf` adds below it. */
  fixedHint: string
  placeholders: readonly Placeholder[]
  /** A text without these cannot be saved (domain §2.3). */
  required?: readonly Placeholder[]
  subject: string
  /** Blocks are separated by a blank line; the first is the greeting. */
  body: string
}

const OPTIN_FIXED =
  'Darunter stehen immer der Knopf zum Bestätigen, wie lange der Link gilt, und was zu tun ist, wenn die Bewerbung nicht von der Familie kommt.'
const AGREEMENT_FIXED =
  'Darunter stehen immer der Knopf zur Seite mit der Frage, wie lange der Link gilt, und was zu tun ist, wenn jemand das Kind nicht kennt.'
const RECEIPT_FIXED =
  'Darunter stehen immer ein Link zum Stand der Bewerbung, ihre Nummer und wie die Schule zu erreichen ist.'
const ACCEPTED_FIXED =
  'Darunter stehen immer ein Link zum Stand der Bewerbung, ihre Nummer und wie die Schule zu erreichen ist. Steht {Frist} nicht im Text, folgt auch, bis wann Sie den Platz frei halten, wenn bei der Bewerbung „Bestätigen bis“ eingetragen ist.'
const DELETION_FIXED = 'Darunter steht immer, ab wann die Angaben gelöscht werden, und wie die Schule zu erreichen ist.'

/** Every mail to families that a school may reword, with the wording that comes with the product (domain §2.3). */
export const MAIL_WORDINGS = {
  registration_optin: {
    label: MAIL_LABELS.registration_optin,
    occasion: 'Sofort nach dem Eingang, an jede angegebene Adresse.',
    fixedHint: OPTIN_FIXED,
    placeholders: EVERYWHERE,
    required: ['Nummer', 'Vorname'],
    subject: 'Bitte bestätigen Sie Ihre E-Mail-Adresse – Bewerbung {Nummer}',
    body: `Guten Tag,

bei uns ist die Bewerbung {Nummer} für {Vorname} eingegangen. Bitte bestätigen Sie, dass diese E-Mail-Adresse Ihnen gehört. Dann können wir Ihnen antworten.`,
  },
  registration_reminder: {
    label: MAIL_LABELS.registration_reminder,
    occasion: 'Einige Tage nach der ersten Bestätigungsmail, solange die Adresse nicht bestätigt ist.',
    fixedHint: OPTIN_FIXED,
    placeholders: EVERYWHERE,
    subject: 'Erinnerung: Bitte bestätigen Sie Ihre E-Mail-Adresse – Bewerbung {Nummer}',
    body: `Guten Tag,

bei uns ist die Bewerbung {Nummer} für {Vorname} eingegangen. Ihre E-Mail-Adresse ist noch nicht bestätigt. Bitte bestätigen Sie sie, damit wir Ihnen antworten können.`,
  },
  registration_agreement: {
    label: MAIL_LABELS.registration_agreement,
    occasion:
      'An die zweite sorgeberechtigte Person, die ihre Adresse bestätigt, aber noch nicht geantwortet hat. Nur wenn die Schule die Zustimmung über einen Link einholt.',
    fixedHint: AGREEMENT_FIXED,
    placeholders: EVERYWHERE,
    required: ['Nummer', 'Vorname'],
    subject: 'Bitte um Ihre Zustimmung – Bewerbung {Nummer}',
    body: `Guten Tag,

bei uns ist die Bewerbung {Nummer} für {Vorname} eingegangen. Sie haben das Sorgerecht gemeinsam mit einer anderen Person. Deshalb fragen wir auch Sie: Stimmen Sie der Bewerbung zu? Ihre Antwort fehlt uns noch.`,
  },
  registration_receipt: {
    label: MAIL_LABELS.registration_receipt,
    occasion: 'Sobald eine Adresse bestätigt ist.',
    fixedHint: RECEIPT_FIXED,
    placeholders: EVERYWHERE,
    subject: 'Ihre Bewerbung {Nummer} ist bestätigt',
    body: `Guten Tag,

vielen Dank, Ihre E-Mail-Adresse ist bestätigt. Die Bewerbung für {Vorname} hat bei uns die Nummer {Nummer}.

So geht es weiter: Wir lesen die Bewerbung und melden uns bei Ihnen, um Sie kennenzulernen. Danach entscheiden wir und schreiben Ihnen, ob wir einen Platz anbieten können.

Unterlagen brauchen wir jetzt noch nicht. Was Sie zum Gespräch mitbringen, steht in der Einladung.`,
  },
  registration_accepted: {
    label: MAIL_LABELS.registration_accepted,
    occasion: 'Wenn Sie sie bei einer angenommenen Bewerbung verschicken; nie von selbst.',
    fixedHint: ACCEPTED_FIXED,
    placeholders: [...EVERYWHERE, 'Frist'],
    subject: 'Zusage zu Ihrer Bewerbung {Nummer}',
    body: `Guten Tag,

wir freuen uns: Für {Vorname} können wir Ihnen zum Schuljahr {Schuljahr} in Klassenstufe {Klassenstufe} einen Platz anbieten.

So geht es weiter: Bitte sagen Sie uns bis zum {Frist}, ob Sie den Platz annehmen. ${REPLY_TO_MAIL} Danach erhalten Sie von uns den Vertrag; er braucht die Unterschrift aller Sorgeberechtigten.`,
  },
  registration_waiting: {
    label: MAIL_LABELS.registration_waiting,
    occasion: 'Wenn Sie sie bei einer Bewerbung auf der Warteliste verschicken; nie von selbst.',
    fixedHint: `${RECEIPT_FIXED} Der Platz auf der Liste wird nie genannt.`,
    placeholders: EVERYWHERE,
    subject: 'Nachricht zu Ihrer Bewerbung {Nummer}',
    body: `Guten Tag,

vielen Dank für Ihre Bewerbung. Zum Schuljahr {Schuljahr} können wir Ihnen in Klassenstufe {Klassenstufe} zurzeit noch keinen Platz zusagen. {Vorname} steht auf unserer Warteliste.

Sobald ein Platz frei wird, den wir Ihnen anbieten können, melden wir uns. Sie müssen nichts weiter tun. Brauchen Sie den Platz nicht mehr, geben Sie uns bitte kurz Bescheid.`,
  },
  registration_rejected: {
    label: MAIL_LABELS.registration_rejected,
    occasion: 'Wenn Sie sie bei einer abgelehnten Bewerbung verschicken; nie von selbst.',
    fixedHint: DELETION_FIXED,
    placeholders: [...EVERYWHERE, 'Löschdatum'],
    subject: 'Nachricht zu Ihrer Bewerbung {Nummer}',
    body: `Guten Tag,

vielen Dank für Ihre Bewerbung und für Ihr Interesse an unserer Schule. Leider können wir Ihnen für {Vorname} zum Schuljahr {Schuljahr} keinen Platz anbieten.

Wir wünschen Ihnen und {Vorname} alles Gute.`,
  },
  registration_withdrawn: {
    label: MAIL_LABELS.registration_withdrawn,
    occasion: 'Wenn eine Familie ihre Bewerbung selbst zurückzieht; nicht, wenn Sie es für sie eintragen.',
    fixedHint: DELETION_FIXED,
    placeholders: [...EVERYWHERE, 'Löschdatum'],
    subject: 'Ihre Bewerbung {Nummer} ist zurückgezogen',
    body: `Guten Tag,

die Bewerbung {Nummer} für {Vorname} ist zurückgezogen. Sie müssen nichts weiter tun.

War das ein Versehen? Dann rufen Sie uns bitte bald an: {Telefon}.`,
  },
} as const satisfies Record<string, WordingDefinition>

export type WordingKey = keyof typeof MAIL_WORDINGS
export const WORDING_KEYS = Object.keys(MAIL_WORDINGS) as WordingKey[]

/** Must change with any text above: a proof names the version of the product's wording (domain DP-03). */
export const PRODUCT_WORDING_VERSION = '2026.1'

/** Names the wording that was sent, for the proof: the product's version, or the school's own. */
export const wordingVersion = (version: number, isOwn: boolean) =>
  isOwn ? `Schule ${version}` : PRODUCT_WORDING_VERSION

/** The placeholders that a text of that mail must use. */
export const requiredPlaceholders = (key: WordingKey): readonly Placeholder[] => {
  const definition: WordingDefinition = MAIL_WORDINGS[key]
  return definition.required ?? []
}

/** The blocks of a text, which are separated by a blank line. */
export const wordingBlocks = (body: string) =>
  body
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
