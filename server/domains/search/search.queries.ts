import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { RELATIONSHIP_LABELS, relationshipText } from '#contract/families/relationships.ts'
import { fullName, listName } from '#contract/person-names.ts'
import { displayPhone } from '#contract/phone.ts'
import { hasLeft, LEFT_STATUSES, PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { SEARCH_HITS_MAX, type SearchedChild, type SearchHit } from '#contract/search/search.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { CLASS_COLUMNS, toClassRef } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { visiblePupils, withClass } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { registrations } from '#server/domains/registrations/registrations.shared.queries.ts'
import { nameRank } from './search.rank.queries.ts'

export interface Searching {
  viewer: SchoolViewer
  today: string
  /** The folded words, each to be found at the beginning of a word. */
  words: readonly string[]
  /** For each word the patterns of LIKE, of which a name must fit one. */
  patterns: readonly (readonly string[])[]
  /** The digits, when a phone number was typed. */
  digits: string | undefined
}

/** With this many digits or more, a number is also found by its end: people know it without the area code. */
const INNER_DIGITS_MIN = 5

/** One row more than is shown says that there are more. */
const ASKED_MAX = SEARCH_HITS_MAX + 1

/** A single pattern may use an index, several may not. */
const fits = (column: RawBuilder<string>, patterns: readonly string[]) =>
  patterns.length === 1 ? sql<SqlBool>`${column} like ${patterns[0]}` : sql<SqlBool>`${column} like any(${patterns})`

const hasWords = (column: RawBuilder<string>, { patterns }: Pick<Searching, 'patterns'>) =>
  sql<SqlBool>`${sql.join(
    patterns.map((some) => fits(column, some)),
    sql` and `,
  )}`

const digitPattern = (digits: string) => (digits.length < INNER_DIGITS_MIN ? `% ${digits}%` : `%${digits}%`)

type ChildRow = Omit<SearchedChild, 'schoolclass'> & { status: string }

/** Null for children who have left, because no absence is reported for them. */
const childOf = (
  { id, firstname, lastname, lastname_prefix, status }: ChildRow,
  schoolclass: SearchedChild['schoolclass'] = null,
) => (hasLeft({ status }) ? {} : { child: { id, firstname, lastname, lastname_prefix, schoolclass } })

const pupilRows = (tx: SchoolTransaction, { viewer, today }: Pick<Searching, 'viewer' | 'today'>) =>
  withClass(visiblePupils(tx, viewer, today), today)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status'])
    .select(CLASS_COLUMNS)

const toPupilHit = (row: Awaited<ReturnType<ReturnType<typeof pupilRows>['execute']>>[number]): SearchHit => ({
  group: 'pupils',
  id: row.id,
  text: listName(row),
  hint: toClassRef(row)?.classgradePlain ?? PUPIL_STATUS_LABELS[row.status as PupilStatus],
  ...childOf(row, toClassRef(row)),
})

/**
 * Children by name and number, the best fit first; those who have left come last. Classes are read only for the few rows that are shown.
 */
export async function findPupils(tx: SchoolTransaction, searching: Searching): Promise<SearchHit[]> {
  const { viewer, today, words } = searching
  const hasGone = sql`p.status = any(${LEFT_STATUSES})`
  const order = [hasGone, nameRank('p', words), sql`p.lastname`, sql`p.firstname`, sql`p.id`]
  const shown = visiblePupils(tx, viewer, today)
    .select('p.id')
    .where(hasWords(sql.ref('p.search_name'), searching))
    .orderBy(sql.join(order))
    .limit(ASKED_MAX)
  const rows = await pupilRows(tx, { viewer, today }).where('p.id', 'in', shown).orderBy(sql.join(order)).execute()
  return rows.map(toPupilHit)
}

/** The children with these ids that the viewer may see, in this order. */
export async function findRecentPupils(
  tx: SchoolTransaction,
  { ids, ...viewing }: Pick<Searching, 'viewer' | 'today'> & { ids: readonly number[] },
) {
  if (ids.length === 0) return []
  const rows = await pupilRows(tx, viewing).where('p.id', 'in', ids).execute()
  return rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).map(toPupilHit)
}

const guardianOrder = (words: readonly string[]) => sql`${nameRank('h', words)}, h.lastname, h.firstname, h.id, p.id`

