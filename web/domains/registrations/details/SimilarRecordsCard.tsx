import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CircleAlert, History, type LucideIcon, Users } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDate, formatDayOf } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, type PupilStatus } from '#contract/pupils/pupils.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  SIBLING_SIGN_LABELS,
  type SiblingRegistration,
  type SimilarRecords,
  type SimilarRegistration,
} from '#contract/registrations/registrations.similar.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { StatusField } from '#web/domains/registrations/StatusMenu.tsx'
import { paths } from '#web/paths.ts'
import classes from './registration-details.module.css'

/** Its code is loaded when it opens. */
const CompareRegistrationsDialog = lazy(() =>
  import('./CompareRegistrationsDialog.tsx').then((module) => ({ default: module.CompareRegistrationsDialog })),
)

import { similarQuery } from './registration-details-query.ts'

const useOwnSchool = () => useSignedIn()?.school?.short

interface RecordEntryProps {
  name: string
  school: string
  /** The record; only those of the active school can be opened. */
  to?: string
  birthdate?: string
  /** What else is known, after a dot. */
  facts: readonly (ReactNode | false)[]
  children?: ReactNode
}

/** A child that is like this one or belongs to its family, with „an der fow“ beside what is of another school. */
const RecordEntry = ({ name, school, to, birthdate, facts, children }: RecordEntryProps) => {
  const isHere = useOwnSchool() === school
  const Name = to && isHere ? <Link to={to}>{name}</Link> : to ? <strong>{name}</strong> : name
  return (
    <li className={`sh-row sh-gap-3 sh-rows-1 ${classes.record}`}>
      <div className={classes.similarRecordsFacts}>
        {Name}
        {!isHere && ` an der ${school}`}
        {birthdate && `, geb. ${formatDate(birthdate)}`}
        <span className="sh-quiet">
          {facts.filter(Boolean).map((fact, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other name
            <span key={index}> · {fact}</span>
          ))}
        </span>
      </div>
      {children}
    </li>
  )
}

interface OtherRegistrationProps {
  other: SimilarRegistration | SiblingRegistration
  /** By what it is known. */
  reason?: string
  onCompare?: (id: number) => void
}

const OtherRegistration = ({ other, reason, onCompare }: OtherRegistrationProps) => {
  const { id, number, school_short } = other
  const isHere = useOwnSchool() === school_short
  return (
    <RecordEntry
      name={fullName({ firstname: other.child_firstname, lastname: other.child_lastname })}
      school={school_short}
      to={paths.registration(id)}
      birthdate={other.child_birthdate}
      facts={[
        <span key="number" className="sh-one-line">
          {number}
        </span>,
        `Klassenstufe ${other.desired_grade}`,
        other.school_year,
        `eingegangen ${formatDayOf(other.created_at)}`,
        reason,
      ]}
    >
      <StatusField {...other} />
      {onCompare && isHere && (
        <Button
          variant="default"
          size="compact-md"
          aria-label={`Vergleichen mit ${number}`}
          onClick={() => onCompare(id)}
        >
          Vergleichen
        </Button>
      )}
    </RecordEntry>
  )
}

/** Under its heading; nothing when there is nothing to list. */
const RecordsAlert = (props: { title: string; icon: LucideIcon; isWarning?: true; entries: readonly ReactNode[] }) => {
  const { title, icon: Icon, isWarning, entries } = props
  if (entries.length === 0) return null
  return (
    <Alert color={isWarning ? 'yellow' : 'gray'} icon={<Icon size={20} aria-hidden />} title={title}>
      <ul className="sh-plain-list">{entries}</ul>
    </Alert>
  )
}

/** More are no family, but share the phone of an office. */
const MOST_SIBLINGS = 6

const siblingEntries = ({ siblings, missing_siblings }: SimilarRecords) => [
  ...siblings
    .slice(0, MOST_SIBLINGS)
    .map((other) => (
      <OtherRegistration
        key={other.id}
        other={other}
        reason={other.signs.map((sign) => SIBLING_SIGN_LABELS[sign]).join(', ')}
      />
    )),
  ...(siblings.length > MOST_SIBLINGS
    ? [
        <li key="more" className={`sh-row sh-gap-3 sh-rows-1 sh-quiet ${classes.record}`}>
          und {siblings.length - MOST_SIBLINGS} weitere mit denselben Kontaktdaten
        </li>,
      ]
    : []),
  ...missing_siblings.map((claim) => (
    <RecordEntry
      key={`${claim.school_short} ${fullName(claim)}`}
      name={fullName(claim)}
      school={claim.school_short}
      facts={['im Formular genannt, keine Bewerbung gefunden']}
    />
  )),
]

/** What is known of this child and its family besides the application, here and at the viewer's other schools. */
export const SimilarRecordsCard = ({ details }: { details: RegistrationDetails }) => {
  const { data, isError, refetch } = useQuery(similarQuery(details.id))
  const [compared, setCompared] = useState<number>()
  if (isError)
    return (
      <Alert color="gray" icon={<CircleAlert size={20} aria-hidden />}>
        Ähnliche Bewerbungen konnten nicht geladen werden.{' '}
        <Button variant="default" size="compact-md" onClick={() => void refetch()}>
          Erneut versuchen
        </Button>
      </Alert>
    )
  if (!data) return null
  const entryOf = (other: SimilarRegistration) => (
    <OtherRegistration key={other.id} other={other} onCompare={setCompared} />
  )
  const otherYears = data.registrations.filter(({ year }) => year !== 'same')
  return (
    <>
      <RecordsAlert
        title="Dieses Kind gibt es möglicherweise schon"
        icon={CircleAlert}
        isWarning
        entries={[
          ...data.registrations.filter(({ year }) => year === 'same').map(entryOf),
          ...data.pupils.map((pupil) => (
            <RecordEntry
              key={`pupil ${pupil.id}`}
              name={fullName(pupil)}
              school={pupil.school_short}
              to={paths.pupil(pupil.id)}
              birthdate={pupil.birthdate}
              facts={[`Schülerin oder Schüler, ${PUPIL_STATUS_LABELS[pupil.status as PupilStatus] ?? pupil.status}`]}
            />
          )),
        ]}
      />
      <RecordsAlert
        title={
          otherYears.every(({ year }) => year === 'earlier')
            ? 'Frühere Bewerbung dieses Kindes'
            : 'Bewerbung dieses Kindes für ein anderes Schuljahr'
        }
        icon={History}
        entries={otherYears.map(entryOf)}
      />
      <RecordsAlert
        title={data.siblings.length > 0 ? 'Geschwister bewerben sich auch' : 'Genannte Geschwister'}
        icon={Users}
        entries={siblingEntries(data)}
      />
      {compared !== undefined && (
        <Suspense fallback={null}>
          <CompareRegistrationsDialog details={details} otherId={compared} onGone={() => setCompared(undefined)} />
        </Suspense>
      )}
    </>
  )
}
