import { type RawBuilder, sql } from 'kysely'
import { sortTerms } from '#contract/formats.ts'
import { phoneDigits } from '#contract/phone.ts'
import type { REGISTRATION_SORT_KEYS, RegistrationQuery } from '#contract/registrations/registrations.list.ts'
import { REGISTRATION_STATUSES, type RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { searchWords } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { flagResendable } from '#server/domains/registrations/mails/send-optin.ts'
import { flagRepeated } from './registrations.duplicates.queries.ts'
import {
  everyRegistration,
  followUps,
  joinedContacts,
  longUnconfirmed,
  notInformed,
  notTakenOver,
  type RegistrationRecord,
  type Registrations,
  registrations,
  selectRow,
  toRow,
  unconfirmed,
  unreached,
  wished,
  withAgreement,
} from './registrations.shared.queries.ts'

/** A LIKE pattern for a part of a text; special characters of LIKE have no meaning in it. */
const partOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/**
 * Callers on the phone name a child, a parent, a number, an address or a phone number: every word must be found in
 * name, number or contacts, in any order; a phone number also as it is typed.
 */
const matching = (tx: SchoolTransaction, found: Registrations, search: string) => {
  if (search === '') return found
  const contacts = (part: string) =>
    tx.selectFrom('registration_contact as c').select('c.registration_id').where('c.search_contact', 'like', part)
  const inContacts = contacts(partOf(phoneDigits(search) ?? search.toLowerCase()))
  const words = search.includes('@') ? [] : searchWords(search)
  if (words.length === 0) return found.where('r.id', 'in', inContacts)
  return found.where((eb) =>
    eb.or([
      eb('r.id', 'in', inContacts),
      eb.and(
        words.map((word) =>
          eb.or([eb('r.search_name', 'like', partOf(` ${word}`)), eb('r.id', 'in', contacts(partOf(` ${word}`)))]),
        ),
      ),
    ]),
  )
}

/** A query of the list, and its time. */
type QueryAt<Query> = Query & { today: string; now: Date }
type Filters = QueryAt<Omit<RegistrationQuery, 'page' | 'per_page'>>

/** The switches, each with its condition. */
const FLAGS = {
  withdraw_requested: (_tx, found) => wished(found),
  follow_up: (_tx, found, { today }) => followUps(found, today),
  not_taken_over: (_tx, found) => notTakenOver(found),
  mail_failed: (tx, found) => found.where('r.id', 'in', unreached(tx)),
  unconfirmed: (_tx, found) => unconfirmed(found),
  long_unconfirmed: (_tx, found, { now }) => longUnconfirmed(found, now),
  not_informed: (_tx, found) => notInformed(found),
  agreement_missing: (_tx, found) => withAgreement(found, ['open', 'declined']),
  agreement_declined: (_tx, found) => withAgreement(found, ['declined']),
} as const satisfies Record<string, (tx: SchoolTransaction, found: Registrations, query: Filters) => Registrations>
const FLAG_KEYS = Object.keys(FLAGS) as (keyof typeof FLAGS)[]

/** All filters except the status, which the counters leave out. */
const filtered = (tx: SchoolTransaction, query: Filters) => {
  const { grade, type, school_year_id, import_id, withdrawn, deleted } = query
  const start = deleted
    ? everyRegistration(tx).where('r.deleted_at', 'is not', null)
    : registrations(tx).where('r.withdrawn_at', withdrawn ? 'is not' : 'is', null)
  let found = matching(tx, start, query.search)
  if (grade !== undefined) found = found.where('r.desired_grade', '=', grade)
  if (type !== undefined) found = found.where('r.entry_type', '=', type)
  if (school_year_id !== undefined) found = found.where('r.school_year_id', '=', school_year_id)
  if (import_id !== undefined) found = found.where('r.import_id', '=', import_id)
  return FLAG_KEYS.filter((flag) => query[flag]).reduce((rest, flag) => FLAGS[flag](tx, rest, query), found)
}

const STATUS_RANKS = sql.lit(`{${REGISTRATION_STATUSES.join(',')}}`)
const CHILD = ['r.child_lastname', 'r.child_firstname', 'r.child_birthdate'].map((column) => sql.ref(column))

/** The columns by which the list may be sorted; the id always follows. */
const ORDER: Record<(typeof REGISTRATION_SORT_KEYS)[number], RawBuilder<unknown>[]> = {
  created_at: [sql.ref('r.created_at')],
  number: [sql.ref('r.number')],
  child: CHILD,
  child_birthdate: [sql.ref('r.child_birthdate')],
  desired_grade: [sql.ref('r.desired_grade')],
  school_year: [sql.ref('y.date_start')],
  entry_type: [sql.ref('r.entry_type')],
  contact: [sql.ref('k.lastname'), sql.ref('k.firstname')],
  wait_rank: [sql.ref('r.wait_rank')],
  status: [sql`array_position(${STATUS_RANKS}::text[], r.status)`],
}

const orderOf = (sort: string) => {
  const terms = sortTerms(sort)
  const columns = terms.flatMap(({ key, isDescending }) =>
    ORDER[key as keyof typeof ORDER].map(
      (column) => sql`${column} ${sql.raw(isDescending ? 'desc' : 'asc')} nulls last`,
    ),
  )
  return sql.join([...columns, sql.raw(terms[0]?.isDescending ? 'r.id desc' : 'r.id')])
}

const countByStatus = async (found: Registrations) => {
  const rows = await found
    .select(({ fn }) => ['r.status', fn.countAll<number>().as('count')])
    .groupBy('r.status')
    .execute()
  const countOf = (status: RegistrationStatus) => rows.find((row) => row.status === status)?.count ?? 0
  return {
    new: countOf('new'),
    accepted: countOf('accepted'),
    rejected: countOf('rejected'),
    waiting: countOf('waiting'),
  }
}

const toRows = async (tx: SchoolTransaction, rows: RegistrationRecord[], today: string) => {
  const resendable = await flagResendable(tx, rows.flatMap(joinedContacts))
  const flags = { repeated: await flagRepeated(tx, rows), resendable, today }
  return rows.map((row) => toRow(row, flags))
}

/** A page of the list with the counters by status, which also give the number of all matches (domain §3.6). */
export async function listRegistrations(tx: SchoolTransaction, query: QueryAt<RegistrationQuery>) {
  const found = filtered(tx, query)
  const counts = await countByStatus(found)
  const statuses = query.status ?? [...REGISTRATION_STATUSES]
  const sorted = selectRow(found)
    .where((eb) => eb('r.status', '=', eb.fn.any(eb.val([...statuses]))))
    .orderBy(orderOf(query.sort))
  const page = query.per_page === 0 ? sorted : sorted.limit(query.per_page).offset((query.page - 1) * query.per_page)
  const rows = await page.execute()
  const total = [...new Set(statuses)].reduce((sum, status) => sum + counts[status], 0)
  return { data: await toRows(tx, rows, query.today), total, counts }
}

/** All matches in the order of the list, to select them. */
export async function listRegistrationIds(tx: SchoolTransaction, query: Filters): Promise<number[]> {
  const rows = await filtered(tx, query)
    .select('r.id')
    .where((eb) => eb('r.status', '=', eb.fn.any(eb.val([...(query.status ?? REGISTRATION_STATUSES)]))))
    .orderBy(orderOf(query.sort))
    .execute()
  return rows.map(({ id }) => id)
}

/** The newest applications for the dashboard, without withdrawn ones (domain §3.1). */
export async function listLatestRegistrations(
  tx: SchoolTransaction,
  { count, today }: { count: number; today: string },
) {
  const rows = await selectRow(registrations(tx))
    .where('r.withdrawn_at', 'is', null)
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(count)
    .execute()
  return toRows(tx, rows, today)
}