/**
 * Guardians of children the viewer sees, each with the child to which the result leads; in `condition` the guardian is
 * `h`.
 */
const guardiansOf = (tx: SchoolTransaction, searching: Searching, condition: RawBuilder<SqlBool>) => {
  const { viewer, today, words } = searching
  const shown = visiblePupils(tx, viewer, today)
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'p.school_id').onRef('pg.pupil_id', '=', 'p.id'),
    )
    .innerJoin('guardian as h', (join) =>
      join.onRef('h.school_id', '=', 'pg.school_id').onRef('h.id', '=', 'pg.guardian_id'),
    )
    .select(['p.id as pupil_id', 'h.id as guardian_id'])
    .where('h.deleted_at', 'is', null)
    .where(condition)
    .orderBy(guardianOrder(words))
    .limit(ASKED_MAX)
  return withClass(visiblePupils(tx, viewer, today), today)
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'p.school_id').onRef('pg.pupil_id', '=', 'p.id'),
    )
    .innerJoin('guardian as h', (join) =>
      join.onRef('h.school_id', '=', 'pg.school_id').onRef('h.id', '=', 'pg.guardian_id'),
    )
    .where(sql<SqlBool>`(p.id, h.id) in (${shown})`)
    .select(['p.id', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status', 'pg.relationship'])
    .select(['h.firstname as own_firstname', 'h.lastname as own_lastname'])
    .select(CLASS_COLUMNS)
    .orderBy(guardianOrder(words))
}

type Relation = keyof typeof RELATIONSHIP_LABELS

const childHint = (
  row: Parameters<typeof toClassRef>[0] & Parameters<typeof fullName>[0] & { relationship: string },
  before = '',
) => {
  const schoolclass = toClassRef(row)
  const relation = `${RELATIONSHIP_LABELS[row.relationship as Relation]} von ${fullName(row)}`
  return `${before}${relation}${schoolclass ? `, ${schoolclass.classgradePlain}` : ''}`
}

/** Guardians by name; one line for each of their children. */
export async function findGuardianHits(tx: SchoolTransaction, searching: Searching): Promise<SearchHit[]> {
  const rows = await guardiansOf(tx, searching, hasWords(sql.ref('h.search_name'), searching)).execute()
  return rows.map((row) => ({
    group: 'guardians',
    id: row.id,
    text: `${row.own_firstname} ${row.own_lastname}`,
    hint: childHint(row),
    ...childOf(row, toClassRef(row)),
  }))
}

const phonesOfGuardians = async (tx: SchoolTransaction, searching: Searching, pattern: string) => {
  const rows = await guardiansOf(tx, searching, sql`h.search_contact like ${pattern}`)
    .innerJoinLateral(
      sql<{ phone: string }>`(values (h.phone_mobile), (h.phone_home), (h.phone_work))`.as<'n'>(sql`n(phone)`),
      (join) => join.on(sql<SqlBool>`' ' || phone_digits(n.phone) like ${pattern}`),
    )
    .select('n.phone')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    phone: row.phone,
    hint: childHint(row, `${row.own_firstname} ${row.own_lastname}, `),
    ...childOf(row, toClassRef(row)),
  }))
}

const phonesOfPupils = async (tx: SchoolTransaction, { viewer, today }: Searching, pattern: string) => {
  const rows = await visiblePupils(tx, viewer, today)
    .select(['p.id', 'p.phone', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status'])
    .where('p.search_contact', 'like', pattern)
    .where(sql<SqlBool>`' ' || phone_digits(p.phone) like ${pattern}`)
    .orderBy('p.id')
    .limit(ASKED_MAX)
    .execute()
  return rows.map((row) => ({ id: row.id, phone: row.phone ?? '', hint: fullName(row), ...childOf(row) }))
}

const phonesOfContacts = async (tx: SchoolTransaction, { viewer, today }: Searching, pattern: string) => {
  const rows = await visiblePupils(tx, viewer, today)
    .innerJoin('pupil_contact_person as k', (join) =>
      join.onRef('k.school_id', '=', 'p.school_id').onRef('k.pupil_id', '=', 'p.id'),
    )
    .select(['p.id', 'k.phone', 'k.relation', 'p.firstname', 'p.lastname', 'p.lastname_prefix', 'p.status'])
    .select(['k.firstname as own_firstname', 'k.lastname as own_lastname'])
    .where('p.search_contact', 'like', pattern)
    .where(sql<SqlBool>`' ' || phone_digits(k.phone) like ${pattern}`)
    .orderBy('k.id')
    .limit(ASKED_MAX)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    phone: row.phone,
    hint: `${row.own_firstname} ${row.own_lastname}, ${row.relation ?? 'Kontaktperson'} von ${fullName(row)}`,
    ...childOf(row),
  }))
}

