import { Card, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#contract/counted.ts'
import { type SystemReport, systemStateEndpoints } from '#contract/systemstates/systemstates.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './SystemStateWidget.module.css'
import { clockText, mailRow, tasksOf } from './system-rows.ts'

const POLL_SECONDS = 300

/** Whether somebody has to do something, as one chip: alarms make it red. */
const Verdict = ({ report }: { report: SystemReport }) => {
  const count = tasksOf(report).length
  if (count === 0) {
    return (
      <StatusChip tone="positive" icon="check">
        Alles in Ordnung
      </StatusChip>
    )
  }
  const isAlarm = report.alarms.length > 0
  return (
    <StatusChip tone={isAlarm ? 'negative' : 'attention'} icon={isAlarm ? 'cross' : 'alert'}>
      {counted(count, 'Punkt ist offen', 'Punkte sind offen')}
    </StatusChip>
  )
}

const backupText = ({ facts: { backup } }: SystemReport) => {
  if (!backup) return 'nicht eingerichtet'
  return backup.newest ? clockText(backup.newest.at) : 'entsteht in der kommenden Nacht'
}

const factsOf = (report: SystemReport) => [
  { label: 'Letzte Sicherung', value: backupText(report) },
  { label: 'E-Mails', value: mailRow(report).value },
  { label: 'Version', value: report.facts.process?.version ?? '–' },
]

const Facts = ({ report }: { report: SystemReport }) => (
  <div className={classes.line}>
    <Verdict report={report} />
    <dl className={`sh-flush ${classes.facts}`}>
      {factsOf(report).map(({ label, value }) => (
        <div key={label}>
          <dt className="sh-quiet">{label}</dt>
          <dd className="sh-flush sh-figures">{value}</dd>
        </div>
      ))}
    </dl>
  </div>
)

/** What an admin looks for first: whether the installation is well. The rest is on its page. */
export const SystemStateWidget = () => {
  const { data, isError, refetch } = useQuery(
    queryFor(systemStateEndpoints.read, {}, { quiet: true, pollSeconds: POLL_SECONDS }),
  )
  return (
    <Card component="section" aria-labelledby="system" className={`sh-screen-only ${classes.card}`}>
      <div className="sh-row sh-spread sh-gap-3">
        <h2 id="system" className={classes.title}>
          System
        </h2>
        <Link to={paths.systemState} className={classes.way}>
          Systemzustand
        </Link>
      </div>
      {data && <Facts report={data} />}
      {!data && (isError ? <NotLoaded onRetry={() => void refetch()} /> : <Skeleton height={28} />)}
    </Card>
  )
}
