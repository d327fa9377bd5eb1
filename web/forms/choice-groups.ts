import type { Choice } from '#contract/record.ts'

/** A choice below a heading: `shown` is the short label, used below a heading. */
export interface GroupedChoice extends Choice {
  shown?: string
}

/** Some of the choices of a field below a heading of their own. */
export interface ChoiceGroup {
  heading: string
  choices: readonly GroupedChoice[]
  /** The words of a box that ticks them all. */
  every?: string
}

interface GroupedField {
  every?: Choice | undefined
  choices?: readonly Choice[] | undefined
  groups?: readonly ChoiceGroup[] | undefined
}

export const allChoices = ({ every, choices = [] }: GroupedField) => [...(every ? [every] : []), ...choices]

export const areAllChosen = ({ choices }: ChoiceGroup, chosen: readonly string[]) =>
  choices.length > 0 && choices.every(({ value }) => chosen.includes(value))

/** The chosen ones in words; a group that is chosen as a whole has the words of its box. */
export const choiceWords = (field: GroupedField, chosen: readonly string[]) => {
  const whole = (field.groups ?? []).filter((group) => group.every && areAllChosen(group, chosen))
  const inWhole = new Set(whole.flatMap(({ choices }) => choices.map(({ value }) => value)))
  const single = allChoices(field).filter(({ value }) => chosen.includes(value) && !inWhole.has(value))
  return [...single.map(({ label }) => label), ...whole.map(({ every }) => every ?? '')]
}
