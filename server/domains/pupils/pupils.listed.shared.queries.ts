import { type Compilable, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ConsentPurpose, ConsentState } from '#contract/consents/consents.state.ts'
import { ageOn } from '#contract/dates.ts'
import { emergencyCalls } from '#contract/families/families.people.ts'
import { isValidOn } from '#contract/families/families.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import { type Custody, purposeOf } from '#contract/pupils/listed-fields.ts'
import { type ListedCalls, listedTexts } from '#contract/pupils/listed-texts.ts'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import type { ListedValues } from '#contract/pupils/pupils.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { informsParents, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import {
  REPEATS_FOUND_GRADE,
  visiblePupils,
  withClass,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import {
  decisionsOf,
  HAS_HIDDEN_GUARDIANS,
  type ListedDecision,
  readConsentStates,
} from '#server/domains/sensitive/consents.listed.shared.queries.ts'
import {
  byPosition,
  classTeachersOf,
  contactPersonsOf,
  guardiansOf,
  type ListedGuardian,
  type ListedPerson,
  type ListedTeacher,
} from './pupils.listed-people.queries.ts'

/** What a page of the list reads for its further columns. */
export interface ListedRow extends PageLookups {
  id: number
  birthdate: string
  schoolclass_id: number | null
  /** The columns of the record as a JSON array, as PostgreSQL has written it. */
  cells: string
  /** Whether parents hear of the child; where guardians are read. */
  informs_parents?: boolean
  has_hidden_guardians?: boolean
  repeats?: boolean
}

/**
 * The first row of a page has what is known beside the records of all its pupils, as JSON, which writes instants with
 * +00:00; null when there is nothing.
 */
interface PageLookups {
  guardians?: string | null
  persons?: string | null
  teachers?: string | null
  decisions?: string | null
}

const FAMILY_COLUMN = /^(guardian\d|custody$|emergency$)/
const RECORD = new Set(Object.keys(Pupil.shape))

/** Columns of the record, which PostgreSQL writes, and the others, which are computed. */
const splitColumns = (columns: readonly string[]) => ({
  record: columns.filter((key) => RECORD.has(key)),
  computed: columns.filter((key) => !RECORD.has(key)),
})

const purposesIn = (columns: readonly string[]): ConsentPurpose[] => columns.flatMap((key) => purposeOf(key) ?? [])

// Consents need the people with custody.
const needsGuardians = (columns: readonly string[]) =>
  columns.some((key) => FAMILY_COLUMN.test(key)) || purposesIn(columns).length > 0

const PUPIL_IDS = sql<readonly number[]>`(select array_agg(id) from page)::bigint[]`
const CLASS_IDS = sql<readonly number[]>`(select array_agg(distinct schoolclass_id) from page)::bigint[]`

/** Reads what these columns need beside the record, by the key of the row that has it. */
const lookupsFor = (tx: SchoolTransaction, columns: readonly string[], day: string) => {
  const purposes = purposesIn(columns)
  return {
    ...(needsGuardians(columns) && { guardians: guardiansOf(tx, PUPIL_IDS) }),
    ...(columns.includes('emergency') && { persons: contactPersonsOf(tx, PUPIL_IDS) }),
    ...(columns.includes('class_teacher') && { teachers: classTeachersOf(tx, CLASS_IDS, day) }),
    ...(purposes.length > 0 && { decisions: decisionsOf(tx, PUPIL_IDS, purposes) }),
  } satisfies Partial<Record<keyof PageLookups, unknown>>
}

/** A statement about pupils `p` with their class, before its order. */
type PupilPage<Row> =
  ReturnType<typeof withClass> extends SelectQueryBuilder<infer Tables, infer Joined, object>
    ? SelectQueryBuilder<Tables, Joined, Row>
    : never

interface ListedPage {
  columns: readonly string[]
  /** The order of the rows. */
  order: RawBuilder<unknown>
  /** The day whose classes count. */
  day: string
  /** `ofAgeSince` of the present day. */
  since: string
}

