import { Alert } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { momentText } from '#web/domains/registrations/moment-text.ts'
import { paths } from '#web/paths.ts'
import { RegistrationWithdrawalCard } from './RegistrationWithdrawalCard.tsx'
import classes from './registration-details.module.css'
import { SimilarRecordsCard } from './SimilarRecordsCard.tsx'

const PUPIL_LINKS = { f: 'Zur Schülerin', m: 'Zum Schüler', d: 'Zur Schülerin/zum Schüler' } as const

/** How the pupil is called where a link leads there. */
export const pupilLinkText = ({ answers }: RegistrationDetails) => PUPIL_LINKS[answers.meta.child_gender]

const TransformedNotice = ({ details }: { details: RegistrationDetails }) => {
  const { pupil_id, transformed_at, transformed_by } = details
  if (pupil_id === null) return null
  const when = transformed_at ? ` am ${momentText(transformed_at)}` : ''
  return (
    <Alert color="green" icon={<CircleCheck size={20} aria-hidden />}>
      Bereits übernommen{when}
      {transformed_by && ` von ${transformed_by}`}. <Link to={paths.pupil(pupil_id)}>{pupilLinkText(details)}</Link>
    </Alert>
  )
}

/** What to know before deciding: withdrawn, already taken over, perhaps there twice. */
export const RegistrationHintsCard = ({ details }: { details: RegistrationDetails }) => (
  <div className={`sh-stack sh-below-4 sh-gap-3 sh-shrinks ${classes.hints}`}>
    <RegistrationWithdrawalCard key={`withdrawal ${details.id}`} details={details} />
    <TransformedNotice details={details} />
    <div className={`sh-screen-only ${classes.internal}`}>
      <SimilarRecordsCard key={details.id} details={details} />
    </div>
  </div>
)
