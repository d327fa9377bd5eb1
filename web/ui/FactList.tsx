import type { ReactNode } from 'react'
import classes from './record-page.module.css'

interface Fact {
  label: string
  /** Unknown values are left out. */
  value: ReactNode
}

/** Labels and their values, as in a register. */
export const FactList = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={`sh-flush ${classes.facts}`}>
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