/**
 * Adds further columns to the statement of a page, whose pupils are `p`. Their people and decisions are read once for all
 * rows together, in the same statement: pupil by pupil takes several times as long (ADR 0074).
 */
export const withListed = <Row>(
  tx: SchoolTransaction,
  page: PupilPage<Row>,
  { columns, order, day, since }: ListedPage,
): Compilable<Row & ListedRow> => {
  const { record } = splitColumns(columns)
  const cells = sql<string>`json_build_array(${sql.join(record.map((key) => sql.ref(`p.${key}`)))})::text`
  const lookups = Object.entries(lookupsFor(tx, columns, day))
  const rows = page
    .select((record.length > 0 ? cells : sql<string>`'[]'`).as('cells'))
    .$if(needsGuardians(columns), (some) => some.select(informsParents(since).as('informs_parents')))
    .$if(columns.includes('repeats'), (some) => some.select(REPEATS_FOUND_GRADE.as('repeats')))
    .$if(purposesIn(columns).length > 0, (some) => some.select(HAS_HIDDEN_GUARDIANS.as('has_hidden_guardians')))
  if (lookups.length === 0) return rows.orderBy(order)
  const people = lookups.map(
    ([key, lookup]) =>
      sql`case when rank = 1 then (select json_agg(one)::text from (${lookup}) as one) end as ${sql.id(key)}`,
  )
  const placed = rows.select(sql<number>`row_number() over (order by ${order})`.as('rank'))
  const statement = sql`with page as materialized (${placed}) select page.*, ${sql.join(people)} from page order by rank`
  return { compile: () => statement.compile(tx) }
}

interface Reading {
  /** The day of ages, consents and valid contacts. */
  today: string
}

/** Columns that are computed, and the consents among them. */
interface Computing extends Reading {
  computed: readonly string[]
  purposes: readonly ConsentPurpose[]
}

/** A row with what is known beside its record, read once for all columns. */
interface ReadRow {
  row: ListedRow
  guardians: readonly ListedGuardian[]
  informed: readonly ListedGuardian[]
  persons: readonly ListedPerson[]
  teachers: Parameters<typeof titledName>[0][]
  states: Partial<Record<ConsentPurpose, ConsentState>>
}

const custodyOf = (people: readonly ListedGuardian[]): Custody => {
  const count = people.filter(({ has_custody }) => has_custody).length
  if (count === 0) return 'none'
  return count === 1 ? 'one' : 'several'
}

/** Whom to call, in order, with the best number of each. */
const callsOf = ({ guardians, persons }: ReadRow, today: string): ListedCalls => {
  const { people, lack } = emergencyCalls([
    ...guardians.map((one) => ({
      ...{ emergency_priority: one.emergency_priority, has_custody: one.has_custody },
      call: [fullName(one), listedPhone(one)] as const,
    })),
    ...persons
      .filter((person) => isValidOn(person, today))
      .map((one) => ({ emergency_priority: one.priority, call: [fullName(one), one.phone] as const })),
  ])
  return { lack, calls: people.map(({ call }) => call) }
}

const GUARDIAN = /^guardian(\d)(?:_(phone|mail))?$/

const guardianValue = ({ informed }: ReadRow, [, place, what]: RegExpExecArray) => {
  const person = informed[Number(place) - 1]
  if (!person) return null
  if (what === 'mail') return person.mail
  return what === 'phone' ? listedPhone(person) : titledName(person)
}

/** How the value of a column that is not of the record is found in each row; decided once for all rows. */
const readerOf = (key: string, today: string): ((read: ReadRow) => unknown) => {
  const guardian = GUARDIAN.exec(key)
  if (guardian) return (read) => guardianValue(read, guardian)
  const purpose = purposeOf(key)
  if (purpose) return ({ states }) => states[purpose]
  switch (key) {
    case 'age':
      return ({ row }) => ageOn(row.birthdate, today)
    case 'repeats':
      return ({ row }) => row.repeats
    case 'custody':
      return ({ guardians }) => custodyOf(guardians)
    case 'emergency':
      return (read) => callsOf(read, today)
    case 'class_teacher':
      return ({ teachers }) => teachers.map(titledName).join(', ')
    default:
      throw new Error(`No list shows ${key}.`)
  }
}

