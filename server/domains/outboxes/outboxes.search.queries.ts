import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CircularReason } from '#contract/circulars/circulars.ts'
import { searchWords } from '#contract/search-fold.ts'
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

const employeesLike = (tx: SchoolTransaction, words: readonly string[]) =>
  tx
    .selectFrom('employee as e')
    .select('e.id')
    .where('e.deleted_at', 'is', null)
    .where(named(words, [sql`(' ' || search_fold(e.firstname || ' ' || e.lastname)) collate "C"`]))
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

/**
 * People with these words in their own name or the child's whom circulars left out, each once for a reason, with the
 * newest circular. Erased and restricted people are not found.
 */
export async function listLeftOut(tx: SchoolTransaction, search: string) {
  const words = searchWords(search)
  if (words.length === 0) return []
  return await tx
    .with('left_out', (cte) =>
      cte
        .selectFrom('circular as c')
        .innerJoin(
          sql<{
            pupil_id: number
            guardian_id: number | null
            reason: CircularReason
          }>`jsonb_to_recordset(c.left_out)`.as<'l'>(sql`l (pupil_id bigint, guardian_id bigint, reason text)`),
          (join) => join.onTrue(),
        )
        .select(['l.pupil_id', 'l.guardian_id', 'l.reason'])
        .select(({ fn }) => [fn.max('c.id').as('circular_id'), fn.countAll<number>().as('circulars')])
        .groupBy(['l.pupil_id', 'l.guardian_id', 'l.reason']),
    )
    .selectFrom('left_out as l')
    .innerJoin('circular as c', 'c.id', 'l.circular_id')
    .innerJoin('pupil as p', (join) => join.onRef('p.id', '=', 'l.pupil_id').on('p.deleted_at', 'is', null))
    .leftJoin('guardian as g', (join) => join.onRef('g.id', '=', 'l.guardian_id').on('g.deleted_at', 'is', null))
    .select(['l.pupil_id', 'l.guardian_id', 'l.reason', 'l.circulars', 'c.id', 'c.subject', 'c.created_at'])
    .select(['p.firstname as child_firstname', 'p.lastname as child_lastname', 'p.lastname_prefix'])
    .select(['g.firstname', 'g.lastname'])
    .where((eb) => eb.or([eb('l.guardian_id', 'is', null), eb('g.id', 'is not', null)]))
    .where(named(words, [sql`coalesce(g.search_name, '')`, sql.ref('p.search_name')]))
    .orderBy('c.id', 'desc')
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('l.guardian_id')
    .execute()
}
