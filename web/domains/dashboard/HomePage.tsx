import { useBaseData } from '#web/api/base-data.ts'
import { NoSchoolPage } from '#web/shell/NoSchoolPage.tsx'
import { DashboardCard } from './DashboardCard.tsx'
import { WelcomeCard } from './WelcomeCard.tsx'

/** Spec §1: the dashboard for signed-in users, the welcome card for everybody else. */
export const HomePage = () => {
  const baseData = useBaseData()
  if (!baseData) return <WelcomeCard />
  return baseData.school ? <DashboardCard {...baseData} school={baseData.school} /> : <NoSchoolPage />
}
