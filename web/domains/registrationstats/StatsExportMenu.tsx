import {
  registrationStatEndpoints,
  STAT_TABLE_LABELS,
  STAT_TABLES,
} from '#contract/registrationstats/registrationstats.ts'
import { TABLE_FORMAT_LABELS, TABLE_FORMATS } from '#contract/table-formats.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { ExportMenu } from '#web/lists/ExportMenu.tsx'

/** Each of the tables as a file. */
export const StatsExportMenu = ({ yearId }: { yearId: number }) => {
  const { save, isRunning } = useSavedFile()
  const items = STAT_TABLES.flatMap((table) =>
    TABLE_FORMATS.map((format) => ({
      text: `${STAT_TABLE_LABELS[table]} (${TABLE_FORMAT_LABELS[format]})`,
      onSave: () =>
        void save(() =>
          callForFile(registrationStatEndpoints.export, { body: { school_year_id: yearId, table, format } }),
        ),
    })),
  )
  return <ExportMenu items={items} isRunning={isRunning} />
}
