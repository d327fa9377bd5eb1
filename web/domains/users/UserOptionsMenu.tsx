import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { History, LogOut, Mail, School, ShieldOff, Unlink } from 'lucide-react'
import type { User } from '#contract/users/users.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { detachUser, endSessions, inviteUser, resetTwoFactor } from './user-actions.tsx'

interface UserOptionsMenuProps {
  user: User
  /** Missing: the viewer may not attach users to several schools. */
  onSchools: ((user: User) => void) | undefined
}

/** What is rarely done with an account (ux §3.11); of the own one only what the profile does not offer. */
export const UserOptionsMenu = ({ user, onSchools }: UserOptionsMenuProps) => {
  const { is_self, reach, invitation, has_two_factor, schools } = user
  const school = useSignedIn()?.school?.id
  const isHere = schools.length > 1 && schools.some(({ id }) => id === school)
  const mayDetach = !is_self && isHere && reach !== 'read'
  const mayHelp = reach === 'edit' && !is_self
  return (
    <>
      {mayHelp && invitation.state !== 'none' && (
        <Menu.Item leftSection={<Mail size={20} aria-hidden />} onClick={() => void inviteUser(user)}>
          Einladung erneut senden
        </Menu.Item>
      )}
      {onSchools && (
        <Menu.Item hiddenFrom="sm" leftSection={<School size={20} aria-hidden />} onClick={() => onSchools(user)}>
          Zugriff auf mehrere Schulen
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<History size={20} aria-hidden />}
        renderRoot={(props) => <Link {...props} to={paths.userlog} search={{ user_id: String(user.id) }} />}
      >
        Benutzeraktionen ansehen
      </Menu.Item>
      {mayHelp && (
        <Menu.Item leftSection={<LogOut size={20} aria-hidden />} onClick={() => void endSessions(user)}>
          Sitzungen beenden
        </Menu.Item>
      )}
      {mayHelp && has_two_factor && (
        <Menu.Item leftSection={<ShieldOff size={20} aria-hidden />} onClick={() => void resetTwoFactor(user)}>
          Zwei-Faktor-Anmeldung zurücksetzen
        </Menu.Item>
      )}
      {mayDetach && (
        <>
          <Menu.Divider />
          <Menu.Item
            c="var(--sh-negative)"
            leftSection={<Unlink size={20} aria-hidden />}
            onClick={() => void detachUser(user)}
          >
            von dieser Schule lösen
          </Menu.Item>
        </>
      )}
    </>
  )
}
