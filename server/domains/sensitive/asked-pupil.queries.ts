import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'

interface Asking {
  viewer: SchoolViewer
  today: string
}

const selectPupil = (tx: SchoolTransaction, id: number, { viewer, today }: Asking) =>
  visiblePupils(tx, viewer, today).select(['p.id', 'p.birthdate']).where('p.id', '=', id)

/** A pupil the viewer may see; unknown, of another school and not attached are one 404. */
export async function getAskedPupil(tx: SchoolTransaction, id: number, asking: Asking) {
  const pupil = await selectPupil(tx, id, asking).executeTakeFirst()
  if (!pupil) throw notFound()
  return pupil
}

/** The same, held until the transaction ends: a withdrawal and an entry that needs the consent come one after the other. */
export async function lockAskedPupil(tx: SchoolTransaction, id: number, asking: Asking) {
  const pupil = await selectPupil(tx, id, asking).forNoKeyUpdate('p').executeTakeFirst()
  if (!pupil) throw notFound()
  return pupil
}
