import { Menu } from '@mantine/core'
import {
  EllipsisVertical,
  FolderLock,
  History,
  LogOut,
  type LucideIcon,
  Mail,
  Pencil,
  School,
  ShieldOff,
  Trash2,
  Unlink,
} from 'lucide-react'
import { USER_TEXTS, type User } from '#contract/users/users.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { notify } from '#web/shell/notify.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import parts from '#web/ui/page-parts.module.css'
import { RowMenu } from '#web/ui/RowMenu.tsx'
import { detachUser, endSessions, inviteUser, removeUser, resetTitleOf, resetTwoFactor } from './user-actions.tsx'
import classes from './users.module.css'

interface UserOptionsMenuProps {
  user: User
  /** Missing: the viewer may not attach users to several schools. */
  onSchools: ((user: User) => void) | undefined
  onPackage: (user: User) => void
}

/** What is rarely done with an account (ux §3.11); of the own one only what the profile does not offer. */
const UserOptionsMenu = ({ user, onSchools, onPackage }: UserOptionsMenuProps) => {
  const { is_self, reach, invitation, schools } = user
  const school = useSignedIn()?.school?.id
  const isHere = schools.length > 1 && schools.some(({ id }) => id === school)
  const mayDetach = !is_self && isHere && reach !== 'read'
  const mayHelp = reach === 'edit' && !is_self
  const resetTitle = resetTitleOf(user)
  return (
    <>
      {mayHelp && invitation.state !== 'none' && (
        <MenuEntry icon={Mail} onClick={() => void inviteUser(user)}>
          Einladung erneut senden
        </MenuEntry>
      )}
      {onSchools && (
        <MenuEntry icon={School} hiddenFrom="sm" onClick={() => onSchools(user)}>
          Zugriff auf mehrere Schulen
        </MenuEntry>
      )}
      <MenuEntry icon={History} to={`${paths.userlog}?user_id=${user.id}`}>
        Benutzeraktionen ansehen
      </MenuEntry>
      <MenuEntry icon={FolderLock} onClick={() => onPackage(user)}>
        Auskunft erstellen
      </MenuEntry>
      {mayHelp && (
        <MenuEntry icon={LogOut} onClick={() => void endSessions(user)}>
          Sitzungen beenden
        </MenuEntry>
      )}
      {mayHelp && resetTitle && (
        <MenuEntry icon={ShieldOff} onClick={() => void resetTwoFactor(user)}>
          {resetTitle}
        </MenuEntry>
      )}
      {mayDetach && (
        <>
          <Menu.Divider />
          <MenuEntry icon={Unlink} isNegative onClick={() => void detachUser(user)}>
            von dieser Schule lösen
          </MenuEntry>
        </>
      )}
    </>
  )
}

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
    className={`${parts.iconButton} ${classes.button} ${className}`}
    aria-label={refusal ? `${text} (nicht möglich: ${refusal})` : text}
    aria-disabled={refusal !== undefined}
    title={refusal ?? text}
    onClick={() => (refusal ? notify(refusal, { type: 'info' }) : onPress())}
  >
    <Icon size={20} aria-hidden />
  </button>
)

interface UserRowMenuProps extends UserOptionsMenuProps {
  onEdit: (user: User) => void
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
export const UserRowMenu = ({ user, onEdit, onSchools, onPackage }: UserRowMenuProps) => {
  const { name } = user
  return (
    <div className={`sh-inline sh-fixed sh-screen-only ${classes.row}`}>
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
          <button type="button" className={`${parts.iconButton} ${classes.button}`} aria-label={`Aktionen: ${name}`}>
            <EllipsisVertical size={20} aria-hidden />
          </button>
        }
      >
        <UserOptionsMenu user={user} onSchools={onSchools} onPackage={onPackage} />
      </RowMenu>
    </div>
  )
}
