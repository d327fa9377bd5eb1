import { Link } from '@tanstack/react-router'
import { leftOutName } from '#contract/circulars/circulars.people.ts'
import { LEFT_OUT_REASONS } from '#contract/circulars/circulars.ts'
import { formatDateTime } from '#contract/dates.ts'
import type { OutboxLeftOut } from '#contract/outboxes/outboxes.mails.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { paths } from '#web/paths.ts'
import { addressPage } from '#web/shell/address-page.ts'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'

const PersonName = ({ person }: { person: Omit<OutboxLeftOut, 'circular' | 'earlier'> }) => {
  const page = addressPage(person)
  return page ? <Link {...page}>{leftOutName(person)}</Link> : leftOutName(person)
}

const Person = ({ circular, earlier, ...person }: OutboxLeftOut) => (
  <li>
    <PersonName person={person} />
    {`: ${LEFT_OUT_REASONS[person.reason]}`}
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

const People = ({ people }: Pick<OutboxLeftOutProps, 'people'>) => (
  <ul className="sh-flush">
    {people.map((one) => (
      <Person
        key={[one.pupil_id, one.registration_id, one.employee_id, one.guardian_id, one.contact_id, one.reason].join(
          ' ',
        )}
        {...one}
      />
    ))}
  </ul>
)

/** The mails that were found stay in sight below these; the others are unfolded, and the paper has all. */
const SHOWN_AT_FIRST = 3

/** The people found by name whom circulars left out and why; each name leads to the page with the address. */
export const OutboxLeftOutCard = ({ people, total }: OutboxLeftOutProps) => {
  const isPrinting = usePrinting()
  if (total === 0) return null
  const first = isPrinting ? people : people.slice(0, SHOWN_AT_FIRST)
  const others = people.slice(first.length)
  return (
    <TitledCard id="left-out" title={`Nicht angeschrieben: ${total}`} gap="xs">
      <People people={first} />
      {others.length > 0 && (
        <FoldedPart name="more-left-out" summary={`Weitere anzeigen (${others.length})`}>
          <People people={others} />
        </FoldedPart>
      )}
      {total > people.length && (
        <p className="sh-quiet sh-flush sh-above-2">
          {`Die ersten ${people.length} stehen hier. Mit dem ganzen Namen finden Sie die Person.`}
        </p>
      )}
    </TitledCard>
  )
}
