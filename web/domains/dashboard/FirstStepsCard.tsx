import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import classes from './DashboardCard.module.css'
import { firstSteps, type SchoolFacts } from './first-steps.ts'

const QUIET = { quiet: true }

/** What this person may see of it. */
const useSchoolFacts = (): Omit<SchoolFacts, 'hasPupils'> => {
  const may = useMay()
  const isActive = useSignedIn()?.school?.SCHOOL_REGISTRATION_SETTINGS.isActive ?? false
  const years = useQuery({ ...queryFor(schoolyearEndpoints.list, {}, QUIET), enabled: may('manage schoolyear') })
  const grades = useQuery({ ...queryFor(schoolgradeEndpoints.list, {}, QUIET), enabled: may('manage schoolgrade') })
  const users = useQuery({ ...queryFor(userEndpoints.list, {}, QUIET), enabled: may('manage users') })
  const latest = useQuery({
    ...queryFor(registrationListEndpoints.latest, {}, QUIET),
    enabled: isActive && may('manage pupil application'),
  })
  return {
    schoolyears: years.data,
    schoolgrades: grades.data?.schoolgrades,
    userCount: users.data?.users.length,
    applications: latest.data,
  }
}

/** What a school has not done yet; it goes with the last step (ADR 0039). */
export const FirstStepsCard = ({ hasPupils }: { hasPupils: boolean }) => {
  const steps = firstSteps({ ...useSchoolFacts(), hasPupils })
  if (steps.length === 0) return null
  return (
    <TitledCard id="first-steps" title="Erste Schritte" gap="xs">
      <Text mb="xs">
        {hasPupils
          ? 'Das ist an Ihrer Schule noch zu tun:'
          : 'An Ihrer Schule ist noch kein Kind eingetragen. Das ist als Nächstes zu tun:'}
      </Text>
      <ol className={`sh-bullets ${classes.steps}`}>
        {steps.map(({ title, text, to }) => (
          <li key={title}>
            <Link to={to}>{title}</Link>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}
