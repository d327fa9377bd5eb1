import type { Insertable } from 'kysely'
import type { Document } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { pngSize } from '#server/documents/logo-image.ts'

/** The logo of the bound school as pages show it: a data address and its size in pixels; null without one. */
export async function findLogo(tx: SchoolTransaction, documentId: number | null) {
  if (documentId === null) return null
  const logo = await tx
    .selectFrom('document')
    .select(['mime', 'content'])
    .where('id', '=', documentId)
    .executeTakeFirst()
  return logo ? { src: dataAddress(logo), ...pngSize(logo.content) } : null
}

export const dataAddress = ({ mime, content }: { mime: string; content: Buffer }) =>
  `data:${mime};base64,${content.toString('base64')}`

export async function insertDocument(tx: SchoolTransaction, document: Insertable<Document>) {
  const { id } = await tx.insertInto('document').values(document).returning('id').executeTakeFirstOrThrow()
  return id
}

/** All logos of the bound school but the one that stays. */
export const deleteLogos = (tx: SchoolTransaction, keptId: number | null) =>
  tx
    .deleteFrom('document')
    .where('owner_type', '=', 'school')
    .where('kind', '=', 'logo')
    .where('id', 'is distinct from', keptId)
    .execute()
