import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { childrenText } from '#contract/counted.ts'
import type { PupilStats } from '#contract/pupils/pupils.stats.ts'
import { isOverfull } from '#contract/schoolclasses/schoolclasses.ts'
import { paths } from '#web/paths.ts'
import classes from './pupils.module.css'

type ClassCount = PupilStats['byClass'][number]

const isTooFull = ({ count, capacity }: ClassCount) => isOverfull({ pupil_count: count, capacity })

/** Bars to see; the table says the same and more. */
const Bars = ({ byClass }: { byClass: readonly ClassCount[] }) => {
  const longest = Math.max(1, ...byClass.flatMap(({ count, capacity }) => [count, capacity ?? 0]))
  const share = (count: number) => `${(100 * count) / longest}%`
  return (
    <div className={classes.bars} aria-hidden>
      {byClass.map((one) => (
        <div key={one.id} className={classes.line}>
          <span className="sh-cut sh-small">{one.classgradePlain}</span>
          <span className={classes.track}>
            <span className={classes.bar} data-overfull={isTooFull(one)} style={{ width: share(one.count) }} />
            {one.capacity !== null && (
              <span className={classes.capacity} style={{ insetInlineStart: share(one.capacity) }} />
            )}
          </span>
          <span className={`${classes.number} sh-figures`}>{one.count}</span>
        </div>
      ))}
    </div>
  )
}

/** Ux §3.2: pupils per class as bars with a mark for the places; the table beside it for screen readers and on demand. */
const Chart = ({ byClass }: { byClass: readonly ClassCount[] }) => {
  const [isTable, setTable] = useState(false)
  return (
    <>
      <h3 className={`sh-bold sh-flush sh-below-2 ${classes.title}`}>Kinder je Klasse</h3>
      {!isTable && <Bars byClass={byClass} />}
      <table className={isTable ? `sh-table ${classes.table}` : 'sh-visually-hidden'}>
        <caption className="sh-visually-hidden">Kinder je Klasse</caption>
        <thead>
          <tr>
            <th scope="col">Klasse</th>
            <th scope="col">Kinder</th>
            <th scope="col">Plätze</th>
          </tr>
        </thead>
        <tbody>
          {byClass.map((one) => (
            <tr key={one.id}>
              <th scope="row">{one.classgradePlain}</th>
              <td>
                {one.count}
                {isTooFull(one) && ' (überbelegt)'}
              </td>
              <td>{one.capacity ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="sh-row sh-above-2 sh-spread sh-gap-2">
        {!isTable && <span className="sh-quiet sh-small">Der Strich zeigt die Plätze.</span>}
        <Button variant="subtle" size="compact-md" onClick={() => setTable(!isTable)}>
          {isTable ? 'Als Diagramm zeigen' : 'Als Tabelle zeigen'}
        </Button>
      </div>
    </>
  )
}

interface PupilsPerClassCardProps {
  /** Empty: no chart. */
  byClass: readonly ClassCount[]
  /** How many pupils have a confidential entry to confirm, once a year; the card never names the kind (domain §5.3). */
  toConfirm: number
}

export const PupilsPerClassCard = ({ byClass, toConfirm }: PupilsPerClassCardProps) => (
  <div className={`sh-above-4 sh-rule-above ${classes.chart}`}>
    {byClass.length > 0 && <Chart byClass={byClass} />}
    {toConfirm > 0 && (
      <p className="sh-flush sh-above-4">
        <Link to={paths.pupils} search={{ missing: 'confirmation' }}>
          Vertrauliche Angaben bestätigen oder löschen: {childrenText(toConfirm)}
        </Link>
      </p>
    )}
  </div>
)
