import { MESSAGES } from '#contract/formats.ts'
import { ROLLOVER_TEXTS, type RolloverPlan, type RolloverTarget } from '#contract/rollovers/rollovers.ts'
import type { Decided, Faults } from './decide-pupils.ts'
import type { YearClass } from './rollovers.situation.queries.ts'
import { type Choice, hasGrade, isMixed, OPEN, type TargetBook } from './target-book.ts'

/** Pupils of one class who move to the same grade, without those who have their own target. */
export interface Group {
  source: YearClass
  to_grade: number
  pupils: Decided[]
  proposal: Choice
  choice: Choice
}

interface TargetInput {
  /** Classes of the old year. */
  sources: readonly YearClass[]
  decided: readonly Decided[]
  plan: RolloverPlan
  book: TargetBook
  faults: Faults
}

const keyOf = (classId: number | null, grade: number | null) => `${classId} ${grade}`

/**
 * The plan's targets by class and grade; each is checked even when no pupil of the class moves to that grade any more.
 */
const readTargets = ({ plan, sources, book, faults }: TargetInput) => {
  const wanted = new Map<string, { target: RolloverTarget; field: string }>()
  for (const [index, { schoolclass_id, to_grade, target }] of plan.targets.entries()) {
    const key = keyOf(schoolclass_id, to_grade)
    const field = `targets.${index}.target`
    if (wanted.has(key) || !sources.some(({ id }) => id === schoolclass_id))
      faults[`targets.${index}.schoolclass_id`] = [MESSAGES.boolean]
    else if (book.find(target, to_grade)) wanted.set(key, { target, field })
    else faults[field] = [ROLLOVER_TEXTS.badTarget]
  }
  return wanted
}

/** The plan's targets for groups. When two new classes exclude each other, the second is a fault. */
const chooseForGroups = (input: TargetInput, groups: readonly { key: string; to_grade: number }[]) => {
  const wanted = readTargets(input)
  const chosen = new Map<string, Choice>()
  for (const { key, to_grade } of groups) {
    const one = wanted.get(key)
    const found = one && input.book.find(one.target, to_grade)
    if (found) chosen.set(key, input.book.use(found))
    else if (one) input.faults[one.field] = [ROLLOVER_TEXTS.badTarget]
  }
  return chosen
}

/** Targets of single pupils who do not move with their class. */
const chooseOwn = ({ decided, book, faults }: TargetInput) => {
  const choices = new Map<Decided, Choice>()
  for (const one of decided) {
    if (!one.own || one.to_grade === null) continue
    const found = book.find(one.own.target, one.to_grade)
    if (found) choices.set(one, book.use(found))
    else faults[one.own.field] = [ROLLOVER_TEXTS.badTarget]
  }
  return choices
}

const comesAlong = ({ isSkipped, to_grade, own }: Decided) => !isSkipped && to_grade !== null && own === null

/**
 * Chosen targets come first, then groups that stay together, then classes of one grade; the others take what is left.
 */
const rankOf = ({ source, to_grade }: Pick<Group, 'source' | 'to_grade'>) => {
  if (!isMixed(source)) return 1
  return hasGrade(source, to_grade) ? 0 : 2
}

const groupUp = ({ decided, sources }: TargetInput) => {
  const byKey = Map.groupBy(decided.filter(comesAlong), ({ member, to_grade }) =>
    keyOf(member.schoolclass_id, to_grade),
  )
  return [...byKey].flatMap(([key, pupils]) => {
    const [first] = pupils
    const source = sources.find(({ id }) => id === first?.member.schoolclass_id)
    return source && first?.to_grade ? [{ key, source, to_grade: first.to_grade, pupils }] : []
  })
}

/**
 * The targets of all pupils: single pupils and groups as the plan says, other groups as proposed (domain §3.4). Groups
 * in the order of their classes, and with them the choices for each pupil.
 */
export function chooseTargets(input: TargetInput) {
  const { book, sources } = input
  const choices = chooseOwn(input)
  const open = groupUp(input)
  const chosen = chooseForGroups(input, open)
  const groups = open
    .sort((a, b) => rankOf(a) - rankOf(b))
    .map(({ key, ...group }): Group => {
      const proposal = book.propose(group.source, group.to_grade)
      return { ...group, proposal, choice: book.use(chosen.get(key) ?? proposal) }
    })
    .sort((a, b) => sources.indexOf(a.source) - sources.indexOf(b.source) || a.to_grade - b.to_grade)
  for (const { pupils, choice } of groups) for (const one of pupils) choices.set(one, choice)
  return { groups, choiceOf: (one: Decided): Choice => choices.get(one) ?? OPEN }
}
