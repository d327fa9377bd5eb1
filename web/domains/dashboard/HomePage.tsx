import { useBaseData, useToday } from '#web/api/base-data.ts'
import { NoSchoolPage } from '#web/shell/NoSchoolPage.tsx'
import { DashboardCard } from './DashboardCard.tsx'
import { WelcomeCard } from './WelcomeCard.tsx'

/** Spec §1: the dashboard for who is logged in, the welcome card for everybody else. */
export const HomePage = () => {
  const baseData = useBaseData()
  const today = useToday()
  if (!baseData) return <WelcomeCard />
  const { school, user, session, warnings } = baseData
  if (!school) return <NoSchoolPage />
  const facts = {
    userName: user.name,
    hasRole: user.role !== null,
    lacksTwoFactor: session.lacks_two_factor,
    lacksBackup: warnings.includes('no_backup'),
  }
  return <DashboardCard today={today} school={school} {...facts} />
}
