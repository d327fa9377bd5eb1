import { isExpired, SENSITIVE_KINDS, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import type { SensitiveEntry, SensitiveReply } from '#contract/sensitive/sensitive.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { forbidden, found } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { findBases } from './find-consent.ts'
import { openContent } from './seal-entry.shared.ts'
import { findPupilFor, listSealed, type SealedRow } from './sensitive.queries.ts'

interface Reading {
  viewer: SchoolViewer
  today: string
  keys: SecretRing
}

const toEntry = (row: SealedRow, keys: SecretRing, lapsed: readonly string[] | null): SensitiveEntry => {
  // A locked entry is not even decrypted.
  const content = row.locked_at === null ? openContent(keys, row, row.value_encrypted) : {}
  return {
    ...content,
    id: row.id,
    kind: row.kind as SensitiveKind,
    visible_to_teachers: row.visible_to_teachers,
    valid_until: row.valid_until,
    legal_basis: row.legal_basis,
    confirmed_at: row.confirmed_at,
    locked_at: row.locked_at,
    lapsed: row.locked_at === null && lapsed ? [...lapsed] : null,
    is_unreadable: content === undefined,
    created_by: row.author,
    updated_at: row.updated_at,
    version: row.version,
  }
}

/**
 * The class D entries that the viewer may read: all with the permission; for attached teachers those that are released
 * to teachers and valid today, including their consent. 403 for everybody else who sees pupils, such as admins and
 * secretaries (domain §0.14, §4).
 */
export async function readSensitive(
  tx: SchoolTransaction,
  { pupilId, kind: wanted }: { pupilId: number; kind?: SensitiveKind | undefined },
  { viewer, today, keys }: Reading,
): Promise<SensitiveReply> {
  const seesAll = viewer.permissions.includes('view pupil sensitive')
  if (!seesAll && viewer.permissions.includes('view pupil')) throw forbidden()
  const pupil = found(await findPupilFor(tx, pupilId, { viewer, today }))
  await logEvent(tx, { action: 'sensitive_viewed', entityType: 'pupil', entityId: pupilId })
  await logView(tx, { kind: 'sensitive', subject: 'pupil', ids: [pupilId] })
  const bases = await findBases(tx, pupil, today)
  const lapseOf = ({ kind }: { kind: string }) => bases.find((basis) => basis.kind === kind)?.lapsed ?? null
  // Users who maintain the entries must know which consent to ask for; all others wait for it (decision 0019).
  const isForTeachers = (row: SealedRow) =>
    row.visible_to_teachers && row.locked_at === null && lapseOf(row) === null && !isExpired(row, today)
  const isWanted = ({ kind }: SealedRow) => wanted === undefined || kind === wanted
  const rows = (await listSealed(tx, pupilId)).filter((row) => isWanted(row) && (seesAll || isForTeachers(row)))
  const rank = ({ kind }: { kind: string }) => SENSITIVE_KINDS.indexOf(kind as SensitiveKind)
  return {
    entries: rows.sort((a, b) => rank(a) - rank(b) || a.id - b.id).map((row) => toEntry(row, keys, lapseOf(row))),
    may_change: seesAll,
    lacking_consent: seesAll ? bases.flatMap(({ kind, isGranted }) => (isGranted ? [] : [kind])) : [],
  }
}
