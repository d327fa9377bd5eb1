import { Button, Text } from '@mantine/core'
import { Fragment, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PupilStats } from '#contract/pupils/pupils.stats.ts'
import { isOverfull } from '#contract/schoolclasses/schoolclasses.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
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
        <Fragment key={one.id}>
          <span className="sh-cut sh-small">{one.classgradePlain}</span>
          <span className={classes.track}>
            <span className={classes.bar} data-overfull={isTooFull(one)} style={{ width: share(one.count) }} />
            {one.capacity !== null && (
              <span className={classes.capacity} style={{ insetInlineStart: share(one.capacity) }} />
            )}
          </span>
          <span className="sh-small sh-figures" style={{ textAlign: 'end' }}>
            {one.count}
          </span>
        </Fragment>
      ))}
    </div>
  )
}

/** Ux §3.2: pupils per class as bars with a mark for the places; the table beside it for screen readers and on demand. */
export const PupilChartField = ({ id, byClass }: { id: string; byClass: readonly ClassCount[] }) => {
  const [isTable, setTable] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const change = () => {
    flushSync(() => setTable(!isTable))
    // The table is longer than the bars: the pressed button stays in sight, and so does what stands above it.
    button.current?.scrollIntoView({ block: 'nearest' })
  }
  return (
    <div id={id} className="sh-above-3">
      <Text component="h3" fw={600} mb="xs">
        Kinder je Klasse
      </Text>
      {!isTable && <Bars byClass={byClass} />}
      <PlainTable
        caption="Kinder je Klasse"
        isBare
        className={isTable ? classes.table : 'sh-visually-hidden'}
        rows={byClass}
        columns={[
          { title: 'Klasse', isName: true, cell: ({ classgradePlain }) => classgradePlain },
          { title: 'Kinder', cell: (one) => `${one.count}${isTooFull(one) ? ' (überbelegt)' : ''}` },
          { title: 'Plätze', cell: ({ capacity }) => capacity ?? '–' },
        ]}
      />
      <div className="sh-row sh-above-2 sh-spread sh-gap-2">
        {!isTable && <span className="sh-quiet sh-small">Der Strich zeigt die Plätze.</span>}
        <Button ref={button} variant="subtle" size="compact-md" onClick={change}>
          {isTable ? 'Als Diagramm zeigen' : 'Als Tabelle zeigen'}
        </Button>
      </div>
    </div>
  )
}
