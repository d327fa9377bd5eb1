import { Link } from '@tanstack/react-router'
import { NOT_ASKED_REASONS, type NotAsked } from '#contract/datachecks/datachecks.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { notAskedName } from './check-texts.ts'

/** Who is not asked and why; each name leads to the contacts of the child. */
export const NotAskedList = ({ people }: { people: readonly NotAsked[] }) => (
  <ul className="sh-flush sh-above-2">
    {people.map((one) => (
      <li key={`${one.pupil_id} ${one.guardian_id}`}>
        <Link {...linkTarget(paths.pupil(one.pupil_id))} hash="contacts">
          {notAskedName(one)}
        </Link>
        : {NOT_ASKED_REASONS[one.reason]}
      </li>
    ))}
  </ul>
)
