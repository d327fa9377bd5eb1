import { addressLines } from '#contract/addresses.ts'
import { formatDate } from '#contract/dates.ts'
import { isValidOn, type PupilContactPerson, type PupilGuardian } from '#contract/families/families.ts'
import { CUSTODY_PROOF_LABELS } from '#contract/families/guardian.record.ts'

/** The own address; undefined: the child's, not told, or not known. */
export const livingText = ({ address }: PupilGuardian) =>
  address ? addressLines(address).join('\n') || undefined : undefined

export const proofText = ({ custody_proof_kind: kind, custody_proof_seen_at: seen }: PupilGuardian) => {
  if (!seen) return undefined
  return `${kind ? `${CUSTODY_PROOF_LABELS[kind]}, ` : ''}gesehen am ${formatDate(seen)}`
}

/** For whom the same record counts as well. */
export const alsoForText = ({ also_for }: PupilGuardian) =>
  also_for.map(({ firstname, classgradePlain }) => (classgradePlain ? `${firstname} (${classgradePlain})` : firstname))

type Term = Pick<PupilContactPerson, 'valid_from' | 'valid_until'>

/** Whether somebody counts on the day, and since or until when. */
export const termOf = (term: Term, today: string) => {
  const { valid_from, valid_until } = term
  if (!isValidOn(term, today)) {
    const text =
      valid_until !== null && valid_until < today
        ? `abgelaufen am ${formatDate(valid_until)}`
        : `erst ab ${formatDate(valid_from ?? '')}`
    return { isValid: false, text }
  }
  return { isValid: true, text: valid_until === null ? undefined : `bis ${formatDate(valid_until)}` }
}
