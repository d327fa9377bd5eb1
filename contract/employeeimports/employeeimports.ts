import { z } from 'zod'
import { counted } from '#contract/counted.ts'
import { EMPLOYEE_TYPE_LABELS, type EmployeeType } from '#contract/employees/employee.record.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, Instant, QueryId } from '#contract/formats.ts'
import { EMPLOYEE_IMPORT_KEYS, type EmployeeImportKey } from './employeeimports.columns.ts'

/** More than any school employs. */
export const EMPLOYEE_IMPORT_ROWS = 500
const IMPORT_MB = 10
export const EMPLOYEE_IMPORT_BYTES = IMPORT_MB * 1024 * 1024
/** The limit as the messages name it. */
export const EMPLOYEE_IMPORT_LIMIT = `${IMPORT_MB} MB`
export const EMPLOYEE_IMPORT_COLUMNS = 60
/** Longest cell in characters. */
export const EMPLOYEE_CELL_MAX = 500
/** All cells together, in characters: the rows must fit into the body of `BODY_BYTES` that sends them back. */
export const EMPLOYEE_LETTERS_MAX = 500_000
const BODY_BYTES = 4 * 1024 * 1024
/** How long an import can be taken back. */
export const EMPLOYEE_UNDO_HOURS = 24

export const employeesText = (count: number) => counted(count, 'Person', 'Personen')

export const EMPLOYEE_IMPORT_TEXTS = {
  fileHint: `Excel (.xlsx) oder CSV mit Überschriften, höchstens ${EMPLOYEE_IMPORT_LIMIT} und ${EMPLOYEE_IMPORT_ROWS} Zeilen. Die Datei wird nicht aufbewahrt; gespeichert wird erst am Ende.`,
  tooMuch: `Die Datei enthält mehr als ${EMPLOYEE_LETTERS_MAX.toLocaleString('de-DE')} Zeichen. Bitte teilen Sie sie auf.`,
  empty: 'Die Datei enthält keine Zeilen mit Mitarbeitenden.',
  noTable: 'Bitte eine Excel- oder CSV-Datei wählen.',
  hasErrors: (lines: readonly number[]) =>
    `Es wurde nichts übernommen: ${lines.length === 1 ? 'Zeile' : 'Die Zeilen'} ${lines.join(', ')} ${lines.length === 1 ? 'hat' : 'haben'} Fehler.`,
  imported: (count: number) => `${employeesText(count)} ${count === 1 ? 'ist' : 'sind'} angelegt.`,
  undone: (count: number) => `${employeesText(count)} ${count === 1 ? 'ist' : 'sind'} wieder entfernt.`,
  undoOver: 'Dieser Import lässt sich nicht mehr rückgängig machen.',
  isHere: 'Diese Person ist schon eingetragen.',
  shortRepeated: (line: number) => `Dieses Kürzel steht schon in Zeile ${line}.`,
  noYear: 'Es gibt kein aktives Schuljahr, dessen Klassen gemeint sein könnten.',
  unknownClass: (name: string, year: string) => `Im Schuljahr ${year} gibt es keine Klasse „${name}“.`,
  unknownFunction: 'Bitte Klassenleitung, Stellvertretung oder zugeordnet angeben.',
  noClass: 'Bitte die Klasse angeben.',
  twice: (name: string) => `Die Klasse ${name} steht in dieser Zeile zweimal.`,
  full: (name: string) => `Die Klasse ${name} hat schon zwei Klassenleitungen.`,
  tooMany: (name: string) => `Der Klasse ${name} sind schon 20 Mitarbeitende zugeordnet.`,
  afterYear: (name: string) => `Der Eintritt liegt nach dem Ende des Schuljahrs ${name}.`,
  mailRepeated: (rows: readonly { line: number; name: string }[]) =>
    `Diese E-Mail-Adresse steht auch in ${rows.map(({ line, name }) => `Zeile ${line} (${name})`).join(' und ')}.`,
  nameComma: 'Bitte Nachname und Vorname mit einem Komma trennen.',
} as const

/** A file after reading; nothing is validated yet. */
export const EmployeeFile = z.object({
  headings: z.array(z.string()),
  /** A guess for each column of the file; null: it is not taken. */
  mapping: z.array(z.enum(EMPLOYEE_IMPORT_KEYS as [EmployeeImportKey, ...EmployeeImportKey[]]).nullable()),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  /** Names of the sheets that are not empty, and the one that was read; empty for a text file. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** The encoding of a text file; null for a workbook, which needs none. */
  encoding: z.string().nullable(),
  /** The name of the school year whose classes are meant; null: there is none. */
  school_year: z.string().nullable(),
})
export type EmployeeFile = z.output<typeof EmployeeFile>

