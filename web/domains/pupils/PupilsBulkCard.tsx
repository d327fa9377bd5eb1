import { Button, Menu } from '@mantine/core'
import { ArchiveRestore, ChevronDown, Download, Images, type LucideIcon, QrCode, School, Trash2 } from 'lucide-react'
import type { Permission } from '#contract/permissions.ts'
import { PHOTO_LIST_READERS } from '#contract/photolists/photolists.ts'
import { useMay } from '#web/api/base-data.ts'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import type { ChosenPupil } from './use-pupil-selection.ts'

export type BulkAction = 'class' | 'sheets' | 'photos' | 'export' | 'delete'

interface PupilsBulkCardProps {
  chosen: readonly ChosenPupil[]
  /** The number of all hits of the filters. */
  total: number
  isEveryHit: boolean
  isBin: boolean
  onAll: () => void
  onClear: () => void
  onOpen: (action: BulkAction) => void
  onRestore: () => void
}

interface Action {
  action: BulkAction
  text: string
  icon: LucideIcon
  permission: Permission | readonly Permission[]
}

const ACTIONS: readonly Action[] = [
  { action: 'class', text: 'Klasse zuweisen', icon: School, permission: 'manage schoolclass' },
  { action: 'sheets', text: 'Briefe/Etiketten', icon: QrCode, permission: 'export personal data' },
  { action: 'photos', text: 'Fotoliste', icon: Images, permission: PHOTO_LIST_READERS },
  { action: 'export', text: 'Exportieren', icon: Download, permission: 'export personal data' },
  { action: 'delete', text: 'Löschen', icon: Trash2, permission: 'manage pupil' },
]

/** Who may do something with several pupils at once. */
export const BULK_PERMISSIONS = ACTIONS.flatMap(({ permission }) => permission)

/** Ux §3.3: what is done with several pupils at once; in the bin, getting them back. */
export const PupilsBulkCard = (props: PupilsBulkCardProps) => {
  const { chosen, total, isEveryHit, isBin, onAll, onClear, onOpen, onRestore } = props
  const may = useMay()
  const isNarrow = useNarrow()
  if (chosen.length === 0) return null
  const actions = isBin ? [] : ACTIONS.filter(({ permission }) => may(permission))
  return (
    <SelectionCard count={chosen.length} onClear={onClear}>
      {!isEveryHit && (
        <Button variant="subtle" px="xs" onClick={onAll}>
          {`Alle ${total.toLocaleString('de-DE')} Treffer auswählen`}
        </Button>
      )}
      {isBin && (
        <Button leftSection={<ArchiveRestore size={20} aria-hidden />} onClick={onRestore}>
          Wiederherstellen
        </Button>
      )}
      {!isNarrow &&
        actions.map(({ action, text, icon }) => (
          <IconButton key={action} icon={icon} onClick={() => onOpen(action)}>
            {text}
          </IconButton>
        ))}
      {isNarrow && !isBin && (
        // On a phone four buttons would cover the list.
        <Menu position="top-start">
          <Menu.Target>
            <Button variant="default" rightSection={<ChevronDown size={16} aria-hidden />}>
              Aktionen
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(({ action, text, icon }) => (
              <MenuEntry key={action} icon={icon} onClick={() => onOpen(action)}>
                {text}
              </MenuEntry>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </SelectionCard>
  )
}
