import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** What the school writes down about data protection. */
export async function plantRegisters(tx: SchoolTransaction, school_id: number, word: string) {
  const texts = { service: word, place: word, note: word }
  const processor = await tx
    .insertInto('processor')
    .values({ school_id, name: word, kind: 'hosting', ...texts })
    .returning('id')
    .executeTakeFirstOrThrow()
  const processing = await tx
    .insertInto('processing')
    .values({ school_id, title: word, purpose: word, recipients: word, note: word })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { processor: processor.id, processing: processing.id }
}
