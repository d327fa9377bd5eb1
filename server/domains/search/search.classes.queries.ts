import { SEARCH_HITS_MAX, type SearchHit } from '#contract/search/search.ts'
import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import type { Searching } from './search.queries.ts'

/** Classes of this year and the next; they are few, so the names are compared here. */
export async function findClasses(tx: SchoolTransaction, { viewer, today, words }: Searching): Promise<SearchHit[]> {
  const rows = await visibleSchoolclasses(tx, viewer, today)
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .select(CLASS_COLUMNS)
    .select('y.name as year')
    .where('y.state', '<>', 'closed')
    .orderBy('y.date_start')
    .orderBy(CLASS_ORDER)
    .execute()
  const isFound = (name: string) => {
    const own = searchFold(`klasse ${name}`).split(' ')
    return words.every((word) => own.some((one) => one.startsWith(word)))
  }
  return rows
    .flatMap(({ year, ...row }): SearchHit[] => {
      const named = toClassName(row)
      return named && isFound(named.classgradePlain)
        ? [{ group: 'classes', id: named.id, text: named.classgradePlain, hint: year }]
        : []
    })
    .slice(0, SEARCH_HITS_MAX + 1)
}
