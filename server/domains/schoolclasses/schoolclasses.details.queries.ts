import type { Gender } from '#contract/genders.ts'
import { seesPupilContacts } from '#contract/pupils/pupils.ts'
import type { ClassPupil, SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { visibleSchoolclasses } from '#server/domains/memberships/memberships.attached.shared.queries.ts'
import { CLASS_COLUMNS, toClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { membershipsOn, visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { listFunctions } from './class-functions.queries.ts'
import { listComing, listNextPlaces } from './planned-moves.queries.ts'
import { findVisibleClass } from './schoolclasses.list.queries.ts'
import { findClassScope } from './schoolclasses.shared.queries.ts'

type ClassScope = NonNullable<Awaited<ReturnType<typeof findClassScope>>>

/** The pupils of the class on its day that the viewer may see, as `p`, with the membership as `m`. */
export const selectClassPupils = (tx: SchoolTransaction, { id, day, is_names_only }: ClassScope, reader: Reader) => {
  const pupils = is_names_only
    ? tx.selectFrom('pupil as p').where('p.deleted_at', 'is', null)
    : visiblePupils(tx, reader.viewer, reader.today)
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

/** The data beyond names. */
const toFacts = ({ gender, status, grade, date_start }: Facts) => ({
  gender: gender as Gender,
  status,
  schoolgrade: { grade },
  date_start,
})

const nextOf = (next: ClassPupil['next']) => (next ? { next } : {})

async function listClassPupils(tx: SchoolTransaction, scope: ClassScope, reader: Reader): Promise<ClassPupil[]> {
  const seesBirthdate = seesPupilContacts(reader.viewer.permissions)
  const rows = await selectClassPupils(tx, scope, reader)
    .innerJoin('schoolgrade as g', (join) =>
      join.onRef('g.school_id', '=', 'm.school_id').onRef('g.id', '=', 'm.schoolgrade_id'),
    )
    .select(['p.id', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.gender', 'p.status', 'p.birthdate'])
    .select(['g.grade', 'm.date_start'])
    .execute()
  const places = scope.is_names_only ? undefined : await listNextPlaces(tx, scope, reader)
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

async function findPrevious(tx: SchoolTransaction, id: number | null, { viewer, today }: Reader) {
  if (id === null) return null
  const row = await visibleSchoolclasses(tx, viewer, today)
    .select(CLASS_COLUMNS)
    .where('c.id', '=', id)
    .executeTakeFirst()
  return row ? toClassName(row) : null
}

/** Whether nobody except these was ever in the class, and these not before today. */
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

/** A class with its pupils and all its leaders; undefined for unknown and invisible classes alike. */
export async function findSchoolclass(
  tx: SchoolTransaction,
  id: number,
  reader: Reader,
): Promise<SchoolclassDetails | undefined> {
  const scope = await findClassScope(tx, id, reader)
  const row = scope && (await findVisibleClass(tx, id, { ...reader, day: scope.day }))
  if (!row) return undefined
  const pupils = await listClassPupils(tx, scope, reader)
  return {
    ...row,
    pupils,
    coming: scope.is_names_only ? [] : await listComing(tx, scope, reader),
    functions: scope.is_names_only ? [] : await listFunctions(tx, id),
    previous: await findPrevious(tx, scope.previous_schoolclass_id, reader),
    day: scope.day,
    is_names_only: scope.is_names_only,
    is_removable: await isLeftEmpty(tx, scope, { pupils, today: reader.today }),
  }
}
