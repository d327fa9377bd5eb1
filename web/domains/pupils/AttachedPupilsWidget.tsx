import { Button, Card, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pupilEndpoints } from '#contract/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'

/** For who sees only the children of own classes: the way to them, or why there are none (ux §3.14). */
export const AttachedPupilsWidget = () => {
  const list = useQuery(queryFor(pupilEndpoints.list, { query: { per_page: 5 } }, { quiet: true }))
  const total = list.data?.total
  return (
    <Card component="section" aria-labelledby="attached-pupils">
      <Title order={2} id="attached-pupils" mb="xs">
        Ihre Klassen
      </Title>
      {list.isPending && <Skeleton height={80} />}
      {list.isError && !list.data && <NotLoaded onRetry={() => void list.refetch()} />}
      {total === 0 && (
        <EmptyState title="Ihnen ist noch keine Klasse zugeordnet." text="Hier stehen die Kinder Ihrer Klassen." />
      )}
      {total !== undefined && total > 0 && (
        <>
          <Text>{total === 1 ? '1 Kind' : `${total} Kinder`}</Text>
          <Button component={Link} to={paths.pupils} variant="default" mt="md">
            Zu den Schülerinnen und Schülern
          </Button>
        </>
      )}
    </Card>
  )
}
