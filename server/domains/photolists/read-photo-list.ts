import { createHash } from 'node:crypto'
import type { ConsentState } from '#contract/consents/consents.state.ts'
import { PHOTO_PURPOSES, type PhotoList, type PhotoPupil } from '#contract/photolists/photolists.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { findClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findClassScope } from '#server/domains/schoolclasses/schoolclasses.shared.queries.ts'
import { listDatedConsentStates } from '#server/domains/sensitive/consents.shared.queries.ts'
import { found, notFound } from '#server/http/api-error.ts'
import {
  type ListKey,
  listChosenPupils,
  listPrintedStates,
  listPrints,
  listPupilsOfClass,
  type PhotoStates,
} from './photolists.queries.ts'

export interface ListQuery {
  schoolclass_id?: number | undefined
  ids?: readonly number[] | undefined
  since?: number | undefined
}

/** Like the telephone list: for 'manage pupil', and for teachers of this very class; for others it does not exist. */
async function findClassList(tx: SchoolTransaction, id: number, reader: Reader) {
  const scope = found(await findClassScope(tx, id, reader))
  const mayRead = reader.viewer.permissions.includes('manage pupil') || scope.is_attached
  if (!mayRead || scope.is_names_only) throw notFound()
  const named = await findClassName(tx, id)
  if (!named) throw notFound()
  return {
    key: { schoolclass_id: id } as ListKey,
    schoolclass: { id, classgradePlain: named.classgradePlain },
    pupils: await listPupilsOfClass(tx, scope, reader),
    unseen: 0,
  }
}

async function findSelection(tx: SchoolTransaction, asked: readonly number[], reader: Reader) {
  const ids = [...new Set(asked)].sort((a, b) => a - b)
  const pupils = await listChosenPupils(tx, ids, reader)
  if (pupils.length === 0) throw notFound()
  const selection = createHash('sha256').update(ids.join(',')).digest()
  return { key: { selection } as ListKey, schoolclass: null, pupils, unseen: ids.length - pupils.length }
}

const findList = (tx: SchoolTransaction, { schoolclass_id, ids = [] }: ListQuery, reader: Reader) =>
  schoolclass_id === undefined ? findSelection(tx, ids, reader) : findClassList(tx, schoolclass_id, reader)

type Dated = NonNullable<Awaited<ReturnType<typeof listDatedConsentStates>> extends Map<number, infer A> ? A : never>

const UNASKED = { state: 'unasked', withdrawn_at: null } as const

/** What the print said, when it is not true any more. */
const difference = (now: ConsentState, then: ConsentState | undefined) =>
  then === undefined || then === now ? null : then

const toPhotos = (now: Dated | undefined, then: PhotoStates | undefined) => {
  const entries = PHOTO_PURPOSES.map((purpose) => {
    const one = now?.[purpose] ?? UNASKED
    return [purpose, { ...one, before: difference(one.state, then?.[purpose]) }] as const
  })
  return Object.fromEntries(entries) as PhotoPupil['photos']
}

/**
 * The list with the state of each consent at this moment, compared with the chosen print or the last one; and its key, to
 * remember that it is printed.
 */
export async function readPhotoList(tx: SchoolTransaction, query: ListQuery, reader: Reader) {
  const { key, schoolclass, pupils, unseen } = await findList(tx, query, reader)
  const consents = await listDatedConsentStates(tx, pupils, { purposes: PHOTO_PURPOSES, today: reader.today })
  const prints = await listPrints(tx, key)
  // A print that is gone since the page was opened: the last one counts.
  const since = prints.find(({ id }) => id === query.since) ?? prints[0] ?? null
  const printed = since ? await listPrintedStates(tx, since.id) : undefined
  const ids = new Set(pupils.map(({ id }) => id))
  const list: PhotoList = {
    schoolclass,
    pupils: pupils.map(({ birthdate, ...pupil }) => ({
      ...pupil,
      photos: toPhotos(consents.get(pupil.id), printed?.get(pupil.id)),
      is_new: printed !== undefined && !printed.has(pupil.id),
    })),
    unseen,
    prints,
    since,
    gone: [...(printed?.keys() ?? [])].filter((id) => !ids.has(id)).length,
  }
  return { key, list }
}
