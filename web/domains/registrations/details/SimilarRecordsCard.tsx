import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, History, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  SIBLING_SIGN_LABELS,
  type SiblingRegistration,
  type SimilarPupil,
  type SimilarRecords,
  type SimilarRegistration,
} from '#contract/registrations/registrations.similar.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { StatusField } from '#web/domains/registrations/StatusField.tsx'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { CompareRegistrationsDialog } from './CompareRegistrationsDialog.tsx'
import classes from './registration-details.module.css'
import { similarQuery } from './registration-details-query.ts'

type Other = SimilarRegistration | SiblingRegistration

const nameOf = ({ child_firstname, child_lastname }: Other) =>
  fullName({ firstname: child_firstname, lastname: child_lastname })

const useOwnSchool = () => useSignedIn()?.school?.short

/** Only records of the active school can be opened. */
const RecordLink = ({ to, school, children }: { to: string; school: string; children: string }) => {
  const isHere = useOwnSchool() === school
  return isHere ? <Link to={to}>{children}</Link> : <strong>{children}</strong>
}

/** „an der fow“ beside what is of another school. */
const SchoolText = ({ school }: { school: string }) => (useOwnSchool() === school ? null : ` an der ${school}`)

interface OtherRegistrationProps {
  other: Other
  /** By what it is known. */
  reason?: string
  action?: ReactNode
}

const OtherRegistration = ({ other, reason, action }: OtherRegistrationProps) => (
  <li className={`sh-row sh-gap-3 sh-rows-1 ${classes.record}`}>
    <div className={classes.similarRecordsFacts}>
      <RecordLink to={paths.registration(other.id)} school={other.school_short}>
        {nameOf(other)}
      </RecordLink>
      <SchoolText school={other.school_short} />, geb. {formatDate(other.child_birthdate)}
      <span className="sh-quiet">
        {' · '}
        <span className="sh-one-line">{other.number}</span>
        {` · Klassenstufe ${other.desired_grade} · ${other.school_year} · eingegangen ${formatDayOf(other.created_at)}`}
        {reason && ` · ${reason}`}
      </span>
    </div>
    {other.withdrawn_at ? (
      <StatusChip tone="neutral" icon="cross">
        zurückgezogen
      </StatusChip>
    ) : (
      <StatusField status={other.status} />
    )}
    {action}
  </li>
)

const OtherPupil = ({ pupil }: { pupil: SimilarPupil }) => (
  <li className={`sh-row sh-gap-3 sh-rows-1 ${classes.record}`}>
    <div className={classes.similarRecordsFacts}>
      <RecordLink to={paths.pupil(pupil.id)} school={pupil.school_short}>
        {fullName(pupil)}
      </RecordLink>
      <SchoolText school={pupil.school_short} />, geb. {formatDate(pupil.birthdate)}
      <span className="sh-quiet">
        {` · Schülerin oder Schüler, ${PUPIL_STATUS_LABELS[pupil.status as PupilStatus] ?? pupil.status}`}
      </span>
    </div>
  </li>
)

interface SameChildProps {
  registrations: readonly SimilarRegistration[]
  pupils: readonly SimilarPupil[]
  onCompare: (other: SimilarRegistration) => void
}

const CompareButton = ({ other, onCompare }: { other: SimilarRegistration } & Pick<SameChildProps, 'onCompare'>) =>
  useOwnSchool() === other.school_short && (
    <Button
      variant="default"
      size="compact-md"
      aria-label={`Vergleichen mit ${other.number}`}
      onClick={() => onCompare(other)}
    >
      Vergleichen
    </Button>
  )

const SameChild = ({ registrations, pupils, onCompare }: SameChildProps) =>
  registrations.length + pupils.length > 0 && (
    <Alert color="yellow" icon={<CircleAlert size={20} aria-hidden />} title="Dieses Kind gibt es möglicherweise schon">
      <ul className="sh-plain-list">
        {registrations.map((other) => (
          <OtherRegistration
            key={other.id}
            other={other}
            action={<CompareButton other={other} onCompare={onCompare} />}
          />
        ))}
        {pupils.map((pupil) => (
          <OtherPupil key={pupil.id} pupil={pupil} />
        ))}
      </ul>
    </Alert>
  )

const OtherYears = ({ registrations, onCompare }: Omit<SameChildProps, 'pupils'>) =>
  registrations.length > 0 && (
    <Alert
      color="gray"
      icon={<History size={20} aria-hidden />}
      title={
        registrations.every(({ year }) => year === 'earlier')
          ? 'Frühere Bewerbung dieses Kindes'
          : 'Bewerbung dieses Kindes für ein anderes Schuljahr'
      }
    >
      <ul className="sh-plain-list">
        {registrations.map((other) => (
          <OtherRegistration
            key={other.id}
            other={other}
            action={<CompareButton other={other} onCompare={onCompare} />}
          />
        ))}
      </ul>
    </Alert>
  )

/** More are no family, but share the phone of an office. */
const MOST_SIBLINGS = 6

const Siblings = ({ siblings, missing_siblings }: Pick<SimilarRecords, 'siblings' | 'missing_siblings'>) =>
  siblings.length + missing_siblings.length > 0 && (
    <Alert
      color="gray"
      icon={<Users size={20} aria-hidden />}
      title={siblings.length > 0 ? 'Geschwister bewerben sich auch' : 'Genannte Geschwister'}
    >
      <ul className="sh-plain-list">
        {siblings.slice(0, MOST_SIBLINGS).map((other) => (
          <OtherRegistration
            key={other.id}
            other={other}
            reason={other.signs.map((sign) => SIBLING_SIGN_LABELS[sign]).join(', ')}
          />
        ))}
        {siblings.length > MOST_SIBLINGS && (
          <li className={`sh-row sh-gap-3 sh-rows-1 ${classes.record} sh-quiet`}>
            und {siblings.length - MOST_SIBLINGS} weitere mit denselben Kontaktdaten
          </li>
        )}
        {missing_siblings.map((claim) => (
          <li
            key={`${claim.school_short} ${fullName(claim)}`}
            className={`sh-row sh-gap-3 sh-rows-1 ${classes.record}`}
          >
            <div className={classes.similarRecordsFacts}>
              {fullName(claim)}
              <SchoolText school={claim.school_short} />
              <span className="sh-quiet"> · im Formular genannt, keine Bewerbung gefunden</span>
            </div>
          </li>
        ))}
      </ul>
    </Alert>
  )

/** What is known of this child and its family besides the application, here and at the viewer's other schools. */
export const SimilarRecordsCard = ({ details }: { details: RegistrationDetails }) => {
  const similar = useQuery(similarQuery(details.id))
  const [compared, setCompared] = useState<number>()
  if (similar.isError)
    return (
      <Alert color="gray" icon={<CircleAlert size={20} aria-hidden />}>
        Ähnliche Bewerbungen konnten nicht geladen werden.{' '}
        <Button variant="default" size="compact-md" onClick={() => void similar.refetch()}>
          Erneut versuchen
        </Button>
      </Alert>
    )
  if (!similar.data) return null
  const { registrations, pupils, ...family } = similar.data
  const compare = ({ id }: SimilarRegistration) => setCompared(id)
  return (
    <>
      <SameChild
        registrations={registrations.filter(({ year }) => year === 'same')}
        pupils={pupils}
        onCompare={compare}
      />
      <OtherYears registrations={registrations.filter(({ year }) => year !== 'same')} onCompare={compare} />
      <Siblings {...family} />
      {compared !== undefined && (
        <CompareRegistrationsDialog details={details} otherId={compared} onGone={() => setCompared(undefined)} />
      )}
    </>
  )
}
