import type { Insertable } from 'kysely'
import type { RegistrationDraft } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface DraftPlace {
  visitorHash: Buffer
  draftNumber: number
}

/** A draft saved since this time (ISO 8601), still encrypted. */
export const findDraft = (tx: SchoolTransaction, { visitorHash, draftNumber }: DraftPlace, since: string) =>
  tx
    .selectFrom('registration_draft')
    .select(['body_encrypted', 'updated_at'])
    .where('visitor_hash', '=', visitorHash)
    .where('draft_number', '=', draftNumber)
    .where('updated_at', '>', since)
    .executeTakeFirst()

/**
 * Writes the draft over an earlier one with the same number; a draft that arrived later stays, whichever is written
 * first.
 */
export const saveDraft = (tx: SchoolTransaction, draft: Insertable<RegistrationDraft>) =>
  tx
    .insertInto('registration_draft')
    .values(draft)
    .onConflict((conflict) =>
      conflict
        .columns(['school_id', 'visitor_hash', 'draft_number'])
        .doUpdateSet((eb) => ({
          body_encrypted: eb.ref('excluded.body_encrypted'),
          updated_at: eb.ref('excluded.updated_at'),
        }))
        .whereRef('registration_draft.updated_at', '<=', 'excluded.updated_at'),
    )
    .execute()

export const deleteDraft = (tx: SchoolTransaction, { visitorHash, draftNumber }: DraftPlace) =>
  tx
    .deleteFrom('registration_draft')
    .where('visitor_hash', '=', visitorHash)
    .where('draft_number', '=', draftNumber)
    .execute()
