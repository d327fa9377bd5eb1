import classes from './list-tools.module.css'

interface FilterTogglesProps {
  label: string
  /** `short` is on the button; `label` must begin with it, so that spoken and visible names agree. */
  options: readonly { value: string; label: string; short: string }[]
  /** Empty: this filter is off. */
  chosen: readonly string[]
  onChoose: (values: string[]) => void
}

/** A filter of two or three options without a menu: one press each. */
export const FilterToggles = ({ label, options, chosen, onChoose }: FilterTogglesProps) => {
  const toggle = (value: string) =>
    onChoose(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <fieldset className={`sh-fieldset ${classes.toggles}`} aria-label={label}>
      {options.map(({ value, label: name, short }) => (
        <button
          key={value}
          type="button"
          aria-label={name}
          title={`${label}: ${name}`}
          aria-pressed={chosen.includes(value)}
          onClick={() => toggle(value)}
        >
          {short}
        </button>
      ))}
    </fieldset>
  )
}
