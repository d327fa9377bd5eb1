import { Link } from '@tanstack/react-router'
import { type CircularLeftOut, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { isNotAsked, leftOutName } from './circular-texts.ts'

interface PeopleProps {
  people: readonly CircularLeftOut[]
}

/** Each name leads to the contacts of the child. */
export const LeftOutPeople = ({ people }: PeopleProps) => (
  <ul className="sh-flush">
    {people.map((one) => (
      <li key={`${one.pupil_id} ${one.guardian_id}`}>
        <Link {...linkTarget(paths.pupil(one.pupil_id))} hash="contacts">
          {leftOutName(one)}
        </Link>
        : {LEFT_OUT_REASONS[one.reason]}
      </li>
    ))}
  </ul>
)

/** Said once, where one of them has no custody. */
export const CustodyHint = ({ people }: PeopleProps) =>
  people.some(({ reason }) => reason === 'no_custody') && (
    <p className="sh-quiet sh-flush sh-below-2">Auskunft an Personen ohne Sorgerecht gibt nur die Schulleitung.</p>
  )

/** These people have no custody or no say any more, so the office does not write them a letter instead. */
export const NotAskedCard = ({ leftOut }: { leftOut: readonly CircularLeftOut[] }) => {
  const people = leftOut.filter(isNotAsked)
  if (people.length === 0) return null
  return (
    <TitledCard id="not-asked" title={`Nicht angeschrieben: ${people.length}`} gap="xs">
      <CustodyHint people={people} />
      <LeftOutPeople people={people} />
    </TitledCard>
  )
}
