import { childrenText, counted } from '#contract/counted.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { fullName } from '#contract/person-names.ts'
import { EXIT_REASON_LABELS } from '#contract/pupils/pupils.ts'
import {
  ROLLOVER_DECISION_LABELS,
  ROLLOVER_REASONS,
  type RolloverPupil,
  type RolloverReport,
} from '#contract/rollovers/rollovers.ts'
import { staysInClass } from './rollover-plan.ts'

type Counts = RolloverReport['counts']

/** While nobody has decided. */
export const UNDECIDED = 'noch zu entscheiden'

/** In a mixed-age class. */
export const STAYS = 'bleibt in der Klasse'

const one = (count: number, singular: string, plural: string) => (count === 1 ? singular : plural)

const linesOf = (lines: readonly (string | false)[]) => lines.filter((line) => line !== false)

export interface CountLine {
  text: string
  /** Somebody still has something to decide here. */
  isOpen: boolean
}

/** The second list holds what is still open. */
const countLinesOf = (settled: readonly (string | false)[], open: readonly (string | false)[]): CountLine[] => [
  ...linesOf(open).map((text) => ({ text, isOpen: true })),
  ...linesOf(settled).map((text) => ({ text, isOpen: false })),
]

/** What the change does, in full clauses; what does not occur is left out. */
export const countLines = (counts: Counts): CountLine[] => {
  const { moved, repeating, leaving, skipped, undecided, class_open: open, new_classes: made } = counts
  return countLinesOf(
    [
      `${childrenText(moved)} ${one(moved, 'kommt', 'kommen')} ins neue Schuljahr weiter.`,
      repeating > 0 && `${childrenText(repeating)} ${one(repeating, 'wiederholt', 'wiederholen')}.`,
      leaving > 0 && `${childrenText(leaving)} ${one(leaving, 'verlässt', 'verlassen')} die Schule.`,
      skipped > 0 && `${childrenText(skipped)} ${one(skipped, 'bleibt', 'bleiben')} unverändert.`,
      made > 0 && `${made} ${one(made, 'Klasse wird', 'Klassen werden')} angelegt.`,
    ],
    [
      open > 0 &&
        `Für ${childrenText(open)} ist die Klasse noch offen: ${one(open, 'Es kommt', 'Sie kommen')} in die neue Stufe und ${one(open, 'bekommt', 'bekommen')} danach eine Klasse.`,
      undecided > 0 &&
        `Für ${childrenText(undecided)} ist noch zu entscheiden, was geschieht; bis dahin ändert sich dort nichts.`,
    ],
  )
}

/** What the change did. */
export const doneLines = (counts: Counts): CountLine[] => {
  const { moved, repeating, leaving, skipped, undecided, class_open: open, new_classes: made } = counts
  return countLinesOf(
    [
      `${childrenText(moved)} ${one(moved, 'wurde', 'wurden')} ins neue Schuljahr versetzt.`,
      repeating > 0 && `${childrenText(repeating)} ${one(repeating, 'wiederholt', 'wiederholen')}.`,
      leaving > 0 &&
        `Für ${childrenText(leaving)} wurde eingetragen, dass ${one(leaving, 'es', 'sie')} die Schule ${one(leaving, 'verlässt', 'verlassen')}.`,
      skipped > 0 && `${childrenText(skipped)} ${one(skipped, 'blieb', 'blieben')} unverändert.`,
      made > 0 && `${made} ${one(made, 'Klasse wurde', 'Klassen wurden')} angelegt.`,
    ],
    [
      open > 0 && `Für ${childrenText(open)} blieb die Klasse noch offen.`,
      undecided > 0 && `Für ${childrenText(undecided)} war noch nichts entschieden; dort wurde nichts geändert.`,
    ],
  )
}

/** Who moves up and still stays in a class, because it is a mixed-age one; undefined: nobody. */
export const stayingText = (pupils: readonly RolloverPupil[], isDone: boolean) => {
  const count = pupils.filter(staysInClass).length
  if (count === 0) return undefined
  const verb = isDone ? one(count, 'blieb', 'blieben') : one(count, 'bleibt', 'bleiben')
  return `${childrenText(count)} ${verb} dabei in der jahrgangsgemischten Klasse.`
}

/** The same in one line, for tables and widgets. */
export const countsText = ({ moved, repeating, leaving }: Counts) =>
  linesOf([
    `${moved} versetzt`,
    repeating > 0 && `${repeating} ${one(repeating, 'wiederholt', 'wiederholen')}`,
    leaving > 0 && `${leaving} ${one(leaving, 'verlässt', 'verlassen')} die Schule`,
  ]).join(' · ')

const isUnchanged = ({ reason }: RolloverPupil) => reason === 'already_placed' || reason === 'left_before'

/** What becomes of a pupil: 'wird versetzt', 'verlässt die Schule (Umzug)'. */
export const decisionText = (pupil: RolloverPupil) => {
  const { decision, exit_reason } = pupil
  const label = deedText(pupil)
  return decision === 'leave' && exit_reason && !isUnchanged(pupil)
    ? `${label} (${EXIT_REASON_LABELS[exit_reason]})`
    : label
}

