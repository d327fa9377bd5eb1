import { EllipsisVertical, type LucideIcon, Pencil, School, Trash2 } from 'lucide-react'
import { USER_TEXTS, type User } from '#contract/users/users.ts'
import { notify } from '#web/shell/notify.tsx'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { UserOptionsMenu } from './UserOptionsMenu.tsx'
import { removeUser } from './user-actions.tsx'
import classes from './users.module.css'

interface RowButtonProps {
  text: string
  icon: LucideIcon
  className?: string | undefined
  /** Why it cannot be pressed: the button stays reachable and says so. */
  refusal?: string | undefined
  onPress: () => void
}

// A native button: five hundred rows of the kit's ones take three times as long.
const RowButton = ({ text, icon: Icon, className = '', refusal, onPress }: RowButtonProps) => (
  <button
    type="button"
    className={`${classes.button} ${className}`}
    aria-label={refusal ? `${text} (nicht möglich: ${refusal})` : text}
    aria-disabled={refusal !== undefined}
    title={refusal ?? text}
    onClick={() => (refusal ? notify(refusal, { type: 'info' }) : onPress())}
  >
    <Icon size={20} aria-hidden />
  </button>
)

interface UserRowMenuProps {
  user: User
  onEdit: (user: User) => void
  /** Missing: the viewer may not attach users to several schools. */
  onSchools: ((user: User) => void) | undefined
}

type Refused = Pick<User, 'is_self' | 'isAdmin' | 'reach'>

/** Why an account cannot be edited or deleted from here (domain §4); undefined: it can. */
const reachRefusal = ({ reach, isAdmin }: Refused) => {
  if (reach === 'edit') return undefined
  return isAdmin ? 'Dieses Konto kann nur ein Admin bearbeiten.' : USER_TEXTS.otherSchools
}

export const editRefusal = (user: Refused) => (user.is_self ? undefined : reachRefusal(user))

export const removeRefusal = (user: Refused) => (user.is_self ? USER_TEXTS.ownAccount : reachRefusal(user))

/** The column 'Aktion': edit and delete in each row (spec §2), everything rarer in a menu. */
export const UserRowMenu = ({ user, onEdit, onSchools }: UserRowMenuProps) => {
  const { name } = user
  return (
    <div className={`sh-screen-only ${classes.row}`}>
      <RowButton text={`${name} bearbeiten`} icon={Pencil} refusal={editRefusal(user)} onPress={() => onEdit(user)} />
      <RowButton
        text={`${name} löschen`}
        icon={Trash2}
        refusal={removeRefusal(user)}
        onPress={() => void removeUser(user)}
      />
      {onSchools && (
        <RowButton
          text={`Zugriff auf mehrere Schulen: ${name}`}
          icon={School}
          // On a phone it stands in the menu.
          className="sh-not-on-phones"
          onPress={() => onSchools(user)}
        />
      )}
      <RowMenu
        position="bottom-end"
        width={320}
        button={
          <button type="button" className={classes.button} aria-label={`Aktionen: ${name}`}>
            <EllipsisVertical size={20} aria-hidden />
          </button>
        }
      >
        <UserOptionsMenu user={user} onSchools={onSchools} />
      </RowMenu>
    </div>
  )
}
