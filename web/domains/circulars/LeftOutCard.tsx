import { Link } from '@tanstack/react-router'
import type { CircularLeftOut } from '#contract/circulars/circulars.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { leftOutText } from './circular-texts.ts'

/** Why the office must not write to them in another way either. */
const isNotAsked = ({ reason }: CircularLeftOut) => reason === 'no_custody' || reason === 'of_age'

const People = ({ people }: { people: readonly CircularLeftOut[] }) => (
  <ul>
    {people.map((one) => (
      <li key={`${one.pupil_id} ${one.guardian_id}`}>
        <Link {...linkTarget(paths.pupil(one.pupil_id))}>{leftOutText(one)}</Link>
      </li>
    ))}
  </ul>
)

/** Who gets no mail and why; each line leads to the child, where it can be mended. */
export const LeftOutCard = ({ leftOut }: { leftOut: readonly CircularLeftOut[] }) => {
  const [notAsked, unreached] = [leftOut.filter(isNotAsked), leftOut.filter((one) => !isNotAsked(one))]
  return (
    <>
      {unreached.length > 0 && (
        <TitledCard id="left-out" title={`Ohne E-Mail: ${unreached.length}`} gap="xs">
          <p className="sh-quiet sh-flush">Diese Familien erreichen Sie zum Beispiel mit einem Brief.</p>
          <People people={unreached} />
        </TitledCard>
      )}
      {notAsked.length > 0 && (
        <TitledCard id="not-asked" title={`Nicht angeschrieben: ${notAsked.length}`} gap="xs">
          {notAsked.some(({ reason }) => reason === 'no_custody') && (
            <p className="sh-quiet sh-flush">Auskunft an Personen ohne Sorgerecht gibt nur die Schulleitung.</p>
          )}
          <People people={notAsked} />
        </TitledCard>
      )}
    </>
  )
}
