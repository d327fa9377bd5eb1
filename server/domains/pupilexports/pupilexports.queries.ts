import { sql } from 'kysely'
import type { Gender } from '#contract/genders.ts'
import type { PupilStatus } from '#contract/pupils.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import { visiblePupils, withClass } from '#server/domains/pupils/pupils.queries.ts'
import { CLASS_COLUMNS, toClassName } from '#server/domains/schoolclasses/class-names.queries.ts'
import type { ExportedGuardian, ExportedPupil } from './exported-pupil.ts'

export interface Asking {
  viewer: SchoolViewer
  today: string
}

/** On which day grade and class are looked at. */
interface AskingForDay extends Asking {
  day: string
}

/** So many rows at a time: other requests are answered between two questions. */
const AT_ONCE = 1000

const slices = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, index) =>
    ids.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
  )

const selectPupils = (tx: SchoolTransaction, ids: number[], { viewer, today, day }: AskingForDay) =>
  withClass(visiblePupils(tx, viewer, today), day)
    .where((eb) => eb('p.id', '=', eb.fn.any(eb.val(ids))))
    .select(['p.id', 'p.pupil_number', 'p.lastname', 'p.lastname_prefix', 'p.firstname', 'p.firstnames_all'])
    .select(['p.birthname', 'p.birthplace', 'p.address_extra'])
    .select(['p.gender', 'p.birthdate', 'p.status', 'p.date_entry', 'p.date_exit', 'p.first_enrolment_year'])
    .select(['p.street', 'p.house_number', 'p.zip', 'p.city', 'p.phone', 'p.mail', 'g.grade', 'c.school_year_id'])
    .select(CLASS_COLUMNS)
    .execute()
type Row = Awaited<ReturnType<typeof selectPupils>>[number]

const toClass = (row: Row) => {
  const named = toClassName(row)
  if (!named || row.school_year_id === null) return null
  const { id, classgradePlain: name } = named
  return { id, name, grade: named.schoolgrade.grade, grade_to: row.grade_to, school_year_id: row.school_year_id }
}

const toPupil = (row: Row): ExportedPupil => {
  const {
    schoolclass_id: _id,
    description: _name,
    class_grade: _from,
    grade_to: _to,
    school_year_id: _year,
    ...own
  } = row
  return {
    ...own,
    gender: row.gender as Gender,
    status: row.status as PupilStatus,
    schoolclass: toClass(row),
    guardians: [],
  }
}

/** Those of the pupils whom the viewer may see, in no order; class and grade are those of the day, of who is to come the first. */
export async function listExportedPupils(tx: SchoolTransaction, ids: readonly number[], asking: AskingForDay) {
  const pupils: ExportedPupil[] = []
  for (const slice of slices(ids)) pupils.push(...(await selectPupils(tx, slice, asking)).map(toPupil))
  return pupils
}

const selectCustodians = (tx: SchoolTransaction, pupilIds: number[]) =>
  tx
    .selectFrom('pupil_guardian as pg')
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .select(['pg.pupil_id', 'g.salutation', 'g.title', 'g.firstname', 'g.lastname', 'pg.relationship'])
    .select(['pg.lives_with_pupil', 'pg.receives_letters', 'g.street', 'g.house_number', 'g.zip', 'g.city'])
    .select(['g.phone_home', 'g.phone_mobile', 'g.phone_work', 'g.mail'])
    .where((eb) => eb('pg.pupil_id', '=', eb.fn.any(eb.val(pupilIds))))
    .where('pg.has_custody', '=', true)
    .where('g.deleted_at', 'is', null)
    .orderBy('pg.position')
    .orderBy('g.id')
    .execute()

/** Who has custody of pupils the viewer may see, in the order of the record. */
export async function listCustodians(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const byPupil = new Map<number, ExportedGuardian[]>()
  for (const slice of slices(pupilIds)) {
    for (const { pupil_id, ...guardian } of await selectCustodians(tx, slice)) {
      const known = byPupil.get(pupil_id)
      if (known) known.push(guardian)
      else byPupil.set(pupil_id, [guardian])
    }
  }
  return byPupil
}

/** Who leads or is assigned to the classes, on today or the first day of their year: leaders first, in their order. */
export const listClassStaff = (tx: SchoolTransaction, classIds: readonly number[], today: string) => {
  const day = sql<string>`greatest(y.date_start, ${today}::date)`
  return tx
    .selectFrom('schoolclass_employee as f')
    .innerJoin('employee as e', (join) =>
      join.onRef('e.school_id', '=', 'f.school_id').onRef('e.id', '=', 'f.employee_id'),
    )
    .innerJoin('schoolclass as s', (join) =>
      join.onRef('s.school_id', '=', 'f.school_id').onRef('s.id', '=', 'f.schoolclass_id'),
    )
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 's.school_id').onRef('y.id', '=', 's.school_year_id'),
    )
    .select(['f.schoolclass_id', 'f.function', 'e.id', 'e.firstname', 'e.lastname', 'e.short_name', 'e.mail'])
    .select('e.employee_type')
    .where((eb) => eb('f.schoolclass_id', '=', eb.fn.any(eb.val([...classIds]))))
    .where('f.date_start', '<=', day)
    .where((eb) => eb.or([eb('f.date_end', 'is', null), eb('f.date_end', '>=', day)]))
    .where('e.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('e.date_exit', 'is', null), eb('e.date_exit', '>=', day)]))
    .orderBy('f.schoolclass_id')
    .orderBy('f.function', 'desc')
    .orderBy('f.position')
    .orderBy('e.lastname')
    .orderBy('e.id')
    .execute()
}
export type ClassStaff = Awaited<ReturnType<typeof listClassStaff>>[number]
