import { Alert, Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { Email, Phone } from '#contract/formats.ts'
import { guardiansQuery } from './family-queries.ts'
import { childrenOf, type PickedGuardian } from './GuardianPicker.tsx'

const LOOK_UP_MS = 400
const SHOWN_MAX = 3

interface TypedPerson {
  firstname: string
  lastname: string
  phones: readonly string[]
  mail: string
}

/** What is asked about while somebody is typed: each that is whole, the surest first. */
export const lookUpsOf = ({ firstname, lastname, phones, mail }: TypedPerson) => {
  const names = [firstname.trim(), lastname.trim()]
  const name = names.every((part) => part.length > 1) ? [names.join(' ')] : []
  const reached = [
    ...phones.filter((phone) => Phone.safeParse(phone).success),
    ...[mail].filter((one) => Email.safeParse(one).success),
  ]
  return [...new Set([...reached, ...name].map((text) => text.trim()))]
}

interface SameGuardianWidgetProps {
  person: TypedPerson
  /** Who is at this child already. */
  without: readonly number[]
  onPick: (person: PickedGuardian) => void
}

/** Somebody of that name, number or address is on record: siblings share a person rather than having two of them. */
export const SameGuardianWidget = ({ person, without, onPick }: SameGuardianWidgetProps) => {
  const [asked] = useDebouncedValue(lookUpsOf(person).join('\n'), LOOK_UP_MS)
  const found = useQueries({
    queries: asked.split('\n').map((search) => ({ ...guardiansQuery(search), enabled: search !== '' })),
    combine: (replies) => replies.flatMap(({ data }) => data ?? []),
  })
  const others = asked === '' ? [] : found.filter(({ guardian_id }) => !without.includes(guardian_id))
  const people = [...new Map(others.map((one) => [one.guardian_id, one])).values()]
  return (
    <div role="status">
      {people.length > 0 && (
        <Alert color="yellow" title="Schon eingetragen?" mt="sm">
          <ul className="sh-plain-list">
            {people.slice(0, SHOWN_MAX).map((one) => (
              <li key={one.guardian_id} className="sh-row sh-spread sh-gap-3 sh-rows-1 sh-padded-1">
                <span>{[one.fullname, childrenOf(one)].filter(Boolean).join(' ')}</span>
                <Button size="compact-sm" variant="default" onClick={() => onPick(one)}>
                  Diese Person übernehmen
                </Button>
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  )
}
