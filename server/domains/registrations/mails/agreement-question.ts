import { fullName } from '#contract/person-names.ts'
import type { AgreementQuestion } from '#contract/registrations/registrations.public.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { isExpired, type OptinLink } from './find-optin-link.ts'
import { getAgreementFacts } from './registrations.agreement.queries.ts'

const answerOf = (link: OptinLink, now: Date): AgreementQuestion['answer'] => {
  if (link.pupil_id !== null) return 'over'
  return isExpired(link, now) ? 'expired' : 'possible'
}

/**
 * What the holder of a link is asked; null when this person's agreement is not collected. Only for a confirmed address:
 * a mistyped one learns nothing about the family (ADR 0066).
 */
export async function readQuestion(
  tx: SchoolTransaction,
  link: OptinLink,
  now: Date,
): Promise<AgreementQuestion | null> {
  if (link.agreement === null) return null
  const { child_firstname, school_year, desired_grade, ...applicant } = await getAgreementFacts(
    tx,
    link.registration_id,
  )
  return {
    number: link.number,
    child_firstname,
    school_year,
    desired_grade,
    applicant: fullName(applicant),
    state: link.agreement,
    answered_at: link.agreed_at ?? link.declined_at,
    is_on_paper: link.agreed_by !== null,
    answer: answerOf(link, now),
  }
}
