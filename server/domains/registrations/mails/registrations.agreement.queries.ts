import { sql } from 'kysely'
import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** What the second person is asked about: child, school year, grade, and the name of the contact who applied. */
export const getAgreementFacts = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .innerJoin('registration_contact as first', (join) =>
      join
        .onRef('first.school_id', '=', 'r.school_id')
        .onRef('first.registration_id', '=', 'r.id')
        .on('first.position', '=', 1),
    )
    .select(['r.child_firstname', 'r.desired_grade', 'y.name as school_year', 'first.firstname', 'first.lastname'])
    .where('r.id', '=', registrationId)
    .executeTakeFirstOrThrow()

/** The proof of an answer by the link; it contains no network address (domain DP-03). */
export interface AgreementProof {
  template_version: string
  sent_at: string
  answered_at: string
  user_agent_family: string
}

/** Stores the answer that a person gave by the link; it replaces an earlier one, also one on paper. */
export const updateAgreement = (
  tx: SchoolTransaction,
  contactId: number,
  { hasAgreed, proof }: { hasAgreed: boolean; proof: AgreementProof },
) =>
  tx
    .updateTable('registration_contact')
    .set({
      agreed_at: hasAgreed ? proof.answered_at : null,
      agreed_by: null,
      declined_at: hasAgreed ? null : proof.answered_at,
      agreement_proof: JSON.stringify(proof),
      updated_at: sql`now()`,
    })
    .where('id', '=', contactId)
    .execute()

/** Locks the contact of an application whose agreement is collected; undefined when there is none. */
export const lockAskedContact = (tx: SchoolTransaction, registrationId: number) =>
  tx
    .selectFrom('registration_contact')
    .select(['id', 'position', 'agreement', 'agreed_by'])
    .where('registration_id', '=', registrationId)
    .where('agreement', 'is not', null)
    .forUpdate()
    .$narrowType<{ agreement: Agreement }>()
    .executeTakeFirst()

/** Notes an agreement on paper, or takes the note back; returns how the contact's agreement stands then. */
export async function updatePaperAgreement(
  tx: SchoolTransaction,
  contactId: number,
  noted: { agreed_at: string | null; agreed_by: number | null },
) {
  const { agreement } = await tx
    .updateTable('registration_contact')
    .set({ ...noted, updated_at: sql`now()` })
    .where('id', '=', contactId)
    .returning('agreement')
    .$narrowType<{ agreement: Agreement }>()
    .executeTakeFirstOrThrow()
  return agreement
}

/** Columns of a contact who has not answered by a link; an agreement on paper stays. */
export const NO_LINK_ANSWER = {
  agreed_at: sql<string | null>`case when agreed_by is null then null else agreed_at end`,
  declined_at: null,
  agreement_proof: null,
}

/** Another person stands in this contact's place, who has not answered in any way. */
export const clearAgreement = (tx: SchoolTransaction, contactId: number) =>
  tx
    .updateTable('registration_contact')
    .set({ agreed_at: null, agreed_by: null, declined_at: null, agreement_proof: null })
    .where('id', '=', contactId)
    .execute()
