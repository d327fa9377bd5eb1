import { counted } from '#contract/counted.ts'
import { berlinToday } from '#contract/dates.ts'
import { ERASED_WORDS } from '#contract/retentions/erased-words.ts'
import { isRequestRule } from '#contract/retentions/retentions.on-request.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { setClock } from '#server/db/set-clock.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { deleteRequests, forgetUnknownNamed } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import { lockWaitLists } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'
import { findErasableName, listApplications } from '#server/domains/retentions/on-request/erasable-records.queries.ts'
import { eraseGuardians } from '#server/domains/retentions/on-request/erase-guardians.ts'
import { erasePeople } from '#server/domains/retentions/people/erase-people.ts'
import { listSchoolIds } from '#server/domains/schools/schools.shared.queries.ts'
import { deleteConsents } from '#server/domains/sensitive/sensitive.erasure.shared.queries.ts'
import { eraseAccounts } from '#server/domains/users/users.erasure.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Task } from '#server/jobs/run-task.ts'
import { eraseApplications } from './erase-applications.ts'
import { appendToJournal, type JournalErasure, readJournal } from './erasure-journal.ts'
import {
  deleteErased,
  insertErasures,
  listCopied,
  listUnknownErasures,
  type NewErasure,
  skipSchoolIds,
  takeUncopied,
  updateCopied,
  updateUncopied,
} from './erasures.queries.ts'
import { forgetStoredTexts } from './forget-stored-texts.ts'
import { lockRegistrations } from './retentions.queries.ts'
import { deleteMails, deleteStoredReplies, joinTraces, listTraces } from './traces.queries.ts'

type Journal = Pick<Platform, 'pool' | 'keys' | 'erasureJournal' | 'now'>

/** The number of rows in one transaction. */
const BATCH = 200

/** The job that copies what was erased to the journal beside the backups; a row is marked only when the disk has it. */
export const copyErasures =
  ({ pool, keys, erasureJournal, now }: Journal): Task =>
  async () => {
    for (const { id: school } of await inTransaction(pool, listSchoolIds)) {
      const actor = { userId: null, schoolId: school, requestId: `copy-erasures-${school}` }
      let count: number
      do {
        count = await inSchool(pool, actor, async (tx) => {
          const rows = await takeUncopied(tx, BATCH)
          if (rows.length === 0) return 0
          appendToJournal(
            erasureJournal,
            keys,
            rows.map((row) => ({ ...row, school })),
          )
          await updateCopied(
            tx,
            rows.map(({ id }) => id),
            now(),
          )
          return rows.length
        })
      } while (count === BATCH)
    }
  }

const idsOf = (erasures: readonly NewErasure[], subject: NewErasure['subject']) =>
  erasures.filter((one) => one.subject === subject).map(({ subject_id }) => subject_id)

/** Numbers and waiting lists of the restored database do not know yet that these applications went. */
async function repeatApplications(tx: SchoolTransaction, ids: readonly number[]) {
  if (ids.length === 0) return
  const wanted = { ids }
  await lockWaitLists(tx, await listApplications(tx, wanted))
  await lockRegistrations(tx, ids)
  await eraseApplications(tx, await listApplications(tx, wanted))
}

/** What was typed about these people into the register of requests; their names are read before they go. */
async function forgetTypedNames(tx: SchoolTransaction, erasures: readonly NewErasure[], today: string) {
  const names = []
  for (const { subject, subject_id } of erasures) {
    if (subject === 'consent' || subject === 'request') continue
    names.push((await findErasableName(tx, { subject, id: subject_id })) ?? [])
  }
  await forgetUnknownNamed(tx, names.flat(), today)
}

/** Erases once more what the journal knows and the restored table does not; ids that are gone are only noted. */
async function repeat(tx: SchoolTransaction, erasures: readonly NewErasure[], today: string) {
  const onRequest = erasures.filter(({ rule }) => isRequestRule(rule))
  await deleteMails(tx, {
    pupils: idsOf(onRequest, 'pupil'),
    guardians: idsOf(onRequest, 'guardian'),
    registrations: idsOf(onRequest, 'registration'),
  })
  await forgetTypedNames(tx, onRequest, today)
  // Before the children go, by whom the other records of the same person are found.
  await eraseGuardians(tx, idsOf(onRequest, 'guardian'))
  for (const action of ['reduce', 'delete'] as const)
    for (const subject of ['pupil', 'employee'] as const) {
      const records = erasures
        .filter((one) => one.subject === subject && one.action === action)
        .map(({ subject_id, rule }) => ({ id: subject_id, rule }))
      if (records.length > 0) await erasePeople(tx, { subject, action, records, today })
    }
  if (onRequest.length > 0) await deleteStoredReplies(tx)
  await eraseAccounts(tx, idsOf(erasures, 'user'))
  await repeatApplications(tx, idsOf(erasures, 'registration'))
  const persons = await listTraces(tx, 'pupil_contact_person', idsOf(erasures, 'contact_person'))
  const guardians = await listTraces(tx, 'guardian', idsOf(erasures, 'guardian'))
  await deleteErased(tx, 'pupil_contact_person', idsOf(erasures, 'contact_person'))
  await deleteErased(tx, 'guardian', idsOf(erasures, 'guardian'))
  await deleteConsents(tx, idsOf(erasures, 'consent'))
  await deleteRequests(tx, idsOf(erasures, 'request'))
  await forgetStoredTexts(tx, joinTraces(persons, guardians))
  await insertErasures(tx, erasures)
}

