import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { SIBLING_LABELS } from '#contract/registrations/registrations.family-fields.ts'
import type { SiblingClaim, SiblingPupil, WaitlistSiblings } from '#contract/waitlists/waitlists.siblings.ts'

export const pupilName = (pupil: SiblingPupil) => fullName(pupil)

/** What tells two of one name apart: „geb. 03.05.2018, 3a, fsw“. */
export const pupilFacts = ({ birthdate, schoolclass, school_short }: SiblingPupil) =>
  [`geb. ${formatDate(birthdate)}`, schoolclass, school_short].filter(Boolean).join(', ')

/** What the family wrote: „Ben Müller, Freie Schule, besucht die Schule“. */
export const claimText = (claim: SiblingClaim, { schools }: WaitlistSiblings) =>
  [
    fullName(claim),
    schools.find(({ short }) => short === claim.school_short)?.name ?? claim.school_short,
    SIBLING_LABELS[claim.relation],
  ].join(', ')

/** Why nobody is offered for a claim; null: nobody need be. */
export const claimHint = ({ relation, school_short, candidates }: SiblingClaim, { schools }: WaitlistSiblings) => {
  if (relation === 'applying' || candidates.length > 0) return null
  const school = schools.find(({ short }) => short === school_short)
  if (!school) return 'Diese Schule gehört nicht zum selben Träger.'
  return school.is_reachable
    ? 'An der Schule ist kein Kind dieses Namens. Suchen Sie es unter einem anderen Namen.'
    : 'Prüfen kann das, wer auch an dieser Schule arbeitet.'
}
