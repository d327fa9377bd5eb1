import { ROLE_LABELS } from '#contract/permissions.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { changesOf, type UserValues } from './user-form.ts'

const yesOrNo = (isGiven: boolean) => (isGiven ? 'ja' : 'nein')

const LINES: readonly { key: string; label: string; read: (values: UserValues) => string }[] = [
  { key: 'name', label: 'Name', read: ({ name }) => name },
  { key: 'email', label: 'E-Mail', read: ({ email }) => email },
  { key: 'roles', label: 'Rolle', read: ({ role }) => (role ? ROLE_LABELS[role] : 'ohne Rolle') },
  {
    key: 'may_view_sensitive',
    label: 'Besonders geschützte Angaben',
    read: ({ may_view_sensitive }) => yesOrNo(may_view_sensitive),
  },
  { key: 'may_manage_users', label: 'Benutzer verwalten', read: ({ may_manage_users }) => yesOrNo(may_manage_users) },
]

interface UserConflictCardProps {
  text: string
  theirs: UserValues
  mine: UserValues
  onKeepMine: () => void
  onTakeTheirs: () => void
}

/** Both versions of an account in the words of its dialog. */
export const UserConflictCard = ({ theirs, mine, ...card }: UserConflictCardProps) => {
  const differing = Object.keys(changesOf(mine, theirs))
  const lines = LINES.filter(({ key }) => differing.includes(key))
  return (
    <ConflictCard
      {...card}
      lines={lines.map(({ key, label, read }) => ({ key, label, mine: read(mine), theirs: read(theirs) }))}
    />
  )
}
