import type { ReactNode } from 'react'
import classes from './record-page.module.css'

interface Fact {
  label: string
  /** Unknown values are left out. */
  value: ReactNode
}

interface FactListProps {
  facts: readonly Fact[]
  /** Labels have as much room as values. */
  isEven?: true | undefined
}

/** Labels and their values, as in a register. */
export const FactList = ({ facts, isEven }: FactListProps) => (
  <dl className={`sh-flush ${classes.facts}`} data-even={isEven}>
    {facts
      .filter(({ value }) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(({ label, value }) => (
        <div key={label}>
          <dt className="sh-quiet">{label}</dt>
          <dd className="sh-flush sh-measure sh-breaks sh-keeps-lines">{value}</dd>
        </div>
      ))}
  </dl>
)
