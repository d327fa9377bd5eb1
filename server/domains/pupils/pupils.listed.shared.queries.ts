import { type AliasedRawBuilder, sql } from 'kysely'
import type { ConsentPurpose, ConsentState } from '#contract/consents/consents.state.ts'
import { ageOn } from '#contract/dates.ts'
import { emergencyCalls } from '#contract/families/families.people.ts'
import { isValidOn } from '#contract/families/families.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import { displayPhone } from '#contract/phone.ts'
import { type Custody, listedField, purposeOf } from '#contract/pupils/listed-fields.ts'
import { listedText } from '#contract/pupils/listed-texts.ts'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import {
  repeatsGrade,
  visiblePupils,
  withClass,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import {
  type ConsentRow,
  consentSelections,
  readConsentStates,
} from '#server/domains/sensitive/consents.listed.shared.queries.ts'
import {
  type FamilyRow,
  guardianCells,
  type ListedGuardian,
  type ListedPeople,
  PERSON_CELLS,
  peopleOf,
  teacherCells,
} from './pupils.listed-people.queries.ts'

/** What a page of the list reads for its further columns. */
export interface ListedRow extends Record<string, unknown>, FamilyRow, ConsentRow {
  id: number
  birthdate: string
}

const FAMILY_COLUMN = /^(guardian\d|custody$|emergency$)/

const purposesIn = (columns: readonly string[]): ConsentPurpose[] => columns.flatMap((key) => purposeOf(key) ?? [])

interface Selected {
  columns: readonly string[]
  day: string
  /** `ofAgeSince` of today. */
  since: string
}

/** What the statement of a page selects for these columns. */
export const listedSelections = ({ columns, day, since }: Selected) => {
  const record = columns.filter((key) => key in Pupil.shape).map((key) => sql.ref(`p.${key}`).as(key))
  const computed: AliasedRawBuilder<unknown, string>[] = []
  const purposes = purposesIn(columns)
  // Consents need the people with custody.
  if (purposes.length > 0 || columns.some((key) => FAMILY_COLUMN.test(key)))
    computed.push(guardianCells(since).as('guardians'))
  if (columns.includes('emergency')) computed.push(PERSON_CELLS.as('persons'))
  if (columns.includes('repeats')) computed.push(repeatsGrade(day).as('repeats'))
  if (columns.includes('class_teacher')) computed.push(teacherCells(day).as('teachers'))
  return [...record, ...computed, ...(purposes.length > 0 ? consentSelections(purposes) : [])]
}

const custodyOf = (people: readonly ListedGuardian[]): Custody => {
  const count = people.filter(({ has_custody }) => has_custody).length
  if (count === 0) return 'none'
  return count === 1 ? 'one' : 'several'
}

const numbered = (name: string, phone: string | null) => (phone ? `${name} ${displayPhone(phone)}` : name)

/** Whom to call, in order, with the best number of each. */
const emergencyText = ({ guardians, persons }: ListedPeople, today: string) => {
  const valid = persons.filter((person) => isValidOn(person, today))
  const { people, lack } = emergencyCalls([
    ...guardians.map((one) => ({ ...one, text: numbered(fullName(one), listedPhone(one)) })),
    ...valid.map((one) => ({ emergency_priority: one.priority, text: numbered(fullName(one), one.phone) })),
  ])
  return [lack, people.map(({ text }) => text).join(', ')].filter(Boolean).join(' ')
}

const GUARDIAN = /^guardian(\d)(?:_(phone|mail))?$/

const guardianText = ({ guardians }: ListedPeople, [, place, what]: RegExpExecArray) => {
  const person = guardians.filter(({ is_informed }) => is_informed)[Number(place) - 1]
  if (!person) return ''
  if (what === 'mail') return person.mail ?? ''
  const phone = listedPhone(person)
  if (what === 'phone') return phone ? displayPhone(phone) : ''
  return titledName(person)
}

interface Reading {
  columns: readonly string[]
  today: string
}

/** A row with its people and the states of its consents, read once for all columns. */
interface ReadRow {
  row: ListedRow
  people: ListedPeople
  states: Partial<Record<ConsentPurpose, ConsentState>>
}

/** How the value of a column is found in each row; decided once for all rows. */
const readerOf = (key: string, today: string): ((read: ReadRow) => unknown) => {
  const guardian = GUARDIAN.exec(key)
  if (guardian) return ({ people }) => guardianText(people, guardian)
  const purpose = purposeOf(key)
  if (purpose) return ({ states }) => states[purpose]
  switch (key) {
    case 'age':
      return ({ row }) => ageOn(row.birthdate, today)
    case 'custody':
      return ({ people }) => custodyOf(people.guardians)
    case 'emergency':
      return ({ people }) => emergencyText(people, today)
    case 'class_teacher':
      return ({ people }) => people.teachers.map(titledName).join(', ')
    default:
      return ({ row }) => row[key]
  }
}

const custodianIdsIn = ({ guardians }: ListedPeople) =>
  guardians.filter(({ has_custody }) => has_custody).map(({ guardian_id }) => guardian_id)

/** The texts of the further columns of each row, without the empty ones. */
export async function listedTexts(tx: SchoolTransaction, rows: readonly ListedRow[], { columns, today }: Reading) {
  const people = rows.map(peopleOf)
  const purposes = purposesIn(columns)
  const custodianIds = people.map(custodianIdsIn)
  const states = purposes.length > 0 ? await readConsentStates(tx, rows, { purposes, today, custodianIds }) : []
  const fields = columns
    .flatMap((key) => listedField(key) ?? [])
    .map((field) => ({ field, read: readerOf(field.key, today) }))
  return rows.map((row, index) => {
    const whole = { row, people: people[index] ?? peopleOf({}), states: states[index] ?? {} }
    const texts: Record<string, string> = {}
    for (const { field, read } of fields) {
      const text = listedText(field, read(whole))
      if (text !== '') texts[field.key] = text
    }
    return texts
  })
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
    .select(['p.id', 'p.birthdate'])
    .select(listedSelections({ columns, day, since: ofAgeSince(today) }))
    .execute()
  const texts = await listedTexts(tx, rows as unknown as ListedRow[], { columns, today })
  return new Map(rows.map(({ id }, index) => [id, texts[index] ?? {}]))
}
