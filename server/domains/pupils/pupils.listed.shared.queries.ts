import { sql } from 'kysely'
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
  HAS_HIDDEN_GUARDIANS,
  listDecisions,
  readConsentStates,
} from '#server/domains/sensitive/consents.listed.shared.queries.ts'
import {
  byPosition,
  type ListedGuardian,
  type ListedPerson,
  listClassTeachers,
  listContactPersons,
  listGuardians,
} from './pupils.listed-people.queries.ts'

/** What a page of the list reads for its further columns. */
export interface ListedRow {
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

/** What the statement of a page, whose pupils are `p`, selects for these columns; `since` is `ofAgeSince` of today. */
export const listedSelections = (columns: readonly string[], since: string) => {
  if (columns.length === 0) return []
  const { record } = splitColumns(columns)
  const cells = sql<string>`json_build_array(${sql.join(record.map((key) => sql.ref(`p.${key}`)))})::text`
  return [
    (record.length > 0 ? cells : sql<string>`'[]'`).as('cells'),
    ...(needsGuardians(columns) ? [informsParents(since).as('informs_parents')] : []),
    ...(columns.includes('repeats') ? [REPEATS_FOUND_GRADE.as('repeats')] : []),
    ...(purposesIn(columns).length > 0 ? [HAS_HIDDEN_GUARDIANS.as('has_hidden_guardians')] : []),
  ]
}

interface Reading {
  /** The day of ages, consents and valid contacts. */
  today: string
  /** The day whose classes count. */
  day: string
}

/** Columns that are computed, and the consents among them. */
interface Computing extends Reading {
  computed: readonly string[]
  purposes: readonly ConsentPurpose[]
}

/** Asks for everything that these columns need beside the rows, in one write. */
const readBeside = (tx: SchoolTransaction, rows: readonly ListedRow[], { computed, purposes, day }: Computing) => {
  const pupilIds = `{${rows.map(({ id }) => id).join(',')}}`
  const classIds = `{${[...new Set(rows.flatMap(({ schoolclass_id }) => schoolclass_id ?? []))].join(',')}}`
  return Promise.all([
    needsGuardians(computed) ? listGuardians(tx, {}, { pupilIds }) : [],
    computed.includes('emergency') ? listContactPersons(tx, {}, { pupilIds }) : [],
    computed.includes('class_teacher') ? listClassTeachers(tx, {}, { classIds, day }) : [],
    purposes.length > 0 ? listDecisions(tx, { purposes }, { pupilIds }) : [],
  ])
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
  const [guardians, persons, teachers, decisions] = await readBeside(tx, rows, computing)
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
  const rows = await withClass(visiblePupils(tx, viewer, today), day)
    .where(sql<boolean>`p.id = any(${`{${ids.join(',')}}`}::bigint[])`)
    .select(['p.id', 'p.birthdate', 'm.schoolclass_id'])
    .select(listedSelections(columns, ofAgeSince(today)))
    .execute()
  const texts = listedTexts(await readListed(tx, rows as unknown as ListedRow[], { columns, today, day }))
  return new Map(rows.map(({ id }, index) => [id, texts[index] ?? {}]))
}
