import { Button, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { Fragment, useState } from 'react'
import { counted } from '#contract/counted.ts'
import { type PupilStats, pupilStatsEndpoints, pupilsPerClass } from '#contract/pupils/pupils.stats.ts'
import { isOverfull } from '#contract/schoolclasses/schoolclasses.ts'
import { useLabels } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './pupils.module.css'

const UNKNOWN = '–'
const CHART_ID = 'pupil-chart'

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
const Chart = ({ byClass }: { byClass: readonly ClassCount[] }) => {
  const [isTable, setTable] = useState(false)
  return (
    <div id={CHART_ID} className="sh-above-3">
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
          { title: 'Plätze', cell: ({ capacity }) => capacity ?? UNKNOWN },
        ]}
      />
      <div className="sh-row sh-above-2 sh-spread sh-gap-2">
        {!isTable && <span className="sh-quiet sh-small">Der Strich zeigt die Plätze.</span>}
        <Button variant="subtle" size="compact-md" onClick={() => setTable(!isTable)}>
          {isTable ? 'Als Diagramm zeigen' : 'Als Tabelle zeigen'}
        </Button>
      </div>
    </div>
  )
}

/** The figures answer most questions; the chart stays open for those who want it. */
const Classes = ({ byClass }: { byClass: readonly ClassCount[] }) => {
  const [isShown, setShown] = useLocalStorage({
    key: 'schulhof-pupil-chart-shown',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const Icon = isShown ? ChevronUp : ChevronDown
  return (
    <div className={`sh-above-4 sh-screen-only ${classes.chart}`}>
      <Button
        variant="default"
        aria-expanded={isShown}
        aria-controls={CHART_ID}
        rightSection={<Icon size={20} aria-hidden />}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Kinder je Klasse ausblenden' : 'Kinder je Klasse anzeigen'}
      </Button>
      {isShown && <Chart byClass={byClass} />}
    </div>
  )
}

const factsOf = (stats: PupilStats | undefined) => {
  const countOf = (wanted: 'f' | 'm' | 'd') => stats?.byGender.find(({ gender }) => gender === wanted)?.count ?? 0
  const diverse = countOf('d')
  return [
    { label: 'Kinder gesamt', value: stats?.total, more: diverse > 0 && `(${diverse} divers)` },
    {
      label: ['im Durchschnitt je Klasse', stats && `(${counted(stats.classCount, 'Klasse', 'Klassen')})`].join(' '),
      value: stats && pupilsPerClass(stats),
    },
    { label: 'Mädchen', value: stats && countOf('f') },
    { label: 'Jungen', value: stats && countOf('m') },
  ]
}

/** Spec §2: numbers of pupils; a failure is ignored (spec §8), the numbers are then unknown. */
export const PupilStatsWidget = () => {
  const { pupil_plural } = useLabels()
  const { data: stats } = useQuery(queryFor(pupilStatsEndpoints.get, {}, { quiet: true }))
  // Without a single bar there is nothing to draw.
  const byClass = stats?.byClass.some(({ count }) => count > 0) ? stats.byClass : []
  return (
    <TitledCard id="pupil-stats" title={pupil_plural} gap="sm">
      <dl className={`sh-flush sh-grid ${classes.facts}`}>
        {factsOf(stats).map(({ label, value = UNKNOWN, more = false }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sh-figures">
              {value} {more && <span className={`sh-quiet sh-regular sh-one-line ${classes.more}`}>{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {byClass.length > 0 && <Classes byClass={byClass} />}
    </TitledCard>
  )
}
