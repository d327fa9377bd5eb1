import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { withUnits } from '#contract/field-units.ts'
import type { Queries } from '#server/db/database.ts'
import { findChangeSince } from '#server/db/field-changes.ts'
import { conflict } from './api-error.ts'

interface VersionedChange {
  stored: { version: number; field_changes: unknown }
  /** Names of the fields that are to be changed. */
  fields: readonly string[]
  /** What the page was loaded with; missing: whatever is stored is overwritten (domain §9a). */
  version: number | undefined
  /** What is stored in the words of the contract, for the page to compare. */
  current: Record<string, unknown>
}

/** 409 with who, when and what is stored, if a field that is to be changed, or its unit, was changed since the page's version. */
export async function refuseStale(tx: Queries, { stored, fields, version, current }: VersionedChange) {
  if (version === undefined) return
  const change = await findChangeSince(tx, stored, { fields: withUnits(fields), version })
  if (change) throw conflict(ERROR_TEXTS.stale, { ...change, version: stored.version, ...current })
}
