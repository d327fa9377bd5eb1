import { fullName } from '#contract/person-names.ts'
import { type NewSicknoteForm, type OtherReason, SICKNOTE_CHANGE_TEXTS } from '#contract/sicknotes/sicknotes.change.ts'
import { SICKNOTE_REASON_LABELS, type SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import type { SicknoteSource } from '#contract/sicknotes/sicknotes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { conflict } from '#server/http/api-error.ts'
import { cancelSicknote } from './cancel-sicknote.ts'
import { changeSicknote } from './change-sicknote.ts'
import { mayMend } from './refuse-sicknote.ts'
import { type LockedSicknote, listSameNotes, lockSicknotes, type SameAbsence } from './sicknotes.changes.queries.ts'

interface Entry {
  form: NewSicknoteForm
  note: SameAbsence
  pupilIds: readonly number[]
}

const toOtherReason = (note: LockedSicknote, is_replaced: boolean): OtherReason => ({
  id: note.id,
  version: note.version,
  pupil_id: note.pupil_id,
  name: fullName(note),
  reason: note.reason as SicknoteReason,
  source: note.source as SicknoteSource,
  created_at: note.created_at,
  is_replaced,
})

const namesOf = (others: readonly OtherReason[]) =>
  others.map(({ name, reason }) => `${name} (${SICKNOTE_REASON_LABELS[reason]})`).join(', ')

/** 409 with the stored notes that the user has not seen: nothing is dropped or changed silently. */
function refuseUnseen(
  notes: readonly LockedSicknote[],
  { form, isMended }: { form: NewSicknoteForm; isMended: boolean },
  acting: Acting,
) {
  const others = notes.map((note) => toOtherReason(note, !isMended))
  const isSeen = ({ id, version }: OtherReason) =>
    form.replaces.some((seen) => seen.id === id && seen.version === version)
  const text = SICKNOTE_CHANGE_TEXTS.otherReason(namesOf(others))
  if (notes.some((note) => !mayMend(note, acting))) throw conflict(`${text} ${SICKNOTE_CHANGE_TEXTS.reasonOfOffice}`)
  if (!others.every(isSeen)) throw conflict(text, { other_reasons: others })
}

/** Gives the note the reason and the text entered with it. Returns its new version. */
const mendReason = async (
  tx: SchoolTransaction,
  note: LockedSicknote,
  { form, acting }: { form: NewSicknoteForm; acting: Acting },
) => {
  const { comment, reporterName, reporterRelation, reporterPhone } = form
  const said = Object.entries({ comment, reporterName, reporterRelation, reporterPhone })
  const change = {
    ...Object.fromEntries(said.filter(([, value]) => value != null)),
    reason: form.reason,
    version: note.version,
    accepts_free_days: form.accepts_free_days,
  }
  const { version } = await changeSicknote(tx, { id: note.id, form: change, keepsReason: true }, acting)
  return { id: note.id, pupil_id: note.pupil_id, version }
}

type Mended = Awaited<ReturnType<typeof mendReason>>

/**
 * Notes of these children for the same days with another reason: 409 with all of them, unless the form says that the
 * user saw them and wants to change them. Up to its first day a note gets the new reason. Later it is cancelled and the
 * absence entered as a new note (domain §1.11); the same holds for a leave, because only a new note has a decision.
 * Returns the notes by what happened to them.
 */
export async function changeOtherReasons(tx: SchoolTransaction, { form, note, pupilIds }: Entry, acting: Acting) {
  const mended: Mended[] = []
  const replaced: LockedSicknote[] = []
  // A mark has no reason.
  if (form.reason === 'unexplained') return { mended, replaced }
  const same = await listSameNotes(tx, pupilIds, note)
  const others = (await lockSicknotes(tx, same, acting)).filter(({ reason }) => reason !== form.reason)
  const isMended = note.date_start >= acting.today && form.reason !== 'leave'
  if (others.length > 0) refuseUnseen(others, { form, isMended }, acting)
  for (const other of others) {
    if (isMended) mended.push(await mendReason(tx, other, { form, acting }))
    else {
      await cancelSicknote(tx, other.id, acting)
      replaced.push(other)
    }
  }
  return { mended, replaced }
}
