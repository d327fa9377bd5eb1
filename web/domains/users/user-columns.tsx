import { Check } from 'lucide-react'
import { formatDateTime, formatDayOf } from '#contract/dates.ts'
import { ROLE_LABELS, ROLES, type Role } from '#contract/permissions.ts'
import { UNREACHABLE_LABELS } from '#contract/unreachable.ts'
import type { User } from '#contract/users/users.ts'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { MailText } from '#web/ui/MailText.tsx'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import classes from './users.module.css'

const UnreachableChip = ({ unreachable }: Pick<User, 'unreachable'>) =>
  unreachable && (
    <span className="sh-block">
      <StatusChip tone="negative" icon="alert">
        Adresse nicht erreichbar
      </StatusChip>
      <span className={`sh-quiet sh-regular sh-block ${classes.small}`}>
        {`seit ${formatDayOf(unreachable.since)}. ${UNREACHABLE_LABELS[unreachable.reason]}`}
      </span>
    </span>
  )

interface NameCellProps {
  user: User
  search: string
  lackedWay: string | undefined
}

const NameCell = ({ user, search, lackedWay }: NameCellProps) => (
  <span className={`sh-padded-1 sh-block ${classes.tight}`}>
    <span className="sh-bold sh-breaks sh-block">
      <MarkedText text={user.name} search={search} />
      {user.is_self && ' (Sie)'}
      {user.roles.length === 0 && <span className={`sh-quiet sh-regular ${classes.noRole}`}> ohne Rolle</span>}
    </span>
    <span className={`sh-quiet sh-regular sh-breaks sh-block ${classes.small}`}>
      {search ? <MarkedText text={user.email} search={search} /> : <MailText mail={user.email} />}
    </span>
    <UnreachableChip unreachable={user.unreachable} />
    {lackedWay && (
      <span className="sh-block">
        <StatusChip tone="attention" icon="alert">
          {lackedWay}
        </StatusChip>
      </span>
    )}
  </span>
)

/** A tick, or an empty cell: the eye finds the few marks at once. */
const YesCell = ({ isHeld }: { isHeld: boolean }) =>
  isHeld ? (
    <span className={classes.usersHeld}>
      <Check size={20} aria-hidden />
      <span className="sh-visually-hidden">ja</span>
    </span>
  ) : (
    <span className="sh-visually-hidden">nein</span>
  )

interface AccessCellProps {
  user: User
  now: Date
  /** Says what the time is where no head of a column does. */
  isSentence?: boolean
}

/** What the account signs in with beside its password. */
const waysOf = ({ has_two_factor, has_passkey, links }: User) => [
  ...(has_two_factor ? ['mit Zwei-Faktor-Anmeldung'] : []),
  ...(has_passkey ? ['mit Passkey'] : []),
  ...links.map(({ name }) => `mit ${name}`),
]

const MINUTE_MS = 60_000

type Invitation = User['invitation']

/** How an invitation stands (ux §3.11); undefined once a password is set. */
export const invitationText = (
  { state, expires_at }: Invitation,
  now: Date,
): ({ text: string } & StatusLook) | undefined => {
  if (state === 'none') return undefined
  if (state === 'queued') return { text: 'Einladung wartet auf Versand', tone: 'attention', icon: 'wait' }
  if (state === 'failed') return { text: 'Einladung nicht gesendet', tone: 'negative', icon: 'alert' }
  const minutes = expires_at ? Math.ceil((Date.parse(expires_at) - now.getTime()) / MINUTE_MS) : 0
  if (state === 'expired' || minutes <= 0) return { text: 'Einladung abgelaufen', tone: 'negative', icon: 'cross' }
  return { text: `Einladung läuft in ${minutes} min ab`, tone: 'neutral', icon: 'wait' }
}

const AccessCell = ({ user, now, isSentence = false }: AccessCellProps) => {
  const { last_login_at, invitation } = user
  const invited = invitationText(invitation, now)
  return (
    <span className={`sh-inline sh-padded-1 ${classes.access}`}>
      {last_login_at && (
        <span>
          {isSentence && 'zuletzt '}
          <time dateTime={last_login_at}>{formatDateTime(last_login_at)}</time>
        </span>
      )}
      {!last_login_at && !invited && (isSentence ? 'noch nie angemeldet' : 'noch nie')}
      {invited && (
        <StatusChip tone={invited.tone} icon={invited.icon}>
          {invited.text}
        </StatusChip>
      )}
      {waysOf(user).map((way) => (
        <span key={way} className={`sh-quiet sh-regular ${classes.small}`}>
          {way}
        </span>
      ))}
    </span>
  )
}

/** Schools by their shorts; of an account that cannot be edited those that are not the viewer's apart (domain §4). */
const schoolsText = ({ schools, reach }: User, ownSchools: readonly number[]) => {
  const shorts = (list: User['schools']) => list.map(({ short }) => short).join(', ')
  if (reach === 'edit') return shorts(schools) || '–'
  const own = schools.filter(({ id }) => ownSchools.includes(id))
  const others = schools.filter(({ id }) => !ownSchools.includes(id))
  return [shorts(own), others.length > 0 && `auch an: ${shorts(others)}`].filter(Boolean).join(', ') || '–'
}

interface UserColumnsFor {
  search: string
  /** Name of each role by its key, from the server (spec §3). */
  roles: Partial<Record<Role, string>>
  /** Ids of the viewer's schools. */
  ownSchools: readonly number[]
  now: Date
  /** What an account lacks that the school demands at the login. */
  lackedWay: (user: User) => string | undefined
}

/** Columns of spec §2 in its order and words, then what ux §3.11 adds. */
export const userColumns = ({ search, roles, ownSchools, now, lackedWay }: UserColumnsFor): TableColumn<User>[] => {
  const nameOf = (role: Role) => roles[role] ?? ROLE_LABELS[role]
  return [
    {
      key: 'name',
      title: 'E-Mail / Name',
      sortKey: 'name',
      render: (user) => <NameCell user={user} search={search} lackedWay={lackedWay(user)} />,
    },
    ...ROLES.map(
      (role): TableColumn<User> => ({
        key: role,
        title: nameOf(role),
        inCard: 'none',
        render: (user) => <YesCell isHeld={user.roles.includes(role)} />,
      }),
    ),
    {
      key: 'role',
      title: 'Rolle',
      inCard: 'only',
      render: ({ roles: held }) => held.map(nameOf).join(', ') || 'ohne Rolle',
    },
    {
      key: 'last_login_at',
      title: 'Letzte Anmeldung',
      sortKey: 'last_login_at',
      inCard: 'none',
      render: (user) => <AccessCell user={user} now={now} />,
    },
    {
      key: 'access',
      title: 'Zugang',
      inCard: 'only',
      render: (user) => <AccessCell user={user} now={now} isSentence />,
    },
    { key: 'schools', title: 'Schulen', render: (user) => schoolsText(user, ownSchools) },
  ]
}
