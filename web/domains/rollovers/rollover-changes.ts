import { counted } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import type { RolloverPupil, RolloverReport } from '#contract/rollovers/rollovers.ts'
import { childrenText, decisionText, destinationText } from './rollover-texts.ts'

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
