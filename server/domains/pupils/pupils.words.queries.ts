import { type RawBuilder, sql } from 'kysely'
import type { PupilStatus } from '#contract/pupils/pupils.ts'

/** Sorts after every word with the same beginning. */
const LAST = sql.lit('\u{10FFFF}')

interface Words {
  /** Each starts with a blank, as `toTerms` returns them. */
  words: readonly string[]
  /** Also compares words other than the name: only for viewers who may see contacts. */
  inContacts: boolean
  statuses: readonly PupilStatus[]
}

const beginningWith = (word: string, { inContacts, statuses }: Words) => sql`
  select w.pupil_id from pupil_word w where w.word >= substr(${word}::text, 2) and w.word < substr(${word}::text, 2) || ${LAST}
  ${inContacts ? sql`` : sql`and not w.is_contact`} and w.status = any(${[...statuses]})`

const idsWithAll = (terms: Words) =>
  sql.join(
    terms.words.map((word) => beginningWith(word, terms)),
    sql` intersect `,
  )

/**
 * Says whether pupil `p` has all these words, which also include the status. It is an array, so that PostgreSQL sorts
 * only these few pupils, with an index alone.
 */
export const hasWords = (terms: Words): RawBuilder<boolean> => sql<boolean>`p.id = any(array(${idsWithAll(terms)}))`

/** How many pupils have these words, from an index alone. */
export const countWithWords = (terms: Words): RawBuilder<number> =>
  sql<number>`(select count(distinct f.pupil_id) from (${idsWithAll(terms)}) f)`

/**
 * How many pupils outside the bin have one of the statuses, from stored counts without those that lists hide. All of it
 * is one subquery, which PostgreSQL answers once and not for each row of a page.
 */
export const countByStatus = (statuses: readonly PupilStatus[]): RawBuilder<number> =>
  sql<number>`(select coalesce(sum(t.delta), 0)
    - (select count(*) from uncounted_pupil h where h.status = any(${[...statuses]}))
    from pupil_tally t where t.status = any(${[...statuses]}))`
