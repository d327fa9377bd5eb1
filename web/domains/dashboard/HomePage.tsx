import { lazy, Suspense } from 'react'
import { loadBaseData, useBaseData, useToday } from '#web/api/base-data.ts'
import { NoSchoolPage } from '#web/shell/NoSchoolPage.tsx'
import { DashboardCard, loadWidgets } from './DashboardCard.tsx'

const importWelcome = () => import('./WelcomeCard.tsx')
const WelcomeCard = lazy(() => importWelcome().then((module) => ({ default: module.WelcomeCard })))

/** Awaited by the router: what only visitors see is not part of the dashboard's code (architecture §9), nor is a widget that somebody may not see. */
export const loadHome = async () => {
  const baseData = await loadBaseData()
  await (baseData ? loadWidgets(baseData) : importWelcome())
}

/** Spec §1: the dashboard for signed-in users, the welcome card for everybody else. */
export const HomePage = () => {
  const baseData = useBaseData()
  const today = useToday()
  if (!baseData) {
    return (
      <Suspense fallback={null}>
        <WelcomeCard />
      </Suspense>
    )
  }
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