const batchesOf = <T>(list: readonly T[]) =>
  Array.from({ length: Math.ceil(list.length / BATCH) }, (_, index) => list.slice(index * BATCH, (index + 1) * BATCH))

async function repeatInSchool({ pool, now }: Journal, school: number, lines: readonly JournalErasure[]) {
  const actor = { userId: null, schoolId: school, requestId: `repeat-erasures-${school}` }
  const at = now()
  const repeated: NewErasure[] = []
  for (const batch of batchesOf(lines))
    repeated.push(
      ...(await inSchool(pool, actor, async (tx) => {
        await setClock(tx, at)
        const unknown = await listUnknownErasures(tx, batch)
        // What was erased is erased again, whatever the restored database says about it.
        if (unknown.length > 0) await withRestricted(tx, () => repeat(tx, unknown, berlinToday(at)))
        return unknown
      })),
    )
  return repeated
}

const keyOf = ({ subject, subject_id, action, erased_on }: NewErasure) =>
  `${subject} ${subject_id} ${action} ${erased_on}`

/**
 * Rows that were copied once but are no longer in the journal: somebody changed or lost it, so they are copied again.
 */
async function completeJournal({ pool }: Journal, school: number, lines: readonly JournalErasure[]) {
  const written = new Set(lines.map(keyOf))
  const actor = { userId: null, schoolId: school, requestId: `complete-journal-${school}` }
  return inSchool(pool, actor, async (tx) => {
    const missing = (await listCopied(tx)).filter((row) => !written.has(keyOf(row)))
    if (missing.length > 0)
      await updateUncopied(
        tx,
        missing.map(({ id }) => id),
      )
    return missing.length
  })
}

/** What was done with the journal when the program started, in numbers. */
export interface RepeatedErasures {
  /** Records that were erased once more, by kind. */
  repeated: Map<NewErasure['subject'], number>
  /** Lines that this installation's keys do not confirm. */
  unreadable: number
  /** Erasures that the database knows and the journal had lost. */
  lost: number
}

/**
 * After a restore the database holds people who were erased since: they are erased again, by the journal, before the
 * program serves (domain DP-24). Nothing new can be stored meanwhile, so an id of the journal never means a new person; and
 * a school that is not there gets no successor of its number.
 */
export async function repeatErasures(journal: Journal): Promise<RepeatedErasures> {
  const { erasures, unreadable } = readJournal(journal.erasureJournal, journal.keys)
  const bySchool = Map.groupBy(erasures, ({ school }) => school)
  const schools = await inTransaction(journal.pool, async (tx) => {
    const known = (await listSchoolIds(tx)).map(({ id }) => id)
    const highest = Math.max(0, ...bySchool.keys())
    if (highest > Math.max(0, ...known)) await skipSchoolIds(tx, highest)
    return known
  })
  const repeated = new Map<NewErasure['subject'], number>()
  let lost = 0
  for (const id of schools) {
    const lines = bySchool.get(id) ?? []
    lost += await completeJournal(journal, id, lines)
    for (const { subject } of await repeatInSchool(journal, id, lines))
      repeated.set(subject, (repeated.get(subject) ?? 0) + 1)
  }
  return { repeated, unreadable, lost }
}

/** „3 SuS, 1 Bewerbung“. */
export const repeatedText = ({ repeated }: Pick<RepeatedErasures, 'repeated'>) =>
  [...repeated]
    .map(([subject, count]) => counted(count, ERASED_WORDS[subject].one, ERASED_WORDS[subject].several))
    .join(', ')

/** What the person who starts the program should read about the journal; nothing is said when all is well. */
export const journalLines = (done: RepeatedErasures) => [
  ...(done.repeated.size > 0 ? [`Nach der Wiederherstellung erneut gelöscht: ${repeatedText(done)}.`] : []),
  ...(done.lost > 0
    ? [
        `Im Löschjournal ${done.lost === 1 ? 'fehlte' : 'fehlten'} ${counted(done.lost, 'Löschung', 'Löschungen')}; das wird nachgetragen.`,
      ]
    : []),
  ...(done.unreadable > 0
    ? [
        `Achtung: Im Löschjournal ${done.unreadable === 1 ? 'ist eine Zeile' : `sind ${done.unreadable} Zeilen`} nicht mit dem Schlüssel dieser Installation geschrieben. Was dort steht, wurde nicht erneut gelöscht.`,
      ]
    : []),
]
