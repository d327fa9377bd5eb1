import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertPackage, takePackageId } from '#server/domains/accesspackages/accesspackages.queries.ts'
import { packagePurpose } from '#server/domains/accesspackages/package-purpose.ts'
import { sealContent } from '#server/domains/sensitive/seal-entry.shared.ts'
import { takeSensitiveId } from '#server/domains/sensitive/sensitive.queries.ts'
import { encrypt, type SecretRing } from '#server/secret-keys.ts'
import { plantDataCheck } from './planted-data-check.ts'

interface Planting {
  school_id: number
  pupil: number
  guardian: number
  word: string
  keys: SecretRing
}

async function plantPackage(tx: SchoolTransaction, { school_id, pupil, word, keys }: Omit<Planting, 'guardian'>) {
  const id = await takePackageId(tx)
  const file = Buffer.from(word)
  await insertPackage(tx, {
    ...{ id, school_id, subject: 'pupil', subject_id: pupil, pupil_ids: [pupil], created_by: 1 },
    ...{ file_encrypted: encrypt(keys, packagePurpose({ school_id, id }), file), file_size: file.length },
    expires_at: '2026-12-01T00:00:00Z',
  })
  return id
}

/** A photo list that was printed with the pupil. */
async function plantPhotoPrint(tx: SchoolTransaction, { school_id, pupil }: Pick<Planting, 'school_id' | 'pupil'>) {
  const { id: print_id } = await tx
    .insertInto('photo_print')
    .values({
      school_id,
      selection: Buffer.alloc(32),
      kind: 'paper',
      printed_by: 1,
      printed_at: '2026-11-12T10:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const states = JSON.stringify({ photo_website: 'granted' })
  await tx.insertInto('photo_print_pupil').values({ school_id, print_id, pupil_id: pupil, states }).execute()
}

/** A consent, two entries of class D, and an access package; the encrypted content contains the word. */
export async function plantConfidential(tx: SchoolTransaction, { school_id, pupil, guardian, word, keys }: Planting) {
  const { id: consent } = await tx
    .insertInto('consent')
    .values({
      school_id,
      pupil_id: pupil,
      purpose: 'photo_website',
      text_version: '2026-11',
      decision: 'granted',
      given_by_guardian_ids: [guardian],
      method: 'paper',
      given_at: '2026-08-01',
      withdrawn_at: '2026-09-01T10:00:00Z',
      withdrawn_note: word,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const plant = async (kind: string, content: Record<string, string>) => {
    const place = { school_id, pupil_id: pupil, id: await takeSensitiveId(tx) }
    await tx
      .insertInto('pupil_sensitive')
      .values({
        ...place,
        kind,
        value_encrypted: sealContent(keys, place, content),
        visible_to_teachers: true,
        legal_basis: word,
        confirmed_at: '2026-08-01',
      })
      .execute()
    return place.id
  }
  const sensitive = await plant('health_hint', { hint: word })
  await plant('blocking_note', { text: word })
  await plantPhotoPrint(tx, { school_id, pupil })
  await plantDataCheck(tx, { school_id, pupil, guardian, word })
  const accessPackage = await plantPackage(tx, { school_id, pupil, word, keys })
  return { consent, sensitive, accessPackage }
}
