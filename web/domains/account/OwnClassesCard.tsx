import { Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { type AssignedClass, ClassAssignmentCard } from './ClassAssignmentCard.tsx'

// Spec §8: 'class load failure shows the unknown-error alert'.
const ownClassesQuery = queryFor(schoolclassEndpoints.assignedByUser, {})

/** The signed-in user's classes at the active school; they are links when the user may open classes (ux §3.14). */
export const OwnClassesCard = () => {
  const { data, isError, refetch } = useQuery(ownClassesQuery)
  const mayOpen = useMay()(['view schoolclasses', 'view attached schoolclasses'])
  const linked = (classes: readonly AssignedClass[]) =>
    mayOpen ? classes.map((one) => ({ ...one, path: paths.schoolclass(one.id) })) : classes
  if (data)
    return (
      <ClassAssignmentCard responsible={linked(data.asResponsibleTeacher)} assigned={linked(data.asAssignedEmployee)} />
    )
  return (
    <Card component="section" aria-labelledby="klassenzuordnung">
      <Title order={2} id="klassenzuordnung">
        Klassenzuordnung
      </Title>
      {isError ? <NotLoaded onRetry={() => void refetch()} /> : <LoadingText />}
    </Card>
  )
}
