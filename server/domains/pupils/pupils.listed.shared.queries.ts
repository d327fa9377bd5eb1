import { type AliasedRawBuilder, sql } from 'kysely'
import type { ConsentPurpose } from '#contract/consents/consents.state.ts'
import { ageOn } from '#contract/dates.ts'
import { emergencyCalls } from '#contract/families/families.people.ts'
import { isValidOn, type PupilContactPerson, type PupilGuardian } from '#contract/families/families.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import { displayPhone } from '#contract/phone.ts'
import { type Custody, listedField, purposeOf } from '#contract/pupils/listed-fields.ts'
import { listedText } from '#contract/pupils/listed-texts.ts'
import { Pupil } from '#contract/pupils/pupil.record.ts'
import { listedPhone } from '#contract/pupils/pupil-list-columns.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { informsGuardian, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import {
  repeatsGrade,
  visiblePupils,
  withClass,
} from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { listConsentStates } from '#server/domains/sensitive/consents.shared.queries.ts'

type Phones = Parameters<typeof listedPhone>[0]

interface ListedGuardian
  extends Phones,
    Pick<PupilGuardian, 'guardian_id' | 'title' | 'firstname' | 'lastname' | 'mail' | 'has_custody'> {
  emergency_priority: number | null
  /** The school informs this person by itself. */
  is_informed: boolean
}
type ListedPerson = Pick<
  PupilContactPerson,
  'id' | 'priority' | 'firstname' | 'lastname' | 'phone' | 'valid_from' | 'valid_until'
>

/** What a page of the list reads for its further columns. */
export interface ListedRow extends Record<string, unknown> {
  id: number
  birthdate: string
  guardians?: readonly ListedGuardian[]
  persons?: readonly ListedPerson[]
  teachers?: readonly { firstname: string; lastname: string; title: string | null }[]
}

/** The people of the class's day; the membership `m` belongs to `withClass`. */
const TEACHERS = sql`(select coalesce(jsonb_agg(jsonb_build_object('firstname', e.firstname, 'lastname', e.lastname, 'title', e.title)
    order by f.position, e.lastname, e.id), '[]')
  from schoolclass_employee f join employee e on e.school_id = f.school_id and e.id = f.employee_id
  where f.school_id = p.school_id and f.schoolclass_id = m.schoolclass_id and f.function = 'responsible' and e.deleted_at is null`

const teachersOn = (day: string) =>
  sql`${TEACHERS} and f.date_start <= ${day}::date and (f.date_end is null or f.date_end >= ${day}::date))`

const guardiansSince = (
  since: string,
) => sql`(select coalesce(jsonb_agg(jsonb_build_object('guardian_id', g.id, 'title', g.title,
    'firstname', g.firstname, 'lastname', g.lastname, 'phone_mobile', g.phone_mobile, 'phone_home', g.phone_home, 'phone_work', g.phone_work,
    'mail', g.mail, 'has_custody', pg.has_custody, 'emergency_priority', pg.emergency_priority,
    'is_informed', ${informsGuardian(since)}) order by pg.position, g.id), '[]')
  from pupil_guardian pg join guardian g on g.school_id = pg.school_id and g.id = pg.guardian_id
  where pg.school_id = p.school_id and pg.pupil_id = p.id and g.deleted_at is null)`

const PERSONS = sql`(select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'priority', k.priority, 'firstname', k.firstname,
    'lastname', k.lastname, 'phone', k.phone, 'valid_from', k.valid_from, 'valid_until', k.valid_until)), '[]')
  from pupil_contact_person k where k.school_id = p.school_id and k.pupil_id = p.id)`

const FAMILY_COLUMN = /^(guardian\d|custody$|emergency$)/

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
  if (columns.some((key) => FAMILY_COLUMN.test(key))) computed.push(guardiansSince(since).as('guardians'))
  if (columns.includes('emergency')) computed.push(PERSONS.as('persons'))
  if (columns.includes('repeats')) computed.push(repeatsGrade(day).as('repeats'))
  if (columns.includes('class_teacher')) computed.push(teachersOn(day).as('teachers'))
  return [...record, ...computed]
}

const custodyOf = (people: readonly ListedGuardian[]): Custody => {
  const count = people.filter(({ has_custody }) => has_custody).length
  if (count === 0) return 'none'
  return count === 1 ? 'one' : 'several'
}

const numbered = (name: string, phone: string | null) => (phone ? `${name} ${displayPhone(phone)}` : name)

/** Whom to call, in order, with the best number of each. */
const emergencyText = ({ guardians: family = [], persons = [] }: ListedRow, today: string) => {
  const valid = persons.filter((person) => isValidOn(person, today))
  const { people, lack } = emergencyCalls([
    ...family.map((one) => ({ ...one, text: numbered(fullName(one), listedPhone(one)) })),
    ...valid.map((one) => ({ emergency_priority: one.priority, text: numbered(fullName(one), one.phone) })),
  ])
  return [lack, people.map(({ text }) => text).join(', ')].filter(Boolean).join(' ')
}

const GUARDIAN = /^guardian(\d)(?:_(phone|mail))?$/

const guardianText = ({ guardians: family = [] }: ListedRow, [, place, what]: RegExpExecArray) => {
  const person = family.filter(({ is_informed }) => is_informed)[Number(place) - 1]
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

type States = Awaited<ReturnType<typeof listConsentStates>>

/** How the value of a column is found in each row; decided once for all rows. */
const readerOf = (key: string, { today, states }: { today: string; states: States }): ((row: ListedRow) => unknown) => {
  const guardian = GUARDIAN.exec(key)
  if (guardian) return (row) => guardianText(row, guardian)
  const purpose = purposeOf(key)
  if (purpose) return ({ id }) => states.get(id)?.[purpose]
  switch (key) {
    case 'age':
      return ({ birthdate }) => ageOn(birthdate, today)
    case 'custody':
      return ({ guardians }) => custodyOf(guardians ?? [])
    case 'emergency':
      return (row) => emergencyText(row, today)
    case 'class_teacher':
      return ({ teachers }) => teachers?.map(titledName).join(', ')
    default:
      return (row) => row[key]
  }
}

const purposesIn = (columns: readonly string[]): ConsentPurpose[] => columns.flatMap((key) => purposeOf(key) ?? [])

/** The texts of the further columns of each row, without the empty ones. */
export async function listedTexts(tx: SchoolTransaction, rows: readonly ListedRow[], { columns, today }: Reading) {
  const purposes = purposesIn(columns)
  const states: States =
    purposes.length > 0 && rows.length > 0 ? await listConsentStates(tx, rows, { purposes, today }) : new Map()
  const fields = columns
    .flatMap((key) => listedField(key) ?? [])
    .map((field) => ({ field, read: readerOf(field.key, { today, states }) }))
  return rows.map((row) => {
    const texts: Record<string, string> = {}
    for (const { field, read } of fields) {
      const text = listedText(field, read(row))
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
