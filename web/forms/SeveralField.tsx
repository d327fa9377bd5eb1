import { Checkbox } from '@mantine/core'
import { areAllChosen, type ChoiceGroup, type GroupedChoice } from './choice-groups.ts'
import { fieldProps, type InputFieldProps } from './fields.ts'
import pairs from './forms.module.css'

/** Names as short as „3a“ stand in more columns, and long ones in fewer. */
const widthOf = (choices: readonly GroupedChoice[]) => {
  const longest = Math.max(0, ...choices.map(({ label, shown = label }) => shown.length))
  return { 'data-short': longest <= 4, 'data-long': longest > 14 }
}

const Boxes = ({ choices }: { choices: readonly GroupedChoice[] }) => (
  <div className={`sh-grid sh-above-1 sh-gap-4 sh-rows-2 ${pairs.several}`} {...widthOf(choices)}>
    {choices.map(({ value, label, shown = label }) => (
      <Checkbox key={value} value={value} label={shown} />
    ))}
  </div>
)

/** The box that stands for a whole group has a value of its own, which the field does not hold. */
const wholeValue = ({ heading }: ChoiceGroup) => `whole ${heading}`

const valuesIn = ({ choices }: ChoiceGroup) => choices.map(({ value }) => value)

const GroupBoxes = ({ group, chosen }: { group: ChoiceGroup; chosen: readonly string[] }) => (
  <fieldset className="sh-fieldset sh-above-3">
    <legend className="sh-fieldset sh-small sh-bold">{group.heading}</legend>
    {group.every && (
      <Checkbox
        className="sh-above-1 sh-below-2"
        value={wholeValue(group)}
        label={group.every}
        indeterminate={!areAllChosen(group, chosen) && valuesIn(group).some((value) => chosen.includes(value))}
      />
    )}
    <Boxes choices={group.choices} />
  </fieldset>
)

/** What a press leaves: the box of a group ticks or clears all of it. */
const afterPress = (groups: readonly ChoiceGroup[], before: readonly string[], pressed: readonly string[]) => {
  let chosen = pressed
  for (const group of groups) {
    const [was, is] = [before, pressed].map((values) => values.includes(wholeValue(group)))
    chosen = chosen.filter((value) => value !== wholeValue(group))
    if (was !== is) chosen = chosen.filter((value) => !valuesIn(group).includes(value))
    if (!was && is) chosen = [...chosen, ...valuesIn(group)]
  }
  return [...chosen]
}

/** Several choices as boxes, below headings where the field has groups. */
export const SeveralField = ({ field, value, error, onChange }: InputFieldProps) => {
  const chosen = value as readonly string[]
  const groups = field.groups ?? []
  const shown = [...chosen, ...groups.filter((group) => group.every && areAllChosen(group, chosen)).map(wholeValue)]
  return (
    <Checkbox.Group
      {...fieldProps({ field, error })}
      value={shown}
      onChange={(pressed) => onChange(afterPress(groups, shown, pressed))}
    >
      {field.every && <Checkbox className="sh-above-1 sh-below-2" {...field.every} />}
      {field.groups ? (
        groups.map((group) => <GroupBoxes key={group.heading} group={group} chosen={chosen} />)
      ) : (
        <Boxes choices={field.choices ?? []} />
      )}
    </Checkbox.Group>
  )
}
