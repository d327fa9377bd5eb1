import { LISTED_STATUSES } from '#contract/pupils/pupils.ts'
import { schoolDaysOf } from '#contract/schoolyears/school-calendar.ts'
import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { listFreeDays } from './schoolyears.shared.queries.ts'

const FIELDS = [
  'id',
  'name',
  'date_start',
  'date_end',
  'first_school_day',
  'last_school_day',
  'half_year_end',
  'registration_from',
  'registration_until',
  'state',
  'version',
] as const

/** Everything that refers to a year, in the bin or not, and prevents its deletion. */
const USERS = { schoolclasses: 'schoolclass', memberships: 'pupil_schoolclass', registrations: 'registration' } as const

async function countUsers(tx: SchoolTransaction, yearIds: readonly number[]) {
  const counts = new Map(yearIds.map((id) => [id, { schoolclasses: 0, memberships: 0, registrations: 0 }]))
  const count = async ([key, table]: [keyof typeof USERS, (typeof USERS)[keyof typeof USERS]]) => {
    const rows = await tx
      .selectFrom(table)
      .select(({ fn }) => ['school_year_id', fn.countAll<number>().as('count')])
      .where('school_year_id', '=', (eb) => eb.fn.any(eb.val([...yearIds])))
      .groupBy('school_year_id')
      .execute()
    for (const row of rows) {
      const counted = counts.get(row.school_year_id)
      if (counted) counted[key] = row.count
    }
  }
  await Promise.all((Object.entries(USERS) as Parameters<typeof count>[0][]).map(count))
  return counts
}

/**
 * The number of children in classes of these years, each once; in the active year without those who left during it
 * (spec §2).
 */
async function countPupils(tx: SchoolTransaction, yearIds: readonly number[]) {
  const rows = await tx
    .selectFrom('schoolyear as y')
    .select((eb) => [
      'y.id',
      eb
        .selectFrom('pupil as p')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('p.deleted_at', 'is', null)
        .where((on) =>
          on.or([on('y.state', '<>', 'active'), on('p.status', '=', on.fn.any(on.val([...LISTED_STATUSES])))]),
        )
        .where(
          'p.id',
          'in',
          eb.selectFrom('pupil_schoolclass as m').select('m.pupil_id').whereRef('m.school_year_id', '=', 'y.id'),
        )
        .as('count'),
    ])
    .where('y.id', '=', (eb) => eb.fn.any(eb.val([...yearIds])))
    .execute()
  return new Map(rows.map(({ id, count }) => [id, count ?? 0]))
}

interface OpenTimes {
  state: string
  registration_from: string | null
  registration_until: string | null
}

/** The same condition as in the SQL of `listOpenSchoolyears`. */
const isOpenAt = ({ state, registration_from: from, registration_until: until }: OpenTimes, now: Date) =>
  state !== 'closed' &&
  from !== null &&
  Date.parse(from) <= now.getTime() &&
  (until === null || Date.parse(until) > now.getTime())

/** The years of the school for its pages, newest first; with `id` only that one. */
export async function listYearDetails(
  tx: SchoolTransaction,
  { now, id }: { now: Date; id?: number },
): Promise<Schoolyear[]> {
  const years = await tx
    .selectFrom('schoolyear')
    .select(FIELDS)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .orderBy('date_start', 'desc')
    .execute()
  const ids = years.map((year) => year.id)
  // Numbers count restricted people as well: they stand in the way of a deletion like anybody else.
  const [freeDays, users, pupils] = await withRestricted(tx, () =>
    Promise.all([listFreeDays(tx, ids), countUsers(tx, ids), countPupils(tx, ids)]),
  )
  return years.map((year) => {
    const free_days = freeDays
      .filter(({ school_year_id }) => school_year_id === year.id)
      .map(({ school_year_id: _year, ...day }) => day)
    return {
      ...year,
      state: year.state as SchoolyearState,
      is_registration_open: isOpenAt(year, now),
      free_days,
      school_days: schoolDaysOf({ ...year, free_days }),
      usage: users.get(year.id) ?? { schoolclasses: 0, memberships: 0, registrations: 0 },
      pupils: pupils.get(year.id) ?? 0,
    }
  })
}
