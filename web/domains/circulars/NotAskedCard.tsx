import { type CircularLeftOut, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { isNotAsked } from './circular-texts.ts'
import { LeftOutPeopleWidget } from './LeftOutPeopleWidget.tsx'

interface PeopleProps {
  people: readonly CircularLeftOut[]
}

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
      <LeftOutPeopleWidget people={people} labels={LEFT_OUT_REASONS} />
    </TitledCard>
  )
}
