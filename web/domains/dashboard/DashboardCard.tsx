import { Card, Skeleton, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import type { Permission } from '#contract/permissions.ts'
import { type PupilStats, pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { whenUsed } from '#contract/when-used.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { May } from '#web/api/May.tsx'
import { queryFor } from '#web/api/queries.ts'
import { DataCheckTasksWidget } from '#web/domains/datachecks/DataCheckTasksWidget.tsx'
import { OutboxWidget } from '#web/domains/outboxes/OutboxWidget.tsx'
import { UnreachableTaskWidget } from '#web/domains/outboxes/UnreachableTaskWidget.tsx'
import { OverdueRequestsWidget } from '#web/domains/privacyrequests/OverdueRequestsWidget.tsx'
import { PrivacyTasksWidget } from '#web/domains/processings/PrivacyTasksWidget.tsx'
import { PupilStatsWidget } from '#web/domains/pupils/PupilStatsWidget.tsx'
import { RegistrationsWidget } from '#web/domains/registrations/RegistrationsWidget.tsx'
import { UndecidedWidget } from '#web/domains/registrations/UndecidedWidget.tsx'
import { TasksWidget } from '#web/domains/retentions/TasksWidget.tsx'
import { RolloverWidget } from '#web/domains/rollovers/RolloverWidget.tsx'
import { OwnClassesWidget } from '#web/domains/schoolclasses/OwnClassesWidget.tsx'
import { SchoolclassesWidget } from '#web/domains/schoolclasses/SchoolclassesWidget.tsx'
import { SicknotesWidget } from '#web/domains/sicknotes/SicknotesWidget.tsx'
import { UserTasksWidget } from '#web/domains/users/UserTasksWidget.tsx'
import { AccessStepCard } from '#web/shell/AccessStepCard.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { BackupNoticeCard } from './BackupNoticeCard.tsx'
import classes from './DashboardCard.module.css'
import { EmergencyNoticeCard } from './EmergencyNoticeCard.tsx'
import { useSettled } from './use-settled.ts'

// Most schools have done them.
const FirstStepsWidget = lazy(() =>
  import('#web/domains/firststeps/FirstStepsWidget.tsx').then((module) => ({ default: module.FirstStepsWidget })),
)

// Only teachers see it.
const ComingDaysWidget = lazy(() =>
  import('#web/domains/sicknotes/ComingDaysWidget.tsx').then((module) => ({ default: module.ComingDaysWidget })),
)
// Only admins see it.
const SystemStateWidget = lazy(() =>
  import('#web/domains/systemstates/SystemStateWidget.tsx').then((module) => ({ default: module.SystemStateWidget })),
)

type School = NonNullable<BaseData['school']>

const seesRegistrations = (school: BaseData['school'], may: (permission: Permission) => boolean) =>
  school?.SCHOOL_REGISTRATION_SETTINGS.isActive === true && may('manage pupil application')

/** The same width as in the style sheet: below it the columns do not fit beside each other. Paper has room for both. */
const ONE_COLUMN = 'screen and (max-width: 74.99em)'

const longDate = whenUsed(() => new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: 'UTC' }))

const Classes = ({ isOpen }: { isOpen: boolean }) => (
  <>
    <May do="view attached schoolclasses">
      <OwnClassesWidget />
    </May>
    <May do="view schoolclasses">
      <SchoolclassesWidget isOpen={isOpen} />
    </May>
  </>
)

/** A school with this many children is established: its start page shows no first steps (ADR 0039). */
const CHILDREN_AT_WORK = 50

const Waiting = ({ height = 180 }: { height?: number }) => (
  <Card>
    <Skeleton height={height} />
  </Card>
)

/** Beside the daily work, which comes first. */
const FurtherSteps = ({ total }: Pick<PupilStats, 'total'>) =>
  total < CHILDREN_AT_WORK && (
    <Suspense>
      <FirstStepsWidget />
    </Suspense>
  )

interface NoticesProps {
  warnings: BaseData['warnings']
  /** The first steps above have said that there is no mail server and no backup, to those who set them up. */
  areStepsShown?: boolean
}

/** How the installation is, and what does not work. */
const Notices = ({ warnings, areStepsShown = false }: NoticesProps) => {
  const isSaid = useMay()('debug view') && areStepsShown
  return (
    <>
      <May do="debug view">
        <Suspense fallback={<Waiting height={64} />}>
          <SystemStateWidget />
        </Suspense>
      </May>
      {warnings.includes('no_backup') && !isSaid && (
        <div className={classes.notice}>
          <BackupNoticeCard />
        </div>
      )}
      <May do="manage users">
        <OutboxWidget isServerSaid={isSaid} />
      </May>
    </>
  )
}

/**
 * Before the first child nothing is more urgent than the first steps: they take the whole width, and the notices stand
 * below them.
 */
const StartingSteps = ({ warnings }: Pick<NoticesProps, 'warnings'>) => (
  <div className={`sh-column sh-gap-4 ${classes.notice}`}>
    <Suspense fallback={<Waiting />}>
      <FirstStepsWidget
        below={(areStepsShown) => (
          <div className={classes.below}>
            <Notices {...{ warnings, areStepsShown }} />
          </div>
        )}
      />
    </Suspense>
  </div>
)

