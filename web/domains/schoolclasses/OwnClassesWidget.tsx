import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import { useMay } from '#web/api/base-data.ts'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { ownClassesQuery } from './schoolclass-queries.ts'

// Most heads have no class of their own: then this is not part of their start page.
const loadClasses = () => import('./ClassesOfTodayCard.tsx').then((module) => ({ default: module.ClassesOfTodayCard }))
const ClassesOfTodayCard = lazy(loadClasses)

const Waiting = () => <Skeleton height={120} />

/** For who leads classes or is assigned to some, whatever else they see (domain §9b); without any only who sees no others learns why. */
export const OwnClassesWidget = () => {
  const seesAll = useMay()('view schoolclasses')
  const { data, isError, refetch } = useQuery(ownClassesQuery)
  // A teacher needs it for certain: it comes along with the classes, not after them.
  useEffect(() => {
    if (!seesAll) void loadClasses().catch(() => undefined)
  }, [seesAll])
  const own = data && [...data.asResponsibleTeacher, ...data.asAssignedEmployee].sort(compareClasses)
  const isEmpty = own?.length === 0
  if (seesAll && (isEmpty || !(own || isError))) return null
  const shown = () => {
    if (!own) return isError ? <NotLoaded onRetry={() => void refetch()} /> : <Waiting />
    if (!isEmpty) return <ClassesOfTodayCard own={own} />
    return (
      <EmptyState
        title="Ihnen ist noch keine Klasse zugeordnet."
        text="Sobald Ihre Schulleitung das tut, stehen hier Ihre Klassen."
      />
    )
  }
  return (
    <TitledCard id="own-classes" title="Meine Klassen heute" gap="sm">
      <Suspense fallback={<Waiting />}>{shown()}</Suspense>
    </TitledCard>
  )
}
