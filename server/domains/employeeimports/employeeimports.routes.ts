import { EMPLOYEE_IMPORT_LABELS, EMPLOYEE_TEMPLATE_KEYS } from '#contract/employeeimports/employeeimports.columns.ts'
import { guessEmployeeColumns } from '#contract/employeeimports/employeeimports.guess.ts'
import {
  EMPLOYEE_CELL_MAX,
  EMPLOYEE_IMPORT_BYTES,
  EMPLOYEE_IMPORT_COLUMNS,
  EMPLOYEE_IMPORT_LIMIT,
  EMPLOYEE_IMPORT_ROWS,
  EMPLOYEE_IMPORT_TEXTS,
  EMPLOYEE_LETTERS_MAX,
  employeeImportEndpoints as endpoints,
} from '#contract/employeeimports/employeeimports.ts'
import { writeTableFile } from '#server/documents/write-table-file.ts'
import { findActiveSchoolyear } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import type { Routes } from '#server/http/route.ts'
import { readUploadedList } from '#server/http/uploaded-list.ts'
import { checkRows, importEmployees, listImports, undoImport } from './import-employees.ts'

const LIMITS = {
  rows: EMPLOYEE_IMPORT_ROWS,
  columns: EMPLOYEE_IMPORT_COLUMNS,
  cellLength: EMPLOYEE_CELL_MAX,
  bytes: EMPLOYEE_IMPORT_BYTES,
  size: EMPLOYEE_IMPORT_LIMIT,
  letters: EMPLOYEE_LETTERS_MAX,
  texts: EMPLOYEE_IMPORT_TEXTS,
}

const writeTemplate = () =>
  writeTableFile(
    {
      name: 'Vorlage_Mitarbeitende',
      title: 'Mitarbeitende',
      columns: EMPLOYEE_TEMPLATE_KEYS.map((key) => {
        const heading = EMPLOYEE_IMPORT_LABELS[key]
        return { heading, width: heading.length + 4, cell: () => '' }
      }),
      rows: [],
    },
    'xlsx',
  )

/** Lists of employees from files: read and checked without storing anything, imported at once, and undone. */
export function employeeImportRoutes({ route, routeDetached }: Routes) {
  route(endpoints.list, ({ tx, now }) => listImports(tx, now))
  routeDetached(endpoints.template, () => writeTemplate())
  // Files are read in a thread, outside every transaction.
  routeDetached(endpoints.read, async ({ query, body, inTransaction }) => {
    const file = await readUploadedList(body, query, LIMITS)
    const year = await inTransaction((tx) => findActiveSchoolyear(tx))
    const cells = file.rows.map((row) => row.cells)
    return { ...file, mapping: guessEmployeeColumns(file.headings, cells), school_year: year?.name ?? null }
  })
  route(endpoints.check, ({ tx, body, ...acting }) => checkRows(tx, body.rows, acting))
  route(endpoints.add, ({ tx, body, ...acting }) => importEmployees(tx, body.rows, acting))
  route(endpoints.undo, ({ tx, params, ...acting }) => undoImport(tx, params.importId, acting))
}
