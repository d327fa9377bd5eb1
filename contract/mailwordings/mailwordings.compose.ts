import { fillPlaceholders } from '#contract/placeholders.ts'
import { AGREEMENT_MAIL_BUTTON, OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { type PlaceholderValues, type WordingKey, wordingBlocks } from './mailwordings.texts.ts'

/** The values that the fixed parts of a mail need; days as dd.MM.yyyy. */
export interface WordingFacts extends PlaceholderValues {
  Nummer: string
  Schule: string
  Telefon: string
  'E-Mail': string
  /** The last day on which the link of the button works. */
  validUntil?: string
  /** The page behind the link also asks whether this person agrees (ADR 0066). */
  asksAgreement?: boolean
}

/** The text of the link to the status page in mails. */
export const STATUS_LINK_LABEL = 'Stand der Bewerbung ansehen oder sie zurückziehen'

const WITH_STATUS_LINK: readonly WordingKey[] = [
  'registration_receipt',
  'registration_accepted',
  'registration_waiting',
]

const isOptin = (key: WordingKey) => key === 'registration_optin' || key === 'registration_reminder'

const ACTIONS: Partial<Record<WordingKey, string>> = {
  registration_optin: OPTIN_TEXTS.button,
  registration_reminder: OPTIN_TEXTS.button,
  registration_agreement: AGREEMENT_MAIL_BUTTON,
}

/** A second parent did not send the application, and must not ignore the mail for that reason. */
const linkClosing = (key: WordingKey, { validUntil, asksAgreement }: WordingFacts) => {
  const validity = `Der Link ist bis zum ${validUntil} gültig.`
  const stranger = 'Wenn Sie das Kind nicht kennen, ignorieren Sie diese E-Mail.'
  if (key === 'registration_agreement') return [validity, stranger]
  if (!asksAgreement) return [validity, 'Wenn Sie diese Bewerbung nicht gestellt haben, ignorieren Sie diese E-Mail.']
  return [
    'Sie sind als zweite sorgeberechtigte Person genannt. Nach dem Bestätigen fragen wir Sie auf derselben Seite, ob Sie der Bewerbung zustimmen.',
    validity,
    stranger,
  ]
}

/** The closing words that every mail has, whatever a school writes (domain §2.3). */
const closingOf = (key: WordingKey, body: string, facts: WordingFacts) => {
  if (isOptin(key) || key === 'registration_agreement') return linkClosing(key, facts)
  const contact = `Bitte nennen Sie die Nummer ${facts.Nummer}, wenn Sie uns schreiben oder anrufen: ${facts['E-Mail']}, ${facts.Telefon}.`
  const deletion = facts.Löschdatum
    ? [`Ihre Angaben zu dieser Bewerbung löschen wir frühestens am ${facts.Löschdatum}.`]
    : []
  // A text that already names the day needs no second mention.
  const needsDeadline = key === 'registration_accepted' && facts.Frist && !body.includes('{Frist}')
  const deadline = needsDeadline
    ? [`Wir halten den Platz bis zum ${facts.Frist} für Sie frei. Bitte antworten Sie uns bis dahin.`]
    : []
  return [...deadline, ...deletion, contact]
}

const filled = (text: string, { asksAgreement: _, ...values }: WordingFacts) => fillPlaceholders(text, values)

/**
 * A wording filled with its values: everything people read in a mail, without the address behind its button or link.
 */
export const composeWording = (key: WordingKey, wording: { subject: string; body: string }, facts: WordingFacts) => ({
  // A value can hold anything, so the subject is forced into one line (security case 26).
  subject: filled(wording.subject, facts).replace(/\s+/g, ' '),
  paragraphs: wordingBlocks(wording.body).map((block) => filled(block, facts)),
  action: ACTIONS[key] ?? null,
  link: WITH_STATUS_LINK.includes(key) ? STATUS_LINK_LABEL : null,
  closing: closingOf(key, wording.body, facts),
})
export type ComposedWording = ReturnType<typeof composeWording>
