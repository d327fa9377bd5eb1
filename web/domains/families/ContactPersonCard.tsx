import type { PupilContactPerson } from '#contract/families/families.ts'
import { fullName } from '#contract/person-names.ts'
import { ReachList } from '#web/ui/ReachList.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import classes from './Families.module.css'
import { termOf } from './family-texts.ts'
import { type EntryActions, EntryButtons, PersonHead, PickupChip } from './GuardianCard.tsx'

interface ContactPersonCardProps {
  person: PupilContactPerson
  today: string
  /** Place among those to call in an emergency. */
  rank: number | null
  /** Missing: to read only. */
  actions: EntryActions | undefined
}

/** Somebody else to call or who may fetch the child; whose time is over stands there in grey. */
export const ContactPersonCard = ({ person, today, rank, actions }: ContactPersonCardProps) => {
  const name = fullName(person)
  const term = termOf(person, today)
  return (
    <div className={classes.person} data-over={!term.isValid}>
      <PersonHead name={name} role={person.relation ?? 'Kontaktperson'} rank={term.isValid ? rank : null}>
        {term.isValid ? (
          <PickupChip may={person.may_pickup} term={term.text} />
        ) : (
          <StatusChip tone="neutral" icon="wait">
            {term.text}
          </StatusChip>
        )}
      </PersonHead>
      <ReachList phones={[{ number: person.phone }]} mail={null} />
      <EntryButtons name={name} actions={actions} />
    </div>
  )
}
