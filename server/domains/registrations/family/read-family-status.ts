import { berlinToday } from '#contract/dates.ts'
import { isAgreementMissing } from '#contract/registrations/registrations.agreement.ts'
import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import { familyStage, familyWithdrawal, nextStepText } from '#contract/registrations/registrations.family-stage.ts'
import { PAPER_LABELS, papersMissing } from '#contract/registrations/registrations.papers.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listPapers } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { storedMeta } from '#server/domains/registrations/stored-answers.ts'
import { findLogo } from '#server/domains/schools/schools.shared.queries.ts'
import type { LinkedRegistration } from './registrations.family.queries.ts'
import { openStatusLink } from './status-link.ts'

const contactOf = async (tx: SchoolTransaction, linked: LinkedRegistration) => {
  const { short, name, accent, phone, school_mail, street, house_number, zip, city, carrier_name } = linked
  const logo = await findLogo(tx, linked.logo_document_id)
  return { short, name, accent, phone, mail: school_mail, street, house_number, zip, city, carrier_name, logo }
}

/** Papers that the school asked for and has not seen yet; none when there is no place for the child. */
const missingPapers = async (tx: SchoolTransaction, linked: LinkedRegistration) => {
  if (linked.papers_requested_at === null || ['rejected', 'withdrawn'].includes(familyStage(linked))) return []
  const seen = await listPapers(tx, linked.registration_id)
  const missing = papersMissing({ variant: linked.variant, meta: storedMeta(linked) }, seen)
  return missing.map((kind) => PAPER_LABELS[kind])
}

const dayOf = (instant: string) => berlinToday(new Date(instant))

/** Whether the second person agreed; nothing once an answer no longer matters. */
const agreementOf = (linked: LinkedRegistration): FamilyStatus['agreement'] => {
  const { agreement: state, agreed_at, declined_at, position } = linked
  const isOver = linked.pupil_id !== null || ['rejected', 'withdrawn'].includes(familyStage(linked))
  if (state === null || (isOver && isAgreementMissing({ agreement: state }))) return null
  const at = agreed_at ?? declined_at
  return { state, on: at && dayOf(at), is_own: position === 2 }
}

/** Exactly what a family may know about its application (ADR 0023); all links that do not work get the same 404. */
export async function readFamilyStatus(tx: Queries, token: string, now: Date): Promise<FamilyStatus> {
  const { linked, tx: inside } = await openStatusLink(tx, token, now)
  const stage = familyStage(linked)
  const isConfirmed = linked.place_confirmed_at !== null
  const confirm_by = stage === 'accepted' && !isConfirmed ? linked.place_confirm_due_at : null
  return {
    school: await contactOf(inside, linked),
    number: linked.number,
    child_firstname: linked.child_firstname,
    school_year: linked.school_year,
    desired_grade: linked.desired_grade,
    received_on: dayOf(linked.created_at),
    mail_confirmed_on: dayOf(linked.mail_verified_at),
    stage,
    next: nextStepText(stage, { confirm_by, isConfirmed, today: berlinToday(now) }),
    missing_papers: await missingPapers(inside, linked),
    confirm_by,
    withdrawn_on: linked.withdrawn_at && dayOf(linked.withdrawn_at),
    withdrawal: familyWithdrawal(linked),
    agreement: agreementOf(linked),
  }
}
