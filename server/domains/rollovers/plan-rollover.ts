import { OPEN_CLASS, type RolloverPlan } from '#contract/rollovers/rollovers.ts'
import { classgradePlain } from '#contract/schoolclasses/class-names.ts'
import { CAPACITY_DEFAULT } from '#contract/schoolclasses/schoolclass.record.ts'
import { chooseTargets, type Group } from './choose-targets.ts'
import { type Decided, decidePupils, type Faults } from './decide-pupils.ts'
import { followClasses } from './follow-classes.ts'
import type { PlannedClass, PlannedRollover, Situation, StoredReport } from './planned-rollover.ts'
import { fingerprintOf } from './rollover-fingerprint.ts'
import { type Choice, nameOf, OPEN, openTargetBook, type TargetBook, targetOf } from './target-book.ts'

const planClasses = (
  { newClasses, functionsThere, functionsToCopy }: Situation,
  { book, groups, copies }: { book: TargetBook; groups: readonly Group[]; copies: boolean },
): PlannedClass[] => {
  const followed = followClasses(groups)
  return book.list().map((one) => {
    const follows = followed.get(one) ?? null
    const existing = newClasses.find(({ id }) => id === one.id)
    const isLed = functionsThere.some(({ schoolclass_id }) => schoolclass_id === one.id)
    const copied = copies && follows && !isLed ? functionsToCopy.filter((f) => f.schoolclass_id === follows.id) : []
    const { room, capacity } = existing ?? follows ?? { room: null, capacity: CAPACITY_DEFAULT }
    return { ...one, follows, room, capacity, copied }
  })
}

const toOption = (choice: Choice) => ({
  target: targetOf(choice),
  label: nameOf(choice) ?? OPEN_CLASS,
  is_new: choice !== OPEN && choice.id === null,
})

/** The grade from which most of them come. */
const usualGrade = (pupils: readonly Decided[]) => {
  const counts = [...Map.groupBy(pupils, ({ member }) => member.grade)]
  const [most] = counts.sort(([a, those], [b, others]) => others.length - those.length || a - b)
  return most?.[0] ?? 0
}

const reportGroup = (
  { source, to_grade, pupils, proposal, choice }: Group,
  book: TargetBook,
  { oldClasses }: Situation,
) => {
  const options = [proposal, ...book.listChoices(oldClasses, to_grade)].map(toOption)
  return {
    schoolclass_id: source.id,
    classgradePlain: classgradePlain(source),
    from_grade: usualGrade(pupils),
    to_grade,
    pupil_count: pupils.length,
    target: targetOf(choice),
    target_label: toOption(choice).label,
    options: [...new Map(options.map((option) => [option.target, option])).values()],
  }
}

/** Null for a pupil who leaves or already has a seat: there is nothing to choose. */
const targetFor = (one: Decided, choice: Choice) => (one.isSkipped || one.to_grade === null ? null : targetOf(choice))

const reportPupil = (one: Decided, choice: Choice, { oldClasses, newClasses }: Situation) => {
  const { member, decision, proposed, to_grade, exit_reason } = one
  const from = oldClasses.find(({ id }) => id === member.schoolclass_id)
  const placed = newClasses.find(({ id }) => id === member.placed_schoolclass_id)
  const target = targetFor(one, choice)
  const to_class = target === null ? placed && classgradePlain(placed) : nameOf(choice)
  return {
    pupil_id: member.pupil_id,
    from_class: from ? classgradePlain(from) : null,
    from_grade: member.grade,
    decision,
    proposed,
    to_grade,
    to_class: to_class ?? null,
    target,
    exit_reason,
    reason: target === OPEN ? ('class_open' as const) : one.reason,
  }
}

