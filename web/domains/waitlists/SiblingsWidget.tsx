import { Button, Card, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Search, UserCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import { SIBLING_LABELS } from '#contract/registrations/registrations.family-fields.ts'
import type {
  SiblingClaim,
  SiblingPupil,
  VerifiedSibling,
  WaitlistSiblings,
} from '#contract/waitlists/waitlists.siblings.ts'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import { releaseSibling, verifySibling } from './sibling-actions.ts'
import { pupilFacts, pupilName } from './sibling-names.ts'
import { siblingsQuery } from './waitlist-queries.ts'
import classes from './waitlists.module.css'

/** Its code is loaded when it opens. */
const SiblingPupilPicker = lazy(() =>
  import('./SiblingPupilPicker.tsx').then((module) => ({ default: module.SiblingPupilPicker })),
)

/** What the family wrote: „Ben Müller, Freie Schule, besucht die Schule“. */
const claimText = (claim: SiblingClaim, { schools }: WaitlistSiblings) =>
  [
    fullName(claim),
    schools.find(({ short }) => short === claim.school_short)?.name ?? claim.school_short,
    SIBLING_LABELS[claim.relation],
  ].join(', ')

/** Why nobody is offered for a claim; null: nobody need be. */
const claimHint = ({ relation, school_short, candidates }: SiblingClaim, { schools }: WaitlistSiblings) => {
  if (relation === 'applying' || candidates.length > 0) return null
  const school = schools.find(({ short }) => short === school_short)
  if (!school) return 'Diese Schule gehört nicht zum selben Träger.'
  return school.is_reachable
    ? 'An der Schule ist kein Kind dieses Namens. Suchen Sie es unter einem anderen Namen.'
    : 'Prüfen kann das, wer auch an dieser Schule arbeitet.'
}

interface SiblingsWidgetProps {
  registrationId: number
  /** Withdrawn and transformed applications stay as they are. */
  mayChange: boolean
}

const isSame = (pupil: SiblingPupil, sibling: VerifiedSibling) =>
  sibling.pupil?.pupil_id === pupil.pupil_id && sibling.school_short === pupil.school_short

interface EntryProps extends SiblingsWidgetProps {
  data: WaitlistSiblings
}

const ClaimEntry = ({ claim, data, registrationId, mayChange }: EntryProps & { claim: SiblingClaim }) => {
  const open = claim.candidates.filter((pupil) => !data.siblings.some((sibling) => isSame(pupil, sibling)))
  const isLinked = open.length < claim.candidates.length
  const hint = isLinked ? null : claimHint(claim, data)
  return (
    <li className={`sh-row sh-padded-2 sh-spread sh-gap-4 sh-rows-1 ${classes.entry}`}>
      <span className={`sh-breaks sh-shrinks ${classes.text}`}>
        {claimText(claim, data)}
        <span className="sh-quiet sh-small sh-block">Angabe der Familie{isLinked && ', unten bestätigt'}</span>
        {hint && <span className="sh-quiet sh-small sh-block">{hint}</span>}
      </span>
      {mayChange &&
        !isLinked &&
        open.map((pupil) => (
          <Button
            key={`${pupil.school_short} ${pupil.pupil_id}`}
            variant="default"
            size="compact-md"
            className="sh-screen-only"
            leftSection={<UserCheck size={18} aria-hidden />}
            onClick={() => void verifySibling(registrationId, pupil)}
          >
            {`Das ist ${pupilName(pupil)}, ${pupilFacts(pupil)}`}
          </Button>
        ))}
    </li>
  )
}

const SiblingEntry = ({ sibling, data, registrationId, mayChange }: EntryProps & { sibling: VerifiedSibling }) => {
  const { pupil, school_short, is_counted, verified_by, verified_at } = sibling
  const name = pupil ? pupilName(pupil) : 'Ein Kind'
  const school = data.schools.find(({ short }) => short === school_short)?.name ?? school_short
  return (
    <li className={`sh-row sh-padded-2 sh-spread sh-gap-4 sh-rows-1 ${classes.entry}`}>
      <span className={`sh-breaks sh-shrinks ${classes.text}`}>
        {pupil ? `${name}, ${pupilFacts(pupil)}` : `${name} an der Schule ${school}`}
        <span className="sh-quiet sh-small sh-block">
          {`bestätigt am ${formatDayOf(verified_at)}`}
          {verified_by && ` von ${verified_by}`}
        </span>
      </span>
      {is_counted ? (
        <StatusChip tone="positive" icon="check">
          zählt
        </StatusChip>
      ) : (
        <StatusChip tone="neutral" icon="dot">
          besucht die Schule nicht mehr
        </StatusChip>
      )}
      {mayChange && (
        <Button
          variant="subtle"
          size="compact-md"
          className="sh-screen-only"
          aria-label={`Bestätigung zurücknehmen: ${name}`}
          onClick={() => void releaseSibling(registrationId, sibling)}
        >
          Zurücknehmen
        </Button>
      )}
    </li>
  )
}

const PupilSearch = ({ registrationId }: { registrationId: number }) => {
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button
        variant="default"
        className="sh-screen-only"
        // Cards of the details page stretch what they hold.
        style={{ alignSelf: 'flex-start' }}
        leftSection={<Search size={20} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Geschwisterkind suchen
      </Button>
    )
  return (
    <Suspense fallback={null}>
      <SiblingPupilPicker
        registrationId={registrationId}
        onPick={(pupil) => {
          setOpen(false)
          void verifySibling(registrationId, pupil)
        }}
      />
    </Suspense>
  )
}

const ANCHOR = 'geschwister'

/** Whoever came from the waiting list to check the siblings goes on here; the router looked before they were loaded. */
const useAnchor = (isLoaded: boolean) =>
  useEffect(() => {
    if (isLoaded && window.location.hash === `#${ANCHOR}`) document.getElementById(ANCHOR)?.scrollIntoView()
  }, [isLoaded])

/** Brothers and sisters as the family named them, and the pupils whom staff linked: only these count (domain §3.2). */
export const SiblingsWidget = ({ registrationId, mayChange }: SiblingsWidgetProps) => {
  const { data } = useQuery(siblingsQuery(registrationId))
  useAnchor(data !== undefined)
  const card = useListFocus<HTMLDivElement>(data)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pressed button goes with what it did
  useEffect(focusTitleIfLost, [data])
  if (!data || (!mayChange && data.claims.length + data.siblings.length === 0)) return null
  const entry = { data, registrationId, mayChange }
  return (
    <Card ref={card} component="section" id={ANCHOR} aria-labelledby="siblings" className={classes.card ?? ''}>
      <Title order={2} id="siblings" mb="xs">
        Geschwister
      </Title>
      {data.claims.length + data.siblings.length === 0 && (
        <p className="sh-quiet sh-flush sh-below-3">Die Familie hat keine Geschwister angegeben.</p>
      )}
      {data.claims.length > 0 && (
        <ul className="sh-plain-list sh-below-3" aria-label="Angaben der Familie">
          {data.claims.map((claim, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name, and none moves
            <ClaimEntry key={index} claim={claim} {...entry} />
          ))}
        </ul>
      )}
      {data.siblings.length > 0 && (
        <ul className="sh-plain-list sh-below-3" aria-label="Bestätigte Geschwister">
          {data.siblings.map((sibling) => (
            <SiblingEntry key={sibling.id} sibling={sibling} {...entry} />
          ))}
        </ul>
      )}
      {!data.sibling_priority && (
        <p className="sh-quiet sh-flush sh-below-3">Geschwister geben an dieser Schule keinen Vorrang.</p>
      )}
      {mayChange && <PupilSearch registrationId={registrationId} />}
    </Card>
  )
}
