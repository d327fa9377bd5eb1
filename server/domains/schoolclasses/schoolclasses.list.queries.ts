import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader, SchoolViewer } from '#server/db/viewer.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import {
  attachedClassIds,
  isNamesOnly,
  visibleSchoolclasses,
} from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  toClassName,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findActiveSchoolyear, findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { listTeachers } from './class-functions.queries.ts'
import { memberCounts, shownDay } from './schoolclasses.shared.queries.ts'

interface RowsShape {
  permissions: SchoolViewer['permissions']
  by: 'c.school_year_id' | 'c.id'
}
interface RowsValues {
  user_id: number
  today: string
  /** The day for which pupils are counted. */
  day: string
  /** The id of the school year or of the class, according to `by`. */
  id: number
}

const readRows = compiledOnce(
  (tx: SchoolTransaction, { permissions, by }: RowsShape, { user_id, today, day, id }: RowsValues) =>
    visibleSchoolclasses(tx, { user_id, permissions }, today)
      .innerJoin('schoolyear as y', (join) =>
        join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
      )
      .leftJoin(memberCounts(tx, day).as('n'), 'n.schoolclass_id', 'c.id')
      .select(CLASS_COLUMNS)
      .select(['c.schoolgrade_id', 'c.schoolgrade_to_id', 'c.room', 'c.capacity', 'c.version', 'c.school_year_id'])
      .select(['y.name as school_year', 'y.state', 'n.pupil_count', 'n.count_m', 'n.count_f', 'n.count_d'])
      .select((eb) => eb('c.id', 'in', attachedClassIds(tx, { user_id }, today)).as('is_attached'))
      .where(by, '=', id)
      .orderBy(CLASS_ORDER),
)
type Row = Awaited<ReturnType<typeof readRows>>[number]

/** A class has as many pupils as sit in it, also those whom its list does not show; the rows name nobody. */
const countedRows: typeof readRows = (tx, shape, values) => withRestricted(tx, () => readRows(tx, shape, values))

/** The data beyond names. */
const toFacts = (row: Row) => ({
  room: row.room,
  capacity: row.capacity,
  byGender: { m: row.count_m ?? 0, f: row.count_f ?? 0, d: row.count_d ?? 0 },
})

interface Shown {
  viewer: SchoolViewer
  teachersOf: Awaited<ReturnType<typeof listTeachers>>
}

const toRow = (row: Row, { viewer, teachersOf }: Shown): Schoolclass[] => {
  const named = toClassName(row)
  if (!named) return []
  return [
    {
      ...named,
      schoolgrade: { id: row.schoolgrade_id, grade: named.schoolgrade.grade },
      schoolgrade_to:
        row.schoolgrade_to_id === null || row.grade_to === null
          ? null
          : { id: row.schoolgrade_to_id, grade: row.grade_to },
      school_year: {
        id: row.school_year_id,
        name: row.school_year,
        state: row.state as Schoolclass['school_year']['state'],
      },
      pupil_count: row.pupil_count ?? 0,
      ...teachersOf(named.id),
      ...(isNamesOnly(viewer, row) ? { room: null, capacity: null, assigned_employees: [] } : toFacts(row)),
      version: row.version,
    },
  ]
}

async function toRows(tx: SchoolTransaction, rows: Row[], { viewer, day }: { viewer: SchoolViewer; day: string }) {
  const classIds = rows.map(({ schoolclass_id }) => schoolclass_id)
  const teachersOf = await listTeachers(tx, { classIds, day })
  return rows.flatMap((row) => toRow(row, { viewer, teachersOf }))
}

/**
 * The classes of a school year that the viewer may see; of the active year when none is named, and none for an unknown
 * year.
 */
export async function listVisibleClasses(tx: SchoolTransaction, yearId: number | undefined, reader: Reader) {
  const year = yearId === undefined ? await findActiveSchoolyear(tx) : await findSchoolyear(tx, yearId)
  if (!year) return []
  const day = shownDay(year, reader)
  const { viewer, today } = reader
  const shape: RowsShape = { permissions: viewer.permissions, by: 'c.school_year_id' }
  const rows = await countedRows(tx, shape, { user_id: viewer.user_id, today, day, id: year.id })
  return toRows(tx, rows, { viewer, day })
}

/** One class as a row of the list; undefined when the viewer may not see it. */
export async function findVisibleClass(
  tx: SchoolTransaction,
  id: number,
  { viewer, today, day }: Reader & { day: string },
) {
  const shape: RowsShape = { permissions: viewer.permissions, by: 'c.id' }
  const rows = await countedRows(tx, shape, { user_id: viewer.user_id, today, day, id })
  return (await toRows(tx, rows, { viewer, day }))[0]
}
