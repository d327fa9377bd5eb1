import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type PupilStats, pupilEndpoints, pupilsPerClass } from '#contract/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import classes from './PupilStatsWidget.module.css'

const UNKNOWN = '–'

const countOf = (stats: PupilStats, gender: 'f' | 'm' | 'd') =>
  stats.byGender.find((entry) => entry.gender === gender)?.count ?? 0

const classesText = (count: number) => (count === 1 ? '1 Klasse' : `${count} Klassen`)

const perClassText = (stats: PupilStats | undefined) =>
  stats ? `${pupilsPerClass(stats)} in ${classesText(stats.classCount)}` : UNKNOWN

const totalText = (stats: PupilStats | undefined) => {
  if (!stats) return UNKNOWN
  const diverse = countOf(stats, 'd')
  return diverse > 0 ? `${stats.total} (${diverse} divers)` : String(stats.total)
}

/** Spec §2: numbers of pupils; a failure is ignored (spec §8), the numbers are then unknown. */
export const PupilStatsWidget = () => {
  const { data: stats } = useQuery(queryFor(pupilEndpoints.stats, {}, { quiet: true }))
  const facts = [
    { label: 'Mädchen', value: stats ? countOf(stats, 'f') : UNKNOWN },
    { label: 'Jungen', value: stats ? countOf(stats, 'm') : UNKNOWN },
    { label: 'Kinder gesamt', value: totalText(stats) },
    { label: 'Kinder je Klasse im Durchschnitt', value: perClassText(stats) },
  ]
  return (
    <Card component="section" aria-labelledby="pupil-stats">
      <Title order={2} id="pupil-stats" mb="sm">
        Schülerinnen und Schüler
      </Title>
      <dl className={classes.facts}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="sh-figures">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
