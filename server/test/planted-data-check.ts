import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

interface Planting {
  school_id: number
  pupil: number
  guardian: number
  word: string
}

/** The words that a school sends to everybody name nobody. */
const WORDS = { audience: 'alle Klassen', subject: 'Bitte prüfen', body: 'Guten Tag' }

/** A data check that runs, and a guardian who has sent a change and a remark. */
export async function plantDataCheck(tx: SchoolTransaction, { school_id, pupil, guardian, word }: Planting) {
  const { id: data_check_id } = await tx
    .insertInto('data_check')
    .values({
      ...{ school_id, is_whole_school: true, ...WORDS, ends_on: '2026-12-10' },
      left_out: JSON.stringify([{ pupil_id: pupil, guardian_id: guardian, reason: 'no_custody' }]),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: reader_id } = await tx
    .insertInto('data_check_reader')
    .values({ school_id, data_check_id, guardian_id: guardian, is_mailed: true, answered_at: '2026-11-19T10:00:00Z' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.insertInto('data_check_child').values({ school_id, reader_id, pupil_id: pupil }).execute()
  const change = { school_id, reader_id, pupil_id: pupil }
  await tx
    .insertInto('data_check_change')
    .values([
      {
        ...{ ...change, subject: 'guardian', subject_id: guardian, part: 'phone_home' },
        ...{ before: '{"phone_home": null}', after: JSON.stringify({ phone_home: word }) },
        replaced: JSON.stringify({ phone_home: word }),
      },
      { ...change, subject: 'remark', part: 'text', after: JSON.stringify({ text: word }), replaced: null },
    ])
    .execute()
  await sql`select add_data_check_links(array[${reader_id}]::bigint[], array[${randomBytes(32)}]::bytea[])`.execute(tx)
}
