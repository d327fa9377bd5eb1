import {
  checkZip,
  FAMILY_TEXTS,
  GUARDIAN_PERSON_FIELDS,
  GUARDIAN_RELATION_FIELDS,
  type GuardianChange,
  type NewGuardianForm,
} from '#contract/families/families.change.ts'
import { phonesOf } from '#contract/families/families.ts'
import { MESSAGES } from '#contract/formats.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Relation } from './families.queries.ts'

type Sent = Omit<GuardianChange, 'version' | 'relation_version'>
type PersonField = (typeof GUARDIAN_PERSON_FIELDS)[number]
type RelationField = (typeof GUARDIAN_RELATION_FIELDS)[number]

const pick = <T extends object, K extends keyof T>(sent: T, fields: readonly K[]) =>
  Object.fromEntries(fields.filter((field) => field in sent).map((field) => [field, sent[field]])) as Pick<T, K>

/** The fields of the person, which siblings share. */
export const personOf = <T extends Sent | NewGuardianForm>(sent: T) =>
  pick(sent, GUARDIAN_PERSON_FIELDS as (PersonField & keyof T)[])

/** The fields of the relation to this child. */
export const relationOf = <T extends Partial<Pick<NewGuardianForm, RelationField>>>(sent: T) =>
  pick(sent, GUARDIAN_RELATION_FIELDS as (RelationField & keyof T)[])

interface Proof {
  custody_proof_seen_at: string | null
  custody_proof_kind: string | null
}

/**
 * The day on which a proof was seen is given and not in the future (domain §1.7); `field` is the path before the key in
 * a larger form.
 */
export const refuseProof = (
  { custody_proof_seen_at: seen, custody_proof_kind: kind }: Proof,
  today: string,
  field = '',
) => {
  const refusal = (message: string) => invalid({ [`${field}custody_proof_seen_at`]: [message] })
  if (seen !== null && seen > today) throw refusal(FAMILY_TEXTS.seenLater)
  if (seen === null && kind !== null) throw refusal(MESSAGES.required)
}

type Informed = Record<'has_custody' | 'receives_letters' | 'receives_sicknote_mail', boolean>

/**
 * Somebody without custody gets no mails about absences, because the school informs only custodians by itself, and letters
 * only if the head allows it (domain §5.5): 422, so that a box that stayed ticked promises and lets out nothing. `field` is
 * the path before the key in a larger form.
 */
export const refuseUninformed = (after: Informed, { permissions }: Pick<SchoolViewer, 'permissions'>, field = '') => {
  if (after.has_custody) return
  const mayAllow = permissions.includes('view pupil sensitive')
  const faults: [string, string[]][] = []
  if (after.receives_letters && !mayAllow) faults.push([`${field}receives_letters`, [FAMILY_TEXTS.onlyHead]])
  if (after.receives_sicknote_mail) faults.push([`${field}receives_sicknote_mail`, [FAMILY_TEXTS.onlyCustodians]])
  if (faults.length > 0) throw invalid(Object.fromEntries(faults))
}

/** The postal code in its stored form; 422 when it is no German one. */
export const requireZip = (address: { zip: string | null; country: string }) => {
  const { zip, message } = checkZip(address)
  if (message) throw invalid({ zip: [message] })
  return zip
}

/**
 * Domain §1.7: the last guardian with custody cannot go. A child who has nobody with custody yet is no reason to refuse
 * anything.
 */
export const refuseLastCustodian = (relations: readonly Relation[], guardianId: number) => {
  const custodians = relations.filter(({ has_custody }) => has_custody)
  if (custodians.length === 1 && custodians[0]?.guardian_id === guardianId)
    throw invalid({ has_custody: [FAMILY_TEXTS.lastCustodian] }, FAMILY_TEXTS.lastCustodian)
}

/** Only people with a phone number are called. */
export const hasPhone = (person: Parameters<typeof phonesOf>[0]) => phonesOf(person).length > 0
