import { Button, Card, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { STAT_STATUS_LABELS, type StatCounts, type StatStatus } from '#contract/registrationstats/registrationstats.ts'
import classes from './RegistrationStats.module.css'

interface ChartOrTableCardProps {
  id: string
  /** A question. */
  title: string
  /** Its answer in one sentence. */
  answer?: string | undefined
  /** For the eye alone. */
  chart: ReactNode
  /** Says the same in numbers, and more: for screen readers, on paper and on demand. */
  table: ReactNode
}

/** Numbers as a chart or as a table, never both below each other. */
export const ChartOrTableCard = ({ id, title, answer, chart, table }: ChartOrTableCardProps) => {
  const [isTable, setTable] = useState(false)
  return (
    <Card component="section" aria-labelledby={id}>
      <div className="sh-row sh-spread sh-gap-3 sh-rows-1">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Button
          className={`sh-screen-only ${classes.switch}`}
          variant="subtle"
          size="compact-md"
          aria-describedby={id}
          onClick={() => setTable(!isTable)}
        >
          {isTable ? 'Als Diagramm zeigen' : 'Als Tabelle zeigen'}
        </Button>
      </div>
      {answer && <p className="sh-quiet sh-measure sh-flush sh-below-3">{answer}</p>}
      {!isTable && (
        <div className="sh-screen-only" aria-hidden>
          {chart}
        </div>
      )}
      <div className={isTable ? undefined : classes.unseen}>{table}</div>
    </Card>
  )
}

export interface BarLine {
  key: string
  name: string
  counts: Pick<StatCounts, 'total'> & Partial<StatCounts>
  /** Null or left out: no mark. */
  places?: number | null
  /** The number of the year before, as a thin bar below. */
  before: number
}

interface StatusBarsProps {
  lines: readonly BarLine[]
  /** Name of the year before; left out where there is none. */
  beforeName: string | undefined
  /** Which parts the bars have; missing: all. */
  parts?: readonly StatStatus[]
}

/** Accepted ones begin each bar, so that the mark of the places is compared with them. */
const BAR_ORDER = ['accepted', 'new', 'waiting', 'rejected', 'withdrawn'] as const satisfies readonly StatStatus[]

const hasPlaces = ({ places }: BarLine) => typeof places === 'number'
const isOver = ({ counts, places }: BarLine) => typeof places === 'number' && (counts.accepted ?? 0) > places

/** „5 von 40“ accepted where places are set; otherwise the length of the bar. */
const numberText = ({ counts, places }: BarLine, size: number) =>
  typeof places === 'number' ? `${counts.accepted ?? 0} von ${places}` : size

/** Bars in parts for each status with the year before beneath. */
export const StatusBars = ({ lines, beforeName, parts = BAR_ORDER }: StatusBarsProps) => {
  const sizeOf = ({ counts }: BarLine) => parts.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  const longest = Math.max(
    1,
    ...lines.flatMap((line) => [sizeOf(line), line.places ?? 0, beforeName ? line.before : 0]),
  )
  const share = (count: number) => `${(100 * count) / longest}%`
  return (
    <div className={`sh-grid sh-gap-3 sh-rows-2 ${classes.bars}`}>
      {lines.every(hasPlaces) && <span className={`sh-quiet sh-small ${classes.numberHead}`}>vergeben</span>}
      {lines.map((line) => (
        <div key={line.key} className={classes.line}>
          <span className="sh-small">{line.name}</span>
          <span className={classes.track}>
            {typeof line.places === 'number' && (
              <span className={classes.room} style={{ inlineSize: share(line.places) }} />
            )}
            <span className={classes.stack} style={{ inlineSize: share(sizeOf(line)) }}>
              {parts
                .filter((status) => line.counts[status])
                .map((status) => (
                  <span
                    key={status}
                    className={classes.part}
                    data-status={status}
                    style={{ flexGrow: line.counts[status] }}
                  />
                ))}
            </span>
            {beforeName && <span className={classes.before} style={{ inlineSize: share(line.before) }} />}
            {typeof line.places === 'number' && (
              <span className={classes.places} style={{ insetInlineStart: share(line.places) }} />
            )}
          </span>
          <span className={`sh-small sh-figures ${classes.number}`} data-over={isOver(line) || undefined}>
            {numberText(line, sizeOf(line))}
          </span>
        </div>
      ))}
    </div>
  )
}

const LegendItem = ({ status, children }: { status: string; children: ReactNode }) => (
  <li className="sh-line sh-gap-1">
    <span className={classes.swatch} data-status={status} />
    {children}
  </li>
)

/** The same, and what the parts mean. */
export const StatusBarsWithLegend = ({ lines, beforeName, parts = BAR_ORDER }: StatusBarsProps) => (
  <>
    <StatusBars lines={lines} beforeName={beforeName} parts={parts} />
    <ul className="sh-plain-list sh-wrap sh-quiet sh-small sh-above-3 sh-gap-4 sh-rows-1">
      {parts.map((status) => (
        <LegendItem key={status} status={status}>
          {STAT_STATUS_LABELS[status]}
        </LegendItem>
      ))}
      {beforeName && <LegendItem status="before">{`${beforeName} gesamt`}</LegendItem>}
      {lines.some(hasPlaces) && <LegendItem status="places">Plätze</LegendItem>}
    </ul>
  </>
)
