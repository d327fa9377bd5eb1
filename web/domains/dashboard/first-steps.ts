import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import type { Schoolgrade } from '#contract/schoolgrades/schoolgrades.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { paths } from '#web/paths.ts'

/** What is known of a school that is being set up; undefined: not loaded, or not for this person. */
export interface SchoolFacts {
  hasPupils: boolean
  schoolyears: readonly Schoolyear[] | undefined
  schoolgrades: readonly Schoolgrade[] | undefined
  userCount: number | undefined
  /** Undefined also where the school takes no applications. */
  applications: readonly RegistrationRow[] | undefined
}

interface FirstStep {
  title: string
  text: string
  to: string
}

const hasHolidays = ({ free_days }: Schoolyear) => free_days.some(({ kind }) => kind === 'holiday')
const hasPlaces = ({ places }: Schoolgrade) => places.some((one) => one.places !== null)

/** What a new school has not done yet, in the order that helps; nothing of what is unknown. */
export const firstSteps = ({ hasPupils, schoolyears, schoolgrades, userCount, applications }: SchoolFacts) => {
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
  if (applications?.length === 0)
    steps.push({
      title: 'Familien den Weg zeigen',
      text: 'Aushang und Link zum Bewerbungsformular stehen zum Drucken und Kopieren bereit.',
      to: paths.formPoster,
    })
  return steps
}