async function readAll(tx: SchoolTransaction, rows: readonly ListedRow[], computing: Computing): Promise<ReadRow[]> {
  const { purposes, today } = computing
  const lookup = <Known>(key: keyof PageLookups) => JSON.parse(rows[0]?.[key] ?? '[]') as Known[]
  const guardians = lookup<ListedGuardian>('guardians')
  const persons = lookup<ListedPerson>('persons')
  const teachers = lookup<ListedTeacher>('teachers')
  const decisions = lookup<ListedDecision>('decisions')
  const guardiansByPupil = Map.groupBy(guardians, ({ pupil_id }) => pupil_id)
  const personsByPupil = Map.groupBy(persons, ({ pupil_id }) => pupil_id)
  const teachersByClass = Map.groupBy(teachers, ({ schoolclass_id }) => schoolclass_id)
  const custodianIdsOf = (id: number) =>
    (guardiansByPupil.get(id) ?? []).filter(({ has_custody }) => has_custody).map(({ guardian_id }) => guardian_id)
  const hasHiddenGuardians = rows[0]?.has_hidden_guardians === true
  const states =
    purposes.length > 0
      ? await readConsentStates(tx, rows, { purposes, today, decisions, custodianIdsOf, hasHiddenGuardians })
      : []
  return rows.map((row, index) => {
    const family = (guardiansByPupil.get(row.id) ?? []).sort(byPosition)
    return {
      row,
      guardians: family,
      informed: row.informs_parents ? family.filter(({ has_custody }) => has_custody) : [],
      persons: personsByPupil.get(row.id) ?? [],
      states: states[index] ?? {},
      teachers: (row.schoolclass_id === null ? undefined : teachersByClass.get(row.schoolclass_id)) ?? [],
    }
  })
}

/** Two JSON arrays as one; the second is not empty. */
const joined = (first: string, second: readonly unknown[]) => {
  const text = JSON.stringify(second)
  return first === '[]' ? text : `${first.slice(0, -1)},${text.slice(1)}`
}

/**
 * The values of the further columns: first those of the record, which Node only passes on, then what it computes. Nothing is
 * German yet: `listedTexts` of the contract makes texts of them, for a page in the browser.
 */
export async function readListed(
  tx: SchoolTransaction,
  rows: readonly ListedRow[],
  { columns, ...reading }: Reading & { columns: readonly string[] },
): Promise<ListedValues> {
  const { record, computed } = splitColumns(columns)
  const valuesIn = async () => {
    if (computed.length === 0 || rows.length === 0) return rows.map(({ cells }) => cells)
    const readers = computed.map((key) => readerOf(key, reading.today))
    const read = await readAll(tx, rows, { computed, purposes: purposesIn(computed), ...reading })
    const valuesOf = (one: ReadRow) => readers.map((value) => value(one))
    return read.map((one) => joined(one.row.cells, valuesOf(one)))
  }
  return { columns: [...record, ...computed], values: `[${(await valuesIn()).join(',')}]` }
}

interface ListedReader extends Reader {
  /** The day whose classes count. */
  day: string
  columns: readonly string[]
}

/** The texts of these fields of the visible ones among some pupils, by their ids: for files. */
export async function listListedTexts(tx: SchoolTransaction, ids: readonly number[], reader: ListedReader) {
  const { viewer, today, day, columns } = reader
  const page = withClass(visiblePupils(tx, viewer, today), day)
    .where(sql<boolean>`p.id = any(${`{${ids.join(',')}}`}::bigint[])`)
    .select(['p.id', 'p.birthdate', 'm.schoolclass_id'])
  const statement = withListed(tx, page, { columns, order: sql.ref('p.id'), day, since: ofAgeSince(today) })
  const { rows } = await tx.executeQuery<ListedRow>(statement.compile())
  const texts = listedTexts(await readListed(tx, rows, { columns, today }))
  return new Map(rows.map(({ id }, index) => [id, texts[index] ?? {}]))
}
