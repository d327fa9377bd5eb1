import { z } from 'zod'
import { PARENTS_PAGE_TEXTS, TAKE_BACK_SECONDS } from '#contract/sicknotes.public-paths.ts'
import { bindSchool, nameAction, type SchoolTransaction } from '#server/db/in-school.ts'
import { conflict } from '#server/http/api-error.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'
import { missAgain } from './explain-missing.ts'
import { queueTakenBackMails } from './report-mails.ts'
import { holdChildrenOf } from './sicknotes.changes.queries.ts'
import { type HeldNote, holdNotes, updateTakenBack } from './sicknotes.public.queries.ts'

const PURPOSE = 'take back of a report'

/** The notes of one report, school by school. */
const Notes = z.array(z.object({ school: z.int(), ids: z.array(z.int()) }))
export type SealedNotes = z.output<typeof Notes>

/** What only who made the report gets: it names its notes, and nobody else can read or make it. */
export const sealNotes = (keys: SecretRing, notes: SealedNotes) =>
  encrypt(keys, PURPOSE, JSON.stringify(notes)).toString('base64url')

const tooLate = () => conflict(PARENTS_PAGE_TEXTS.tooLateToTakeBack)

const open = (keys: SecretRing, sealed: string) => {
  try {
    return Notes.parse(JSON.parse(decrypt(keys, PURPOSE, Buffer.from(sealed, 'base64url'))))
  } catch {
    throw tooLate()
  }
}

/** What staff may do to a note without making it theirs. */
const ONLY_SEEN = ['seen_at', 'seen_by']

/** Reported under the link, minutes ago, and touched by nobody. */
const mayTakeBack = ({ source, created_at, changed }: HeldNote, now: Date) =>
  source === 'public_link' &&
  now.getTime() - new Date(created_at).getTime() <= TAKE_BACK_SECONDS * 1000 &&
  changed.every((field) => ONLY_SEEN.includes(field))

const isTakenBack = ({ cancelled_as }: HeldNote) => cancelled_as === 'taken_back'

/** Takes a whole report back; again it says the same. 409 when one of its notes is too old, or staff worked with it. */
export async function takeBackReport(
  tx: SchoolTransaction,
  { sealed, keys, now, today }: { sealed: string; keys: SecretRing; now: Date; today: string },
) {
  for (const { school, ids } of open(keys, sealed)) {
    await bindSchool(tx, school)
    await holdChildrenOf(tx, ids)
    const notes = await holdNotes(tx, ids)
    const left = notes.filter((note) => !isTakenBack(note))
    if (notes.length < ids.length || !left.every((note) => mayTakeBack(note, now))) throw tooLate()
    const noteIds = left.map(({ id }) => id)
    await nameAction(tx, 'pupil_sicknote', 'sicknote_taken_back')
    await updateTakenBack(tx, noteIds, now.toISOString())
    await queueTakenBackMails(tx, { schoolId: school, noteIds, today })
    await missAgain(
      tx,
      left.map(({ pupil_id }) => pupil_id),
    )
  }
  return { message: PARENTS_PAGE_TEXTS.takenBack }
}
