import { Link } from '@tanstack/react-router'
import type { CircularLeftOut } from '#contract/circulars/circulars.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { leftOutText } from './circular-texts.ts'

/** Who gets no mail and why; each line leads to the child, where it can be mended. */
export const LeftOutCard = ({ leftOut }: { leftOut: readonly CircularLeftOut[] }) =>
  leftOut.length > 0 && (
    <TitledCard id="left-out" title={`Ohne E-Mail: ${leftOut.length}`} gap="xs">
      <p className="sh-quiet sh-flush">Diese Personen erreichen Sie zum Beispiel mit einem Brief.</p>
      <ul>
        {leftOut.map((one) => (
          <li key={`${one.pupil_id} ${one.guardian_id}`}>
            <Link {...linkTarget(paths.pupil(one.pupil_id))}>{leftOutText(one)}</Link>
          </li>
        ))}
      </ul>
    </TitledCard>
  )
