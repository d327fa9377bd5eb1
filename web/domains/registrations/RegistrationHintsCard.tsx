import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react'
import { formatDate, formatDateTime } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils.ts'
import { STATUS_LABELS } from '#contract/registrations.status.ts'
import type { RegistrationDetails } from '#contract/registrations.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import classes from './RegistrationDetailsPage.module.css'

const PUPIL_LINKS = { f: 'Zur Schülerin', m: 'Zum Schüler', d: 'Zur Schülerin/zum Schüler' } as const

/** How the pupil is called where a link leads there. */
export const pupilLinkText = ({ answers }: RegistrationDetails) => PUPIL_LINKS[answers.meta.child_gender]

const momentText = (instant: string) => `${formatDateTime(instant).replace(' ', ' um ')} Uhr`

const TransformedNotice = ({ details }: { details: RegistrationDetails }) => {
  const { pupil_id, transformed_at, transformed_by } = details
  if (pupil_id === null) return null
  const when = transformed_at ? ` am ${momentText(transformed_at)}` : ''
  return (
    <Alert color="green" icon={<CircleCheck size={20} aria-hidden />}>
      Übernommen{when}
      {transformed_by && ` von ${transformed_by}`}. <Link to={paths.pupil(pupil_id)}>{pupilLinkText(details)}</Link>
    </Alert>
  )
}

const pupilStatusText = (status: string) => PUPIL_STATUS_LABELS[status as PupilStatus] ?? status

const SimilarNotice = ({ details }: { details: RegistrationDetails }) => {
  const school = useSignedIn()?.school?.short
  const { similar, similar_pupils } = details
  if (similar.length + similar_pupils.length === 0) return null
  return (
    <Alert color="yellow" icon={<CircleAlert size={20} aria-hidden />} title="Dieses Kind gibt es möglicherweise schon">
      <ul className={classes.similar}>
        {similar.map((other) => (
          <li key={other.id}>
            Bewerbung <Link to={paths.registration(other.id)}>{other.number}</Link>: {other.child_firstname}{' '}
            {other.child_lastname}, geb. {formatDate(other.child_birthdate)}, {other.school_year},{' '}
            {STATUS_LABELS[other.status]}
          </li>
        ))}
        {similar_pupils.map((pupil) => (
          <li key={pupil.id}>
            Schülerin oder Schüler{' '}
            {pupil.school_short === school ? (
              <Link to={paths.pupil(pupil.id)}>{fullName(pupil)}</Link>
            ) : (
              fullName(pupil)
            )}
            , geb. {formatDate(pupil.birthdate)}, {pupilStatusText(pupil.status)}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

/** What to know before deciding: withdrawn, already taken over, perhaps there twice. */
export const RegistrationHintsCard = ({ details }: { details: RegistrationDetails }) => (
  <div className={classes.hints}>
    {details.withdrawn_at && (
      <Alert color="gray" icon={<CircleX size={20} aria-hidden />}>
        Zurückgezogen am {momentText(details.withdrawn_at)}.
      </Alert>
    )}
    <TransformedNotice details={details} />
    <SimilarNotice details={details} />
  </div>
)
