import { BIN_DAYS, isInBin } from '#contract/bin.ts'
import { counted } from '#contract/counted.ts'
import { PARENT_LINK_TEXTS } from '#contract/parentlinks/parentlinks.ts'
import { fullName } from '#contract/person-names.ts'
import { isRemovable, notDeletedText, PUPIL_TEXTS } from '#contract/pupils/pupils.change.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type LockedPupil, lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { ApiError, invalid, notFound } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { setDeleted } from './pupils.changes.queries.ts'
import { reviveLinks } from './pupils.links.shared.queries.ts'
import { endPupilsAfterExit, startPupilsOfDay } from './pupils.shared.queries.ts'

interface Choice {
  ids: readonly number[]
  now: Date
  today: string
}

const countOf = (count: number) => counted(count, 'Kind ist', 'Kinder sind')

/** Locks all of them; a single 404 if any is unknown, of another school, or already in or out of the bin. */
async function lockAll(tx: SchoolTransaction, ids: readonly number[], isMeant: (pupil: LockedPupil) => boolean) {
  const wanted = [...new Set(ids)]
  const pupils = (await lockPupils(tx, wanted)).filter(isMeant)
  if (pupils.length < wanted.length) throw notFound()
  return pupils
}

const isThere = ({ deleted_at }: LockedPupil) => deleted_at === null

/** Moves pupils to the bin, if none of them attended for long (domain §9b). */
export async function removePupil(tx: SchoolTransaction, { id, now, today }: { id: number; now: Date; today: string }) {
  const [pupil] = await lockAll(tx, [id], isThere)
  if (!pupil) throw notFound()
  if (!isRemovable(pupil, today)) throw invalid({}, notDeletedText(pupil))
  await nameAction(tx, 'pupil', 'pupil_deleted')
  await setDeleted(tx, [id], now.toISOString())
  return { message: `${fullName(pupil)} liegt ${BIN_DAYS} Tage im Papierkorb.` }
}

const blockedOf = (pupils: readonly LockedPupil[], today: string) =>
  pupils.filter((pupil) => !isRemovable(pupil, today))
const idsOf = (pupils: readonly LockedPupil[]) => pupils.map(({ id }) => id)

const named = ({ id, firstname, lastname, lastname_prefix }: LockedPupil) => ({
  id,
  firstname,
  lastname,
  lastname_prefix,
})

/** A dialog names no more than this (ux §3.3). */
const NAMED_MAX = 10

/** Lists pupils who can only leave, the first of them with names, for the question before the deletion. */
export async function listBlocked(tx: SchoolTransaction, ids: readonly number[], today: string) {
  const blocked = blockedOf(await lockAll(tx, ids, isThere), today)
  return { blocked_ids: idsOf(blocked), blocked: blocked.slice(0, NAMED_MAX).map(named) }
}

/** Deletes all or none; 422 with the ids of pupils who can only leave. */
export async function removePupils(tx: SchoolTransaction, { ids, now, today }: Choice) {
  const pupils = await lockAll(tx, ids, isThere)
  const blocked_ids = idsOf(blockedOf(pupils, today))
  if (blocked_ids.length > 0)
    throw new ApiError(422, { message: PUPIL_TEXTS.cannotDelete(blocked_ids.length), errors: {}, blocked_ids })
  const deleted = idsOf(pupils)
  await nameAction(tx, 'pupil', 'pupil_mass_deleted')
  await setDeleted(tx, deleted, now.toISOString())
  return { message: `${countOf(deleted.length)} im Papierkorb.`, deleted, pupils: pupils.map(named) }
}

/** Restores pupils from the bin within 30 days, all or none, with the old number and the old parents' link. */
export async function restorePupils(tx: SchoolTransaction, { ids, now, today }: Choice, keys: SecretRing) {
  const pupils = await lockAll(tx, ids, ({ deleted_at }) => isInBin(deleted_at, now))
  const back = pupils.map(({ id }) => id)
  await nameAction(tx, 'pupil', 'pupil_restored')
  await setDeleted(tx, back, null)
  const renewed_links = await reviveLinks(
    tx,
    keys,
    pupils.map(({ id, deleted_at }) => ({
      id,
      wasAwayAt: (instant) => Date.parse(instant) > Date.parse(deleted_at ?? ''),
    })),
  )
  // The turns of the days meanwhile did not include them.
  await startPupilsOfDay(tx, today)
  await endPupilsAfterExit(tx, today)
  const [only, ...others] = pupils
  const who = only && others.length === 0 ? `${fullName(only)} ist` : countOf(back.length)
  const message = [`${who} wieder da.`, ...PARENT_LINK_TEXTS.renewed(renewed_links.length, back.length)].join(' ')
  return { message, renewed_links }
}
