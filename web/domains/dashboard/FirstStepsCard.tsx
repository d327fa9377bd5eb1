import { Card, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { pupilEndpoints } from '#contract/pupils.ts'
import { registrationListEndpoints } from '#contract/registrations.list.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades.ts'
import { schoolyearEndpoints } from '#contract/schoolyears.ts'
import { userEndpoints } from '#contract/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import classes from './DashboardCard.module.css'
import { firstSteps, type SchoolFacts } from './first-steps.ts'

const QUIET = { quiet: true }

/** What this person may see of it. */
const useSchoolFacts = (): SchoolFacts => {
  const may = useMay()
  const isActive = useSignedIn()?.school?.SCHOOL_REGISTRATION_SETTINGS.isActive ?? false
  const pupils = useQuery(queryFor(pupilEndpoints.list, { query: { per_page: 1 } }, QUIET))
  const years = useQuery({ ...queryFor(schoolyearEndpoints.list, {}, QUIET), enabled: may('manage schoolyear') })
  const grades = useQuery({ ...queryFor(schoolgradeEndpoints.list, {}, QUIET), enabled: may('manage schoolgrade') })
  const users = useQuery({ ...queryFor(userEndpoints.list, {}, QUIET), enabled: may('manage users') })
  const latest = useQuery({
    ...queryFor(registrationListEndpoints.latest, {}, QUIET),
    enabled: isActive && may('manage pupil application'),
  })
  return {
    pupilCount: pupils.data?.total,
    schoolyears: years.data,
    schoolgrades: grades.data?.schoolgrades,
    userCount: users.data?.users.length,
    applications: latest.data,
  }
}

/** The start page of a school without children: what to do next, until it is done. */
export const FirstStepsCard = () => {
  const steps = firstSteps(useSchoolFacts())
  if (steps.length === 0) return null
  return (
    <Card component="section" aria-labelledby="first-steps">
      <Title order={2} id="first-steps" mb="xs">
        Erste Schritte
      </Title>
      <Text mb="xs">An Ihrer Schule ist noch kein Kind eingetragen. Das ist als Nächstes zu tun:</Text>
      <ol className={classes.steps}>
        {steps.map(({ title, text, to }) => (
          <li key={title}>
            <Link to={to}>{title}</Link>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
