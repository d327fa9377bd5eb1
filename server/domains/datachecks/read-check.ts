import type { CheckedFamily } from '#contract/datachecks/datachecks.decide.ts'
import { CHECKED_PERSON_KEYS, DATA_CHECK_MAIL } from '#contract/datachecks/datachecks.texts.ts'
import type {
  CheckReader,
  DataCheckDetails,
  DataCheckRow,
  NotAsked,
  ReaderState,
} from '#contract/datachecks/datachecks.ts'
import { formatDate } from '#contract/dates.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { listGuardianNames } from '#server/domains/circulars/circulars.families.shared.queries.ts'
import { childText, namedLeftOut, readChildren } from '#server/domains/circulars/family-names.shared.ts'
import { isVisiblePupil } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { troubleOf } from '#server/mail/mail-trouble.ts'
import { isOver, isRunning, remindFrom } from './check-running.ts'
import { currentOf, isUndoable, loadCurrent, seenByOffice, shownReplaced } from './current-values.ts'
import { listChanges, listConfirmed } from './datachecks.changes.queries.ts'
import {
  countReaders,
  findCheck,
  findNextReader,
  findReader,
  listCheckMails,
  listChecks,
  listLeft,
  listReaders,
  type StoredCheck,
} from './datachecks.queries.ts'
import { storedParts } from './draw-check-form.ts'
import { loadRecord, pick } from './family-record.ts'

const toRow = (
  { id, audience, ends_on, ended_at, created_at, created_by }: StoredCheck,
  counted: Awaited<ReturnType<typeof countReaders>>,
  today: string,
): DataCheckRow => {
  const own = counted.filter(({ data_check_id }) => data_check_id === id)
  const count = (isWanted: (row: (typeof own)[number]) => boolean) =>
    own.filter(isWanted).reduce((sum, row) => sum + row.count, 0)
  const inState = (state: ReaderState) => count((row) => row.state === state)
  return {
    ...{ id, audience, ends_on, created_at, created_by },
    is_running: isRunning({ ends_on, ended_at }, today),
    counts: {
      all: count(() => true),
      open: inState('open'),
      confirmed: inState('confirmed'),
      changed: inState('changed'),
      decided: inState('decided'),
      by_letter: count(({ is_mailed }) => !is_mailed),
    },
  }
}

export async function readChecks(tx: SchoolTransaction, today: string) {
  const rows = await listChecks(tx)
  const counted = await countReaders(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => toRow(row, counted, today))
}

/** The wording of the newest round is the beginning of the next. */
export async function readWording(tx: SchoolTransaction) {
  const [newest] = await listChecks(tx)
  return newest ? { subject: newest.subject, body: newest.body } : DATA_CHECK_MAIL
}

/** „ (beendet am 12.11.2026)“ for a child who left; nothing for all others. */
const leftText = (exit: string | null | undefined) => {
  if (exit === undefined) return ''
  return exit === null ? ' (beendet)' : ` (beendet am ${formatDate(exit)})`
}

type StoredLeftOut = Pick<NotAsked, 'pupil_id' | 'guardian_id' | 'reason'>

/** Names are those of today; who is restricted or erased by now has no line. */
export async function readCheck(tx: SchoolTransaction, id: number, today: string): Promise<DataCheckDetails> {
  const check = await findCheck(tx, id)
  if (!check) throw notFound()
  const readers = await listReaders(tx, id)
  const mails = await listCheckMails(tx, id)
  const leftOut = check.left_out as unknown as StoredLeftOut[]
  const ids = [...readers.flatMap(({ pupil_ids }) => pupil_ids), ...leftOut.map(({ pupil_id }) => pupil_id)]
  const children = await readChildren(tx, ids, today)
  const left = await listLeft(tx, ids, today)
  const guardians = await listGuardianNames(
    tx,
    leftOut.flatMap(({ guardian_id }) => guardian_id ?? []),
  )
  const row = toRow(check, await countReaders(tx, [id]), today)
  return {
    ...row,
    subject: check.subject,
    reminded_at: check.reminded_at,
    may_remind: row.is_running && remindFrom(check) <= today,
    remind_from: remindFrom(check),
    waiting: [...mails.values()].filter(({ state }) => state === 'queued').length,
    readers: readers.map(({ pupil_ids, ...reader }): CheckReader => {
      const own = pupil_ids.flatMap((pupil) => children.get(pupil) ?? [])
      const texts = own.map((child) => `${childText(child)}${leftText(left.get(child.id))}`)
      const mail = mails.get(reader.guardian_id)
      return {
        ...{ id: reader.guardian_id, reader_id: reader.id, name: titledName(reader), is_mailed: reader.is_mailed },
        ...{ children: texts.join('; '), pupil_id: own[0]?.id ?? null, answered_at: reader.answered_at },
        ...{ is_by_phone: reader.is_by_phone, is_over: isOver(pupil_ids, left) },
        state: reader.state as ReaderState,
        trouble: mail ? troubleOf(mail.state as never, mail.error) : null,
      }
    }),
    left_out: namedLeftOut(leftOut, { children, people: new Map(guardians.map((one) => [one.id, one])) }),
  }
}

/** The proposals of one reader beside what is stored now. */
export async function readFamily(tx: SchoolTransaction, readerId: number, today: string): Promise<CheckedFamily> {
  const reader = await findReader(tx, readerId)
  if (!reader) throw notFound()
  const changes = await listChanges(tx, readerId)
  const current = await loadCurrent(tx, reader, changes)
  const children = await readChildren(tx, reader.pupil_ids, today)
  const record = await loadRecord(tx, reader, today)
  const nameOf = (pupilId: number) => children.get(pupilId)?.firstname ?? ''
  return {
    reader_id: reader.id,
    data_check_id: reader.data_check_id,
    name: titledName(reader),
    children: [...children.values()].map((child) => ({
      ...{ id: child.id, name: fullName(child), schoolclass: child.schoolclass },
    })),
    answered_at: reader.answered_at,
    seen: seenByOffice(changes, current),
    reachable: current.guardian ? pick(current.guardian, CHECKED_PERSON_KEYS) : {},
    stored: record ? storedParts(record) : [],
    next_reader_id: await findNextReader(tx, reader, today),
    changes: changes.map((change) => ({
      ...pick(change, [
        'id',
        'subject',
        'part',
        'before',
        'after',
        'state',
        'decided_at',
        'decided_by',
        'decline_reason',
      ]),
      about:
        change.subject === 'guardian' || change.subject === 'remark' ? titledName(reader) : nameOf(change.pupil_id),
      current: currentOf(current, change),
      replaced: shownReplaced(change),
      is_undoable: isUndoable({ current, changes }, change),
    })),
  }
}

/** Who confirmed the data of a child, each person once with the newest day; 404 for a child the viewer may not see. */
export async function readConfirmed(tx: SchoolTransaction, pupilId: number, reader: Reader) {
  if (!(await isVisiblePupil(tx, pupilId, reader))) throw notFound()
  const rows = await listConfirmed(tx, pupilId)
  const newest = rows.filter(({ id }, index) => rows.findIndex((one) => one.id === id) === index)
  return newest.map(({ answered_at, ...person }) => ({ name: titledName(person), answered_at }))
}
