import { z } from 'zod'
import { PARENTS_PAGE_TEXTS, TAKE_BACK_SECONDS } from '#contract/sicknotes/sicknotes.public.ts'
import type { Queries } from '#server/db/database.ts'
import { forgetIdempotentReply } from '#server/db/idempotency-keys.ts'
import { nameAction } from '#server/db/log-event.ts'
import { bindSchool } from '#server/db/school-transaction.ts'
import { conflict } from '#server/http/api-error.ts'
import { decrypt, encrypt, type SecretRing } from '#server/secret-keys.ts'
import { missAgain } from './explain-missing.ts'
import { queueTakenBackMails } from './report-mails.ts'
import { lockChildrenOf } from './sicknotes.changes.queries.ts'
import { type LockedNote, lockNotes, updateTakenBack } from './sicknotes.public.queries.ts'

const PURPOSE = 'take back of a report'

/** The answer to one report: its time, its key, and its notes, including those of others. */
const Report = z.object({
  at: z.int(),
  key: z.base64(),
  notes: z.array(z.object({ school: z.int(), id: z.int(), own: z.boolean() })),
})
export type SealedReport = z.output<typeof Report>

/** Longer than any real content, so that the length of a token does not reveal what was known before. */
const [REST_LENGTH, NOTE_LENGTH] = [120, 80]

/** A token for the person who made the report: it names the notes, and nobody else can read or make it. */
export const sealReport = (keys: SecretRing, report: SealedReport) => {
  const text = JSON.stringify(report).padEnd(REST_LENGTH + NOTE_LENGTH * report.notes.length)
  return encrypt(keys, PURPOSE, text).toString('base64url')
}

const tooLate = () => conflict(PARENTS_PAGE_TEXTS.tooLateToTakeBack)

const open = (keys: SecretRing, sealed: string) => {
  try {
    return Report.parse(JSON.parse(decrypt(keys, PURPOSE, Buffer.from(sealed, 'base64url'))))
  } catch {
    throw tooLate()
  }
}

const isRecent = (at: number, now: Date) => now.getTime() - at <= TAKE_BACK_SECONDS * 1000

/** Changes by staff after which the note still belongs to the reporter. */
const ONLY_SEEN = ['seen_at', 'seen_by']
const isUntouched = ({ changed }: Pick<LockedNote, 'changed'>) => changed.every((field) => ONLY_SEEN.includes(field))

/**
 * Whether a known note is the reporter's own: sent twice through the link within minutes, and not touched by anybody.
 */
export const isOwnReport = (
  { source, created_at, changed }: { source: string; created_at: string; changed: string[] },
  now: Date,
) => source === 'public_link' && isRecent(Date.parse(created_at), now) && isUntouched({ changed })

const isTakenBack = ({ cancelled_as }: Pick<LockedNote, 'cancelled_as'>) => cancelled_as === 'taken_back'

type ReportedNotes = SealedReport['notes']

/** Locks the reporter's own notes at each school. */
async function lockOwnNotes(tx: Queries, notes: ReportedNotes) {
  const locked: { school: number; notes: LockedNote[]; isWhole: boolean }[] = []
  for (const [school, own] of Map.groupBy(
    notes.filter(({ own }) => own),
    ({ school }) => school,
  )) {
    const ids = own.map(({ id }) => id)
    const inside = await bindSchool(tx, school)
    await lockChildrenOf(inside, ids)
    const found = await lockNotes(inside, ids)
    locked.push({ school, notes: found, isWhole: found.length === ids.length })
  }
  return locked
}

/** Whether the answer to a report is still true; not after its own notes were taken back. */
export async function isStillReported(tx: Queries, { sealed, keys }: { sealed: string; keys: SecretRing }) {
  const locked = await lockOwnNotes(tx, open(keys, sealed).notes)
  return locked.every(({ notes, isWhole }) => isWhole && !notes.some(isTakenBack))
}

interface TakingBack {
  sealed: string
  keys: SecretRing
  now: Date
  today: string
}

/**
 * Takes a whole report back. A repeated call gives the same answer, and so does a call for an absence that was known
 * before: the answer never reveals what is known about a child (domain §5.6), and other people's notes stay. 409 after
 * ten minutes, or when staff have worked on a note of the report.
 */
export async function takeBackReport(tx: Queries, { sealed, keys, now, today }: TakingBack) {
  const { at, key, notes } = open(keys, sealed)
  if (!isRecent(at, now)) throw tooLate()
  for (const { school, notes: own, isWhole } of await lockOwnNotes(tx, notes)) {
    const left = own.filter((note) => !isTakenBack(note))
    if (!isWhole || !left.every(isUntouched)) throw tooLate()
    const noteIds = left.map(({ id }) => id)
    const inside = await bindSchool(tx, school)
    await nameAction(inside, 'pupil_sicknote', 'sicknote_taken_back')
    await updateTakenBack(inside, noteIds, now.toISOString())
    await queueTakenBackMails(inside, { noteIds, today })
    await missAgain(
      inside,
      left.map(({ pupil_id }) => pupil_id),
    )
  }
  await forgetIdempotentReply(tx, Buffer.from(key, 'base64'))
  return { message: PARENTS_PAGE_TEXTS.takenBack }
}
