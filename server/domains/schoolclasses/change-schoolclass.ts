import { formatDate } from '#contract/dates.ts'
import { cleanLine } from '#contract/formats.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { classDay, SCHOOLCLASS_TEXTS, type SchoolclassChange } from '#contract/schoolclasses/schoolclasses.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import type { LockedClass } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { findSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { refusingTaken } from '#server/http/refuse-taken.ts'
import { CLASS_TAKEN } from './add-schoolclass.ts'
import { readGrades } from './class-grades.ts'
import { applyStaff, prepareStaff } from './class-staff.ts'
import {
  deleteSchoolclass,
  hasMemberships,
  hasOtherGrades,
  lockClass,
  updateSchoolclass,
} from './schoolclasses.changes.queries.ts'

type Fields = Pick<LockedClass, keyof ReturnType<typeof sentFields>>

const fieldsOf = ({ schoolgrade_id, schoolgrade_to_id, description, room, capacity }: LockedClass): Fields => ({
  schoolgrade_id,
  schoolgrade_to_id,
  description,
  room,
  capacity,
})

/** The sent fields that are columns of the class; an empty room is null. */
const sentFields = ({ schoolgrade_id, schoolgrade_to_id, description, room, capacity }: SchoolclassChange) => ({
  schoolgrade_id,
  schoolgrade_to_id,
  description,
  room: room === undefined ? undefined : cleanLine(room ?? '') || null,
  capacity,
})

async function refuseGrades(
  tx: SchoolTransaction,
  stored: LockedClass,
  { change, day }: { change: Partial<Fields>; day: string },
) {
  if (change.schoolgrade_id === undefined && change.schoolgrade_to_id === undefined) return
  const grades = await readGrades(tx, { ...stored, ...change })
  if (!(await hasOtherGrades(tx, { id: stored.id, day, ...grades }))) return
  const field = change.schoolgrade_id === undefined ? 'schoolgrade_to_id' : 'schoolgrade_id'
  throw invalid({ [field]: [SCHOOLCLASS_TEXTS.hasGrades] })
}

interface Year {
  name: string
  date_start: string
  date_end: string
}

/** Functions change from the sent day, which must be in the year; without it from today or the year's first day. */
const functionsFrom = (year: Year, form: SchoolclassChange, today: string) => {
  const from = form.functions_from ?? classDay(year, today)
  if (year.date_start <= from && from <= year.date_end) return from
  const [start, end] = [formatDate(year.date_start), formatDate(year.date_end)]
  throw invalid({ functions_from: [SCHOOLCLASS_TEXTS.outsideYear(year.name, start, end)] })
}

interface ClassChangeInput {
  viewer: SchoolViewer
  today: string
  id: number
  form: SchoolclassChange
}

/** Changes the sent fields of a class; refused when one of them was changed since the page was loaded (domain §9a). */
export async function changeSchoolclass(tx: SchoolTransaction, { viewer, today, id, form }: ClassChangeInput) {
  const stored = await lockClass(tx, id)
  const year = stored && (await findSchoolyear(tx, stored.school_year_id))
  if (!year) throw notFound()
  if (year.state === 'closed') throw invalid({}, SCHOOLCLASS_TEXTS.closedYear(year.name))
  const change = changedFields(stored, sentFields(form))
  const { responsible_teachers, assigned_employees } = form
  const from = functionsFrom(year, form, today)
  const wish = {
    ...(responsible_teachers && { responsible_teachers }),
    ...(assigned_employees && { assigned_employees }),
  }
  const { plan, fields, current } = await prepareStaff(tx, { classId: id, from, today, wish })
  const changed = [...Object.keys(change), ...fields]
  if (changed.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  await refuseStale(tx, {
    stored,
    fields: changed,
    version: form.version,
    current: { ...fieldsOf(stored), ...current },
  })
  await refuseGrades(tx, stored, { change, day: classDay(year, today) })
  if (Object.keys(change).length > 0) await refusingTaken(updateSchoolclass(tx, id, change), CLASS_TAKEN)
  await applyStaff(tx, plan, { classId: id, from, userId: viewer.user_id })
  if (fields.length > 0) await noteChangesOf(tx, 'schoolclass', { id, fields })
  return { message: REPLY_TEXTS.saved }
}

/** Deletes a class that never had pupils, with its functions (domain §1.4); not in a year that is over. */
export async function removeSchoolclass(tx: SchoolTransaction, id: number) {
  const stored = await lockClass(tx, id)
  const year = stored && (await findSchoolyear(tx, stored.school_year_id))
  if (!year) throw notFound()
  if (await hasMemberships(tx, id)) throw invalid({}, SCHOOLCLASS_TEXTS.hasPupils)
  if (year.state === 'closed') throw invalid({}, SCHOOLCLASS_TEXTS.closedYear(year.name))
  await deleteSchoolclass(tx, id)
  return { message: 'Die Klasse ist gelöscht.' }
}
