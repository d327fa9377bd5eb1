import { hasLeft } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { setPupilLinks } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { newFields } from './compare-row.ts'
import type { ImportContext } from './import-context.ts'
import { PUPIL_COLUMNS } from './import-known.queries.ts'
import {
  type ChangedMembership,
  changeMemberships,
  type FormerGuardian,
  type FormerPupil,
  insertGuardians,
  insertMemberships,
  insertPupils,
  insertRelations,
  type MembershipState,
  saveWritten,
  takeNumbers,
  updateGuardians,
  updatePupils,
} from './import-write.queries.ts'
import { type KnownGuardians, planGuardians } from './place-guardians.ts'
import { firstMembership, nextMembership } from './place-memberships.ts'
import type { RowValues } from './read-cells.ts'
import type { ValidatedRow } from './validate-row.ts'

/** What one row created and changed, for the undo. */
export interface Written {
  pupil_id: number
  is_new: boolean
  /** The pupil's version after the import. */
  version: number
  former: FormerPupil['former'] | null
  membership_made: number | null
  membership_former: ChangedMembership | null
  /** The created or changed memberships, as they are after the import. */
  memberships: MembershipState[]
  /** The pupil's guardians after the import. */
  guardian_ids: number[]
  pivots_made: number[]
  guardians_made: number[]
  guardians_former: FormerGuardian[]
}

export interface WritingContext extends ImportContext {
  importId: number
  keys: SecretRing
  knownGuardians: KnownGuardians
}

const isOver = ({ status, date_exit }: RowValues, today: string) =>
  hasLeft({ status: status ?? '' }) || (date_exit !== null && date_exit < today)

const attendingStatus = ({ status }: RowValues, isUpcoming: boolean) => {
  if (isUpcoming) return 'upcoming'
  return status === 'on_leave' || status === 'guest' ? status : 'active'
}

/** Status and dates of a new pupil that fit together, whatever the list leaves out (domain §1.5). */
function careerOf({ values }: ValidatedRow, today: string) {
  const { date_exit } = values
  const hasLeft = isOver(values, today)
  const date_entry = values.date_entry ?? (hasLeft ? (date_exit ?? today) : today)
  const gone = values.status === 'graduated' ? 'graduated' : 'left'
  const status = hasLeft ? gone : attendingStatus(values, date_entry > today)
  const reason = gone === 'graduated' ? 'graduated' : 'other'
  return { status, date_entry, date_exit, exit_reason: date_exit === null ? null : reason }
}

interface Creation {
  rows: readonly ValidatedRow[]
  /** The search text of a line's guardians. */
  contactsOf: (line: number) => string
}

async function createPupils(
  tx: SchoolTransaction,
  { rows, contactsOf }: Creation,
  { short, today, keys }: WritingContext,
) {
  if (rows.length === 0) return []
  const first = await takeNumbers(tx, rows.length)
  const numberOf = (index: number) => `${short.toUpperCase()}-${String(first + index).padStart(5, '0')}`
  const records = rows.map((row, index) => ({
    ...Object.fromEntries(PUPIL_COLUMNS.map((column) => [column, row.values[column]])),
    gender: row.values.gender ?? 'd',
    ...careerOf(row, today),
    pupil_number: numberOf(index),
    contacts: contactsOf(row.line),
  }))
  const ids = await insertPupils(tx, records)
  const created = rows.map((row, index) => ({
    row,
    pupilId: ids.get(numberOf(index)) ?? 0,
    career: careerOf(row, today),
  }))
  const linked = created.filter(({ career }) => !hasLeft(career))
  await setPupilLinks(
    tx,
    keys,
    linked.map(({ pupilId }) => pupilId),
  )
  return created
}

type Created = Awaited<ReturnType<typeof createPupils>>

async function fillPupils(tx: SchoolTransaction, rows: readonly ValidatedRow[]) {
  const records = rows.flatMap(({ values, target }) => {
    const fresh = target ? newFields(values, target) : []
    return fresh.length === 0
      ? []
      : [{ id: target?.id, ...Object.fromEntries(fresh.map(({ column, to }) => [column, to])) }]
  })
  return records.length === 0 ? new Map<number, FormerPupil>() : updatePupils(tx, records)
}

