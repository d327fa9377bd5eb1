import { Link } from '@tanstack/react-router'
import { LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { OutboxLeftOut } from '#contract/outboxes/outboxes.mails.ts'
import { paths } from '#web/paths.ts'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'

const Person = ({ pupil_id, child, name, reason, circular, earlier }: OutboxLeftOut) => (
  <li>
    <Link {...linkTarget(paths.pupil(pupil_id))} hash="contacts">
      {name === null ? child : `${name} (für ${child})`}
    </Link>
    {`: ${LEFT_OUT_REASONS[reason]}`}
    <span className="sh-quiet sh-small sh-block">
      {'Rundmail '}
      <Link {...linkTarget(paths.circular(circular.id))}>{circular.subject}</Link>
      {`, ${formatDateTime(circular.created_at)}`}
      {earlier > 0 && ` und ${earlier} frühere`}
    </span>
  </li>
)

interface OutboxLeftOutProps {
  people: readonly OutboxLeftOut[]
  total: number
}

/** The people found by name whom circulars left out and why; each name leads to the contacts of the child. */
export const OutboxLeftOutCard = ({ people, total }: OutboxLeftOutProps) => {
  if (total === 0) return null
  return (
    <div className="sh-above-3">
      <TitledCard id="left-out" title={`Nicht angeschrieben: ${total}`} gap="xs">
        <ul className="sh-flush">
          {people.map((one) => (
            <Person key={`${one.pupil_id} ${one.guardian_id} ${one.reason}`} {...one} />
          ))}
        </ul>
        {total > people.length && (
          <p className="sh-quiet sh-flush sh-above-2">
            {`Die ersten ${people.length} stehen hier. Mit dem ganzen Namen finden Sie die Person.`}
          </p>
        )}
      </TitledCard>
    </div>
  )
}
