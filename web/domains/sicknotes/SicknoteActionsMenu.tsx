import { ActionIcon, Menu } from '@mantine/core'
import { CalendarDays, ChartColumn, ChevronDown, Download, EllipsisVertical, Plus } from 'lucide-react'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import type { TableFormat } from '#contract/table-formats.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { paths } from '#web/paths.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { chosenClassIds } from './sicknote-list.ts'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

const FORMATS = [
  { format: 'xlsx', text: 'Fehlliste von heute (Excel)' },
  { format: 'csv', text: 'Fehlliste von heute (CSV)' },
] as const

/** Today's list as a file; of the chosen classes where some are chosen. */
const useDayFile = ({ today, state }: SicknotesPageState) => {
  const { save } = useSavedFile()
  const schoolclass_ids = chosenClassIds(state)
  return (format: TableFormat) =>
    void save(() =>
      callForFile(sicknoteEndpoints.exportDay, {
        body: { day: today, format, ...(schoolclass_ids.length > 0 && { schoolclass_ids }) },
      }),
    )
}

interface ActionsProps {
  page: SicknotesPageState
  onNew: () => void
  /** Opens what comes without the page: a mail each morning, a calendar. */
  onFeeds: () => void
}

const FileItems = ({ page }: { page: SicknotesPageState }) => {
  const exportDay = useDayFile(page)
  return FORMATS.map(({ format, text }) => (
    <MenuEntry key={format} icon={Download} onClick={() => exportDay(format)}>
      {text}
    </MenuEntry>
  ))
}

const DeskButtons = ({ page }: { page: SicknotesPageState }) => (
  <>
    <PrintButton />
    {page.rights.mayExport && (
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton icon={Download} rightSection={<ChevronDown size={16} aria-hidden />}>
            Exportieren
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <FileItems page={page} />
        </Menu.Dropdown>
      </Menu>
    )}
  </>
)

/** What is done now and then; on a phone with all else. */
const MoreMenu = ({ page, onFeeds }: Omit<ActionsProps, 'onNew'>) => {
  const isNarrow = useNarrow()
  const { rights } = page
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size={isNarrow ? 40 : 36}
          aria-label="Weitere Aktionen"
          data-menu={isNarrow || undefined}
        >
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {isNarrow && rights.mayExport && <FileItems page={page} />}
        <MenuEntry icon={ChartColumn} to={paths.absenceReport}>
          Fehlzeiten einer Klasse
        </MenuEntry>
        <MenuEntry icon={CalendarDays} onClick={onFeeds}>
          E-Mail und Kalender …
        </MenuEntry>
      </Menu.Dropdown>
    </Menu>
  )
}

/** What the page offers beside its title (ux §2a): one primary; a phone has the others in a menu. */
export const SicknoteActionsMenu = ({ page, onNew, onFeeds }: ActionsProps) => {
  const { rights } = page
  const isNarrow = useNarrow()
  if (!rights.seesNotes) return null
  return (
    <>
      {!isNarrow && <DeskButtons page={page} />}
      {rights.isEditor && <MoreMenu page={page} onFeeds={onFeeds} />}
      {rights.isEditor && (
        <IconButton data-primary icon={Plus} onClick={onNew}>
          Krankmeldung erfassen
        </IconButton>
      )}
    </>
  )
}
