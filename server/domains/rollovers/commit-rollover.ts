import { counted } from '#contract/counted.ts'
import { ROLLOVER_TEXTS, type RolloverPlan } from '#contract/rollovers/rollovers.ts'
import type { SchoolyearState } from '#contract/schoolyears/schoolyears.states.ts'
import { mayActivate } from '#contract/schoolyears/schoolyears.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { insertSchoolclasses } from '#server/domains/memberships/memberships.classes.shared.queries.ts'
import {
  lockSchoolyear,
  lockSchoolyears,
  switchActiveYear,
} from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import type { PlannedRollover } from './planned-rollover.ts'
import { getYears, rehearseRollover } from './rehearse-rollover.ts'
import {
  endMemberships,
  insertFunctions,
  insertMemberships,
  lockYearPupils,
  type RolloverChanges,
  updateLeavers,
  updatePrevious,
} from './rollovers.commit.queries.ts'
import { deleteStoredPlan } from './rollovers.plan.queries.ts'
import { findRolloverBetween, insertRollover } from './rollovers.queries.ts'
import { type GradeStep, listGradeSteps, type Year } from './rollovers.situation.queries.ts'

type GradeIds = (grade: number | null) => number | null

const gradeIds = (steps: readonly GradeStep[]): GradeIds => {
  const ids = new Map(steps.map(({ id, grade }) => [grade, id]))
  return (grade) => ids.get(grade ?? 0) ?? null
}

/** Creates missing classes; returns the id of each class of the new year by its target. */
async function makeClasses(tx: SchoolTransaction, { years, classes }: PlannedRollover, idOf: GradeIds) {
  const missing = classes.filter(({ id }) => id === null)
  const rows = missing.map(({ description, grade, grade_to, room, capacity, follows }) => ({
    school_year_id: years.to.id,
    schoolgrade_id: idOf(grade) ?? 0,
    schoolgrade_to_id: idOf(grade_to),
    description,
    room,
    capacity,
    previous_schoolclass_id: follows?.id ?? null,
  }))
  await nameAction(tx, 'schoolclass', 'rollover')
  const made = rows.length > 0 ? await insertSchoolclasses(tx, rows) : []
  const find = (grade: number, description: string) =>
    made.find((one) => one.schoolgrade_id === idOf(grade) && one.description === description)?.id
  const ids = new Map(classes.map((one) => [one.target, one.id ?? find(one.grade, one.description) ?? null]))
  return { ids, made: made.map(({ id }) => id) }
}

const linksOf = ({ classes }: PlannedRollover) =>
  classes.flatMap(({ id, follows }) => (id !== null && follows ? [{ id, previous_id: follows.id }] : []))

const functionsOf = ({ classes }: PlannedRollover, ids: ReadonlyMap<string, number | null>) =>
  classes.flatMap(({ target, copied }) =>
    copied.map(({ employee_id, function: kind, position }) => ({
      schoolclass_id: ids.get(target) ?? 0,
      employee_id,
      function: kind,
      position,
    })),
  )

const isDue = (year: Year, today: string) => mayActivate({ ...year, state: year.state as SchoolyearState }, today)

/** Writes the whole plan, in few statements for any number of pupils. */
async function carryOut(tx: SchoolTransaction, planned: PlannedRollover, { today }: Acting): Promise<RolloverChanges> {
  const { years, placements, leavers } = planned
  const { from, to } = years
  const idOf = gradeIds(await listGradeSteps(tx))
  const { ids, made } = await makeClasses(tx, planned, idOf)
  const linked = await updatePrevious(tx, linksOf(planned))
  const pupilIds = [...placements, ...leavers].map(({ pupil_id }) => pupil_id)
  const ended = await endMemberships(tx, { pupilIds, lastDay: from.date_end })
  const memberships = await insertMemberships(tx, {
    yearId: to.id,
    firstDay: to.date_start,
    memberships: placements.map(({ pupil_id, grade, target }) => ({
      pupil_id,
      schoolgrade_id: idOf(grade) ?? 0,
      schoolclass_id: ids.get(target) ?? null,
    })),
  })
  return {
    last_day: from.date_end,
    first_day: to.date_start,
    memberships,
    ended,
    leavers: await updateLeavers(tx, { leavers, lastDay: from.date_end, today }),
    classes: made,
    linked,
    functions: await insertFunctions(tx, { firstDay: to.date_start, functions: functionsOf(planned, ids) }),
    formerly_active: isDue(to, today) ? await switchActiveYear(tx, to.id) : null,
  }
}

const children = (count: number) => counted(count, 'Kind', 'Kinder')

const messageOf = ({ report: { counts, to_year } }: PlannedRollover) =>
  `Der Wechsel in das Schuljahr ${to_year.name} ist durchgeführt: ${children(counts.moved + counts.repeating)} mit neuem Platz, ${children(counts.leaving)} mit Abgang.`

/**
 * Carries out the year change as rehearsed, completely or not at all (domain §3.4). 409 when something changed since.
 * When nothing is left to do, nothing is written, and `id` is that of the former change.
 */
export async function commitRollover(
  tx: SchoolTransaction,
  { fingerprint, ...plan }: RolloverPlan & { fingerprint: string },
  acting: Acting,
) {
  // Year changes run one after the other. Pupils are locked before years, in the same order as wherever pupils are
  // moved.
  await lockSchoolyears(tx)
  await lockYearPupils(tx, plan.from_year_id)
  await lockSchoolyear(tx, plan.to_year_id)
  const years = await getYears(tx, plan)
  const planned = await rehearseRollover(tx, { plan, years, today: acting.today })
  if (planned.report.fingerprint !== fingerprint) throw conflict(ROLLOVER_TEXTS.changed)
  await deleteStoredPlan(tx, { yearId: years.to.id })
  const { report } = planned
  if (planned.placements.length + planned.leavers.length === 0) {
    const earlier = await findRolloverBetween(tx, { fromId: years.from.id, toId: years.to.id })
    const message = report.counts.undecided > 0 ? ROLLOVER_TEXTS.onlyUndecided : ROLLOVER_TEXTS.nothingToDo
    return { message, id: earlier?.id ?? null }
  }
  const changes = await carryOut(tx, planned, acting)
  await nameAction(tx, 'rollover', 'rollover')
  const id = await insertRollover(tx, {
    report,
    changes,
    userId: acting.viewer.user_id,
    now: acting.now.toISOString(),
  })
  return { message: messageOf(planned), id }
}
