import type { Insertable } from 'kysely'
import type { PaperKind } from '#contract/registrations/registrations.papers.ts'
import type { RegistrationPaper } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Stores that a paper was shown; a paper that is already stored gets the new day. */
export const insertSeenPaper = (tx: SchoolTransaction, paper: Insertable<RegistrationPaper>) =>
  tx
    .insertInto('registration_paper')
    .values(paper)
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'registration_id', 'kind'])
        .doUpdateSet(({ ref }) => ({ seen_on: ref('excluded.seen_on'), seen_by: ref('excluded.seen_by') })),
    )
    .execute()

export const deleteSeenPaper = (tx: SchoolTransaction, registrationId: number, kind: PaperKind) =>
  tx.deleteFrom('registration_paper').where('registration_id', '=', registrationId).where('kind', '=', kind).execute()

/** Sets since when the family is asked for papers, or null. The answers do not change, so the version stays. */
export const updatePapersRequest = (tx: SchoolTransaction, registrationId: number, day: string | null) =>
  tx.updateTable('registration').set({ papers_requested_at: day }).where('id', '=', registrationId).execute()
