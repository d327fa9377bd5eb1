import {
  registrationBulkEndpoints as endpoints,
  type RegistrationExportForm,
} from '#contract/registrations/registrations.bulk.ts'
import { call, callForFile } from '#web/api/client.ts'
import type { RegistrationFilters } from './registration-list-query.ts'

export type ExportFormat = RegistrationExportForm['format']

/** What the filters of the list find, in its order. */
export const listHits = async (filters: RegistrationFilters) => (await call(endpoints.ids, { query: filters })).ids

/** Exactly these, in this order. */
export const loadExport = (ids: number[], format: ExportFormat) =>
  callForFile(endpoints.export, { body: { ids, format } })

/** Exactly what the filters of the list find, in its order. */
export const loadFilteredExport = async (filters: RegistrationFilters, format: ExportFormat) =>
  loadExport(await listHits(filters), format)

export const EXPORT_FORMATS: readonly { format: ExportFormat; text: string }[] = [
  { format: 'xlsx', text: 'Als Excel-Datei' },
  { format: 'csv', text: 'Als CSV-Datei' },
]