const countUp = (decided: readonly Decided[], pupils: readonly StoredReport['pupils'][number][]) => {
  const count = (isMeant: (one: Decided) => boolean) => decided.filter((one) => !one.isSkipped && isMeant(one)).length
  return {
    moved: count(({ decision }) => decision === 'promote' || decision === 'skip'),
    repeating: count(({ decision }) => decision === 'repeat'),
    leaving: count(({ decision }) => decision === 'leave'),
    skipped: decided.filter(({ isSkipped }) => isSkipped).length,
    undecided: count(({ decision }) => decision === null),
    class_open: pupils.filter(({ target }) => target === OPEN).length,
  }
}

const reportClasses = (
  classes: readonly PlannedClass[],
  situation: Situation,
  placements: PlannedRollover['placements'],
) => {
  const coming = Map.groupBy(placements, ({ target }) => target)
  return classes.map(({ id, target, description, grade, grade_to, capacity, copied }) => {
    const teaching = situation.functionsThere.filter(({ schoolclass_id }) => schoolclass_id === id)
    return {
      target,
      classgradePlain: classgradePlain({ description, grade, grade_to }),
      grade,
      grade_to,
      is_new: id === null,
      pupil_count: (id === null ? 0 : (situation.countsThere.get(id) ?? 0)) + (coming.get(target)?.length ?? 0),
      capacity,
      teachers: [...teaching, ...copied].map(({ employee_id }) => employee_id),
    }
  })
}

const inClassOrder = (decided: readonly Decided[], { oldClasses }: Situation) => {
  const positions = new Map(oldClasses.map(({ id }, index) => [id, index]))
  const positionOf = ({ member }: Decided) => positions.get(member.schoolclass_id ?? 0) ?? oldClasses.length
  return [...decided].sort((a, b) => positionOf(a) - positionOf(b) || a.member.pupil_id - b.member.pupil_id)
}

const placementsOf = (pupils: StoredReport['pupils']): PlannedRollover['placements'] =>
  pupils.flatMap(({ pupil_id, target, to_grade }) =>
    target !== null && to_grade !== null ? [{ pupil_id, grade: to_grade, target }] : [],
  )

const leaversOf = (decided: readonly Decided[]): PlannedRollover['leavers'] =>
  decided.flatMap(({ member, decision, exit_reason, next_school, isSkipped }) =>
    decision === 'leave' && exit_reason && !isSkipped ? [{ pupil_id: member.pupil_id, exit_reason, next_school }] : [],
  )

/**
 * Computes what the year change does to each pupil; the same situation and plan always give the same result. Wishes of
 * the plan that cannot be met are returned in `faults`, by dotted field.
 */
export function planRollover(situation: Situation, plan: RolloverPlan): { planned: PlannedRollover; faults: Faults } {
  const { years, grades, members, oldClasses, newClasses, latestRollover } = situation
  const faults: Faults = {}
  const decided = inClassOrder(decidePupils({ years, grades, members, plan, faults }), situation)
  const gradeNumbers = grades.map(({ grade }) => grade)
  const book = openTargetBook(newClasses, gradeNumbers)
  const { groups, choiceOf } = chooseTargets({ sources: oldClasses, decided, plan, book, faults })
  const pupils = decided.map((one) => reportPupil(one, choiceOf(one), situation))
  const classes = planClasses(situation, { book, groups, copies: plan.copies_teachers })
  const placements = placementsOf(pupils)
  const report = {
    from_year: { id: years.from.id, name: years.from.name, date_end: years.from.date_end },
    to_year: { id: years.to.id, name: years.to.name, date_start: years.to.date_start },
    groups: groups.map((group) => reportGroup(group, book, situation)),
    pupils,
    classes: reportClasses(classes, situation, placements),
    counts: { ...countUp(decided, pupils), new_classes: classes.filter(({ id }) => id === null).length },
    copies_teachers: plan.copies_teachers,
  }
  const planned = { years, placements, leavers: leaversOf(decided), classes }
  return {
    planned: { ...planned, report: { ...report, fingerprint: fingerprintOf({ ...planned, latestRollover }, report) } },
    faults,
  }
}
