import { listName } from '#contract/person-names.ts'
import type { RolloverPlan, RolloverPupil, RolloverReport } from '#contract/rollovers.ts'
import { searchFold, searchWords } from '#contract/search-fold.ts'

/** What was chosen beyond the proposals. */
export type Choices = Pick<RolloverPlan, 'targets' | 'pupils' | 'copies_teachers'>
export type PupilChoice = Choices['pupils'][number]
type Group = RolloverReport['groups'][number]

export const NO_CHOICES: Choices = { targets: [], pupils: [], copies_teachers: true }

export const hasChoices = ({ targets, pupils, copies_teachers }: Choices) =>
  targets.length > 0 || pupils.length > 0 || !copies_teachers

/** All of a class who come to one grade go there. */
export const chooseTarget = (choices: Choices, group: Group, target: string): Choices => {
  const { schoolclass_id, to_grade } = group
  const others = choices.targets.filter((one) => one.schoolclass_id !== schoolclass_id || one.to_grade !== to_grade)
  return { ...choices, targets: [...others, { schoolclass_id, to_grade, target }] }
}

export const choiceOf = ({ pupils }: Choices, pupilId: number) => pupils.find(({ pupil_id }) => pupil_id === pupilId)

/** `undefined` instead of a choice: as proposed. */
export const choosePupil = (choices: Choices, pupilId: number, choice: PupilChoice | undefined): Choices => {
  const others = choices.pupils.filter(({ pupil_id }) => pupil_id !== pupilId)
  return { ...choices, pupils: choice ? [...others, choice] : others }
}

/** Their part is decided already: nothing about them can be chosen here. */
export const isFixed = ({ reason }: RolloverPupil) => reason === 'already_placed' || reason === 'left_before'

/** Not simply into the class that follows. */
export const isException = (pupil: RolloverPupil) => pupil.decision !== 'promote' || pupil.reason !== null

export const PUPIL_FILTERS = ['ausnahmen', 'offen'] as const
type Filters = Partial<Record<(typeof PUPIL_FILTERS)[number], string | undefined>>

interface Wish {
  search: string
  filters: Filters
}

/** Who was chosen something for, and whose way is decided already; the leaving grade and open classes are none. */
export const exceptionsIn = (pupils: readonly RolloverPupil[], choices: Choices) => {
  const chosen = new Set(choices.pupils.map(({ pupil_id }) => pupil_id))
  return new Set(pupils.filter((pupil) => isFixed(pupil) || chosen.has(pupil.pupil_id)))
}

/** The pupils that a search and the filters leave. */
export const shownPupils = (pupils: readonly RolloverPupil[], choices: Choices, { search, filters }: Wish) => {
  const words = searchWords(search)
  const exceptions = exceptionsIn(pupils, choices)
  const text = (pupil: RolloverPupil) => ` ${searchFold(`${listName(pupil)} ${pupil.from_class ?? ''}`)}`
  return pupils.filter(
    (pupil) =>
      (!filters.ausnahmen || exceptions.has(pupil)) &&
      (!filters.offen || pupil.reason === 'class_open') &&
      words.every((word) => text(pupil).includes(` ${word}`)),
  )
}

/** Grades from which the way leads out of the school. */
export const leavingGrades = ({ pupils }: RolloverReport) =>
  new Set(
    pupils
      .filter(({ reason }) => reason === 'leaving_grade' || reason === 'no_higher_grade')
      .map(({ from_grade }) => from_grade),
  )

/** `5a` holds grade 5, `1/2 Füchse` 1 and 2 (domain §1.4). */
const holdsGrade = (className: string, grade: number) => {
  const [, from = '', until = from] = /^(\d+)(?:\/(\d+))?/.exec(className) ?? []
  return from !== '' && Number(from) <= grade && grade <= Number(until)
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
  for (const { target, classgradePlain } of classes)
    if (holdsGrade(classgradePlain, grade)) found.set(target, classgradePlain)
  found.delete('open')
  return [...found].map(([target, label]) => ({ target, label }))
}