async function placePupils(
  tx: SchoolTransaction,
  { created, updated }: { created: Created; updated: readonly ValidatedRow[] },
  context: WritingContext,
) {
  const first = created.flatMap(({ row, pupilId, career }) => {
    const asked = { place: row.place, entry: career.date_entry, exit: career.date_exit }
    return firstMembership(pupilId, asked, context) ?? []
  })
  const plans = updated.flatMap(({ target, place }) =>
    target ? [{ target, ...nextMembership(target, place, context) }] : [],
  )
  const changed = plans.flatMap((plan) => plan.changed ?? [])
  const states = changed.length > 0 ? await changeMemberships(tx, changed) : new Map<number, MembershipState>()
  const fresh = [...first, ...plans.flatMap((plan) => plan.made ?? [])]
  const made = fresh.length > 0 ? await insertMemberships(tx, fresh) : new Map<number, MembershipState>()
  const former = new Map(plans.map((plan) => [plan.target.id, plan.former]))
  return {
    made,
    former,
    statesOf: (pupilId: number) => [states.get(former.get(pupilId)?.id ?? 0) ?? [], made.get(pupilId) ?? []].flat(),
  }
}

/** Creates the guardians who are not on record yet, and gives each position in a row its guardian. */
async function createGuardians(
  tx: SchoolTransaction,
  rows: readonly ValidatedRow[],
  { knownGuardians }: WritingContext,
) {
  const plan = planGuardians(rows, knownGuardians)
  const people = plan.made.length > 0 ? await insertGuardians(tx, plan.made) : []
  for (const [index, key] of plan.keys.entries()) {
    const person = people[index]
    if (key !== undefined && person) knownGuardians.set(key, person)
  }
  const relations = plan.relations.map(({ existing, made, ...relation }) => ({
    relation,
    person: existing ?? people[made ?? -1],
  }))
  const relationsByLine = Map.groupBy(relations, ({ relation }) => relation.line)
  const idsByLine = Map.groupBy(people.keys(), (index) => plan.madeLines[index])
  return {
    relations,
    fills: [...plan.fills.values()],
    contactsOf: (line: number) => (relationsByLine.get(line) ?? []).map(({ person }) => person?.contact ?? '').join(''),
    madeBy: (line: number) => (idsByLine.get(line) ?? []).flatMap((index) => people[index]?.id ?? []),
    count: people.length,
  }
}
type CreatedGuardians = Awaited<ReturnType<typeof createGuardians>>

async function placeGuardians(
  tx: SchoolTransaction,
  { relations, fills }: CreatedGuardians,
  pupilIds: ReadonlyMap<number, number>,
) {
  const records = relations.map(({ relation: { line, ...relation }, person }) => ({
    ...relation,
    pupil_id: pupilIds.get(line) ?? 0,
    guardian_id: person?.id ?? 0,
  }))
  const made =
    records.length > 0 ? await insertRelations(tx, records) : new Map<number, { id: number; guardian_id: number }[]>()
  const former = fills.length > 0 ? await updateGuardians(tx, fills) : new Map<number, FormerGuardian>()
  const fillsByLine = Map.groupBy(fills, ({ line }) => line)
  return {
    relationsOf: (pupilId: number) => made.get(pupilId) ?? [],
    formerBy: (line: number) => (fillsByLine.get(line) ?? []).flatMap(({ id }) => former.get(id) ?? []),
    filled: former.size,
  }
}

/** Writes a slice of the rows in few statements, all inside the import's one transaction. */
export async function writeRows(tx: SchoolTransaction, rows: readonly ValidatedRow[], context: WritingContext) {
  const fresh = rows.filter(({ decision }) => decision === 'create')
  const updated = rows.filter(({ decision, target }) => decision === 'update' && target)
  const people = await createGuardians(tx, [...fresh, ...updated], context)
  const created = await createPupils(tx, { rows: fresh, contactsOf: people.contactsOf }, context)
  const former = await fillPupils(tx, updated)
  const places = await placePupils(tx, { created, updated }, context)
  const all = [...created, ...updated.map((row) => ({ row, pupilId: row.target?.id ?? 0 }))]
  const guardians = await placeGuardians(tx, people, new Map(all.map(({ row, pupilId }) => [row.line, pupilId])))
  const writtenOf = ({ row, pupilId }: (typeof all)[number]) => {
    const relations = guardians.relationsOf(pupilId)
    const known = row.target?.guardians ?? []
    return {
      pupil_id: pupilId,
      is_new: row.decision === 'create',
      version: former.get(pupilId)?.version ?? row.target?.version ?? 1,
      former: former.get(pupilId)?.former ?? null,
      membership_made: places.made.get(pupilId)?.id ?? null,
      membership_former: places.former.get(pupilId) ?? null,
      memberships: places.statesOf(pupilId),
      guardian_ids: [...known, ...relations].map(({ guardian_id }) => guardian_id),
      pivots_made: relations.map(({ id }) => id),
      guardians_made: people.madeBy(row.line),
      guardians_former: guardians.formerBy(row.line),
    } satisfies Written
  }
  const written = all.map((one) => ({ line: one.row.line, written: writtenOf(one) }))
  await saveWritten(tx, context.importId, written)
  return {
    created: created.length,
    changed: updated.length,
    guardians: { made: people.count, filled: guardians.filled },
  }
}
