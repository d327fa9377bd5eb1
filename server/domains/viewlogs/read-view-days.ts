import { VIEW_KINDS, type ViewKind } from '#contract/viewlogs/viewlogs.kinds.ts'
import { SEEN_NAMES, type ViewQuery } from '#contract/viewlogs/viewlogs.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { nameAsked, named } from './read-views.ts'
import { listSeen, listViewDays, type SeenRow, type ViewDayRow } from './viewlogs.days.queries.ts'

const sum = (rows: readonly { count: number }[]) => rows.reduce((total, { count }) => total + count, 0)

const keyOf = ({ day, user_id, user_name }: Pick<ViewDayRow, 'day' | 'user_id' | 'user_name'>) =>
  JSON.stringify([day, user_id, user_name])

const kindsOf = (rows: readonly SeenRow[]) =>
  VIEW_KINDS.flatMap((kind: ViewKind) => {
    const count = sum(rows.filter((row) => row.kind === kind))
    return count > 0 ? [{ kind, count }] : []
  })

/** The same child on a page and in a file stands there once. */
function seenOf(rows: readonly SeenRow[]) {
  const seen = Map.groupBy(rows, ({ subject, subject_id, what, kind, subject_count }) =>
    JSON.stringify(subject_id === null ? [kind, what, subject, subject_count] : [subject, subject_id]),
  )
  return [...seen.values()]
    .flatMap((same) => {
      const [first] = same
      const lastAt =
        same
          .map(({ last_at }) => last_at)
          .sort()
          .at(-1) ?? ''
      return first ? [{ ...first, count: sum(same), last_at: lastAt }] : []
    })
    .sort(
      (a, b) =>
        Number(b.subject_id === null) - Number(a.subject_id === null) ||
        b.count - a.count ||
        b.last_at.localeCompare(a.last_at),
    )
}

/** One page of days and people, the latest first unless asked otherwise. */
export async function readViewDays(tx: SchoolTransaction, query: ViewQuery, reader: Reader) {
  const { page, per_page, sort: _sort, ...filters } = query
  const { rows, total, entries } = await listViewDays(tx, query)
  const dates = rows.map(({ day }) => day).sort()
  const [from, until] = [dates[0], dates.at(-1)]
  const seen = Map.groupBy(from && until ? await listSeen(tx, query, { from, until }) : [], keyOf)
  const days = rows.map((row) => {
    const own = seen.get(keyOf(row)) ?? []
    return { ...row, kinds: kindsOf(own), seen: seenOf(own) }
  })
  // Only those are looked up who are named.
  const shown = days.flatMap((day) => day.seen.slice(0, SEEN_NAMES).map((one) => ({ ...one, day })))
  const labelled = Map.groupBy(await named(tx, reader, shown), ({ day }) => day)
  const data = days.map((day) => ({
    ...day,
    seen_count: day.seen.length,
    seen: (labelled.get(day) ?? []).map(({ what, subject, subject_id, subject_count, subject_label, count }) => ({
      ...{ what, subject, subject_id, subject_count, subject_label, count },
    })),
  }))
  return { data, total, entries, page, per_page, record_label: await nameAsked(tx, filters, reader) }
}
