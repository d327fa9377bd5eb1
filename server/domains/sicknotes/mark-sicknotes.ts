import { counted } from '#contract/counted.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { EXCUSE_STATE_LABELS, type ExcuseState } from '#contract/sicknotes/sicknotes.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { notFound } from '#server/http/api-error.ts'
import { restoreExcuses, storeFormerExcuses } from './excuses.queries.ts'
import { refuseDecided } from './refuse-sicknote.ts'
import { type LockedSicknote, lockSicknotes, updateSicknotes } from './sicknotes.changes.queries.ts'

/** Locks all of them; a single 404 if any is unknown, of another school or of a child the viewer does not see. */
async function lockAll(tx: SchoolTransaction, ids: readonly number[], acting: Acting) {
  const wanted = [...new Set(ids)]
  const notes = await lockSicknotes(tx, wanted, acting)
  if (notes.length < wanted.length) throw notFound()
  return notes
}

const idsOf = (notes: readonly LockedSicknote[]) => notes.map(({ id }) => id)

const replyOf = (changed: number[], done: string) => ({
  message:
    changed.length === 0
      ? REPLY_TEXTS.nothingToChange
      : `${counted(changed.length, 'Meldung ist', 'Meldungen sind')} ${done}`,
  changed_ids: changed,
})

interface Seeing {
  ids: readonly number[]
  seen: boolean
}

/** Marks the notes as seen by the school, or takes that back; cancelled ones do not change. */
export async function seeSicknotes(tx: SchoolTransaction, { ids, seen }: Seeing, acting: Acting) {
  const notes = await lockAll(tx, ids, acting)
  const changed = idsOf(notes.filter((note) => note.cancelled_at === null && (note.seen_at !== null) !== seen))
  await nameAction(tx, 'pupil_sicknote', 'sicknote_seen')
  await updateSicknotes(
    tx,
    changed,
    seen ? { seen_at: acting.now.toISOString(), seen_by: acting.viewer.user_id } : { seen_at: null, seen_by: null },
  )
  return replyOf(changed, seen ? 'als gesehen gekennzeichnet.' : 'wieder neu.')
}

type EnteredState = Exclude<ExcuseState, 'not_required'>

interface Excusing {
  ids: readonly number[]
  state: EnteredState | 'before'
}

/** A leave is decided and not excused; a note that needs no excuse stays so. */
const takesExcuse = ({ cancelled_at, reason, excuse_state }: LockedSicknote, state: string) =>
  cancelled_at === null && reason !== 'leave' && excuse_state !== 'not_required' && excuse_state !== state

async function enterExcuses(
  tx: SchoolTransaction,
  { notes, state }: { notes: readonly LockedSicknote[]; state: EnteredState },
  { viewer, today }: Acting,
) {
  const taking = notes.filter((note) => takesExcuse(note, state))
  for (const note of taking) refuseDecided(note, viewer)
  const changed = idsOf(taking)
  await storeFormerExcuses(tx, changed, viewer.user_id)
  await updateSicknotes(tx, changed, {
    excuse_state: state,
    excuse_received_at: state === 'excused' ? today : null,
    excuse_confirmed_by: state === 'open' ? null : viewer.user_id,
  })
  return replyOf(changed, `${EXCUSE_STATE_LABELS[state]}.`)
}

async function undoExcuses(tx: SchoolTransaction, notes: readonly LockedSicknote[], { viewer }: Acting) {
  const valid = idsOf(notes.filter(({ cancelled_at }) => cancelled_at === null))
  const changed_ids = (await restoreExcuses(tx, valid, viewer.user_id)).map(({ id }) => id)
  const whose = `Bei ${counted(changed_ids.length, 'Meldung', 'Meldungen')}`
  return {
    message:
      changed_ids.length === 0 ? REPLY_TEXTS.nothingToChange : `${whose} steht die Entschuldigung wieder wie vorher.`,
    changed_ids,
  }
}

/** Stores the state of the excuses; only a person ever decides that an absence is unexcused (domain §3.5). */
export async function excuseSicknotes(tx: SchoolTransaction, { ids, state }: Excusing, acting: Acting) {
  const notes = await lockAll(tx, ids, acting)
  await nameAction(tx, 'pupil_sicknote', 'sicknote_excused')
  return state === 'before' ? undoExcuses(tx, notes, acting) : enterExcuses(tx, { notes, state }, acting)
}
