import {
  registrationImportEndpoints as endpoints,
  REGISTRATION_CELL_MAX,
  REGISTRATION_IMPORT_BYTES,
  REGISTRATION_IMPORT_COLUMNS,
  REGISTRATION_IMPORT_LIMIT,
  REGISTRATION_IMPORT_ROWS,
  REGISTRATION_IMPORT_TEXTS,
  REGISTRATION_LETTERS_MAX,
} from '#contract/registrations/registrations.import.ts'
import {
  guessImportColumns,
  type ImportColumn,
  importColumns,
} from '#contract/registrations/registrations.import-columns.ts'
import { writeTableFile } from '#server/documents/write-table-file.ts'
import type { Routes } from '#server/http/route.ts'
import { readUploadedList } from '#server/http/uploaded-list.ts'
import {
  checkRows,
  importContext,
  importRegistrations,
  registrationImports,
  undoImport,
} from './import-registrations.ts'

const LIMITS = {
  rows: REGISTRATION_IMPORT_ROWS,
  columns: REGISTRATION_IMPORT_COLUMNS,
  cellLength: REGISTRATION_CELL_MAX,
  bytes: REGISTRATION_IMPORT_BYTES,
  size: REGISTRATION_IMPORT_LIMIT,
  letters: REGISTRATION_LETTERS_MAX,
  texts: REGISTRATION_IMPORT_TEXTS,
}

const templateOf = (columns: readonly ImportColumn[]) =>
  writeTableFile(
    {
      name: 'Vorlage_Bewerbungen',
      title: 'Bewerbungen',
      columns: columns.map(({ key, heading }) => ({
        heading,
        width: heading.length + 2,
        cell: (row: Record<string, string>) => row[key] ?? '',
      })),
      rows: [],
    },
    'xlsx',
  )

/** Lists of applications from files: read and checked without storing anything, imported at once, and undone. */
export function registrationImportRoutes({ route, routeDetached }: Routes) {
  route(endpoints.list, ({ tx, now }) => registrationImports.list(tx, now))

  routeDetached(endpoints.template, async ({ inTransaction, ...acting }) =>
    templateOf(importColumns(await inTransaction((tx) => importContext(tx, acting)))),
  )

  // Files are read in a thread, outside every transaction.
  routeDetached(endpoints.read, async ({ query, body, inTransaction, ...acting }) => {
    const file = await readUploadedList(body, query, LIMITS)
    const columns = importColumns(await inTransaction((tx) => importContext(tx, acting)))
    return { ...file, columns, mapping: guessImportColumns(file.headings, columns) }
  })

  route(endpoints.check, ({ tx, body, ...acting }) => checkRows(tx, body.rows, acting))

  route(endpoints.add, ({ tx, body, ...acting }) => importRegistrations(tx, body, acting))

  route(endpoints.undo, ({ tx, params, ...acting }) => undoImport(tx, params.importId, acting))
}