interface WidgetsProps extends Pick<NoticesProps, 'warnings'> {
  school: BaseData['school']
  /** Undefined while they load. */
  counts: PupilStats | undefined
}

/** A school that never had a child. */
const isStarting = (counts: PupilStats | undefined) => counts?.hasPupils === false

/** Each column has its own heights, so that a long widget leaves no hole beside it. */
const COLUMN = `sh-column sh-gap-4 ${classes.column}`

const Columns = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <div className={`sh-grid sh-gap-4 ${classes.widgets}`}>
    <div className={COLUMN}>{left}</div>
    <div className={COLUMN}>{right}</div>
  </div>
)

interface WaitsProps {
  hasApplications: boolean
  toConfirm: number | undefined
}

/** What waits for somebody; the applications below nothing that comes later, because their rows have menus. */
const Waits = ({ hasApplications, toConfirm = 0 }: WaitsProps) => (
  <>
    <TasksWidget
      hasApplications={hasApplications}
      toConfirm={toConfirm}
      first={
        <>
          <May do="view pupil sensitive">
            <OverdueRequestsWidget />
          </May>
          {hasApplications && <UndecidedWidget />}
          <DataCheckTasksWidget />
          <UnreachableTaskWidget />
          <May do="manage users">
            <UserTasksWidget />
          </May>
        </>
      }
    >
      <May do="view pupil sensitive">
        <PrivacyTasksWidget />
      </May>
    </TasksWidget>
    {hasApplications && <RegistrationsWidget />}
  </>
)

/**
 * What is done all day stands on the left, what waits on the right. The figures stand where applications leave room
 * for them, so that both columns end alike. The first steps are for those who can enter children (ADR 0045).
 */
const OfficeWidgets = ({ school, counts, warnings }: WidgetsProps) => {
  const isOneColumn = useMediaQuery(ONE_COLUMN, undefined, { getInitialValueInEffect: false })
  const hasApplications = seesRegistrations(school, useMay())
  const isNew = isStarting(counts)
  const stats = counts?.total !== 0 && <PupilStatsWidget />
  const waiting = <Waits hasApplications={hasApplications} toConfirm={counts?.toConfirm} />
  const left = (
    <>
      {!isNew && <SicknotesWidget />}
      {isOneColumn && waiting}
      <Classes isOpen={false} />
      {hasApplications && stats}
      {!isNew && counts && <FurtherSteps total={counts.total} />}
    </>
  )
  const right = (
    <>
      {!isOneColumn && waiting}
      {!hasApplications && stats}
    </>
  )
  return (
    <>
      {isNew && <StartingSteps warnings={warnings} />}
      <Columns left={left} right={right} />
    </>
  )
}

/** Teachers come for their classes; who looks things up first wants to know who is away today. */
const ReaderWidgets = () =>
  useMay()('view pupil') ? (
    <Columns
      left={<SicknotesWidget />}
      right={
        <>
          <Classes isOpen />
          <PupilStatsWidget />
        </>
      }
    />
  ) : (
    <Columns
      left={<Classes isOpen />}
      right={
        <May do="view attached pupil">
          <Suspense fallback={<Waiting />}>
            <ComingDaysWidget />
          </Suspense>
        </May>
      }
    />
  )

/** Spec §1: greeting and widgets, each by its permission; ux §3.2: each loads by itself. */
export const DashboardCard = ({ school, user, session, warnings }: BaseData & { school: School }) => {
  const today = useToday()
  const may = useMay()
  const isSettled = useSettled()
  const isNarrow = useNarrow()
  const { data: counts } = useQuery({
    ...queryFor(pupilStatsEndpoints.get, {}, { quiet: true }),
    enabled: may('manage pupil'),
  })
  return (
    <>
      <PrintHead today={today} />
      <p className={`sh-paper-only sh-bold sh-flush sh-below-2 ${classes.printTitle}`}>Tagesübersicht</p>
      <PageTitle documentTitle="Start">{`${school.SCHOOL_LABELS.dashboardGreeting}, ${user.name}`}</PageTitle>
      <Text c="dimmed" className={classes.day ?? ''}>
        {longDate().format(new Date(today))}
        {/* A phone has the room for what is to be done; the bar above names the school. */}
        {!isNarrow && `${school.schoolyear ? ` · Schuljahr ${school.schoolyear}` : ''} · ${school.name}`}
      </Text>
      {/* The school waits for a second factor or another way to sign in; until then there are no rights. */}
      <AccessStepCard />
      {session.emergency_for && (
        <div className={classes.notice}>
          <EmergencyNoticeCard service={session.emergency_for} />
        </div>
      )}
      {user.role === null && (
        <Card maw={600}>
          <EmptyState
            title="Ihrem Konto ist noch keine Rolle zugewiesen."
            text="Bitte wenden Sie sich an Ihre Schulleitung."
          />
        </Card>
      )}
      <div className={isSettled ? '' : classes.waiting}>
        {!isStarting(counts) && <Notices warnings={warnings} />}
        <May do="manage schoolyear">
          <div className={classes.notice}>
            <RolloverWidget />
          </div>
        </May>
        {may('manage pupil') ? <OfficeWidgets {...{ school, counts, warnings }} /> : <ReaderWidgets />}
      </div>
    </>
  )
}
