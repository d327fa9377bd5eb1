import { isDeepStrictEqual } from 'node:util'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { LEGAL_BASES, needsConsent, PAST_DAYS, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import { SENSITIVE_CONTENT } from '#contract/sensitive/sensitive.record.ts'
import { SENSITIVE_TEXTS } from '#contract/sensitive/sensitive.texts.ts'
import type { SensitiveChange, SensitiveForm } from '#contract/sensitive/sensitive.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { conflict, found, invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { findBases, findConsent } from './find-consent.ts'
import { type Content, openContent, sealContent } from './seal-entry.shared.ts'
import {
  deleteSensitive,
  insertSensitive,
  listSealed,
  lockPupilFor,
  lockSealed,
  takeSensitiveId,
  updateSensitive,
} from './sensitive.queries.ts'
import { noteGone } from './sensitive.shared.queries.ts'

export interface Acting {
  viewer: SchoolViewer
  today: string
  keys: SecretRing
}

/** Only the fields of the kind, in a fixed order, so that equal content is equal text. */
const contentOf = (kind: SensitiveKind, given: Record<string, unknown>): Content =>
  Object.fromEntries(Object.keys(SENSITIVE_CONTENT[kind]).map((key) => [key, (given[key] as string | null) ?? null]))

/** A day on which something was seen is not in the future, and an entry that is already over is refused. */
const refuseDays = (given: Content & { valid_until?: string | null }, today: string) => {
  const errors: Record<string, string[]> = {}
  for (const day of PAST_DAYS) if ((given[day] ?? '') > today) errors[day] = [SENSITIVE_TEXTS.ahead]
  if (given.valid_until && given.valid_until < today) errors.valid_until = [SENSITIVE_TEXTS.over]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** The consent for a new entry; null when none is needed, 422 when it is missing (domain §5.3). */
async function requireConsent(
  tx: SchoolTransaction,
  kind: SensitiveKind,
  { pupil, today }: { pupil: { id: number; birthdate: string }; today: string },
) {
  if (!needsConsent(kind)) return null
  const { state, lastId } = await findConsent(tx, { pupil, purpose: kind }, today)
  if (state !== 'granted' || lastId === undefined) throw invalid({ kind: [SENSITIVE_TEXTS.noConsent] })
  return lastId
}

/** Adds an entry and returns its id; the same content twice is one entry. 422 without the necessary consent. */
export async function addSensitive(
  tx: SchoolTransaction,
  { pupilId, form }: { pupilId: number; form: SensitiveForm },
  { viewer, today, keys }: Acting,
) {
  const pupil = found(await lockPupilFor(tx, pupilId, { viewer, today }))
  const { kind, visible_to_teachers, valid_until } = form
  const content = contentOf(kind, form)
  refuseDays({ ...content, valid_until }, today)
  const consent_id = await requireConsent(tx, kind, { pupil, today })
  const same = (await listSealed(tx, pupilId)).find(
    (row) => row.kind === kind && isDeepStrictEqual(openContent(keys, row, row.value_encrypted), content),
  )
  if (same) return { id: same.id, message: SENSITIVE_TEXTS.same }
  const place = { school_id: viewer.school_id, pupil_id: pupilId, id: await takeSensitiveId(tx) }
  await insertSensitive(tx, {
    ...place,
    kind,
    value_encrypted: sealContent(keys, place, content),
    visible_to_teachers,
    legal_basis: LEGAL_BASES[kind],
    consent_id,
    valid_until,
    confirmed_at: today,
    created_by: viewer.user_id,
  })
  return { id: place.id, message: 'Die Angabe ist eingetragen.' }
}

interface EntryKey {
  pupilId: number
  id: number
}

const lockEntry = async (tx: SchoolTransaction, { pupilId, id }: EntryKey, { viewer, today, keys }: Acting) => {
  const pupil = found(await lockPupilFor(tx, pupilId, { viewer, today }))
  const row = await lockSealed(tx, { pupilId, id })
  if (!row) throw notFound()
  return { pupil, row, kind: row.kind as SensitiveKind, content: openContent(keys, row, row.value_encrypted) }
}

type Entry = Pick<Awaited<ReturnType<typeof lockEntry>>, 'pupil' | 'row'>

/** An entry whose consent was withdrawn or is no longer valid cannot be changed. */
const refuseLocked = async (tx: SchoolTransaction, { pupil, row }: Entry, today: string) => {
  if (row.locked_at !== null) throw conflict(SENSITIVE_TEXTS.locked)
  const bases = await findBases(tx, pupil, today)
  if (bases.some(({ kind, lapsed }) => kind === row.kind && lapsed !== null)) throw conflict(SENSITIVE_TEXTS.lapsed)
}

/**
 * Changes the sent keys. 409 when one of them was changed since the page's version. The answer has no content: the page
 * reads it again, and that is logged.
 */
export async function changeSensitive(
  tx: SchoolTransaction,
  { form: { version, ...form }, ...key }: EntryKey & { form: SensitiveChange },
  acting: Acting,
) {
  const { pupil, row, kind, content } = await lockEntry(tx, key, acting)
  await refuseLocked(tx, { pupil, row }, acting.today)
  if (!content) throw conflict(SENSITIVE_TEXTS.unreadable)
  const { visible_to_teachers, valid_until } = form
  const newContent = contentOf(kind, { ...content, ...form })
  const isContent = !isDeepStrictEqual(newContent, content)
  const changed = changedFields(row, { visible_to_teachers, valid_until })
  const fields = [...Object.keys(changed), ...(isContent ? ['value_encrypted'] : [])]
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  if (kind === 'education_participation' && changed.valid_until === null)
    throw invalid({ valid_until: [SENSITIVE_TEXTS.ends] })
  refuseDays(
    { ...newContent, ...('valid_until' in changed ? { valid_until: changed.valid_until ?? null } : {}) },
    acting.today,
  )
  await refuseStale(tx, { stored: row, fields, version, current: {} })
  const value_encrypted = sealContent(acting.keys, row, newContent)
  await updateSensitive(tx, row.id, { ...changed, ...(isContent ? { value_encrypted } : {}) })
  return { message: REPLY_TEXTS.saved }
}

/** Stores that the entry is still true; staff are asked once a year (domain §5.3). */
export async function confirmSensitive(tx: SchoolTransaction, key: EntryKey, acting: Acting) {
  const { pupil, row } = await lockEntry(tx, key, acting)
  await refuseLocked(tx, { pupil, row }, acting.today)
  await nameAction(tx, 'pupil_sensitive', 'sensitive_confirmed')
  await updateSensitive(tx, row.id, { confirmed_at: acting.today })
  return { message: 'Die Angabe ist bestätigt.' }
}

/** Deletes for good, because class D has no bin. */
export async function removeSensitive(tx: SchoolTransaction, key: EntryKey, acting: Acting) {
  const { row } = await lockEntry(tx, key, acting)
  await deleteSensitive(tx, row.id)
  await noteGone(tx, key.pupilId)
  return { message: 'Die Angabe ist gelöscht.' }
}
