import { cleanLine } from '#contract/formats.ts'
import type { RolloverTarget } from '#contract/rollovers/rollovers.ts'
import { classgradePlain, compareClasses } from '#contract/schoolclasses/class-names.ts'
import type { YearClass } from './rollovers.situation.queries.ts'

/** A class of the new year, or one that the year change will create (`id` null). */
export interface TargetClass {
  target: RolloverTarget
  id: number | null
  description: string
  grade: number
  grade_to: number | null
}

/** The grade is known, the class not. */
export const OPEN = 'open'
export type Choice = TargetClass | typeof OPEN

export const targetOf = (choice: Choice) => (choice === OPEN ? OPEN : choice.target)
export const nameOf = (choice: Choice) => (choice === OPEN ? null : classgradePlain(choice))

type Range = Pick<TargetClass, 'grade' | 'grade_to'>

export const isMixed = ({ grade_to }: Range) => grade_to !== null
/** Whether the class has pupils of that grade. */
export const hasGrade = ({ grade, grade_to }: Range, wanted: number) => grade <= wanted && wanted <= (grade_to ?? grade)

const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

const NEW_CLASS = /^new:(\d+)(?:-(\d+))?:(.+)$/u

/** The class that `new:1-2:Füchse` describes; undefined when there can be no such class. */
const readNew = (target: RolloverTarget, grades: ReadonlySet<number>): TargetClass | undefined => {
  const [, from, until, description = ''] = NEW_CLASS.exec(target) ?? []
  const grade = Number(from)
  const grade_to = until === undefined ? null : Number(until)
  const isRange = grades.has(grade) && (grade_to === null || (grades.has(grade_to) && grade_to > grade))
  const isNamed = description !== '' && cleanLine(description) === description
  return isRange && isNamed ? { target, id: null, description, grade, grade_to } : undefined
}

const newTarget = ({ grade, grade_to, description }: Omit<TargetClass, 'target' | 'id'>) =>
  `new:${grade}${grade_to === null ? '' : `-${grade_to}`}:${description}`

/** Classes that do not exist yet have no id; they come last. */
const sortable = ({ id, description, grade }: TargetClass) => ({
  id: id ?? Number.MAX_SAFE_INTEGER,
  description,
  schoolgrade: { grade },
})

const compare = (a: TargetClass, b: TargetClass) => compareClasses(sortable(a), sortable(b))

/** The classes of the new year while the change is planned: existing ones and those it will create. */
export function openTargetBook(existing: readonly YearClass[], gradeNumbers: readonly number[]) {
  const grades = new Set(gradeNumbers)
  const classes: TargetClass[] = existing.map(({ id, description, grade, grade_to }) => ({
    target: `class:${id}`,
    id,
    description,
    grade,
    grade_to,
  }))

  /** The class with this lowest grade and description, of which there is one at most. */
  const findNamesake = (wanted: TargetClass) =>
    classes.find((one) => one.grade === wanted.grade && isSame(one.description, wanted.description))

  /** The chosen class for pupils of that grade; undefined when there is no such class or it does not have the grade. */
  const find = (target: RolloverTarget, grade: number): Choice | undefined => {
    if (target === OPEN) return OPEN
    const wanted = classes.find((one) => one.target === target) ?? readNew(target, grades)
    const found = wanted && (findNamesake(wanted) ?? wanted)
    return found && hasGrade(found, grade) ? found : undefined
  }

  /** The class with the same description that has the grade, preferably one of the same kind. */
  const findSuccessor = (source: YearClass, grade: number) => {
    const namesakes = classes.filter((one) => hasGrade(one, grade) && isSame(one.description, source.description))
    const staysMixed = isMixed(source) && hasGrade(source, grade)
    return namesakes.find((one) => isMixed(one) === staysMixed) ?? namesakes[0]
  }

  /** The only class with the grade, for a pupil whose mixed-age group ends; undefined when none or several have it. */
  const findOnly = (grade: number) => {
    const holding = classes.filter((one) => one.id !== null && hasGrade(one, grade))
    return holding.length === 1 ? holding[0] : undefined
  }

  const findMade = ({ description, ...range }: YearClass, grade: number) =>
    find(newTarget({ description, ...(isMixed(range) ? range : { grade, grade_to: null }) }), grade)

  /** Domain §3.4: where the pupils of a class go by default. */
  const propose = (source: YearClass, grade: number): Choice => {
    const leavesGroup = isMixed(source) && !hasGrade(source, grade)
    return findSuccessor(source, grade) ?? (leavesGroup ? findOnly(grade) : findMade(source, grade)) ?? OPEN
  }

  /**
   * The choices for a grade beside the proposal: all classes that have it, new classes like those of the year before,
   * or no class yet.
   */
  const listChoices = (sources: readonly YearClass[], grade: number): Choice[] => {
    const likeBefore = sources.filter((one) => hasGrade(one, grade)).map((one) => find(newTarget(one), grade))
    const fitting = [...classes.filter((one) => hasGrade(one, grade)), ...likeBefore]
    const unique = new Map(fitting.flatMap((one) => (one && one !== OPEN ? [[one.target, one] as const] : [])))
    return [...[...unique.values()].sort(compare), OPEN]
  }

  return {
    find,
    propose,
    listChoices,
    /** Marks a found or proposed class as used: if it does not exist yet, it will be created. */
    use(choice: Choice) {
      if (choice !== OPEN && !classes.includes(choice)) classes.push(choice)
      return choice
    },
    /** All classes of the new year in their order. */
    list: () => [...classes].sort(compare),
  }
}
export type TargetBook = ReturnType<typeof openTargetBook>
