import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { counted } from '#contract/counted.ts'
import { type PupilStats, pupilStatsEndpoints, pupilsPerClass } from '#contract/pupils/pupils.stats.ts'
import { useLabels } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './pupils.module.css'

const UNKNOWN = '–'
const CHART_ID = 'pupil-chart'

// Few people open it, and it brings a table along.
const PupilChartField = lazy(() =>
  import('./PupilChartField.tsx').then((module) => ({ default: module.PupilChartField })),
)

/** The figures answer most questions; the chart stays open for those who want it. */
const Classes = ({ byClass }: { byClass: PupilStats['byClass'] }) => {
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
        aria-controls={isShown ? CHART_ID : undefined}
        rightSection={<Icon size={20} aria-hidden />}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Kinder je Klasse ausblenden' : 'Kinder je Klasse anzeigen'}
      </Button>
      {isShown && (
        <Suspense>
          <PupilChartField id={CHART_ID} byClass={byClass} />
        </Suspense>
      )}
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
