import type { CircularKind } from '#contract/circulars/circulars.audience.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { type CircularReader, type IsUnreachable, unreachableIn } from './circular-reader.ts'
import { listFamilyRows } from './circulars.families.shared.queries.ts'
import type { StoredCircular } from './circulars.queries.ts'
import { listWaitingRows } from './circulars.waiting.queries.ts'
import { isUnaddressed, type StoredLeftOut, storedLeftOut } from './left-out.ts'
import { planReaders, reasonOfFamily } from './plan-circular.ts'
import { planStaff } from './plan-staff.ts'
import { readersOf, reasonOfWaiting } from './plan-waiting.ts'

/** Somebody whom the circular left out. Without a person it is about a child that had no contact. */
interface LeftOutOne {
  /** Where it stands among those left out. */
  index: number
  /** The guardian, the contact or who works here. */
  person_id: number | null
  /** The pupil or the application. */
  child_id: number | null
}

const oneOf = ({ reason: _, ...ids }: StoredLeftOut, index: number): LeftOutOne => ({
  index,
  person_id: ids.guardian_id ?? ids.contact_id ?? ids.employee_id ?? null,
  child_id: ids.pupil_id ?? ids.registration_id ?? null,
})

/** Somebody of a row that gets the mail today. */
interface PersonAndChild {
  person_id: number | null
  child_id: number | null
}
const isOf = (pair: PersonAndChild, { person_id, child_id }: LeftOutOne) =>
  pair.child_id === child_id && (person_id === null || pair.person_id === person_id)

interface LateCandidates {
  mailed: readonly PersonAndChild[]
  /** The readers among these pairs. */
  read: (isWanted: (pair: PersonAndChild) => boolean) => CircularReader[]
}

interface LateQuery {
  circular: StoredCircular
  people: readonly LeftOutOne[]
  today: string
  isUnreachable: IsUnreachable
}

async function findFamilies(
  tx: SchoolTransaction,
  { people, today, isUnreachable }: LateQuery,
): Promise<LateCandidates> {
  const pupilIds = people.flatMap(({ child_id }) => child_id ?? [])
  const rows = (await listFamilyRows(tx, { classIds: null, pupilIds, today })).filter(
    (row) => reasonOfFamily(row, isUnreachable) === undefined,
  )
  const pairOf = (row: (typeof rows)[number]) => ({ person_id: row.guardian_id, child_id: row.pupil_id })
  return {
    mailed: rows.map(pairOf),
    read: (isWanted) => planReaders(rows.filter((row) => isWanted(pairOf(row)))).readers,
  }
}

async function findWaiting(
  tx: SchoolTransaction,
  { circular, people, isUnreachable }: LateQuery,
): Promise<LateCandidates> {
  const ids = people.flatMap(({ child_id }) => child_id ?? [])
  const rows = (await listWaitingRows(tx, circular, ids)).filter(
    (row) => reasonOfWaiting(row, isUnreachable) === undefined,
  )
  const pairOf = (row: (typeof rows)[number]) => ({ person_id: row.contact_id, child_id: row.registration_id })
  const read: LateCandidates['read'] = (isWanted) =>
    readersOf(
      rows.filter((row) => isWanted(pairOf(row))),
      isUnreachable,
    )
  return { mailed: rows.map(pairOf), read }
}

async function findStaff(tx: SchoolTransaction, { people, today, isUnreachable }: LateQuery): Promise<LateCandidates> {
  const employee_ids = people.flatMap(({ person_id }) => person_id ?? [])
  const only = { is_whole_school: false, class_ids: [], employee_types: [], employee_ids }
  const { readers } = await planStaff(tx, only, { today, isUnreachable })
  const pairOf = ({ id }: CircularReader) => ({ person_id: id, child_id: null })
  return { mailed: readers.map(pairOf), read: (isWanted) => readers.filter((one) => isWanted(pairOf(one))) }
}

const FIND: Record<CircularKind, (tx: SchoolTransaction, query: LateQuery) => Promise<LateCandidates>> = {
  families: findFamilies,
  waiting: findWaiting,
  staff: findStaff,
}

const NOBODY = { ready: [] as LeftOutOne[], readersFor: (): CircularReader[] => [] }

/**
 * Who was left out for want of an address and would get the circular today, by the same rules as when it was sent. Nobody
 * once it was stopped.
 */
export async function lateReaders(tx: SchoolTransaction, circular: StoredCircular, today: string) {
  const people = storedLeftOut(circular).flatMap((one, index) =>
    isUnaddressed(one) || one.reason === 'nobody' ? [oneOf(one, index)] : [],
  )
  if (people.length === 0 || circular.state === 'stopped') return NOBODY
  const isUnreachable = await unreachableIn(tx)
  const { mailed, read } = await FIND[circular.kind](tx, { circular, people, today, isUnreachable })
  return {
    ready: people.filter((one) => mailed.some((pair) => isOf(pair, one))),
    readersFor: (chosen: readonly LeftOutOne[]) => read((pair) => chosen.some((one) => isOf(pair, one))),
  }
}
