import type { Gender } from '#contract/genders.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import type { ClassPupil, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import {
  attachedClassIds,
  isNamesOnly,
  visibleSchoolclasses,
} from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { CLASS_COLUMNS, toClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn, visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { notFound } from '#server/http/api-error.ts'
import { listFunctions } from './class-functions.queries.ts'
import { listComing, listNextPlaces } from './planned-moves.queries.ts'
import { type Asking, findVisibleClass, shownDay } from './schoolclasses.list.queries.ts'

/** Where a class the viewer may see stands in time, and whether only its names may be seen (domain §4). */
export async function findClassScope(tx: SchoolTransaction, id: number, asking: Asking) {
  const { viewer, today } = asking
  const found = await visibleSchoolclasses(tx, viewer, today)
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'c.school_id').onRef('y.id', '=', 'c.school_year_id'),
    )
    .select(['c.id', 'c.previous_schoolclass_id', 'y.id as year_id', 'y.state', 'y.date_start', 'y.date_end'])
    .select((eb) => eb('c.id', 'in', attachedClassIds(tx, viewer, today)).as('is_attached'))
    .where('c.id', '=', id)
    .executeTakeFirst()
  if (!found) return undefined
  return {
    ...found,
    day: shownDay({ ...found, id: found.year_id }, asking),
    is_names_only: isNamesOnly(viewer, found),
  }
}
type ClassScope = NonNullable<Awaited<ReturnType<typeof findClassScope>>>

/** Who of the pupils the viewer may see belongs to the class on its day, as `p` with the membership as `m`. */
export const selectClassPupils = (tx: SchoolTransaction, { id, day, is_names_only }: ClassScope, asking: Asking) => {
  const pupils = is_names_only
    ? tx.selectFrom('pupil as p').where('p.deleted_at', 'is', null)
    : visiblePupils(tx, asking.viewer, asking.today)
  const members = membershipsOn(tx, day)
    .where('m.schoolclass_id', '=', id)
    .select(['m.school_id', 'm.pupil_id', 'm.schoolgrade_id', 'm.date_start'])
  return pupils
    .innerJoin(members.as('m'), (join) =>
      join.onRef('m.school_id', '=', 'p.school_id').onRef('m.pupil_id', '=', 'p.id'),
    )
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', day)]))
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('p.birthdate')
    .orderBy('p.id')
}

interface Facts {
  gender: string
  status: string
  grade: number
  date_start: string
}

/** What there is to know beyond the names. */
const toFacts = ({ gender, status, grade, date_start }: Facts) => ({
  gender: gender as Gender,
  status,
  schoolgrade: { grade },
  date_start,
})

const nextOf = (next: ClassPupil['next']) => (next ? { next } : {})

async function listClassPupils(tx: SchoolTransaction, scope: ClassScope, asking: Asking): Promise<ClassPupil[]> {
  const seesBirthdate = seesPupilContacts(asking.viewer.permissions)
  const rows = await selectClassPupils(tx, scope, asking)
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .select(['p.id', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.gender', 'p.status', 'p.birthdate'])
    .select(['g.grade', 'm.date_start'])
    .execute()
  const places = scope.is_names_only ? undefined : await listNextPlaces(tx, scope, asking)
  return rows.map(({ id, lastname, lastname_prefix, firstname, ...row }) => ({
    id,
    lastname,
    lastname_prefix,
    firstname,
    ...(scope.is_names_only ? {} : toFacts(row)),
    ...nextOf(places?.get(id)),
    ...(seesBirthdate && !scope.is_names_only ? { birthdate: row.birthdate } : {}),
  }))
}

async function findPrevious(tx: SchoolTransaction, id: number | null, { viewer, today }: Asking) {
  if (id === null) return null
  const row = await visibleSchoolclasses(tx, viewer, today)
    .select(CLASS_COLUMNS)
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row ? toClassName(row) : null
}

/** Whether nobody but these belongs or ever belonged to the class, and they not before today. */
async function isLeftEmpty(
  tx: SchoolTransaction,
  { id, state }: ClassScope,
  { pupils, today }: { pupils: readonly ClassPupil[]; today: string },
) {
  if (state === 'closed') return false
  const { count } = await tx
    .selectFrom('pupil_schoolclass')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('schoolclass_id', '=', id)
    .executeTakeFirstOrThrow()
  return count === pupils.filter(({ date_start }) => date_start !== undefined && date_start >= today).length
}

/** A class with its pupils and all who led it; unknown and unseen are one 404. */
export async function getSchoolclass(tx: SchoolTransaction, id: number, asking: Asking): Promise<SchoolclassDetails> {
  const scope = await findClassScope(tx, id, asking)
  const row = scope && (await findVisibleClass(tx, id, { ...asking, day: scope.day }))
  if (!row) throw notFound()
  const pupils = await listClassPupils(tx, scope, asking)
  return {
    ...row,
    pupils,
    coming: scope.is_names_only ? [] : await listComing(tx, scope, asking),
    functions: scope.is_names_only ? [] : await listFunctions(tx, id),
    previous: await findPrevious(tx, scope.previous_schoolclass_id, asking),
    day: scope.day,
    is_names_only: scope.is_names_only,
    is_removable: await isLeftEmpty(tx, scope, { pupils, today: asking.today }),
  }
}
