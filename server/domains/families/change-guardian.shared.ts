import type { GuardianChange } from '#contract/families/families.change.ts'
import { withUnits } from '#contract/field-units.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { listRelations, type Relation, updateRelation } from './families.queries.ts'
import { type LockedGuardian, lockGuardian, updateGuardian } from './families.shared.queries.ts'
import {
  personOf,
  refuseLastCustodian,
  refuseProof,
  refuseUninformed,
  relationOf,
  requireZip,
} from './guardian-rules.ts'
import { lockFamily } from './lock-family.ts'

type PersonChange = ReturnType<typeof personOf<GuardianChange>>
type RelationChange = ReturnType<typeof relationOf<GuardianChange>>

/**
 * The changed fields of the person, with the postal code in its stored form. A new mail address comes from the school,
 * so nobody has confirmed it.
 */
const personChange = (stored: LockedGuardian, form: GuardianChange) => {
  const sent = changedFields<PersonChange>(stored, personOf(form))
  const hasAddress = 'zip' in sent || 'country' in sent
  return {
    ...sent,
    ...(hasAddress && changedFields(stored, { zip: requireZip({ ...stored, ...sent }) })),
    ...('mail' in sent && changedFields(stored, { mail_verified_at: null, mail_origin: 'school' })),
  }
}

const relationChange = (relation: Relation, form: GuardianChange, today: string) => {
  const change = changedFields<RelationChange>(relation, relationOf(form))
  if ('custody_proof_seen_at' in change || 'custody_proof_kind' in change)
    refuseProof({ ...relation, ...change }, today)
  return change
}

/** The stored values of the fields to be changed, for the page to compare. */
const storedOf = (stored: object, fields: readonly string[]) =>
  Object.fromEntries(withUnits(fields).map((field) => [field, stored[field as keyof typeof stored]]))

/** What decides who hears of the child. */
const INFORMING_FIELDS = ['has_custody', 'receives_letters', 'receives_sicknote_mail']

interface GuardianChangeInput {
  pupilId: number
  guardianId: number
  form: GuardianChange
}

/**
 * Writes the changed keys of person and relation, all or none; a key that was changed since its own version is refused.
 */
export async function changeGuardian(
  tx: SchoolTransaction,
  { pupilId, guardianId, form }: GuardianChangeInput,
  { viewer, today }: Reader,
) {
  await lockFamily(tx, pupilId, guardianId)
  const stored = await lockGuardian(tx, guardianId)
  const relations = await listRelations(tx, pupilId)
  const relation = relations.find(({ guardian_id }) => guardian_id === guardianId)
  if (!stored || !relation) throw notFound()
  const [person, link] = [personChange(stored, form), relationChange(relation, form, today)]
  const [personFields, linkFields] = [Object.keys(person), Object.keys(link)]
  if (personFields.length + linkFields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  const current = { ...storedOf(stored, personFields), ...storedOf(relation, linkFields) }
  await refuseStale(tx, { stored, fields: personFields, version: form.version, current })
  await refuseStale(tx, { stored: relation, fields: linkFields, version: form.relation_version, current })
  if (link.has_custody === false) refuseLastCustodian(relations, guardianId)
  if (linkFields.some((key) => INFORMING_FIELDS.includes(key))) refuseUninformed({ ...relation, ...link }, viewer)
  if (personFields.length > 0) await updateGuardian(tx, guardianId, person)
  if (linkFields.length > 0) await updateRelation(tx, relation.id, link)
  return { message: REPLY_TEXTS.saved }
}
