import { Link } from '@tanstack/react-router'
import { type CircularLeftOut, LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { isNotAsked, leftOutName } from './circular-texts.ts'

const People = ({ people }: { people: readonly CircularLeftOut[] }) => (
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

interface LeftOutProps {
  leftOut: readonly CircularLeftOut[]
}

/** These people have no custody or no say any more, so the office does not write them a letter instead. */
export const NotAskedCard = ({ leftOut }: LeftOutProps) => {
  const people = leftOut.filter(isNotAsked)
  if (people.length === 0) return null
  return (
    <TitledCard id="not-asked" title={`Nicht angeschrieben: ${people.length}`} gap="xs">
      {people.some(({ reason }) => reason === 'no_custody') && (
        <p className="sh-quiet sh-flush sh-below-2">Auskunft an Personen ohne Sorgerecht gibt nur die Schulleitung.</p>
      )}
      <People people={people} />
    </TitledCard>
  )
}

/** Who would get no mail and why; each name leads to the contacts of the child, where it can be mended. */
export const LeftOutCard = ({ leftOut }: LeftOutProps) => {
  const unreached = leftOut.filter((one) => !isNotAsked(one))
  return (
    <>
      {unreached.length > 0 && (
        <TitledCard id="left-out" title={`Ohne E-Mail: ${unreached.length}`} gap="xs">
          <p className="sh-quiet sh-flush sh-below-2">
            Nach dem Senden können Sie ihnen denselben Text als Brief drucken.
          </p>
          <People people={unreached} />
        </TitledCard>
      )}
      <NotAskedCard leftOut={leftOut} />
    </>
  )
}
