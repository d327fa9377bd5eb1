import { berlinToday, formatDate } from '#contract/dates.ts'
import { type ComposedWording, composeWording, type WordingFacts } from '#contract/mailwordings/mailwordings.compose.ts'
import {
  MAIL_WORDINGS,
  type Placeholder,
  type WordingKey,
  wordingVersion,
} from '#contract/mailwordings/mailwordings.texts.ts'
import { hasPlaceholder } from '#contract/placeholders.ts'
import { endOfPeriod } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getWording } from '#server/domains/mailwordings/mailwordings.shared.queries.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { renderMail } from '#server/mail/mail-text.ts'
import { nameInMail } from '#server/mail/name-in-mail.ts'
import type { ComposedMail } from '#server/mail/send-mail.ts'
import type { MailedContact } from './registrations.optin.queries.ts'

/**
 * The first day in Berlin on which the school's retention may delete the application (domain §5.2); undefined without a
 * decision.
 */
const deletedOn = async (tx: SchoolTransaction, key: WordingKey, { decided_at, withdrawn_at }: MailedContact) => {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const dayOf = (instant: string) => berlinToday(new Date(instant))
  if (key === 'registration_withdrawn' && withdrawn_at)
    return formatDate(endOfPeriod.withdrawn(dayOf(withdrawn_at), periods))
  if (key === 'registration_rejected' && decided_at) return formatDate(endOfPeriod.rejected(dayOf(decided_at), periods))
  return undefined
}

const factsOf = (
  contact: MailedContact,
  more: Pick<Wording, 'validUntil' | 'asksAgreement'> & { deletion: string | undefined },
) => {
  const { place_confirm_due_at: due } = contact
  const facts: WordingFacts = {
    Vorname: nameInMail(contact.child_firstname),
    Nummer: contact.number,
    Schule: contact.school_name,
    Schuljahr: contact.school_year,
    Klassenstufe: String(contact.desired_grade),
    Telefon: contact.school_phone,
    'E-Mail': contact.school_mail,
    ...(due ? { Frist: formatDate(due) } : {}),
    ...(more.deletion ? { Löschdatum: more.deletion } : {}),
    ...(more.validUntil ? { validUntil: more.validUntil } : {}),
    ...(more.asksAgreement ? { asksAgreement: true } : {}),
  }
  return facts
}

interface Wording {
  key: WordingKey
  /** The last day (dd.MM.yyyy) on which the button's link works. */
  validUntil?: string
  asksAgreement?: boolean
}

/** Placeholders of a text that have no value yet, such as a deadline that is not set. */
const missingIn = (key: WordingKey, body: string, facts: WordingFacts) =>
  MAIL_WORDINGS[key].placeholders.filter((name: Placeholder) => hasPlaceholder(body, name) && facts[name] === undefined)

/** The school's current wording for this contact, and its version; for the mail and for its preview. */
export async function wordFor(tx: SchoolTransaction, contact: MailedContact, { key, ...more }: Wording) {
  const wording = await getWording(tx, key)
  const facts = factsOf(contact, { deletion: await deletedOn(tx, key, contact), ...more })
  return {
    composed: composeWording(key, wording, facts),
    missing: missingIn(key, wording.body, facts) as readonly Placeholder[],
    version: wordingVersion(wording.version, wording.is_own),
  }
}

/**
 * The mail to the contact's address, as text and HTML, in the name of the school; `url`: the target of its button or
 * link.
 */
export const mailTo = (
  contact: MailedContact & { mail: string },
  { subject, paragraphs: [greeting = '', ...paragraphs], action, link, closing }: ComposedWording,
  url?: string,
): ComposedMail => ({
  to: contact.mail,
  fromName: contact.school_name,
  replyTo: contact.school_mail,
  ...renderMail({
    subject,
    schoolName: contact.school_name,
    greeting,
    paragraphs,
    ...(action && url ? { action: { label: action, url } } : {}),
    ...(link && url ? { links: [{ label: link, url }] } : {}),
    closing,
  }),
})

export const hasAddress = <Contact extends { mail: string | null }>(
  contact: Contact | undefined,
): contact is Contact & { mail: string } => contact?.mail != null
