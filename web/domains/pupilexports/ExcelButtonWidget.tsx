import { Button } from '@mantine/core'
import { pupilExportEndpoints } from '#contract/pupilexports/pupilexports.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { type CallInput, call, callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { namedExcelBody, usualExcelBody } from './export-choice.ts'

interface ExcelButtonWidgetProps {
  /** All hits of these filters are in the file. */
  filterQuery: CallInput<typeof pupilEndpoints.ids>['query']
  /** Keys of the columns that the list names; missing: the usual ones. */
  columns?: readonly string[] | undefined
}

/** What is shown, at once and with the usual columns; the dialog beside it has all others. */
export const ExcelButtonWidget = ({ filterQuery, columns }: ExcelButtonWidgetProps) => {
  const { save, isRunning } = useSavedFile()
  const load = async () => {
    const { ids } = await call(pupilEndpoints.ids, { query: filterQuery })
    const body = {
      ...(columns ? namedExcelBody(ids, columns) : usualExcelBody(ids)),
      school_year_id: filterQuery?.school_year_id,
    }
    return callForFile(pupilExportEndpoints.create, { body })
  }
  return (
    <Button
      variant="default"
      loading={isRunning}
      px="sm"
      title={
        columns
          ? 'Die gefilterte Liste als Excel-Datei, mit den gezeigten Spalten'
          : 'Die gefilterte Liste als Excel-Datei: Name, Geschlecht, Geburtsdatum, Klasse und Status'
      }
      onClick={() => void save(load)}
    >
      Excel
    </Button>
  )
}
