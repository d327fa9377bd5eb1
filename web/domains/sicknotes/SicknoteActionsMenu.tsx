import { ActionIcon, Button, Menu } from '@mantine/core'
import { ChevronDown, Download, EllipsisVertical, Plus, Printer } from 'lucide-react'
import { sicknoteEndpoints } from '#contract/sicknotes.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { chosenValues } from './sicknote-list.ts'
import type { SicknotesPageState } from './use-sicknotes-page.ts'

const FORMATS = [
  { format: 'xlsx', text: 'Fehlliste von heute (Excel)' },
  { format: 'csv', text: 'Fehlliste von heute (CSV)' },
] as const

/** Today's list as a file; of the chosen class where one is chosen. */
const useDayFile = ({ today, state }: SicknotesPageState) => {
  const { save } = useSavedFile()
  const [schoolclass, ...others] = chosenValues(state.filters.klasse)
  const id = schoolclass && others.length === 0 ? { schoolclass_id: Number(schoolclass) } : {}
  return (format: 'xlsx' | 'csv') =>
    void save(() => callForFile(sicknoteEndpoints.exportDay, { body: { day: today, format, ...id } }))
}

interface ActionsProps {
  page: SicknotesPageState
  onNew: () => void
}

/** What the page offers beside its title (ux §2a): one primary; a phone has the others in a menu. */
export const SicknoteActionsMenu = ({ page, onNew }: ActionsProps) => {
  const { rights } = page
  const isNarrow = useNarrow()
  const exportDay = useDayFile(page)
  const files = FORMATS.map(({ format, text }) => (
    <Menu.Item key={format} leftSection={<Download size={20} aria-hidden />} onClick={() => exportDay(format)}>
      {text}
    </Menu.Item>
  ))
  return (
    <>
      {!isNarrow && (
        <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
          Drucken
        </Button>
      )}
      {rights.mayExport && (
        <Menu position="bottom-end">
          <Menu.Target>
            {isNarrow ? (
              <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen" data-menu>
                <EllipsisVertical size={20} aria-hidden />
              </ActionIcon>
            ) : (
              <Button
                variant="default"
                leftSection={<Download size={20} aria-hidden />}
                rightSection={<ChevronDown size={16} aria-hidden />}
              >
                Exportieren
              </Button>
            )}
          </Menu.Target>
          <Menu.Dropdown>{files}</Menu.Dropdown>
        </Menu>
      )}
      {rights.isEditor && (
        <Button data-primary leftSection={<Plus size={20} aria-hidden />} onClick={onNew}>
          Krankmeldung erfassen
        </Button>
      )}
    </>
  )
}
