import { asksAgreement } from '#contract/registrations/registrations.agreement.ts'
import { hasCustody } from '#contract/registrations/registrations.custody.ts'
import type { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import { FORM_VERSION } from '#contract/registrations/registrations.form.ts'
import { registrationNumber } from '#contract/registrations/registrations.number.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { queueOptins } from '#server/domains/registrations/mails/send-optin.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import {
  insertArrivals,
  insertContacts,
  insertRegistrationRows,
  takeRunningNumbers,
} from './registrations.arrival.queries.ts'

/** What all applications that arrive together have in common. */
export interface Arrival {
  school: { id: number; short: string }
  source: 'web' | 'staff' | 'import'
  /** The import that they came with. */
  importId?: number
  /** Whether every contact with an address gets the confirmation mail. */
  sendOptin: boolean
  now: Date
  /** The user who entered them; null: the family. */
  userId: number | null
  privacyNoticeId?: number
  payloadHash?: Buffer
}

export interface ArrivingApplication {
  /** The desired school year; the number contains the year of its first day. */
  schoolyear: { date_start: string }
  /** The answers, cleaned by `checkRegistration`. */
  answers: RegistrationAnswers
}

/** Questions that were not asked leave nothing in the stored answers. */
export const withoutNulls = (meta: object) =>
  Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== null))

const startYear = ({ schoolyear }: ArrivingApplication) => Number(schoolyear.date_start.slice(0, 4))

/**
 * A number for each, in their order. Years are locked in calendar order, so that two parallel calls cannot deadlock.
 */
async function takeNumbers(tx: SchoolTransaction, { school }: Arrival, applications: readonly ArrivingApplication[]) {
  const next = new Map<number, number>()
  for (const [year, those] of [...Map.groupBy(applications, startYear)].sort(([a], [b]) => a - b))
    next.set(year, await takeRunningNumbers(tx, year, those.length))
  return applications.map((application) => {
    const year = startYear(application)
    const running = next.get(year) ?? 0
    next.set(year, running + 1)
    return registrationNumber(school.short, year, running)
  })
}

const toRow = ({ answers }: ArrivingApplication, number: string, arrival: Arrival) => {
  const { contacts: _, meta, ...place } = answers
  return {
    ...place,
    number,
    entry_type: meta.entry_type,
    source: arrival.source,
    import_id: arrival.importId ?? null,
    meta: withoutNulls(meta),
    form_version: FORM_VERSION,
    privacy_notice_id: arrival.privacyNoticeId ?? null,
    // PostgreSQL's notation for bytes in a text.
    payload_hash: arrival.payloadHash ? `\\x${arrival.payloadHash.toString('hex')}` : null,
    created_at: arrival.now.toISOString(),
  }
}

const toContactRows = (
  { answers }: ArrivingApplication,
  registrationId: number,
  settings: Parameters<typeof asksAgreement>[0],
) =>
  answers.contacts.map((contact, index) => ({
    ...contact,
    registration_id: registrationId,
    position: index + 1,
    has_custody: hasCustody(answers.meta.custody, index + 1),
    agreement_wanted: asksAgreement(settings, answers.meta, index + 1),
  }))

/**
 * Stores applications with numbers, contacts and the first line of their history, and queues the confirmation mails. A
 * thousand need as many statements as one, because other families wait for the numbers meanwhile. Their status is
 * `new`, whatever their source; another status is a separate change (domain §3.1). Returns them in their order.
 */
export async function insertRegistrations(
  tx: SchoolTransaction,
  applications: readonly ArrivingApplication[],
  arrival: Arrival,
) {
  const { now, userId } = arrival
  const numbers = await takeNumbers(tx, arrival, applications)
  const ids = await insertRegistrationRows(
    tx,
    applications.map((application, index) => toRow(application, numbers[index] ?? '', arrival)),
  )
  const stored = numbers.map((number) => ({ id: ids.get(number) ?? 0, number }))
  const settings = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const contacts = await insertContacts(
    tx,
    applications.flatMap((application, index) => toContactRows(application, stored[index]?.id ?? 0, settings)),
  )
  const line = { changed_by: userId, created_at: now.toISOString() }
  await insertArrivals(
    tx,
    stored.map(({ id }) => ({ ...line, registration_id: id })),
  )
  if (arrival.sendOptin)
    await queueOptins(
      tx,
      contacts.flatMap(({ id, mail }) => (mail ? [{ id, mail }] : [])),
    )
  return stored
}

/** Stores a single application, from the form or entered by staff. */
export async function insertRegistration(tx: SchoolTransaction, application: ArrivingApplication & Arrival) {
  const { schoolyear, answers, ...arrival } = application
  const [stored] = await insertRegistrations(tx, [{ schoolyear, answers }], arrival)
  if (!stored) throw new Error('The application was not stored.')
  return stored
}
