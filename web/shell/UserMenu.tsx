import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { Link, useRouter } from '@tanstack/react-router'
import { CircleUser, Keyboard, LogOut, Monitor, Moon, School, Sun } from 'lucide-react'
import { May } from '#web/api/May.tsx'
import { paths } from '#web/paths.ts'
import { COLOR_SCHEMES } from '#web/ui/color-schemes.ts'
import { openFrameDialog } from './frame-dialogs.ts'
import classes from './TopBar.module.css'

const SCHEME_ICONS = { light: Sun, dark: Moon, auto: Monitor } as const

const SchemeIcon = ({ scheme }: { scheme: MantineColorScheme }) => {
  const Icon = SCHEME_ICONS[scheme]
  return <Icon size={20} aria-hidden />
}

interface UserMenuProps {
  name: string
  email: string
}

/** Who is logged in, how the app looks, and the way out. */
export const UserMenu = ({ name, email }: UserMenuProps) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { routesByPath } = useRouter()
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <button type="button" className={classes.user} aria-label={`Benutzermenü: ${name}`}>
          <CircleUser size={20} aria-hidden />
          <span className={classes.userName}>{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes.person}>
          <strong>{name}</strong>
          <span>{email}</span>
        </div>
        <Menu.Divider />
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}>
          {COLOR_SCHEMES.map(({ scheme, text }) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              <span className={classes.scheme}>
                <SchemeIcon scheme={scheme} />
                {text}
              </span>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        {paths.profile in routesByPath && (
          <Menu.Item component={Link} to={paths.profile} leftSection={<CircleUser size={20} aria-hidden />}>
            Profil
          </Menu.Item>
        )}
        <Menu.Item
          aria-haspopup="dialog"
          leftSection={<Keyboard size={20} aria-hidden />}
          onClick={() => openFrameDialog('shortcuts')}
        >
          Tastenkürzel
        </Menu.Item>
        <May do="debug view">
          <Menu.Item component={Link} to={paths.addSchool} leftSection={<School size={20} aria-hidden />}>
            Schule anlegen
          </Menu.Item>
        </May>
        <Menu.Item component={Link} to={paths.logout} leftSection={<LogOut size={20} aria-hidden />}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