/** The owner of a number and the child, for when somebody called and could not be understood. */
export async function findPhones(tx: SchoolTransaction, searching: Searching): Promise<SearchHit[]> {
  if (searching.digits === undefined) return []
  const pattern = digitPattern(searching.digits)
  const found = await Promise.all([
    phonesOfGuardians(tx, searching, pattern),
    phonesOfContacts(tx, searching, pattern),
    phonesOfPupils(tx, searching, pattern),
  ])
  return found
    .flat()
    .slice(0, ASKED_MAX)
    .map(({ phone, ...hit }) => ({ group: 'phones', ...hit, text: displayPhone(phone) }))
}

/** Employees, by name and short name. */
export async function findEmployees(tx: SchoolTransaction, searching: Searching): Promise<SearchHit[]> {
  const rows = await tx
    .selectFrom('employee as e')
    .select(['e.id', 'e.firstname', 'e.lastname', 'e.short_name'])
    .where('e.deleted_at', 'is', null)
    .where(
      hasWords(
        sql`(' ' || search_fold(e.firstname || ' ' || e.lastname || ' ' || e.short_name)) collate "C"`,
        searching,
      ),
    )
    .orderBy(sql`not e.active`)
    .orderBy(nameRank('e', searching.words))
    .orderBy('e.lastname')
    .orderBy('e.firstname')
    .orderBy('e.id')
    .limit(ASKED_MAX)
    .execute()
  return rows.map((row) => ({ group: 'employees', id: row.id, text: listName(row), hint: row.short_name }))
}

/** The contact through whom an application was found, when the child's name does not explain the hit. */
const contactText = async (tx: SchoolTransaction, ids: readonly number[], { words, digits }: Searching) => {
  if (ids.length === 0) return () => undefined
  const contacts = await tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select(['c.registration_id', 'c.firstname', 'c.lastname', 'c.relationship', 'c.search_contact', 'r.search_name'])
    .where('c.registration_id', 'in', ids)
    .orderBy('c.position')
    .execute()
  return (id: number) => {
    const found = contacts.find(({ registration_id, search_name, search_contact }) => {
      if (registration_id !== id) return false
      const others = words.filter((word) => !search_name.includes(` ${word}`))
      const isNamed = others.some((word) => search_contact.includes(` ${word}`))
      return isNamed || (others.length > 0 && digits !== undefined && search_contact.includes(digits))
    })
    return found && `über ${relationshipText(found.relationship)} ${fullName(found)}`
  }
}

/** Applications by child, number, contact and the contact's phone; the newest first. */
export async function findRegistrations(tx: SchoolTransaction, searching: Searching): Promise<SearchHit[]> {
  const { patterns, digits } = searching
  const contacts = (some: readonly string[]) =>
    tx
      .selectFrom('registration_contact as c')
      .select('c.registration_id')
      .where(fits(sql.ref('c.search_contact'), some))
  const rows = await registrations(tx)
    .select(['r.id', 'r.number', 'r.status', 'r.child_firstname', 'r.child_lastname'])
    .where((eb) => {
      const named = eb.and(
        patterns.map((some) => eb.or([fits(sql.ref('r.search_name'), some), eb('r.id', 'in', contacts(some))])),
      )
      return digits === undefined ? named : eb.or([named, eb('r.id', 'in', contacts([digitPattern(digits)]))])
    })
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(ASKED_MAX)
    .execute()
  const ids = rows.map(({ id }) => id)
  const viaContact = await contactText(tx, ids, searching)
  return rows.map((row) => ({
    group: 'registrations',
    id: row.id,
    text: listName({ firstname: row.child_firstname, lastname: row.child_lastname }),
    hint: [viaContact(row.id), row.number, STATUS_LABELS[row.status as RegistrationStatus]].filter(Boolean).join(', '),
  }))
}