/** A row by the keys of the columns, as typed; `line` is its number in the file, the heading is 1. */
const EmployeeLine = z.object({
  line: z.int().min(1).max(10_000_000),
  cells: z.record(z.string().max(40), z.string().max(EMPLOYEE_CELL_MAX)),
})
export type EmployeeLine = z.output<typeof EmployeeLine>
const EmployeeLines = z
  .array(EmployeeLine)
  .min(1)
  .max(EMPLOYEE_IMPORT_ROWS)
  .refine((rows) => new Set(rows.map(({ line }) => line)).size === rows.length, 'Jede Zeile nur einmal.')

const Colleague = z.object({
  id: Id,
  firstname: z.string(),
  lastname: z.string(),
  short_name: z.string(),
  employee_type: z.enum(Object.keys(EMPLOYEE_TYPE_LABELS) as [EmployeeType, ...EmployeeType[]]),
  mail: z.string().nullable(),
  active: z.boolean(),
})

const Finding = z.object({
  line: z.int(),
  /** Messages by key of the column; empty when the row can be imported. */
  errors: z.record(z.string(), z.array(z.string())),
  /** Employees who have the same name or e-mail address. */
  duplicates: z.array(Colleague),
  /** Name and short name are those of somebody who is here: the row is left out, and that record stays as it is. */
  is_here: z.boolean(),
  /** An earlier row of the file with the same name. */
  repeats: z.int().nullable(),
  /** The other rows of the file with the same e-mail address. */
  same_mail: z.array(z.object({ line: z.int(), name: z.string() })),
  /** A free short name of a row that has none; it is checked as if it stood in the row. */
  proposed_short_name: z.string().nullable(),
})
export type EmployeeFinding = z.output<typeof Finding>

const Report = z.object({
  id: Id,
  created_at: Instant,
  created_by: z.string().nullable(),
  row_count: z.int(),
  /** People of this import who stay when it is undone, or have stayed, because somebody has worked on them. */
  kept: z.int(),
  undone_at: Instant.nullable(),
  may_undo: z.boolean(),
})
export type EmployeeImportReport = z.output<typeof Report>

const access = 'manage employee'

export const employeeImportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/employeeImport',
    access,
    response: z.array(Report),
    summary: 'Die letzten Importe von Mitarbeitenden, der neueste zuerst',
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/admin/employeeImport/template',
    access,
    response: FileReply,
    isFile: true,
    summary: 'Vorlage mit allen Spalten als XLSX',
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/admin/employeeImport/read',
    access,
    query: z.object({ filename: z.string().min(1).max(200), sheet: z.string().max(200).optional() }),
    body: z.instanceof(Uint8Array),
    isUpload: true,
    maxBodyBytes: EMPLOYEE_IMPORT_BYTES,
    response: EmployeeFile,
    summary: 'Datei lesen (application/octet-stream): XLSX oder CSV; sie wird nicht aufbewahrt',
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/employeeImport/check',
    access,
    body: z.object({ rows: EmployeeLines }),
    maxBodyBytes: BODY_BYTES,
    response: z.array(Finding),
    summary: 'Alle Zeilen prüfen, wie das Formular es täte; schreibt nichts',
  }),
  /** 422 when a row has errors; then no row is imported. */
  add: endpoint({
    method: 'POST',
    path: '/api/admin/employeeImport',
    access,
    body: z.object({ rows: EmployeeLines }),
    maxBodyBytes: BODY_BYTES,
    response: Report.extend({ message: z.string() }),
    status: 201,
    idempotent: true,
    summary: 'Mitarbeitende mit ihren Klassen anlegen, alle oder keine',
  }),
  /** 409 when it was taken back already or the time for it is over. */
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/employeeImport/:importId/undo',
    access,
    params: z.object({ importId: QueryId }),
    response: z.object({
      message: z.string(),
      removed: z.int(),
      /** People who were changed, invited or given a class since then; they stay. */
      kept: z.array(z.object({ id: Id, name: z.string() })),
    }),
    summary: `Einen Import innerhalb von ${EMPLOYEE_UNDO_HOURS} Stunden zurücknehmen, soweit niemand daran gearbeitet hat`,
  }),
}
