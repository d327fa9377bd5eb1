import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_TEXTS, type PupilExitForm } from '#contract/pupils.change.ts'
import { hasLeft } from '#contract/pupils.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { setPupilLink } from './pupil-link.queries.ts'
import { lockPupil, type PupilRecord, updatePupil } from './pupils.changes.queries.ts'
import { endPupilsAfterExit, hasMembershipOn, reopenMembership } from './pupils.turn.queries.ts'

interface Acting {
  today: string
  keys: SecretRing
}

type Exit = Omit<PupilExitForm, 'version'>

const refuseExit = ({ date_exit, exit_reason }: Exit, { date_entry }: PupilRecord) => {
  if (date_exit === null) return
  if (date_exit < date_entry) throw invalid({ date_exit: [PUPIL_TEXTS.exitBeforeEntry] })
  if (exit_reason === null) throw invalid({ exit_reason: [PUPIL_TEXTS.reasonMissing] })
}

/** Who had left attends again as before: status, the class that the exit ended, and a new parents' link. */
async function comeBack(tx: SchoolTransaction, stored: PupilRecord, { today, keys }: Acting) {
  const { id, date_entry, date_exit } = stored
  if (date_exit !== null) await reopenMembership(tx, { id, date_exit, today })
  await setPupilLink(tx, keys, id)
  return { status: date_entry > today ? 'upcoming' : 'active' }
}

/** A class of the next school year is gone with the exit, and which one it was nobody knows any more. */
async function backAgain(tx: SchoolTransaction, stored: PupilRecord, { today }: Acting) {
  const done = `Der Abgang von ${fullName(stored)} ist zurückgenommen.`
  const isPlaced = !hasLeft(stored) || stored.date_entry > today || (await hasMembershipOn(tx, stored.id, today))
  return isPlaced ? done : `${done} Bitte wählen Sie wieder eine Klasse.`
}

/**
 * The last day at the school with its reason, or null to take it back. One before today takes effect at once; else the
 * turn of the day does it.
 */
export async function leavePupil(
  tx: SchoolTransaction,
  { id, form: { version, ...form } }: { id: number; form: PupilExitForm },
  acting: Acting,
) {
  const { today } = acting
  const stored = await lockPupil(tx, id)
  if (!stored || stored.deleted_at !== null) throw notFound()
  const { date_exit: day } = form
  const exit: Exit = day === null ? { date_exit: null, exit_reason: null, next_school: null } : form
  if (day === null && stored.date_exit === null) return { message: 'Es war kein Abgang eingetragen.' }
  refuseExit(exit, stored)
  const change = changedFields(stored, exit)
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  const { date_exit, exit_reason, next_school } = stored
  await refuseStale(tx, { stored, fields, version, current: { date_exit, exit_reason, next_school } })
  await nameAction(tx, 'pupil', day === null ? 'pupil_exit_taken_back' : 'pupil_left')
  const back = hasLeft(stored) ? await comeBack(tx, stored, acting) : {}
  await updatePupil(tx, id, { ...exit, ...back })
  if (day === null) return { message: await backAgain(tx, stored, acting) }
  if (day < today) await endPupilsAfterExit(tx, today)
  return { message: `Der Abgang von ${fullName(stored)} zum ${formatDate(day)} ist eingetragen.` }
}
