import { ActionIcon, Menu } from '@mantine/core'
import { ArrowRightLeft, DoorOpen, EllipsisVertical, Eye, FileBadge, QrCode, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { notDeletedText } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { useMay } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { refreshPupils } from './pupil-query.ts'

const PupilExitDialog = lazy(() =>
  import('./PupilExitDialog.tsx').then((module) => ({ default: module.PupilExitDialog })),
)
const MoveToClassWidget = lazy(() =>
  import('#web/domains/schoolclasses/MoveToClassWidget.tsx').then((module) => ({ default: module.MoveToClassWidget })),
)
const ParentLinkWidget = lazy(() =>
  import('#web/domains/pupildocuments/ParentLinkWidget.tsx').then((module) => ({ default: module.ParentLinkWidget })),
)
const CertificateWidget = lazy(() =>
  import('#web/domains/pupildocuments/CertificateWidget.tsx').then((module) => ({ default: module.CertificateWidget })),
)

type Kind = 'exit' | 'class' | 'link' | 'certificate'

/** The dialogs about a pupil, each loaded when it is opened. */
export const usePupilDialogs = (pupil: PupilDetails) => {
  const [opened, setOpened] = useState<Kind>()
  const shared = { pupil, onGone: () => setOpened(undefined) }
  return {
    open: setOpened,
    shown: (
      <Suspense fallback={null}>
        {opened === 'exit' && <PupilExitDialog {...shared} />}
        {opened === 'class' && (
          <MoveToClassWidget pupils={[pupil]} onGone={shared.onGone} onMoved={() => void refreshPupils()} />
        )}
        {opened === 'link' && <ParentLinkWidget {...shared} />}
        {opened === 'certificate' && <CertificateWidget {...shared} />}
      </Suspense>
    ),
  }
}
export type PupilDialogs = Pick<ReturnType<typeof usePupilDialogs>, 'open'>

interface PupilActionsMenuProps {
  pupil: PupilDetails
  dialogs: PupilDialogs
  onRemove: () => void
}

/** What is done with a pupil now and then (ux §3.4). */
export const PupilActionsMenu = ({ pupil, dialogs, onRemove }: PupilActionsMenuProps) => {
  const may = useMay()
  const isHere = !hasLeft(pupil)
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
        <Menu.Divider />
        {may('manage schoolclass') && isHere && (
          <MenuEntry icon={ArrowRightLeft} onClick={() => dialogs.open('class')}>
            Klasse wechseln
          </MenuEntry>
        )}
        <MenuEntry icon={DoorOpen} onClick={() => dialogs.open('exit')}>
          {pupil.date_exit ? 'Abgang ändern' : 'Abgang eintragen'}
        </MenuEntry>
        {may('view pupil sensitive') && may('manage users') && (
          <MenuEntry icon={Eye} to={`${paths.viewLogs}?subject=pupil&subject_id=${pupil.id}`}>
            Wer hat diese Daten gesehen?
          </MenuEntry>
        )}
        <Menu.Divider />
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
