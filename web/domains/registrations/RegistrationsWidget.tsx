import { Button, Card, Group, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDayOf } from '#contract/dates.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { STATUS_LABELS, STATUS_ORDER } from '#contract/registrations/registrations.status.ts'
import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { childName } from './child-name.ts'
import { useStatusCounts } from './registration-list-query.ts'
import classes from './registrations.module.css'
import { StatusMenu } from './StatusMenu.tsx'

const StatusCounts = () => {
  const { counts } = useStatusCounts()
  return (
    <ul
      className={`sh-plain-list sh-above-3 sh-grid sh-gap-2 sh-rule-above ${classes.counts}`}
      aria-label="Bewerbungen nach Status"
    >
      {STATUS_ORDER.map((status) => (
        <li key={status}>
          <Link to={paths.registrations} search={{ status }} className="sh-block sh-quiet sh-small">
            <strong className="sh-block sh-ink sh-figures">{counts?.[status] ?? '–'}</strong> {STATUS_LABELS[status]}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const LatestRow = ({ row }: { row: RegistrationRow }) => (
  <li className="sh-row sh-spread sh-gap-3 sh-rows-0">
    <span>
      <Link to={paths.registration(row.id)} className={`sh-bold sh-ink sh-breaks ${classes.name}`}>
        {childName(row)}
      </Link>
      <time dateTime={row.created_at} className="sh-quiet sh-small">
        {formatDayOf(row.created_at)}
      </time>
    </span>
    <StatusMenu registration={row} />
  </li>
)

/** Spec §2: the newest applications with child, day and status, which can be changed right here. */
export const RegistrationsWidget = () => {
  const latest = useQuery(queryFor(registrationListEndpoints.latest, {}, { quiet: true }))
  // What is to be done stands above: it must not push a row away from under the mouse.
  const tasks = useQuery(queryFor(registrationTaskEndpoints.list, {}, { quiet: true }))
  const counts = useStatusCounts()
  const isPending = latest.isPending || tasks.isPending || counts.isPending
  const rows = isPending ? undefined : latest.data
  return (
    <Card component="section" aria-labelledby="latest-registrations">
      <Group justify="space-between" mb="xs">
        <Title order={2} id="latest-registrations">
          Neueste Bewerbungen
        </Title>
        <Button component={Link} to={paths.registrations} variant="default" size="compact-md" flex="none">
          Alle Bewerbungen
        </Button>
      </Group>
      {latest.isError && !rows && <NotLoaded onRetry={() => void latest.refetch()} />}
      {isPending && <Skeleton height={180} />}
      {rows?.length === 0 && <Text c="dimmed">{REGISTRATION_TEXTS.none}</Text>}
      {rows && rows.length > 0 && (
        <>
          <ul className={`sh-plain-list ${classes.rows}`}>
            {rows.map((row) => (
              <LatestRow key={row.id} row={row} />
            ))}
          </ul>
          <StatusCounts />
        </>
      )}
    </Card>
  )
}
