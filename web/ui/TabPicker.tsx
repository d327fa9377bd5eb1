import { useEffect, useRef } from 'react'
import classes from './page-parts.module.css'

interface TabOption<V> {
  value: V
  label: string
  /** How many there are; undefined: not known yet, or nothing to count. */
  count?: number | undefined
}

interface TabPickerProps<V> {
  /** The name of the choice for screen readers. */
  label: string
  options: readonly TabOption<V>[]
  chosen: V
  onChoose: (value: V) => void
}

/** In brackets after a number: „Klasse 1 2“ would read as twelve. */
const countText = ({ label, count }: TabOption<unknown>) => {
  if (count === undefined) return ' '
  return /\d$/.test(label) ? `(${count})` : count
}

/** Parts of a list side by side, each with its number of entries. */
export const TabPicker = <V,>({ label, options, chosen, onChoose }: TabPickerProps<V>) => {
  const row = useRef<HTMLDivElement>(null)
  // On a phone the row scrolls: what is chosen stands in sight.
  useEffect(() => {
    const option = row.current?.children[options.findIndex(({ value }) => value === chosen)]
    if (row.current && option instanceof HTMLElement && row.current.scrollWidth > row.current.clientWidth)
      row.current.scrollLeft = option.offsetLeft - row.current.offsetLeft - row.current.clientWidth / 2
  }, [options, chosen])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as a form
    <div
      ref={row}
      role="group"
      aria-label={label}
      className={`sh-wrap sh-below-4 sh-gap-5 sh-rows-0 sh-rule-below sh-screen-only ${classes.picker}`}
    >
      {options.map((option) => (
        <button
          key={option.label}
          type="button"
          className={`sh-bare ${classes.option}`}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label} {'count' in option && <span className="sh-figures">{countText(option)}</span>}
        </button>
      ))}
    </div>
  )
}
