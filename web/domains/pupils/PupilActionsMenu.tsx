import { ActionIcon, Menu } from '@mantine/core'
import { ArrowRightLeft, DoorOpen, EllipsisVertical, FileBadge, QrCode, Trash2 } from 'lucide-react'
import { notDeletedText } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import classes from './PupilSections.module.css'
import type { PupilDialogs } from './use-pupil-dialogs.tsx'

interface PupilActionsMenuProps {
  pupil: PupilDetails
  dialogs: PupilDialogs
  onRemove: () => void
}

/** What is done with a pupil now and then (ux §3.4). */
export const PupilActionsMenu = ({ pupil, dialogs, onRemove }: PupilActionsMenuProps) => {
  const may = useMay()
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen">
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {!hasLeft(pupil) && (
          <Menu.Item leftSection={<QrCode size={20} aria-hidden />} onClick={() => dialogs.open('link')}>
            Elternlink
          </Menu.Item>
        )}
        <Menu.Item leftSection={<FileBadge size={20} aria-hidden />} onClick={() => dialogs.open('certificate')}>
          Schulbescheinigung
        </Menu.Item>
        <Menu.Divider />
        {may('manage schoolclass') && !hasLeft(pupil) && (
          <Menu.Item leftSection={<ArrowRightLeft size={20} aria-hidden />} onClick={() => dialogs.open('class')}>
            Klasse wechseln
          </Menu.Item>
        )}
        <Menu.Item leftSection={<DoorOpen size={20} aria-hidden />} onClick={() => dialogs.open('exit')}>
          {pupil.date_exit ? 'Abgang ändern' : 'Abgang eintragen'}
        </Menu.Item>
        <Menu.Divider />
        {pupil.is_removable ? (
          <Menu.Item c="var(--sh-negative)" leftSection={<Trash2 size={20} aria-hidden />} onClick={onRemove}>
            Löschen
          </Menu.Item>
        ) : (
          // Not `disabled`: whoever goes through the menu by keys or ear must reach the reason.
          <Menu.Item
            leftSection={<Trash2 size={20} aria-hidden />}
            aria-disabled
            closeMenuOnClick={false}
            className={classes.notNow ?? ''}
          >
            Löschen
            <span className="sh-quiet sh-small sh-wraps sh-block">{notDeletedText(pupil)}</span>
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
