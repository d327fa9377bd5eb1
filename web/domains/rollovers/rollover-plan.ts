import { listName } from '#contract/person-names.ts'
import {
  ROLLOVER_DECISIONS,
  type RolloverDecision,
  type RolloverPlan,
  type RolloverPupil,
  type RolloverReport,
  type SavedPlan,
} from '#contract/rollovers/rollovers.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'

/** What was chosen beyond the proposals. */
export type Choices = Pick<RolloverPlan, 'targets' | 'pupils' | 'copies_teachers'>
export type PupilChoice = Choices['pupils'][number]
type Group = RolloverReport['groups'][number]

export const NO_CHOICES: Choices = { targets: [], pupils: [], copies_teachers: true }

export const choicesOf = (kept: SavedPlan | null): Choices => {
  if (!kept) return NO_CHOICES
  const { targets, pupils, copies_teachers } = kept.plan
  return { targets, pupils, copies_teachers }
}

export const countChoices = ({ targets, pupils, copies_teachers }: Choices) =>
  targets.length + pupils.length + (copies_teachers ? 0 : 1)

export const hasChoices = (choices: Choices) => countChoices(choices) > 0

/** The step that shows what was decided last, as far as that can be told. */
export const stepOfChoices = ({ targets, pupils }: Choices) => {
  if (pupils.length > 0) return 3
  return targets.length > 0 ? 2 : 4
}

/** All of a class who come to one grade go there. */
export const chooseTarget = (choices: Choices, group: Group, target: string): Choices => {
  const { schoolclass_id, to_grade } = group
  const others = choices.targets.filter((one) => one.schoolclass_id !== schoolclass_id || one.to_grade !== to_grade)
  return { ...choices, targets: [...others, { schoolclass_id, to_grade, target }] }
}

export const choiceOf = ({ pupils }: Choices, pupilId: number) => pupils.find(({ pupil_id }) => pupil_id === pupilId)

type Wish = Omit<PupilChoice, 'pupil_id'>

/** What would happen anyway; who leaves by proposal has finished the school. */
const isProposal = (
  { proposed }: Pick<RolloverPupil, 'proposed'>,
  { decision, target, exit_reason, next_school }: Wish,
) =>
  decision === proposed &&
  target === undefined &&
  (exit_reason === undefined || exit_reason === 'graduated') &&
  next_school === undefined

/** `undefined` instead of a wish: as proposed. */
export const choosePupil = (
  choices: Choices,
  pupil: Pick<RolloverPupil, 'pupil_id' | 'proposed'>,
  wish: Wish | undefined,
): Choices => {
  const { pupil_id } = pupil
  const others = choices.pupils.filter((one) => one.pupil_id !== pupil_id)
  return { ...choices, pupils: wish && !isProposal(pupil, wish) ? [...others, { pupil_id, ...wish }] : others }
}

/** What may be chosen: where no grade follows, or an inactive one, nobody is promoted; the rehearsal refuses the rest. */
export const decisionsFor = ({ proposed }: Pick<RolloverPupil, 'proposed'>): readonly RolloverDecision[] =>
  proposed === 'promote' ? ROLLOVER_DECISIONS : ['repeat', 'leave']

/** Their part is decided already: nothing about them can be chosen here. */
export const isFixed = ({ reason }: RolloverPupil) => reason === 'already_placed' || reason === 'left_before'

/** A mixed-age class keeps the children who come to its higher grade; a class of one grade has another name then. */
export const staysInClass = (pupil: RolloverPupil) => {
  const { decision, from_class, to_class } = pupil
  const isMovingUp = decision === 'promote' || decision === 'skip'
  return isMovingUp && to_class !== null && to_class === from_class && !isFixed(pupil)
}

/** The same for all of a class who come to one grade. */
export const isStayingGroup = ({ classgradePlain, target_label }: Pick<Group, 'classgradePlain' | 'target_label'>) =>
  classgradePlain === target_label

/** Not simply into the class that follows. */
export const isException = (pupil: RolloverPupil) => pupil.decision !== 'promote' || pupil.reason !== null

export const PUPIL_FILTERS = ['ausnahmen', 'offen', 'unentschieden'] as const
type Filters = Partial<Record<(typeof PUPIL_FILTERS)[number], string | undefined>>

interface Filtering {
  search: string
  filters: Filters
}

/** Who was chosen something for, and whose way is decided already; the leaving grade and open classes are none. */
export const exceptionsIn = (pupils: readonly RolloverPupil[], choices: Choices) => {
  const chosen = new Set(choices.pupils.map(({ pupil_id }) => pupil_id))
  return new Set(pupils.filter((pupil) => isFixed(pupil) || chosen.has(pupil.pupil_id)))
}

