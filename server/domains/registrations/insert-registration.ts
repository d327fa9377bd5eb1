import { hasCustody } from '#contract/registrations.custody.ts'
import type { RegistrationAnswers } from '#contract/registrations.form.ts'
import { FORM_VERSION } from '#contract/registrations.form.ts'
import { registrationNumber } from '#contract/registrations.number.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { queueOptin } from '#server/domains/registrations/mails/send-optin.ts'
import {
  insertArrival,
  insertContacts,
  insertRegistrationRow,
  takeRunningNumber,
} from './registrations.arrival.queries.ts'

export interface NewRegistration {
  school: { id: number; short: string }
  /** The desired year; its first day gives the number its year. */
  schoolyear: { date_start: string }
  /** As `checkRegistration` cleaned them. */
  answers: RegistrationAnswers
  source: 'web' | 'staff' | 'import'
  /** The import it came with. */
  importId?: number
  /** Whether every contact with an address gets the confirmation mail. */
  sendOptin: boolean
  now: Date
  /** Who entered it; null: the family. */
  userId: number | null
  privacyNoticeId?: number
  payloadHash?: Buffer
}

/** Unasked questions leave no trace in what is stored. */
export const withoutNulls = (meta: object) =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null))

const toContactRow = (
  contact: RegistrationAnswers['contacts'][number],
  position: number,
  { school, answers }: NewRegistration,
) => ({ ...contact, school_id: school.id, position, has_custody: hasCustody(answers.meta.custody, position) })

/**
 * Stores an application with number, contacts and the first line of its history, and queues the confirmation mails.
 * It arrives as `new`, whatever its source; another status is a change of its own (domain §3.1).
 */
export async function insertRegistration(tx: SchoolTransaction, registration: NewRegistration) {
  const { school, schoolyear, answers, now } = registration
  const { contacts, meta, ...place } = answers
  const year = Number(schoolyear.date_start.slice(0, 4))
  const number = registrationNumber(school.short, year, await takeRunningNumber(tx, year))
  const id = await insertRegistrationRow(tx, {
    ...place,
    school_id: school.id,
    number,
    entry_type: meta.entry_type,
    source: registration.source,
    import_id: registration.importId ?? null,
    meta: JSON.stringify(withoutNulls(meta)),
    form_version: FORM_VERSION,
    privacy_notice_id: registration.privacyNoticeId ?? null,
    payload_hash: registration.payloadHash ?? null,
    created_at: now.toISOString(),
  })
  const rows = await insertContacts(
    tx,
    contacts.map((contact, index) => ({ ...toContactRow(contact, index + 1, registration), registration_id: id })),
  )
  await insertArrival(tx, {
    school_id: school.id,
    registration_id: id,
    changed_by: registration.userId,
    created_at: now.toISOString(),
  })
  for (const { id: contactId, mail } of registration.sendOptin ? rows : []) {
    if (mail) await queueOptin(tx, school.id, { id: contactId, mail })
  }
  return { id, number }
}
