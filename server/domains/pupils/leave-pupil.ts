import { berlinToday, formatDate } from '#contract/dates.ts'
import { PARENT_LINK_TEXTS } from '#contract/parentlinks/parentlinks.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_TEXTS, type PupilExitForm } from '#contract/pupils/pupils.change.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { hasMembershipOn, reopenMembership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { PupilRecord } from './pupils.changes.queries.ts'
import { reviveLinks } from './pupils.links.shared.queries.ts'
import { endPupilsAfterExit, lockPupil, updatePupil } from './pupils.shared.queries.ts'

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

/** A pupil who had left attends again as before, with status, parents' link and the class that the exit ended. */
async function comeBack(tx: SchoolTransaction, stored: PupilRecord, { today, keys }: Acting) {
  const { id, date_entry, date_exit } = stored
  if (date_exit !== null) await reopenMembership(tx, { id, date_exit, today })
  const wasAwayAt = (instant: string) => date_exit !== null && berlinToday(new Date(instant)) > date_exit
  const renewed_links = await reviveLinks(tx, keys, [{ id, wasAwayAt }])
  return { change: { status: date_entry > today ? 'upcoming' : 'active' }, renewed_links }
}

/** The exit deleted a class of the next school year, and nobody knows any more which one it was. */
async function backAgain(tx: SchoolTransaction, stored: PupilRecord, { today }: Acting) {
  const done = `Der Abgang von ${fullName(stored)} ist zurückgenommen.`
  const isPlaced = !hasLeft(stored) || stored.date_entry > today || (await hasMembershipOn(tx, stored.id, today))
  return isPlaced ? [done] : [done, 'Bitte wählen Sie wieder eine Klasse.']
}

const unchanged = (message: string) => ({ message, renewed_links: [] })

interface Done {
  acting: Acting
  /** Null: the exit was taken back. */
  day: string | null
  renewed_links: number[]
}

/** The message, with a hint to print sheets again for pupils who came back without their old link. */
async function reportExit(tx: SchoolTransaction, stored: PupilRecord, { day, renewed_links, acting }: Done) {
  const done =
    day === null
      ? await backAgain(tx, stored, acting)
      : [`Der Abgang von ${fullName(stored)} zum ${formatDate(day)} ist eingetragen.`]
  const isThere = day === null || day >= acting.today
  const lost = isThere ? renewed_links : []
  return { message: [...done, ...PARENT_LINK_TEXTS.renewed(lost.length, 1)].join(' '), renewed_links: lost }
}

/**
 * The last day at the school with its reason, or null to take the exit back. A day before today takes effect at once,
 * any other at the turn of the day.
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
  if (day === null && stored.date_exit === null) return unchanged('Es war kein Abgang eingetragen.')
  refuseExit(exit, stored)
  const change = changedFields(stored, exit)
  const fields = Object.keys(change)
  if (fields.length === 0) return unchanged(REPLY_TEXTS.nothingToChange)
  const { date_exit, exit_reason, next_school } = stored
  await refuseStale(tx, { stored, fields, version, current: { date_exit, exit_reason, next_school } })
  await nameAction(tx, 'pupil', day === null ? 'pupil_exit_taken_back' : 'pupil_left')
  const { change: back = {}, renewed_links = [] } = hasLeft(stored) ? await comeBack(tx, stored, acting) : {}
  await updatePupil(tx, id, { ...exit, ...back })
  if (day !== null && day < today) await endPupilsAfterExit(tx, today)
  return reportExit(tx, stored, { day, renewed_links, acting })
}