/** The same where the reason stands beside it. */
export const deedText = (pupil: RolloverPupil, isDone = false) => {
  const { decision } = pupil
  if (isUnchanged(pupil)) return isDone ? 'blieb unverändert' : 'bleibt unverändert'
  if (staysInClass(pupil)) return isDone ? 'blieb in der Klasse' : STAYS
  if (decision === null) return isDone ? 'nicht entschieden' : UNDECIDED
  return isDone && decision === 'promote' ? 'wurde versetzt' : ROLLOVER_DECISION_LABELS[decision]
}

/** Where a pupil goes: a class, 'noch offen (Stufe 3)', another school, or nobody knows. */
export const destinationText = ({ to_class, to_grade, next_school }: RolloverPupil) => {
  if (to_class) return to_class
  if (to_grade === null) return next_school ?? '–'
  return `noch offen (Stufe ${to_grade})`
}

/** Why not simply into the next class; that somebody leaves stands in what happens already. */
export const reasonText = ({ reason }: RolloverPupil) => (reason && reason !== 'leaves' ? ROLLOVER_REASONS[reason] : '')

/** The same in a report, where it is said nowhere else why somebody leaves. */
export const groundText = (pupil: RolloverPupil) =>
  pupil.reason === 'leaves' && pupil.exit_reason ? EXIT_REASON_LABELS[pupil.exit_reason] : reasonText(pupil)

const fateText = (pupil: RolloverPupil) => `${decisionText(pupil)}, ${destinationText(pupil)}`

const nameOf = (pupil: RolloverPupil) => `${fullName(pupil)}${pupil.from_class ? ` (${pupil.from_class})` : ''}`

const pupilChange = (before: RolloverPupil | undefined, after: RolloverPupil | undefined) => {
  if (!before && after) return `${nameOf(after)} ist dazugekommen: ${fateText(after)}.`
  if (before && !after) return `${nameOf(before)} ist nicht mehr dabei.`
  if (!before || !after || fateText(before) === fateText(after)) return undefined
  return `${nameOf(after)}: jetzt ${fateText(after)}; vorher ${fateText(before)}.`
}

type Class = RolloverReport['classes'][number]

const sizeText = ({ pupil_count, capacity }: Class) =>
  [childrenText(pupil_count), ...(capacity === null ? [] : [counted(capacity, 'Platz', 'Plätze')])].join(', ')

const classChange = (before: Class | undefined, after: Class | undefined) => {
  if (!before && after) return `Die Klasse ${after.classgradePlain} ist dazugekommen.`
  if (before && !after) return `Die Klasse ${before.classgradePlain} gibt es nicht mehr.`
  if (!before || !after) return undefined
  const [was, is] = [before, after].map((one) => `${sizeText(one)}, ${one.teachers.join(' und ') || 'ohne Leitung'}`)
  return was === is ? undefined : `${after.classgradePlain}: jetzt ${is}; vorher ${was}.`
}

/** '12 von 25' beside the name of a class. */
export const sizeOf = ({ pupil_count, capacity }: Pick<Class, 'pupil_count' | 'capacity'>) =>
  capacity === null ? String(pupil_count) : `${pupil_count} von ${capacity}`

/** The words of the button that shares pupils out. */
export const spreadText = (names: readonly string[]) =>
  names.length === 1 ? `Alle in ${names[0]}` : `Gleichmäßig auf ${joinedWords(names)} verteilen`

/** '12 aus 1/2 Dachse, 11 aus 1/2 Eulen', '17 in 3a': how many of them are in which class, before or after. */
export const countsIn = (pupils: readonly RolloverPupil[], word: 'aus' | 'in') => {
  const classes = Map.groupBy(pupils, ({ from_class, to_class }) => (word === 'aus' ? from_class : to_class))
  const whole = classes.size === 1 ? 'alle' : undefined
  return [...classes]
    .map(([name, some]) => `${whole ?? some.length} ${name ? `${word} ${name}` : 'ohne Klasse'}`)
    .join(', ')
}

const byKey = <T>(rows: readonly T[], key: (row: T) => string | number) => new Map(rows.map((row) => [key(row), row]))

/** What two rehearsals of the same plan differ in, a sentence each. */
export const reportChanges = (before: RolloverReport, after: RolloverReport): string[] => {
  const [oldPupils, newPupils] = [before, after].map(({ pupils }) => byKey(pupils, ({ pupil_id }) => pupil_id))
  const [oldClasses, newClasses] = [before, after].map(({ classes }) => byKey(classes, ({ target }) => target))
  const ids = new Set([...(oldPupils?.keys() ?? []), ...(newPupils?.keys() ?? [])])
  const targets = new Set([...(oldClasses?.keys() ?? []), ...(newClasses?.keys() ?? [])])
  return [
    ...[...ids].map((id) => pupilChange(oldPupils?.get(id), newPupils?.get(id))),
    ...[...targets].map((target) => classChange(oldClasses?.get(target), newClasses?.get(target))),
  ].filter((line) => line !== undefined)
}
