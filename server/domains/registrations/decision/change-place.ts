import { ERROR_TEXTS } from '#contract/error-texts.ts'
import {
  ACCEPTED_FIELDS,
  PLACE_TEXTS,
  type PlaceChange,
  type PlaceField,
  placeErrors,
  placeRefusal,
} from '#contract/registrations/registrations.place.ts'
import { undoableSince } from '#contract/registrations/registrations.status.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { noteFields } from '#server/domains/registrations/note-fields.ts'
import { findFieldChange } from '#server/domains/registrations/refuse-stale-status.ts'
import { updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import {
  type LockedRegistration,
  lockRegistration,
} from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict, invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'

type Change = Omit<PlaceChange, 'version'>

/** 409 when it can no longer be changed, or is not accepted and so has no place. */
const refuse = (current: LockedRegistration, fields: readonly PlaceField[]) => {
  const refusal = placeRefusal(current, fields)
  if (refusal) throw conflict(refusal)
  const needsPlace = ACCEPTED_FIELDS.some((field) => fields.includes(field))
  if (needsPlace && current.status !== 'accepted') throw conflict(PLACE_TEXTS.onlyAccepted)
}

const refuseStalePlace = async (
  tx: SchoolTransaction,
  current: LockedRegistration,
  { fields, version }: { fields: PlaceField[]; version: number },
) => {
  const last = await findFieldChange(tx, current, { fields, version })
  if (!last) return
  const stored = Object.fromEntries(fields.map((field) => [field, current[field]]))
  throw conflict(ERROR_TEXTS.stale, { ...last, version: current.version, ...stored })
}

/**
 * Whether the day is the one that the latest change replaced within the last ten minutes: an undo may restore a day
 * that is over.
 */
const isFormerDue = ({ field_changes }: LockedRegistration, day: string | null | undefined, now: Date) => {
  const last = (field_changes as unknown as Record<string, { at: string; was?: string | null }>).place_confirm_due_at
  return last?.was !== undefined && last.was === day && Date.parse(last.at) >= undoableSince(now).getTime()
}

/** The fields that must be validated again. */
const fieldsToValidate = (current: LockedRegistration, change: Partial<Change>, now: Date) => {
  const fields = Object.keys(change)
  const isUndo = isFormerDue(current, change.place_confirm_due_at, now)
  return isUndo ? fields.filter((field) => field !== 'place_confirm_due_at') : fields
}

/**
 * Stores the state of the place: contract, confirmation and its deadline (domain §3.3), and whether a parent works here
 * (domain §3.2). Unchanged values change nothing.
 */
export async function changePlace(
  tx: SchoolTransaction,
  { id, form: { version, ...sent } }: { id: number; form: PlaceChange },
  acting: Acting,
) {
  const { now, today } = acting
  const current = await lockRegistration(tx, id)
  if (!current) throw notFound()
  const change = changedFields<Change>(current, sent)
  const fields = Object.keys(change) as PlaceField[]
  if (fields.length === 0) return { version: current.version }
  refuse(current, fields)
  await refuseStalePlace(tx, current, { fields, version })
  const errors = placeErrors({ ...current, ...change }, { changed: fieldsToValidate(current, change, now), today })
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await nameAction(tx, 'registration', 'registration_place_changed')
  const written = await updateRegistration(tx, id, {
    ...change,
    field_changes: noteFields(current, fields, {
      ...acting,
      former: { place_confirm_due_at: current.place_confirm_due_at },
    }),
  })
  await insertEvents(tx, acting, [{ registration_id: id, kind: 'place_changed', fields }])
  return { version: written }
}
