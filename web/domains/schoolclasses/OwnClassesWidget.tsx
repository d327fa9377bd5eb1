import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { compareClasses } from '#contract/schoolclasses/class-names.ts'
import { SICKNOTE_EDITORS } from '#contract/sicknotes/sicknotes.ts'
import { useMay } from '#web/api/base-data.ts'
import { openFrameDialog, SICKNOTE } from '#web/shell/frame-dialogs.ts'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { ownClassesQuery } from './schoolclass-queries.ts'

// Most heads have no class of their own: then this is not part of their start page.
const loadClasses = () => import('./ClassesOfTodayCard.tsx').then((module) => ({ default: module.ClassesOfTodayCard }))
const ClassesOfTodayCard = lazy(loadClasses)

const Waiting = () => <Skeleton height={120} />

/** For who leads classes or is assigned to some, whatever else they see (domain §9b); without any only who sees no others learns why. */
export const OwnClassesWidget = () => {
  const may = useMay()
  const seesAll = may('view schoolclasses')
  const { data, isError, refetch } = useQuery(ownClassesQuery)
  // A teacher needs it for certain: it comes along with the classes, not after them.
  useEffect(() => {
    if (!seesAll) void loadClasses().catch(() => undefined)
  }, [seesAll])
  const isNarrow = useNarrow()
  // The classes one leads come first.
  const own =
    data && [data.asResponsibleTeacher, data.asAssignedEmployee].flatMap((classes) => classes.toSorted(compareClasses))
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
  // Who sees all children has the button in the card of the absences.
  const mayReport = own && !isEmpty && may(SICKNOTE_EDITORS) && !may('manage pupil')
  const report = mayReport && (
    <IconButton
      icon={Plus}
      {...(isNarrow ? { fullWidth: true, mt: 'sm' } : { variant: 'filled' })}
      className="sh-screen-only"
      onClick={() => openFrameDialog(SICKNOTE)}
    >
      Krankmeldung erfassen
    </IconButton>
  )
  return (
    <TitledCard id="own-classes" title="Meine Klassen heute" gap="sm" actions={!isNarrow && report}>
      <Suspense fallback={<Waiting />}>{shown()}</Suspense>
      {/* On a phone one looks first who is here. */}
      {isNarrow && report}
    </TitledCard>
  )
}
