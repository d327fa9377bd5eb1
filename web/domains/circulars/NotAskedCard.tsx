import { Link } from '@tanstack/react-router'
import { type CircularLeftOut, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { addressPage, isNotAsked, leftOutKey, leftOutName } from './circular-texts.ts'

interface PeopleProps {
  people: readonly CircularLeftOut[]
}

const LeftOutName = (one: CircularLeftOut) => {
  const page = addressPage(one)
  return page ? <Link {...page}>{leftOutName(one)}</Link> : leftOutName(one)
}

/** Each name leads to the page with the address. */
export const LeftOutPeople = ({ people }: PeopleProps) => (
  <ul className="sh-flush">
    {people.map((one) => (
      <li key={leftOutKey(one)}>
        <LeftOutName {...one} />: {LEFT_OUT_REASONS[one.reason]}
      </li>
    ))}
  </ul>
)

/** Said once, where one of them has no custody. */
export const CustodyHint = ({ people }: PeopleProps) =>
  people.some(({ reason }) => reason === 'no_custody') && (
    <p className="sh-quiet sh-flush sh-below-2">Auskunft an Personen ohne Sorgerecht gibt nur die Schulleitung.</p>
  )

/** These people have no custody, no say or no application any more, so the office does not write them a letter instead. */
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
