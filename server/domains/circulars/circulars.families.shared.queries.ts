import { sql } from 'kysely'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import { compiledOnce } from '#server/db/compiled-once.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { informsParents, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'
import {
  CLASS_COLUMNS,
  CLASS_ORDER,
  classNames,
} from '#server/domains/memberships/memberships.classes.shared.queries.ts'

interface Asked {
  /** Null: whatever the class. */
  classIds: readonly number[] | null
  /** Null: every child. */
  pupilIds: readonly number[] | null
  today: string
}

/** Bigint[] in PostgreSQL's own notation, so that the number of ids does not change the statement. */
const numbers = (ids: readonly number[] | null) => `{${(ids ?? []).join(',')}}`

interface Values {
  class_ids: string
  pupil_ids: string
  today: string
  /** `ofAgeSince` of today. */
  since: string
}
interface Shape {
  isByClass: boolean
  isByPupil: boolean
}

const readFamilies = compiledOnce((tx: SchoolTransaction, { isByClass, isByPupil }: Shape, values: Values) =>
  tx
    .selectFrom('pupil as p')
    .innerJoin('pupil_schoolclass as m', (join) =>
      join
        .onRef('m.school_id', '=', 'p.school_id')
        .onRef('m.pupil_id', '=', 'p.id')
        .on('m.date_start', '<=', values.today)
        .on((eb) => eb.or([eb('m.date_end', 'is', null), eb('m.date_end', '>=', values.today)])),
    )
    .innerJoin(classNames().as('c'), (join) =>
      join.onRef('c.school_id', '=', 'm.school_id').onRef('c.id', '=', 'm.schoolclass_id'),
    )
    .leftJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'p.school_id').onRef('pg.pupil_id', '=', 'p.id'),
    )
    .leftJoin('guardian as g', (join) =>
      join
        .onRef('g.school_id', '=', 'pg.school_id')
        .onRef('g.id', '=', 'pg.guardian_id')
        .on('g.deleted_at', 'is', null),
    )
    .select(['p.id as pupil_id', 'p.firstname as child_firstname', 'p.lastname as child_lastname', 'p.lastname_prefix'])
    .select(['pg.has_custody', 'g.id as guardian_id', 'g.title', 'g.firstname', 'g.lastname', 'g.mail'])
    .select(CLASS_COLUMNS)
    .select(informsParents(values.since).as('informs_parents'))
    .select(sql<boolean>`coalesce(g.mail_verified_at is not null or g.mail_origin = 'school', false)`.as('is_usable'))
    .where('p.deleted_at', 'is', null)
    .where('p.status', 'not in', LEFT_STATUSES)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', values.today)]))
    .$if(isByClass, (rows) => rows.where(sql<boolean>`c.id = any(${values.class_ids}::bigint[])`))
    .$if(isByPupil, (rows) => rows.where(sql<boolean>`p.id = any(${values.pupil_ids}::bigint[])`))
    .orderBy(CLASS_ORDER)
    .orderBy('p.lastname')
    .orderBy('p.firstname')
    .orderBy('p.id')
    .orderBy('pg.position')
    .orderBy('pg.id'),
)

/**
 * Today's children with each of their guardians, in the order of the classes; a child without any has one row without a
 * guardian. An address counts as everywhere: entered by the school, or confirmed (domain §1.7).
 */
export const listFamilyRows = (tx: SchoolTransaction, { classIds, pupilIds, today }: Asked) =>
  readFamilies(
    tx,
    { isByClass: classIds !== null, isByPupil: pupilIds !== null },
    { class_ids: numbers(classIds), pupil_ids: numbers(pupilIds), today, since: ofAgeSince(today) },
  )
export type FamilyRow = Awaited<ReturnType<typeof listFamilyRows>>[number]

/** The names of these classes of the bound school, in their order. */
export const listClassRows = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom(classNames().as('c'))
    .select(CLASS_COLUMNS)
    .where((eb) => eb('c.id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** The names of these children; restricted, deleted and erased ones are missing. */
export const listPupilNames = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('pupil')
    .select(['id', 'firstname', 'lastname', 'lastname_prefix'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** The same for guardians. */
export const listGuardianNames = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('guardian')
    .select(['id', 'firstname', 'lastname'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
