import classes from './list-tools.module.css'

interface FilterTogglesProps {
  label: string
  /** `short` stands on the button; `label` must begin with it, so that what is said is what is seen. */
  options: readonly { value: string; label: string; short: string }[]
  /** Empty: this filter hides nothing. */
  chosen: readonly string[]
  onChoose: (values: string[]) => void
}

/** A filter of two or three choices that need no menu: one press each. */
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
