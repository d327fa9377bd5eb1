import { Text } from '@mantine/core'
import type { BaseData } from '#contract/account.ts'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import classes from './DashboardCard.module.css'

const longDate = new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: 'Europe/Berlin' })

interface DashboardCardProps {
  school: NonNullable<BaseData['school']>
  userName: string
}

/** Spec §1: greeting and widgets, each by its permission. */
export const DashboardCard = ({ school, userName }: DashboardCardProps) => (
  <>
    <PageTitle documentTitle="Start">{`${school.SCHOOL_LABELS.dashboardGreeting}, ${userName}`}</PageTitle>
    <Text c="dimmed" className={classes.day ?? ''}>
      {longDate.format(new Date())} · {school.name}
    </Text>
    <div className={classes.widgets} />
  </>
)
