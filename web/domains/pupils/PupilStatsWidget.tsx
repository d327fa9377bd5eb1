import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PupilStats, pupilStatsEndpoints, pupilsPerClass } from '#contract/pupils/pupils.stats.ts'
import { useLabels } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { PupilsPerClassCard } from './PupilsPerClassCard.tsx'
import classes from './pupils.module.css'

const UNKNOWN = '–'

const countOf = (stats: PupilStats, gender: 'f' | 'm' | 'd') =>
  stats.byGender.find((entry) => entry.gender === gender)?.count ?? 0

const classesText = (count: number) => (count === 1 ? '1 Klasse' : `${count} Klassen`)

const diverseText = (stats: PupilStats) => {
  const count = countOf(stats, 'd')
  return count > 0 ? `(${count} divers)` : undefined
}

/** Spec §2: numbers of pupils; a failure is ignored (spec §8), the numbers are then unknown. */
export const PupilStatsWidget = () => {
  const { pupil_plural } = useLabels()
  const { data: stats } = useQuery(queryFor(pupilStatsEndpoints.get, {}, { quiet: true }))
  // Without a single bar there is nothing to draw.
  const byClass = stats?.byClass.some(({ count }) => count > 0) ? stats.byClass : []
  const toConfirm = stats?.toConfirm ?? 0
  const facts = [
    { label: 'Mädchen', value: stats ? countOf(stats, 'f') : UNKNOWN },
    { label: 'Jungen', value: stats ? countOf(stats, 'm') : UNKNOWN },
    { label: 'Kinder gesamt', value: stats?.total ?? UNKNOWN, more: stats && diverseText(stats) },
    {
      label: 'Kinder je Klasse im Durchschnitt',
      value: stats ? pupilsPerClass(stats) : UNKNOWN,
      more: stats && `in ${classesText(stats.classCount)}`,
    },
  ]
  return (
    <Card component="section" aria-labelledby="pupil-stats">
      <Title order={2} id="pupil-stats" mb="sm">
        {pupil_plural}
      </Title>
      <dl className={`sh-flush sh-grid ${classes.facts}`}>
        {facts.map(({ label, value, more }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sh-figures">
              {value} {more && <span className={`sh-quiet sh-regular sh-one-line ${classes.more}`}>{more}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {(byClass.length > 0 || toConfirm > 0) && (
        // The printed day is one sheet (ux §3.2), and this is not about the day.
        <div className="sh-screen-only">
          <PupilsPerClassCard byClass={byClass} toConfirm={toConfirm} />
        </div>
      )}
    </Card>
  )
}
