import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { sealContent } from '#server/domains/sensitive/seal-entry.ts'
import { takeSensitiveId } from '#server/domains/sensitive/sensitive.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

interface Planting {
  school_id: number
  pupil: number
  guardian: number
  word: string
  keys: SecretRing
}

/** A consent and two entries of class D; the encrypted content contains the word. */
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
  return { consent, sensitive }
}
