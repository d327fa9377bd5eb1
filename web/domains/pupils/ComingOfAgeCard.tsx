import { Alert } from '@mantine/core'
import { CircleUserRound } from 'lucide-react'
import { addDays, formatDate, isOfAge } from '#contract/dates.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useMay } from '#web/api/base-data.ts'

/** The page says what will end so many days before the birthday, so that there is time to ask. */
const AHEAD_DAYS = 30

/** Whoever is born on 29 February is 18 on 1 March, as `isOfAge` counts. */
const birthdayOf18 = (birthdate: string) => {
  const same = `${Number(birthdate.slice(0, 4)) + 18}${birthdate.slice(4)}`
  return isOfAge(birthdate, same) && !same.endsWith('-02-29') ? same : `${same.slice(0, 4)}-03-01`
}

interface ComingOfAgeCardProps {
  pupil: Pick<PupilDetails, 'firstname' | 'birthdate' | 'parents_informed' | 'mail'>
  today: string
}

/** Domain §5.5: from 18 on only the pupil has a say; what ends by itself, and what people have to mind. */
export const ComingOfAgeCard = ({ pupil, today }: ComingOfAgeCardProps) => {
  const may = useMay()
  const { firstname, birthdate, mail, parents_informed: areInformed } = pupil
  if (!birthdate) return null
  const day = birthdayOf18(birthdate)
  const isAdult = isOfAge(birthdate, today)
  if (!isAdult && today < addDays(day, -AHEAD_DAYS)) return null
  const look = {
    color: areInformed ? 'blue' : 'yellow',
    mb: 'md',
    icon: <CircleUserRound size={20} aria-hidden />,
    title: isAdult ? 'Volljährig' : `Wird am ${formatDate(day)} volljährig`,
  }
  if (areInformed)
    return (
      <Alert {...look}>
        {isAdult ? `${firstname} ist volljährig und entscheidet selbst.` : `Ab dann entscheidet ${firstname} selbst.`}{' '}
        Die Eltern werden weiter informiert, weil {firstname} eingewilligt hat: Elternlink, Briefe und E-Mails bleiben.
        Nach einem Widerruf unter „Einwilligungen“ endet das binnen Minuten.
      </Alert>
    )
  if (!isAdult)
    return (
      <Alert {...look}>
        In der Nacht zum {formatDate(day)} endet der Zugang der Eltern: Der Elternlink wird ersetzt, Briefe und E-Mails
        gehen nur noch an {firstname}.
        {may('manage pupil') &&
          ` Sollen die Eltern weiter informiert werden, tragen Sie die Einwilligung von ${firstname} vorher ein.`}
      </Alert>
    )
  return (
    <Alert {...look}>
      {firstname} ist volljährig und entscheidet selbst. Die Eltern bekommen keine Briefe und keine E-Mails zu
      Abwesenheiten mehr, und ihr Elternlink gilt nicht mehr. Bitte geben Sie ihnen nur Auskunft, wenn {firstname}{' '}
      einverstanden ist.
      {may('manage pupil') &&
        (mail
          ? ` Der neue Link geht am 18. Geburtstag an ${mail}. Wurde die Adresse erst später eingetragen, geben Sie ihn ${firstname} selbst.`
          : ` Den neuen Link geben Sie ${firstname} selbst: Eine eigene E-Mail-Adresse ist nicht eingetragen.`)}
    </Alert>
  )
}
