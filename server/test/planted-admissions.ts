import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Planted {
  school_id: number
  registration_id: number
  contact_id: number
  pupil_id: number
  school_year_id: number
  word: string
}

/** It is over: one in force would hide the pupil. */
const plantRestriction = (tx: SchoolTransaction, { pupil_id, word }: Pick<Planted, 'pupil_id' | 'word'>) =>
  tx
    .insertInto('restriction')
    .values({ pupil_id, reason: word, lifted_at: '2026-11-02T08:00:00Z', lifted_reason: word })
    .execute()

/** Holds, notices, proofs, numbers that remain, and an erasure that waits for a second person. */
async function plantRetentions(
  tx: SchoolTransaction,
  { word, pupil_id, school_year_id, ...place }: Omit<Planted, 'contact_id'>,
) {
  const { school_id } = place
  await tx
    .insertInto('retention_hold')
    .values({ ...place, reason: word, until: '2027-03-01' })
    .execute()
  await tx
    .insertInto('retention_notice')
    .values({ ...place, reason: 'never_started', listed_on: '2026-11-19' })
    .execute()
  await tx
    .insertInto('registration_tally')
    .values({ school_id, school_year_id, desired_grade: 1, status: 'rejected', month: '2026-02-01', count: 3 })
    .execute()
  await tx
    .insertInto('erasure')
    .values({
      school_id,
      subject: 'registration',
      subject_id: 1,
      rule: word,
      action: 'delete',
      erased_on: '2026-11-01',
    })
    .execute()
  await tx
    .insertInto('erasure_proposal')
    .values({ school_id, subject: 'pupil', subject_id: pupil_id, ground: 'objection', note: word, proposed_by: 1 })
    .execute()
  await tx
    .insertInto('pupil_statistic')
    .values({ school_id, school_year_id, grade: 1, gender: 'f', count: 3 })
    .execute()
}

/** Additions of staff and families to an application: papers, siblings, reasons, texts, holds. */
export async function plantAdmissions(
  tx: SchoolTransaction,
  { word, contact_id, pupil_id, school_year_id, ...place }: Planted,
) {
  const { school_id } = place
  await tx
    .insertInto('registration_event')
    .values({ ...place, kind: 'rank_moved', from_rank: 2, to_rank: 1, note: word, fields: [word] })
    .execute()
  const sibling = await tx
    .insertInto('registration_sibling')
    .values({ ...place, pupil_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('registration_paper')
    .values({ ...place, kind: 'custody_proof', seen_on: '2026-11-19' })
    .execute()
  await tx
    .insertInto('mail_wording')
    .values({ school_id, key: 'registration_accepted', version: 1, subject: word, body: word })
    .execute()
  const circular = await tx
    .insertInto('circular')
    .values({ school_id, is_whole_school: true, audience: word, subject: word, body: word })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('circular_attachment')
    .values({ school_id, circular_id: circular.id, filename: `${word}.pdf`, size: 4, content: Buffer.from('%PDF') })
    .execute()
  await tx.insertInto('letter_text').values({ school_id, name: word, subject: word, body: word }).execute()
  await sql`select add_registration_status_link(${contact_id}, ${randomBytes(32)}, ${`${word}@example.org`}, now())`.execute(
    tx,
  )
  const statusMail = await tx
    .insertInto('registration_status_mail')
    .values({ ...place, kind: 'accepted', addition: word })
    .returning('id')
    .executeTakeFirstOrThrow()
  await plantRestriction(tx, { pupil_id, word })
  await plantRetentions(tx, { ...place, pupil_id, school_year_id, word })
  const registrationImport = await tx
    .insertInto('registration_import')
    .values({ school_id, row_count: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { sibling: sibling.id, statusMail: statusMail.id, registrationImport: registrationImport.id }
}
