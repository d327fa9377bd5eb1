import { ActionIcon, Box, type MantineColorScheme, Menu, Stack, useMantineColorScheme } from '@mantine/core'
import { Link, useMatches, useRouter } from '@tanstack/react-router'
import {
  Check,
  CircleQuestionMark,
  CircleUser,
  Keyboard,
  LogOut,
  Menu as MenuIcon,
  Monitor,
  Moon,
  School,
  Search,
  Sun,
} from 'lucide-react'
import type { BaseData } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { useMay } from '#web/api/base-data.ts'
import { May } from '#web/api/May.tsx'
import { APP_NAME } from '#web/app-name.ts'
import { paths } from '#web/paths.ts'
import { COLOR_SCHEMES } from '#web/ui/color-schemes.ts'
import { useHasUnsaved } from '#web/ui/unsaved-mark.ts'
import { changeSchool, SCHOOL_FIELD } from './change-school.ts'
import { FirstStepsMenu } from './FirstStepsMenu.tsx'
import { openFrameDialog } from './frame-dialogs.ts'
import classes from './TopBar.module.css'

/** Spec §2: only with 'change user school' and more than one school; options show the short name. */
const SchoolSelector = ({ baseData }: { baseData: BaseData }) => {
  const mayChange = useMay()('change user school')
  const { attachedSchools, school } = baseData
  if (!mayChange || attachedSchools.length < 2) {
    return school && <span className={classes.school}>{school.short}</span>
  }
  const change = (schoolId: string) => {
    const chosen = attachedSchools.find((one) => String(one.id) === schoolId)
    if (chosen && chosen.id !== school?.id) void changeSchool(chosen)
  }
  return (
    <span className={`sh-line sh-gap-2 ${classes.selector}`}>
      <label className="sh-quiet sh-small" htmlFor={SCHOOL_FIELD}>
        Aktive Schule
      </label>
      <select id={SCHOOL_FIELD} value={school?.id ?? ''} onChange={(event) => change(event.currentTarget.value)}>
        {!school && <option value="">–</option>}
        {attachedSchools.map((one) => (
          <option key={one.id} value={one.id}>
            {one.short}
          </option>
        ))}
      </select>
    </span>
  )
}

const SCHEME_ICONS = { light: Sun, dark: Moon, auto: Monitor } as const

const SchemeIcon = ({ scheme }: { scheme: MantineColorScheme }) => {
  const Icon = SCHEME_ICONS[scheme]
  return <Icon size={20} aria-hidden />
}

/** Who is logged in, how the app looks, and the way out. */
const UserMenu = ({ name, email }: { name: string; email: string }) => {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const { routesByPath } = useRouter()
  return (
    <Menu position="bottom-end" width={260} classNames={{ item: classes.choice ?? '' }}>
      <Menu.Target>
        <button
          type="button"
          className={`sh-bare sh-inline sh-gap-2 ${classes.user}`}
          aria-label={`Benutzermenü: ${name}`}
        >
          <CircleUser size={20} className="sh-fixed" aria-hidden />
          <span className="sh-cut sh-not-on-phones">{name}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Stack gap={0} px="sm" py="xs" className="sh-breaks">
          <strong>{name}</strong>
          <span className="sh-quiet sh-small">{email}</span>
        </Stack>
        <Menu.Divider />
        {paths.profile in routesByPath && (
          <Menu.Item component={Link} to={paths.profile} leftSection={<CircleUser size={20} aria-hidden />}>
            Profil
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={paths.help} leftSection={<CircleQuestionMark size={20} aria-hidden />}>
          Hilfe
        </Menu.Item>
        <Menu.Item
          aria-haspopup="dialog"
          leftSection={<Keyboard size={20} aria-hidden />}
          onClick={() => openFrameDialog('shortcuts')}
        >
          Tastenkürzel
        </Menu.Item>
        <FirstStepsMenu />
        <May do="debug view">
          <Menu.Item component={Link} to={paths.addSchool} leftSection={<School size={20} aria-hidden />}>
            Schule anlegen
          </Menu.Item>
        </May>
        <Menu.Divider />
        {COLOR_SCHEMES.map(({ scheme, text }) => (
          <Menu.Item
            key={scheme}
            role="menuitemradio"
            aria-checked={scheme === colorScheme}
            leftSection={<SchemeIcon scheme={scheme} />}
            rightSection={scheme === colorScheme && <Check size={20} aria-hidden />}
            closeMenuOnClick={false}
            onClick={() => setColorScheme(scheme)}
          >
            {text}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} to={paths.logout} leftSection={<LogOut size={20} aria-hidden />}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Leads to the chapter of this page, also by F1; beside what somebody is typing it opens in a tab of its own. */
const HelpLink = () => {
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData.entry?.path })
  const opensTab = useHasUnsaved()
  return (
    <ActionIcon
      size={40}
      aria-label="Hilfe zu dieser Seite"
      aria-keyshortcuts="F1"
      title="Hilfe zu dieser Seite (F1)"
      renderRoot={(props) => (
        <Link
          {...props}
          to={paths.help}
          search={{ seite: page }}
          data-help=""
          {...(opensTab && { target: '_blank' })}
        />
      )}
    >
      <CircleQuestionMark size={20} aria-hidden />
    </ActionIcon>
  )
}

interface TopBarProps {
  baseData: BaseData | false
  isDrawerOpen: boolean
  onToggleDrawer: () => void
}

/** Spec §2: a red hint when no school is active, for users who may choose one. */
const SchoolHint = ({ baseData }: { baseData: BaseData }) => {
  const mayChange = useMay()('change user school')
  const lacksSchool = !baseData.school && baseData.attachedSchools.length > 1
  return (
    mayChange &&
    lacksSchool && (
      <Box component="p" m={0} px="md" py="xs" bg="var(--sh-negative-tint)" c="var(--sh-negative)" fw={600}>
        {ERROR_TEXTS.noSchool}
      </Box>
    )
  )
}

/** Spec §2, shell: menu button and user menu only when logged in; the title leads home. */
export const TopBar = ({ baseData, isDrawerOpen, onToggleDrawer }: TopBarProps) => (
  <header className={classes.top}>
    <div className={classes.bar}>
      {baseData && (
        <ActionIcon
          size={40}
          aria-label={isDrawerOpen ? 'Menü schließen' : 'Menü öffnen'}
          aria-expanded={isDrawerOpen}
          onClick={onToggleDrawer}
        >
          <MenuIcon size={20} aria-hidden />
        </ActionIcon>
      )}
      <Link to={paths.home} className={classes.title ?? ''}>
        {APP_NAME}
      </Link>
      {baseData && (
        <>
          <button
            type="button"
            className={`sh-bare sh-inline sh-gap-2 ${classes.search}`}
            aria-haspopup="dialog"
            aria-keyshortcuts="Control+K"
            onClick={() => openFrameDialog('palette')}
          >
            <Search size={20} className="sh-fixed" aria-hidden />
            <span className="sh-visually-hidden">Seite oder Befehl suchen</span>{' '}
            <kbd className="sh-not-on-phones">Strg+K</kbd>
          </button>
          <SchoolSelector baseData={baseData} />
          <HelpLink />
          <UserMenu name={baseData.user.name} email={baseData.user.email} />
        </>
      )}
    </div>
    {baseData && <SchoolHint baseData={baseData} />}
  </header>
)
