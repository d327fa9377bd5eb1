import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Planted {
  pupil_id: number
  guardian_id: number
  word: string
}

/** A request about a child with the word in every text, and its history; asked by the child's guardian of that name. */
export async function plantRequest(tx: SchoolTransaction, { pupil_id, guardian_id, word }: Planted) {
  const { id } = await tx
    .insertInto('privacy_request')
    .values({
      kind: 'access',
      subject_type: 'pupil',
      subject_id: pupil_id,
      requested_by: `${word} ${word}`,
      requester_guardian_id: guardian_id,
      requester: 'custodian',
      channel: 'letter',
      received_on: '2026-11-02',
      contact: word,
      wish: word,
      note: word,
      extended_by: 1,
      extended_on: '2026-11-10',
      extension_reason: word,
      identity_checked_on: '2026-11-05',
      identity_method: 'id_card',
      identity_note: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('privacy_request_event').values({ request_id: id, kind: 'received' }).execute()
  return id
}
