import { ActionIcon, Menu } from '@mantine/core'
import {
  ArrowRightLeft,
  CalendarX,
  DoorOpen,
  EllipsisVertical,
  Eye,
  FileBadge,
  FolderLock,
  QrCode,
  ShieldAlert,
  Trash2,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { notDeletedText } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import type { PupilDialogKind } from './PupilChosenDialog.tsx'

const PupilChosenDialog = lazy(() =>
  import('./PupilChosenDialog.tsx').then((module) => ({ default: module.PupilChosenDialog })),
)

const PupilClockWidget = lazy(() =>
  import('#web/domains/retentions/PupilClockWidget.tsx').then((module) => ({ default: module.PupilClockWidget })),
)

/** The dialogs about a pupil, loaded when one is opened. */
export const usePupilDialogs = (pupil: PupilDetails) => {
  const may = useMay()
  const [opened, setOpened] = useState<PupilDialogKind>()
  return {
    open: setOpened,
    /** The card is there once a period runs; before that the menu opens the same as a dialog. */
    clock: pupil.date_exit && may('manage pupil') && (
      <Suspense>
        <PupilClockWidget pupil={pupil} />
      </Suspense>
    ),
    shown: (
      <Suspense fallback={null}>
        {opened && <PupilChosenDialog kind={opened} pupil={pupil} onGone={() => setOpened(undefined)} />}
      </Suspense>
    ),
  }
}
export type PupilDialogs = Omit<ReturnType<typeof usePupilDialogs>, 'shown'>

interface PupilActionsMenuProps {
  pupil: PupilDetails
  dialogs: PupilDialogs
  onRemove: () => void
}

/** What is done with a pupil now and then (ux §3.4). */
export const PupilActionsMenu = ({ pupil, dialogs, onRemove }: PupilActionsMenuProps) => {
  const may = useMay()
  const isHere = !hasLeft(pupil)
  const isHead = may('view pupil sensitive')
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen">
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isHere && (
          <MenuEntry icon={QrCode} onClick={() => dialogs.open('link')}>
            Elternlink
          </MenuEntry>
        )}
        <MenuEntry icon={FileBadge} onClick={() => dialogs.open('certificate')}>
          Schulbescheinigung
        </MenuEntry>
        {may('export personal data') && (
          <MenuEntry icon={FolderLock} onClick={() => dialogs.open('package')}>
            Auskunft erstellen
          </MenuEntry>
        )}
        <Menu.Divider />
        {may('manage schoolclass') && isHere && (
          <MenuEntry icon={ArrowRightLeft} onClick={() => dialogs.open('class')}>
            Klasse wechseln
          </MenuEntry>
        )}
        <MenuEntry icon={DoorOpen} onClick={() => dialogs.open('exit')}>
          {pupil.date_exit ? 'Abgang ändern' : 'Abgang eintragen'}
        </MenuEntry>
        {!pupil.date_exit && (
          <MenuEntry icon={CalendarX} onClick={() => dialogs.open('clock')}>
            Aufbewahrung
          </MenuEntry>
        )}
        {isHead && may('manage users') && (
          <MenuEntry icon={Eye} to={`${paths.viewLogs}?subject=pupil&subject_id=${pupil.id}`}>
            Wer hat diese Daten gesehen?
          </MenuEntry>
        )}
        <Menu.Divider />
        {isHead && (
          <MenuEntry icon={ShieldAlert} onClick={() => dialogs.open('restriction')}>
            Verarbeitung einschränken
          </MenuEntry>
        )}
        {pupil.is_removable ? (
          <MenuEntry icon={Trash2} isNegative onClick={onRemove}>
            Löschen
          </MenuEntry>
        ) : (
          // Not `disabled`: whoever goes through the menu by keys or ear must reach the reason.
          <Menu.Item
            leftSection={<Trash2 size={20} aria-hidden />}
            aria-disabled
            closeMenuOnClick={false}
            c="var(--sh-ink-quiet)"
            style={{ cursor: 'default' }}
          >
            Löschen
            <span className="sh-quiet sh-small sh-wraps sh-block">{notDeletedText(pupil)}</span>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
