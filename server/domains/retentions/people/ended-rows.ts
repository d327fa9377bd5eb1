import { addDays } from '#contract/dates.ts'
import { consentProofDay } from '#contract/retentions/retentions.clock.ts'
import { requestRetentions } from '#contract/retentions/retentions.requests.ts'
import { NOTICE_DAYS, type Retention, withNotice } from '#contract/retentions/retentions.rules.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listAnswered } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import {
  deleteOtherNotices,
  insertNotices,
  listListings,
  type RowSubject,
} from '#server/domains/retentions/holds.queries.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { listConsentProofs } from '#server/domains/sensitive/sensitive.erasure.shared.queries.ts'

interface EndedRow {
  id: number
  /** Whether the preview has shown it before. */
  isListed: boolean
  retention: Retention
}

type Ended = { id: number; retention: Retention }

const readConsents = async (tx: SchoolTransaction, until: string): Promise<Ended[]> => {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const proofs = await listConsentProofs(tx, Number(until.slice(0, 4)) - periods.consent_proof_years)
  return proofs.map(({ id, withdrawn_at }) => ({
    id,
    retention: { reason: 'consent_proof', action: 'delete', due_on: consentProofDay(withdrawn_at, periods) },
  }))
}

const readRequests = async (tx: SchoolTransaction, until: string): Promise<Ended[]> => {
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  const answered = await listAnswered(tx)
  return answered
    .flatMap(({ id, done_on }) => requestRetentions({ done_on }, periods).map((retention) => ({ id, retention })))
    .filter(({ retention }) => retention.due_on <= until)
}

const READERS = { consent: readConsents, request: readRequests } as const

/**
 * Proofs of withdrawn consents or answered requests that the preview of this day shows, with the day on which they go: a
 * shorter period ends none of them before the preview has shown it for two weeks.
 */
export async function readEndedRows(tx: SchoolTransaction, subject: RowSubject, today: string): Promise<EndedRow[]> {
  const ended = await READERS[subject](tx, addDays(today, NOTICE_DAYS))
  const listings = await listListings(tx, subject)
  return ended.map(({ id, retention }) => {
    const listed_on = listings.get(id) ?? null
    return { id, isListed: listed_on !== null, retention: withNotice(retention, { listed_on, today }) }
  })
}

/** The rows that go in the night of this day. */
export const readDueRows = async (tx: SchoolTransaction, subject: RowSubject, today: string) =>
  (await readEndedRows(tx, subject, today)).filter(({ retention }) => retention.due_on <= today).map(({ id }) => id)

/** Stores since when the preview shows them, and forgets those that it shows no longer. */
export async function listRowNotices(tx: SchoolTransaction, subject: RowSubject, today: string) {
  const ended = await readEndedRows(tx, subject, today)
  await deleteOtherNotices(
    tx,
    subject,
    ended.map(({ id }) => id),
  )
  const fresh = ended.filter(({ isListed }) => !isListed)
  await insertNotices(
    tx,
    subject,
    fresh.map(({ id, retention }) => ({ id, reason: retention.reason, listed_on: today })),
  )
}
