import { addDays, formatDate } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { fullName } from '#contract/person-names.ts'
import { classDay, isOverfull, type MovePupilsForm, SCHOOLCLASS_TEXTS } from '#contract/schoolclasses.ts'
import type { SchoolTransaction, SchoolViewer } from '#server/db/in-school.ts'
import { invalid } from '#server/http/api-error.ts'
import { findClassName } from './class-names.queries.ts'
import {
  deleteMembership,
  endMembership,
  insertMemberships,
  type LockedPupil,
  listMembershipsOf,
  lockPupils,
  logMove,
  type Membership,
  replaceMembership,
} from './memberships.queries.ts'
import { firstDayOf, type Plan, planMove, type Target } from './plan-move.ts'
import { findGrades, findYear, holdClass, type Year } from './schoolclasses.changes.queries.ts'
import { countMembers } from './schoolclasses.queries.ts'

interface Asked {
  viewer: SchoolViewer
  today: string
  form: MovePupilsForm
}

const refuseOutside = ({ name, date_start, date_end }: Year, day: string) => {
  if (date_start <= day && day <= date_end) return
  throw invalid({ date_start: [SCHOOLCLASS_TEXTS.outsideYear(name, formatDate(date_start), formatDate(date_end))] })
}

/** The class they go to, held until all have moved, and the first day in it, which lies in its year. */
async function readClass(tx: SchoolTransaction, id: number, { form, today }: Asked) {
  const found = await holdClass(tx, id)
  const year = found && (await findYear(tx, found.school_year_id))
  if (!year) throw invalid({ schoolclass_id: [MESSAGES.boolean] })
  const day = form.date_start ?? (today < year.date_start ? classDay(year, today) : today)
  refuseOutside(year, day)
  const gradeIds = [found.schoolgrade_id, found.schoolgrade_to_id].filter((gradeId) => gradeId !== null)
  const grades = (await findGrades(tx, gradeIds)).sort((a, b) => a.grade - b.grade)
  return { target: { schoolclass_id: id, year, grades } satisfies Target, day, capacity: found.capacity }
}

const readTarget = async (tx: SchoolTransaction, asked: Asked) => {
  const { form, today } = asked
  if (form.schoolclass_id !== null) return readClass(tx, form.schoolclass_id, asked)
  const target: Target = { schoolclass_id: null, year: null, grades: null }
  return { target, day: form.date_start ?? today, capacity: null }
}

/** Without a class the day lies in the year of each pupil's membership. */
async function refuseOutsideOwnYears(tx: SchoolTransaction, memberships: readonly Membership[], day: string) {
  const covering = memberships.filter(
    ({ date_start, date_end }) => date_start <= day && (date_end === null || day <= date_end),
  )
  for (const id of new Set(covering.map(({ school_year_id }) => school_year_id))) {
    const year = await findYear(tx, id)
    if (year) refuseOutside(year, day)
  }
}

interface Move {
  pupil: LockedPupil
  plan: Plan
}

const namesOf = (moves: readonly Move[]) => moves.map(({ pupil }) => fullName(pupil)).join(', ')

/** All or none: the first reason is named with everyone it holds for. */
function refuseAny(moves: readonly Move[]) {
  for (const refusal of ['hasLeft', 'noGrade', 'laterMembership', 'otherGrade'] as const) {
    const of = moves.filter(({ plan }) => plan.kind === 'refused' && plan.refusal === refusal)
    if (of.length > 0) throw invalid({ pupil_ids: [SCHOOLCLASS_TEXTS[refusal](namesOf(of))] })
  }
}

async function applyMove(tx: SchoolTransaction, { pupil, plan }: Move, { school_id, user_id }: SchoolViewer) {
  if (plan.kind === 'restored') {
    await deleteMembership(tx, plan.current.id)
    await endMembership(tx, plan.former.id, plan.current.date_end)
  }
  if (plan.kind === 'removed') await deleteMembership(tx, plan.current.id)
  if (plan.kind === 'replaced') await replaceMembership(tx, plan.current.id, plan.place)
  if (plan.kind === 'moved') {
    const { current, place, date_start, date_end } = plan
    if (current) await endMembership(tx, current.id, addDays(date_start, -1))
    const row = { ...place, school_id, pupil_id: pupil.id, date_start, date_end }
    await insertMemberships(tx, [{ ...row, reason: 'change', created_by: user_id }])
  }
  await logMove(tx, pupil.id)
}

const fromClass = ({ plan }: Move) => ('current' in plan ? (plan.current?.schoolclass_id ?? null) : null)

interface Moved {
  moves: readonly Move[]
  className: string | undefined
  today: string
}

/** The first day of the earliest; who enters later moves on the day of entry. */
const whenOf = (moves: readonly Move[], today: string) => {
  const [day = today, ...later] = [...new Set(moves.map(({ plan }) => firstDayOf(plan) ?? today))].sort()
  const first = day === today ? 'jetzt' : `ab ${formatDate(day)}`
  return later.length > 0 ? `${first} oder ab dem Tag der Aufnahme` : first
}

const messageOf = ({ moves, className, today }: Moved) => {
  const [first] = moves
  if (!first) return 'Es gab nichts zu ändern.'
  const who = moves.length === 1 ? `${fullName(first.pupil)} ist` : `${moves.length} Kinder sind`
  return `${who} ${whenOf(moves, today)} ${className === undefined ? 'ohne Klasse' : `in der Klasse ${className}`}.`
}

/** Puts pupils into another class from a day on, all or none; the former membership ends the day before (domain §1.6). */
export async function movePupils(tx: SchoolTransaction, asked: Asked) {
  const { viewer, today, form } = asked
  const ids = [...new Set(form.pupil_ids)]
  const pupils = await lockPupils(tx, ids)
  if (pupils.length < ids.length) throw invalid({ pupil_ids: [MESSAGES.boolean] })
  const { target, day, capacity } = await readTarget(tx, asked)
  const memberships = await listMembershipsOf(tx, ids)
  if (target.year === null) await refuseOutsideOwnYears(tx, memberships, day)
  const moves = pupils.map((pupil) => {
    const own = memberships.filter(({ pupil_id }) => pupil_id === pupil.id)
    return { pupil, plan: planMove(pupil, own, { target, day, changesGrade: form.changes_grade }) }
  })
  refuseAny(moves)
  const moved = moves.filter(({ plan }) => plan.kind !== 'stays')
  for (const move of moved) await applyMove(tx, move, viewer)
  const classId = target.schoolclass_id
  const pupil_count = classId === null ? 0 : await countMembers(tx, classId, day)
  const className = classId === null ? undefined : (await findClassName(tx, classId))?.classgradePlain
  return {
    message: messageOf({ moves: moved, className, today }),
    moved: moved.map((move) => ({ pupil_id: move.pupil.id, from_schoolclass_id: fromClass(move) })),
    stayed: moves.filter(({ plan }) => plan.kind === 'stays').map(({ pupil }) => fullName(pupil)),
    is_overfull: isOverfull({ capacity, pupil_count }),
  }
}
