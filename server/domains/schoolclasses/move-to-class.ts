import { addDays, formatDate } from '#contract/dates.ts'
import { MESSAGES } from '#contract/formats.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { MovePupilsForm, MovePupilsReply } from '#contract/schoolclasses/schoolclasses.moves.ts'
import { isOverfull } from '#contract/schoolclasses/schoolclasses.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import {
  deleteMembership,
  endMembership,
  insertMembership,
  listMembershipsOf,
  logMove,
  replaceMembership,
} from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { findClassName } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { readTarget, refuseOutsideOwnYears } from './move-target.ts'
import { firstDayOf, originOf, planMove } from './plan-move.ts'
import { type Move, refuseMoves } from './refuse-moves.ts'
import { countMembers } from './schoolclasses.shared.queries.ts'

interface MoveInput {
  viewer: SchoolViewer
  now: Date
  today: string
  form: MovePupilsForm
}

async function applyMove(tx: SchoolTransaction, { pupil, plan }: Move, { viewer, now }: MoveInput) {
  const at = now.toISOString()
  if (plan.kind === 'restored') {
    await deleteMembership(tx, plan.current.id)
    await endMembership(tx, plan.former.id, { lastDay: plan.current.date_end, at })
  }
  if (plan.kind === 'removed') await deleteMembership(tx, plan.current.id)
  if (plan.kind === 'replaced') await replaceMembership(tx, plan.current.id, { ...plan.place, updated_at: at })
  if (plan.kind === 'moved') {
    const { current, place, date_start, date_end } = plan
    if (current) await endMembership(tx, current.id, { lastDay: addDays(date_start, -1), at })
    const row = { ...place, pupil_id: pupil.id, date_start, date_end }
    const made = { reason: 'change', created_by: viewer.user_id, created_at: at, updated_at: at }
    await insertMembership(tx, { ...row, ...made })
  }
  await logMove(tx, pupil.id)
}

interface Moved {
  moves: readonly Move[]
  className: string | undefined
  today: string
}

/** The first day of the earliest move; a pupil who enters later moves on the day of entry. */
const whenOf = (moves: readonly Move[], today: string) => {
  const [day = today, ...later] = [...new Set(moves.map(({ plan }) => firstDayOf(plan) ?? today))].sort()
  const first = day === today ? 'ab heute' : `ab ${formatDate(day)}`
  return later.length > 0 ? `${first} oder ab dem Tag der Aufnahme` : first
}

const messageOf = ({ moves, className, today }: Moved) => {
  if (moves.length === 0) return REPLY_TEXTS.nothingToChange
  const who = moves.length === 1 ? '1 Kind ist' : `${moves.length} Kinder sind`
  return `${who} ${whenOf(moves, today)} ${className === undefined ? 'ohne Klasse' : `in der Klasse ${className}`}.`
}

const toMoved = ({ pupil, plan }: Move) => {
  const origin = originOf(plan)
  return {
    pupil_id: pupil.id,
    from_schoolclass_id: origin?.schoolclass_id ?? null,
    from_schoolgrade_id: origin?.schoolgrade_id ?? null,
  }
}

async function planMoves(tx: SchoolTransaction, { form, today }: MoveInput) {
  const ids = [...new Set(form.pupil_ids)]
  const pupils = (await lockPupils(tx, ids)).filter(({ deleted_at }) => deleted_at === null)
  if (pupils.length < ids.length) throw invalid({ pupil_ids: [MESSAGES.boolean] })
  const { target, day, capacity } = await readTarget(tx, { form, today })
  const memberships = await listMembershipsOf(tx, ids)
  if (target.year === null) await refuseOutsideOwnYears(tx, memberships, day)
  const wish = { target, day, today, changesGrade: form.changes_grade }
  const moves = pupils.map((pupil) => {
    const own = memberships.filter(({ pupil_id }) => pupil_id === pupil.id)
    return { pupil, plan: planMove(pupil, own, wish) }
  })
  return { moves, classId: target.schoolclass_id, day, capacity }
}

/**
 * Moves pupils to another class from a day on, all or none; the former membership ends the day before, and one that
 * began before today is never replaced (domain §1.6).
 */
export async function movePupils(tx: SchoolTransaction, input: MoveInput): Promise<MovePupilsReply> {
  const { moves, classId, day, capacity } = await planMoves(tx, input)
  await refuseMoves(tx, moves)
  const moved = moves.filter(({ plan }) => plan.kind !== 'stays')
  for (const move of moved) await applyMove(tx, move, input)
  const pupil_count = classId === null ? 0 : await countMembers(tx, classId, day)
  const className = classId === null ? undefined : (await findClassName(tx, classId))?.classgradePlain
  return {
    message: messageOf({ moves: moved, className, today: input.today }),
    moved: moved.map(toMoved),
    stayed: moves.flatMap(({ pupil, plan }) => (plan.kind === 'stays' ? [pupil.id] : [])),
    is_overfull: isOverfull({ capacity, pupil_count }),
  }
}
