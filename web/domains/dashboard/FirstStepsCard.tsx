import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { registrationListEndpoints } from '#contract/registrations/registrations.list.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { type Schoolgrade, schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { userEndpoints } from '#contract/users/users.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'

/** What is known of a school that is being set up; undefined: not loaded, or not for this person. */
export interface SchoolFacts {
  hasPupils: boolean
  schoolyears: readonly Schoolyear[] | undefined
  schoolgrades: readonly Schoolgrade[] | undefined
  userCount: number | undefined
  /** Undefined also where the school takes no applications. */
  applications: readonly RegistrationRow[] | undefined
  hasProcessors: boolean | undefined
}

interface FirstStep {
  title: string
  text: string
  to: string
}

const hasHolidays = ({ free_days }: Schoolyear) => free_days.some(({ kind }) => kind === 'holiday')
const hasPlaces = ({ places }: Schoolgrade) => places.some((one) => one.places !== null)

/** What a new school has not done yet, in the order that helps; nothing of what is unknown. */
export const firstSteps = ({
  hasPupils,
  schoolyears,
  schoolgrades,
  userCount,
  applications,
  hasProcessors,
}: SchoolFacts) => {
  const steps: FirstStep[] = []
  const year = schoolyears?.find(({ state }) => state === 'active')
  if (year && !hasHolidays(year))
    steps.push({
      title: 'Ferien eintragen',
      text: 'Ohne sie lassen sich Schultage und Fehltage nicht zählen. Für manche Länder kennt das Programm sie schon.',
      to: paths.schoolyear(year.id),
    })
  if (schoolgrades?.some((grade) => grade.active && grade.is_entry && !hasPlaces(grade)))
    steps.push({
      title: 'Plätze festlegen',
      text: 'Wie viele Kinder jede Klassenstufe aufnimmt. Die Bewerbungen zeigen dann, was noch frei ist.',
      to: paths.schoolgrades,
    })
  if (!hasPupils)
    steps.push({
      title: 'Schülerinnen und Schüler importieren',
      text: 'Aus einer Excel- oder CSV-Liste. Sie sehen vorher, was geschieht.',
      to: paths.pupilImport,
    })
  if (userCount !== undefined && userCount < 2)
    steps.push({
      title: 'Kolleginnen und Kollegen einladen',
      text: 'Jede Person bekommt ein eigenes Konto mit ihrer Rolle.',
      to: paths.users,
    })
  if (hasProcessors === false)
    steps.push({
      title: 'Datenschutz vorbereiten',
      text: 'Tragen Sie ein, wer Ihren Server betreibt, und lesen Sie die Datenschutzhinweise, bevor die erste Familie sie liest.',
      to: paths.processors,
    })
  if (applications?.length === 0)
    steps.push({
      title: 'Familien den Weg zeigen',
      text: 'Aushang und Link zum Bewerbungsformular stehen zum Drucken und Kopieren bereit.',
      to: paths.formPoster,
    })
  return steps
}

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
  const privacy = useQuery({ ...queryFor(privacyTaskEndpoints.get, {}, QUIET), enabled: may('view pupil sensitive') })
  return {
    schoolyears: years.data,
    schoolgrades: grades.data?.schoolgrades,
    userCount: users.data?.users.length,
    applications: latest.data,
    hasProcessors: privacy.data?.has_processors,
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
      <ol className="sh-bullets">
        {steps.map(({ title, text, to }) => (
          <li key={title} className="sh-padded-1">
            <Link to={to} className="sh-bold">
              {title}
            </Link>
            <span className="sh-quiet sh-block">{text}</span>
          </li>
        ))}
      </ol>
    </TitledCard>
  )
}
