import { Box, Drawer, Switch } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useLinkProps, useLocation, useRouter } from '@tanstack/react-router'
import { ChevronDown, type LucideIcon, MailCheck, Settings, ShieldCheck } from 'lucide-react'
import { use, useState } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import { May } from '#web/api/May.tsx'
import { HyphenatedText } from '#web/ui/HyphenatedText.tsx'
import { type DrawerEntry, isEntryOf, offeredEntries } from './drawer-entries.ts'
import { FramePartsContext, MAIL_TEST, openFrameDialog } from './frame-dialogs.ts'
import classes from './SideDrawer.module.css'
import { useDebugView } from './use-debug-view.ts'

/** Spec §2: additional entries of the menu for admins. */
const DrawerToolsMenu = ({ onChosen }: { onChosen: (() => void) | undefined }) => {
  const debug = useDebugView()
  const { MailTest } = use(FramePartsContext)
  const testMail = () => {
    onChosen?.()
    openFrameDialog(MAIL_TEST)
  }
  return (
    <ul className={`sh-plain-list sh-rule-above ${classes.entries}`}>
      {/* In line with the entries' icons. */}
      <Box component="li" p="sm">
        <Switch
          label="Debug-Ansicht"
          checked={debug.isOn}
          onChange={(event) => debug.setOn(event.currentTarget.checked)}
        />
      </Box>
      {MailTest && (
        <li>
          <button
            type="button"
            className={`sh-bare sh-line sh-ink sh-gap-3 ${classes.entry}`}
            aria-haspopup="dialog"
            onClick={testMail}
          >
            <MailCheck size={20} aria-hidden />
            E-Mail-Test
          </button>
        </li>
      )}
    </ul>
  )
}

interface EntriesProps {
  hasIcons?: boolean
  entries: readonly DrawerEntry[]
  /** The entry of the shown page. */
  marked: DrawerEntry | undefined
  onChosen: (() => void) | undefined
}

type EntryLinkProps = Pick<EntriesProps, 'hasIcons' | 'onChosen'> & { entry: DrawerEntry; isMarked: boolean }

const EntryLink = ({ entry: { text, to, icon: Icon }, isMarked, hasIcons = true, onChosen }: EntryLinkProps) => {
  const link = useLinkProps({
    to,
    className: `sh-line sh-ink sh-gap-3 ${classes.entry}`,
    onClick: () => onChosen?.(),
  })
  return (
    // The router would mark by address alone: a class has another address than the list, and a page can be listed
    // twice.
    <a {...link} aria-current={isMarked ? 'page' : undefined}>
      {hasIcons && <Icon size={20} aria-hidden />}
      <span>
        <HyphenatedText text={text} />
      </span>
    </a>
  )
}

const Entries = ({ entries, marked, ...props }: EntriesProps) =>
  entries.map((entry) => (
    <li key={entry.to}>
      <EntryLink entry={entry} isMarked={entry === marked} {...props} />
    </li>
  ))

interface EntryGroupProps extends EntriesProps {
  title: string
  icon: LucideIcon
  /** Where the browser remembers whether it is open. */
  storageKey: string
}

/** A heading that is no page of its own but opens the pages below it; without any it is not there. */
const EntryGroup = ({ title, icon: Icon, storageKey, entries, marked, onChosen }: EntryGroupProps) => {
  const [isKeptOpen, setKeptOpen] = useLocalStorage({
    key: storageKey,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // Where one is can be seen, until one closes the group on that very page.
  const here = marked && entries.includes(marked) ? marked : undefined
  const [closedOn, setClosedOn] = useState<DrawerEntry>()
  const isOpen = here ? closedOn?.to !== here.to : isKeptOpen
  if (entries.length === 0) return null
  const toggle = () => {
    setKeptOpen(!isOpen)
    setClosedOn(isOpen ? here : undefined)
  }
  return (
    <li>
      <button
        type="button"
        className={`sh-bare sh-line sh-ink sh-gap-3 ${classes.entry}`}
        aria-expanded={isOpen}
        // A closed group hides the marked entry.
        aria-current={!isOpen && here ? 'true' : undefined}
        onClick={toggle}
      >
        <Icon size={20} aria-hidden />
        <span>{title}</span>
        <ChevronDown size={20} aria-hidden className={classes.chevron} />
      </button>
      {isOpen && (
        <ul className={`sh-plain-list ${classes.group}`}>
          <Entries entries={entries} marked={marked} hasIcons={false} onChosen={onChosen} />
        </ul>
      )}
    </li>
  )
}

/** The menu's links, for the fixed column and for the overlay. */
export const SideDrawer = ({ baseData, onChosen }: { baseData: BaseData; onChosen?: () => void }) => {
  const { routesByPath } = useRouter()
  const { daily, administration, privacy, last } = offeredEntries(baseData, (path) => path in routesByPath)
  const path = useLocation({ select: ({ pathname }) => pathname })
  // A page that is listed twice is marked among the daily entries.
  const marked = [...daily, ...administration, ...privacy, ...last].find((entry) => isEntryOf(entry, path))
  return (
    <nav aria-label="Hauptmenü">
      <ul className={`sh-plain-list ${classes.entries}`}>
        <Entries entries={daily} marked={marked} onChosen={onChosen} />
      </ul>
      <ul className={`sh-plain-list sh-rule-above ${classes.entries}`}>
        {/* Spec §2: "Verwaltung" opens the pages that manage something (domain §9c). */}
        <EntryGroup
          title="Verwaltung"
          icon={Settings}
          storageKey="schulhof-drawer-administration"
          entries={administration}
          marked={marked}
          onChosen={onChosen}
        />
        <EntryGroup
          title="Datenschutz"
          icon={ShieldCheck}
          storageKey="schulhof-drawer-privacy"
          entries={privacy}
          marked={marked}
          onChosen={onChosen}
        />
        <Entries entries={last} marked={marked} onChosen={onChosen} />
      </ul>
      <May do="debug view">
        <DrawerToolsMenu onChosen={onChosen} />
      </May>
    </nav>
  )
}

interface OverlayDrawerProps {
  baseData: BaseData
  isOpen: boolean
  onClose: () => void
}

/** The menu over the page, below 1024 px. */
export const OverlayDrawer = ({ baseData, isOpen, onClose }: OverlayDrawerProps) => (
  <Drawer
    opened={isOpen}
    onClose={onClose}
    size={280}
    title="Menü"
    classNames={{ title: classes.heading ?? '' }}
    padding="xs"
    closeButtonProps={{ 'aria-label': 'Menü schließen' }}
  >
    <SideDrawer baseData={baseData} onChosen={onClose} />
  </Drawer>
)
