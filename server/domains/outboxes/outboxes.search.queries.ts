import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CircularReason } from '#contract/circulars/circulars.ts'
import type { OutboxScope } from '#contract/outboxes/outboxes.mails.ts'
import { searchWords } from '#contract/search-fold.ts'
import { beginOf, endOf } from '#server/db/begin-of-day.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Every word begins a word of one of these columns, so that „Anna Mia“ finds the mails to Anna, the mother of Mia. */
const named = (words: readonly string[], columns: readonly RawBuilder<string>[]) =>
  sql<SqlBool>`${sql.join(
    words.map(
      (word) =>
        sql`(${sql.join(
          columns.map((column) => sql`${column} like ${`% ${word}%`}`),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )}`

const guardiansLike = (tx: SchoolTransaction, words: readonly string[]) =>
  tx
    .selectFrom('guardian as g')
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'g.school_id').onRef('pg.guardian_id', '=', 'g.id'),
    )
    .innerJoin('pupil as p', (join) =>
      join.onRef('p.school_id', '=', 'pg.school_id').onRef('p.id', '=', 'pg.pupil_id').on('p.deleted_at', 'is', null),
    )
    .select('g.id')
    .distinct()
    .where('g.deleted_at', 'is', null)
    .where(named(words, [sql.ref('g.search_name'), sql.ref('p.search_name')]))
    .execute()

const pupilsLike = (tx: SchoolTransaction, words: readonly string[]) =>
  tx
    .selectFrom('pupil as p')
    .select('p.id')
    .where('p.deleted_at', 'is', null)
    .where(named(words, [sql.ref('p.search_name')]))
    .execute()

const contactsLike = (tx: SchoolTransaction, words: readonly string[]) =>
  tx
    .selectFrom('registration_contact as c')
    .innerJoin('registration as r', (join) =>
      join.onRef('r.school_id', '=', 'c.school_id').onRef('r.id', '=', 'c.registration_id'),
    )
    .select('c.id')
    .where('r.deleted_at', 'is', null)
    .where(named(words, [sql.ref('c.search_contact'), sql.ref('r.search_name')]))
    .execute()

const EMPLOYEE_NAME = sql<string>`(' ' || search_fold(e.firstname || ' ' || e.lastname)) collate "C"`

const employeesLike = (tx: SchoolTransaction, words: readonly string[]) =>
  tx
    .selectFrom('employee as e')
    .select('e.id')
    .where('e.deleted_at', 'is', null)
    .where(named(words, [EMPLOYEE_NAME]))
    .execute()

const feedsLike = (tx: SchoolTransaction, words: readonly string[]) =>
  tx
    .selectFrom('sicknote_feed as f')
    .innerJoin('app_user as u', 'u.id', 'f.user_id')
    .select('f.id')
    .where(named(words, [sql`(' ' || search_fold(u.name)) collate "C"`]))
    .execute()

/** The people that mails can be about, as `mail_log.related_type` has them. */
const RELATED = {
  guardian: guardiansLike,
  pupil: pupilsLike,
  registration_contact: contactsLike,
  employee: employeesLike,
  sicknote_feed: feedsLike,
} as const

/**
 * Readers whose own name or whose child's name has these words. They are read before the mails, so that PostgreSQL knows
 * how many mails the search is about to find. Restricted people are invisible here as everywhere (ADR 0042).
 */
export async function findMailReaders(tx: SchoolTransaction, search: string) {
  const words = searchWords(search)
  const found: { type: string; ids: number[] }[] = []
  if (words.length === 0) return found
  for (const [type, like] of Object.entries(RELATED)) {
    const ids = (await like(tx, words)).map(({ id }) => id)
    if (ids.length > 0) found.push({ type, ids })
  }
  return found
}
export type MailReaders = Awaited<ReturnType<typeof findMailReaders>>

const IDS = ['pupil_id', 'guardian_id', 'registration_id', 'contact_id', 'employee_id'] as const

interface StoredLeftOut extends Record<(typeof IDS)[number], number | null> {
  reason: CircularReason
}

/** The circulars written on these days, or the one that is named. */
function circularsOn(tx: SchoolTransaction, { from, until, circular_id }: OutboxScope) {
  let found = tx.selectFrom('circular as c')
  if (from !== undefined) found = found.where('c.created_at', '>=', beginOf(from))
  if (until !== undefined) found = found.where('c.created_at', '<', endOf(until))
  if (circular_id !== undefined) found = found.where('c.id', '=', circular_id)
  return found
}

/** Everybody whom these circulars left out, once for a reason, with the newest circular. */
const everybodyLeftOut = (tx: SchoolTransaction, span: OutboxScope) =>
  circularsOn(tx, span)
    .innerJoin(
      sql<StoredLeftOut>`jsonb_to_recordset(c.left_out)`.as<'l'>(
        sql`l (pupil_id bigint, guardian_id bigint, registration_id bigint, contact_id bigint, employee_id bigint, reason text)`,
      ),
      (join) => join.onTrue(),
    )
    .select(IDS.map((id) => `l.${id}` as const))
    .select('l.reason')
    .select(({ fn }) => [fn.max('c.id').as('circular_id'), fn.countAll<number>().as('circulars')])
    .groupBy([...IDS.map((id) => `l.${id}` as const), 'l.reason'])

/** Who was deleted, erased or restricted since then has no row, and nothing of the line is shown. */
const IS_THERE = sql<SqlBool>`(l.pupil_id is null or p.id is not null) and (l.guardian_id is null or g.id is not null)
  and (l.registration_id is null or r.id is not null) and (l.contact_id is null or k.id is not null)
  and (l.employee_id is null or e.id is not null)`

/**
 * People with these words in their own name or the child's whom these circulars left out, each once for a reason, with the
 * newest circular. Erased and restricted people are not found.
 */
export async function listLeftOut(tx: SchoolTransaction, search: string, span: OutboxScope) {
  const words = searchWords(search)
  if (words.length === 0) return []
  return await tx
    .with('left_out', () => everybodyLeftOut(tx, span))
    .selectFrom('left_out as l')
    .innerJoin('circular as c', 'c.id', 'l.circular_id')
    .leftJoin('pupil as p', (join) => join.onRef('p.id', '=', 'l.pupil_id').on('p.deleted_at', 'is', null))
    .leftJoin('guardian as g', (join) => join.onRef('g.id', '=', 'l.guardian_id').on('g.deleted_at', 'is', null))
    .leftJoin('registration as r', (join) =>
      join.onRef('r.id', '=', 'l.registration_id').on('r.deleted_at', 'is', null),
    )
    .leftJoin('registration_contact as k', (join) => join.onRef('k.id', '=', 'l.contact_id'))
    .leftJoin('employee as e', (join) => join.onRef('e.id', '=', 'l.employee_id').on('e.deleted_at', 'is', null))
    .select(IDS.map((id) => `l.${id}` as const))
    .select(['l.reason', 'l.circulars', 'c.id', 'c.subject', 'c.created_at'])
    .select(['p.lastname_prefix', 'r.desired_grade'])
    .select(({ fn }) => [
      fn.coalesce('p.firstname', 'r.child_firstname').as('child_firstname'),
      fn.coalesce('p.lastname', 'r.child_lastname').as('child_lastname'),
      fn.coalesce('g.firstname', 'k.firstname', 'e.firstname').as('firstname'),
      fn.coalesce('g.lastname', 'k.lastname', 'e.lastname').as('lastname'),
    ])
    .where(IS_THERE)
    .where(
      named(
        words,
        [sql`g.search_name`, sql`p.search_name`, sql`k.search_contact`, sql`r.search_name`, EMPLOYEE_NAME].map(
          (name) => sql<string>`coalesce(${name}, '')`,
        ),
      ),
    )
    .orderBy('c.id', 'desc')
    .orderBy(sql`coalesce(p.lastname, r.child_lastname, e.lastname)`)
    .orderBy(sql`coalesce(p.firstname, r.child_firstname, e.firstname)`)
    .orderBy(sql`coalesce(l.guardian_id, l.contact_id)`)
    .execute()
}
