import { countedIfAny } from '#contract/counted.ts'
import { berlinToday } from '#contract/dates.ts'
import { ROLLOVER_TEXTS } from '#contract/rollovers/rollovers.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { lockSchoolyear, lockSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { findRollover, getRolloverChanges, type StoredRollover, updateUndone } from './rollovers.queries.ts'
import {
  countObstacles,
  deleteMade,
  type Obstacles,
  switchYearBack,
  updateEndsBack,
  updateLeaversBack,
  updatePreviousBack,
} from './rollovers.undo.queries.ts'

const describe = ({ moved, joined, classes, functions, leavers }: Obstacles) =>
  [
    ...countedIfAny(moved, 'Kind hat schon eine andere Klasse', 'Kinder haben schon eine andere Klasse'),
    ...countedIfAny(joined, 'Kind ist neu in einer angelegten Klasse', 'Kinder sind neu in angelegten Klassen'),
    ...countedIfAny(classes, 'angelegte Klasse wurde geändert', 'angelegte Klassen wurden geändert'),
    ...countedIfAny(
      functions,
      'Zuordnung von Mitarbeitenden wurde geändert',
      'Zuordnungen von Mitarbeitenden wurden geändert',
    ),
    ...countedIfAny(leavers, 'Abgang wurde geändert', 'Abgänge wurden geändert'),
  ].join(', ')

/** From its first day on people work in the new year; only a change that was late can still be undone. */
const hasBegun = ({ to_date_start, created_at }: StoredRollover, today: string) =>
  today >= to_date_start && berlinToday(new Date(created_at)) < to_date_start

/** The reason why a change cannot be undone, null when it can (domain §3.4). */
export async function findUndoRefusal(tx: SchoolTransaction, rollover: StoredRollover, today: string) {
  if (rollover.undone_at !== null) return ROLLOVER_TEXTS.undone
  if (!rollover.is_newest) return ROLLOVER_TEXTS.newerExists
  if (hasBegun(rollover, today)) return ROLLOVER_TEXTS.hasBegun
  if (rollover.to_date_end < today) return ROLLOVER_TEXTS.isOver
  const what = describe(await countObstacles(tx, rollover.id))
  return what === '' ? null : ROLLOVER_TEXTS.changedSince(what)
}

interface Undo {
  id: number
  viewer: SchoolViewer
  now: Date
  today: string
}

async function undo(tx: SchoolTransaction, { id, viewer, now, today }: Undo) {
  await lockSchoolyears(tx)
  const known = await findRollover(tx, id)
  if (!known) throw notFound()
  const changes = await getRolloverChanges(tx, id)
  await lockPupils(tx, [
    ...changes.memberships.map(({ pupil_id }) => pupil_id),
    ...changes.leavers.map((one) => one.id),
  ])
  await lockSchoolyear(tx, known.to_year_id)
  const refusal = await findUndoRefusal(tx, known, today)
  if (refusal !== null) throw conflict(refusal)
  await updatePreviousBack(tx, changes.linked)
  await deleteMade(tx, changes)
  await updateEndsBack(tx, changes)
  await updateLeaversBack(tx, changes.leavers)
  const { formerly_active: formerlyActive } = changes
  if (formerlyActive !== null) await switchYearBack(tx, { yearId: known.to_year_id, formerlyActive })
  await nameAction(tx, 'rollover', 'rollover_undone')
  await updateUndone(tx, id, { userId: viewer.user_id, now: now.toISOString() })
  return { message: `Der Wechsel in das Schuljahr ${known.to_year} ist zurückgenommen.` }
}

/**
 * Undoes the newest year change while everything it created is unchanged; otherwise 409 with what changed. Whoever was moved by
 * it and is restricted now goes back as well: the answer names nobody.
 */
export const undoRollover = (tx: SchoolTransaction, undone: Undo) => withRestricted(tx, () => undo(tx, undone))
