import { Button, Menu } from '@mantine/core'
import { ChevronDown, Download } from 'lucide-react'
import { registrationStatEndpoints, STAT_TABLE_LABELS, STAT_TABLES } from '#contract/registrationstats.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'

const FORMATS = [
  { format: 'xlsx', text: 'Excel' },
  { format: 'csv', text: 'CSV' },
] as const

/** Each of the tables as a file. */
export const StatsExportMenu = ({ yearId }: { yearId: number }) => {
  const { save, isRunning } = useSavedFile()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          loading={isRunning}
          leftSection={<Download size={20} aria-hidden />}
          rightSection={<ChevronDown size={16} aria-hidden />}
        >
          Exportieren
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {STAT_TABLES.map((table) =>
          FORMATS.map(({ format, text }) => (
            <Menu.Item
              key={`${table} ${format}`}
              onClick={() =>
                void save(() =>
                  callForFile(registrationStatEndpoints.export, { body: { school_year_id: yearId, table, format } }),
                )
              }
            >
              {`${STAT_TABLE_LABELS[table]} (${text})`}
            </Menu.Item>
          )),
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
