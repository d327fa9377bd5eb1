import type { DifferenceKind } from '#contract/registrations/registrations.transform.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type LockedGuardian, lockGuardian, updateGuardian } from '#server/domains/families/families.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Admission } from './admission.ts'
import { type Contact, differencesOf, isSameMail } from './guardian-differences.ts'

interface Reusing {
  guardianId: number
  contact: Contact
  admission: Admission
  /** The fields of the application that replace those on record. */
  takes: readonly DifferenceKind[]
}

/** What a confirmation in the application proves for somebody on record: only the confirmed address itself. */
const verificationOf = ({ mail, mail_verified_at }: Contact, stored: LockedGuardian) =>
  stored.mail_verified_at === null && mail_verified_at !== null && isSameMail(mail, stored.mail)
    ? { mail_verified_at }
    : {}

/**
 * Uses somebody on record for a new pupil: missing fields are added, others only replaced where staff chose it, because
 * siblings share the record (ADR 0030). Returns the person as changed.
 */
export async function reuseGuardian(tx: SchoolTransaction, { guardianId, contact, admission, takes }: Reusing) {
  const stored = await lockGuardian(tx, guardianId)
  if (!stored) throw notFound()
  const taken = differencesOf(contact, stored, admission).filter(
    ({ kind, outcome }) => outcome === 'added' || (outcome === 'choice' && takes.includes(kind)),
  )
  const change: Partial<LockedGuardian> = Object.assign(
    verificationOf(contact, stored),
    ...taken.map(({ columns }) => columns),
  )
  if (Object.keys(change).length > 0) await updateGuardian(tx, guardianId, change)
  return { ...stored, ...change }
}
