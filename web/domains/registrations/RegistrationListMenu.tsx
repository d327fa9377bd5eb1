import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CalendarX, ChartColumn, Download, EllipsisVertical, FileUp, ListOrdered } from 'lucide-react'
import { useMay } from '#web/api/base-data.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { paths } from '#web/paths.ts'
import { EXPORT_FORMATS, loadFilteredExport } from './export-registrations-file.ts'
import type { RegistrationFilters } from './registration-list-query.ts'

/** What belongs to the list and has a page of its own. */
const PAGES = [
  { to: paths.waitlist, text: 'Warteliste ordnen', icon: ListOrdered },
  { to: paths.registrationStats, text: 'Statistik', icon: ChartColumn },
  { to: paths.registrationImport, text: 'Importieren', icon: FileUp },
  { to: paths.retentionPreview, text: 'Löschvorschau', icon: CalendarX },
]

interface RegistrationListMenuProps {
  filters: RegistrationFilters
  /** Nothing is found: nothing can be taken along. */
  isEmpty: boolean
}

/** What is done now and then with the list as it is filtered, and the ways to what belongs to it. */
export const RegistrationListMenu = ({ filters, isEmpty }: RegistrationListMenuProps) => {
  const may = useMay()
  const { save } = useSavedFile()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={40} aria-label="Weitere Aktionen" title="Weitere Aktionen" data-menu>
          <EllipsisVertical size={20} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('export personal data') &&
          EXPORT_FORMATS.map(({ format, text }) => (
            <Menu.Item
              key={format}
              leftSection={<Download size={20} aria-hidden />}
              disabled={isEmpty}
              onClick={() => void save(() => loadFilteredExport(filters, format))}
            >
              {text}
            </Menu.Item>
          ))}
        {PAGES.map(({ to, text, icon: Icon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={20} aria-hidden />}>
            {text}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