/** The pupils that a search and the filters leave. */
export const shownPupils = (pupils: readonly RolloverPupil[], choices: Choices, { search, filters }: Filtering) => {
  const words = searchWords(search)
  const exceptions = exceptionsIn(pupils, choices)
  const text = (pupil: RolloverPupil) => ` ${searchFold(`${listName(pupil)} ${pupil.from_class ?? ''}`)}`
  return pupils.filter(
    (pupil) =>
      (!filters.ausnahmen || exceptions.has(pupil)) &&
      (!filters.offen || pupil.reason === 'class_open') &&
      (!filters.unentschieden || pupil.decision === null) &&
      words.every((word) => text(pupil).includes(` ${word}`)),
  )
}

interface TargetChoice {
  target: string
  label: string
}

/** Classes of the new year that a pupil who comes to this grade can go to, as the report knows them. */
export const targetsFor = ({ groups, classes }: RolloverReport, grade: number | null): TargetChoice[] => {
  if (grade === null) return []
  const found = new Map<string, string>()
  for (const group of groups)
    if (group.to_grade === grade) for (const { target, label } of group.options) found.set(target, label)
  for (const { target, classgradePlain, grade: from, grade_to } of classes)
    if (from <= grade && grade <= (grade_to ?? from)) found.set(target, classgradePlain)
  found.delete('open')
  return [...found].map(([target, label]) => ({ target, label }))
}

/** Where the others of the class go who come to the same grade; undefined when there are none. */
export const groupTarget = ({ groups }: RolloverReport, { from_class, to_grade }: RolloverPupil) =>
  groups.find((group) => group.classgradePlain === from_class && group.to_grade === to_grade)?.target

/** Several pupils at once: what is wished for each, undefined for as proposed. */
export const choosePupils = (
  choices: Choices,
  pupils: readonly RolloverPupil[],
  wishFor: (pupil: RolloverPupil) => Wish | undefined,
) => pupils.reduce((after, pupil) => choosePupil(after, pupil, wishFor(pupil)), choices)

/** This class for one pupil; the class of the others is no choice of its own. */
export const targetWish = (report: RolloverReport, pupil: RolloverPupil, target: string): Wish | undefined => {
  const { decision } = pupil
  if (decision === null) return undefined
  return target === groupTarget(report, pupil) ? { decision } : { decision, target }
}

/** Who comes to a grade of the new year, so that a class can be chosen. */
const comesTo = (pupil: RolloverPupil) =>
  isFixed(pupil) || pupil.decision === null || pupil.decision === 'leave' ? null : pupil.to_grade

interface GradeGroup {
  grade: number
  pupils: RolloverPupil[]
}

/** The pupils who need a class, by the grade they come to. */
export const byNewGrade = (pupils: readonly RolloverPupil[]): GradeGroup[] =>
  [...Map.groupBy(pupils, comesTo)]
    .flatMap(([grade, some]) => (grade === null ? [] : [{ grade, pupils: some }]))
    .sort((a, b) => a.grade - b.grade)

/** Who moves up without a class. */
export const openPupils = ({ pupils }: RolloverReport) => pupils.filter(({ reason }) => reason === 'class_open')

/** Who goes to another class than the others. */
export const placedPupils = ({ pupils }: RolloverReport, choices: Choices) => {
  const chosen = new Set(choices.pupils.flatMap(({ pupil_id, target }) => (target ? [pupil_id] : [])))
  return pupils.filter(({ pupil_id, to_class }) => chosen.has(pupil_id) && to_class !== null)
}

/** The classes of a grade that are there or come to be there anyway. */
export const classesFor = ({ classes }: RolloverReport, grade: number) =>
  classes.filter(({ grade: from, grade_to }) => from <= grade && grade <= (grade_to ?? from))

/** Each pupil in turn goes to the class that is smallest then, so that the children of one class are shared out, too. */
export const spreadEvenly = (
  report: RolloverReport,
  choices: Choices,
  { pupils, targets }: { pupils: readonly RolloverPupil[]; targets: readonly string[] },
) => {
  const moving = new Map(Map.groupBy(pupils, ({ target }) => target))
  const sizes = targets.map((target) => ({
    target,
    count: (report.classes.find((one) => one.target === target)?.pupil_count ?? 0) - (moving.get(target)?.length ?? 0),
  }))
  return choosePupils(choices, pupils, (pupil) => {
    const [smallest] = [...sizes].sort((a, b) => a.count - b.count)
    if (!smallest) return undefined
    smallest.count += 1
    return targetWish(report, pupil, smallest.target)
  })
}
