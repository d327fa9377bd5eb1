import { z } from 'zod'
import { counted } from '#contract/counted.ts'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Instant, QueryId } from '#contract/formats.ts'
import { FIELD_KINDS } from './registrations.field.ts'

/** DP-19; an application has many columns, so fewer rows than a list of pupils. */
export const REGISTRATION_IMPORT_ROWS = 1000
const IMPORT_MB = 10
export const REGISTRATION_IMPORT_BYTES = IMPORT_MB * 1024 * 1024
/** The limit as the messages name it. */
export const REGISTRATION_IMPORT_LIMIT = `${IMPORT_MB} MB`
export const REGISTRATION_IMPORT_COLUMNS = 120
/** Longest cell in characters: the longest answer of the form. */
export const REGISTRATION_CELL_MAX = 2000
/** All cells together, in characters: the rows must fit into the body of `BODY_BYTES` that sends them back. */
export const REGISTRATION_LETTERS_MAX = 2_000_000
const BODY_BYTES = 8 * 1024 * 1024
/** How long an import can be taken back. */
export const REGISTRATION_UNDO_HOURS = 24

const ROWS = `${REGISTRATION_IMPORT_ROWS.toLocaleString('de-DE')} Zeilen`

export const REGISTRATION_IMPORT_TEXTS = {
  fileHint: `Excel (.xlsx) oder CSV mit Überschriften, höchstens ${REGISTRATION_IMPORT_LIMIT} und ${ROWS}. Die Datei wird nicht aufbewahrt; gespeichert wird erst am Ende.`,
  tooMuch: `Die Datei enthält mehr als ${REGISTRATION_LETTERS_MAX.toLocaleString('de-DE')} Zeichen. Bitte teilen Sie sie auf.`,
  empty: 'Die Datei enthält keine Zeilen mit Bewerbungen.',
  noTable: 'Bitte eine Excel- oder CSV-Datei wählen.',
  hasErrors: (lines: readonly number[]) =>
    `Es wurde nichts übernommen: ${lines.length === 1 ? 'Zeile' : 'Die Zeilen'} ${lines.join(', ')} ${lines.length === 1 ? 'hat' : 'haben'} Fehler.`,
  whichYear: (names: readonly string[]) => `Bitte eines dieser Schuljahre angeben: ${names.join(', ')}.`,
  imported: (count: number) =>
    `${counted(count, 'Bewerbung', 'Bewerbungen')} ${count === 1 ? 'ist' : 'sind'} übernommen.`,
  undone: (count: number) =>
    `${counted(count, 'Bewerbung', 'Bewerbungen')} ${count === 1 ? 'ist' : 'sind'} wieder entfernt.`,
  undoOver: 'Dieser Import lässt sich nicht mehr rückgängig machen.',
} as const

/** A question of the form as a column (`ImportColumn` of registrations.import-columns.ts). */
const ImportColumn = z.object({
  key: z.string(),
  heading: z.string(),
  kind: z.enum(FIELD_KINDS),
  choices: z.array(z.string()).nullable(),
  isRequired: z.boolean(),
})

/** A file after reading; nothing is validated yet. */
export const RegistrationFile = z.object({
  /** The questions of the form. */
  columns: z.array(ImportColumn),
  /** The headings of the file. */
  headings: z.array(z.string()),
  /** A guess for each column of the file, by key; null: no question of the form. */
  mapping: z.array(z.string().nullable()),
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  /** Names of the sheets that are not empty, and the one that was read; empty for a text file. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
  /** The encoding of a text file; null for a workbook, which needs none. */
  encoding: z.string().nullable(),
})
export type RegistrationFile = z.output<typeof RegistrationFile>

/** A row by the dotted keys of the form, as typed; `line` is its number in the file, the heading is 1. */
const ImportLine = z.object({
  line: z.int().min(1).max(10_000_000),
  cells: z.record(z.string().max(80), z.string().max(REGISTRATION_CELL_MAX)),
})
export type ImportLine = z.output<typeof ImportLine>
const ImportLines = z.array(ImportLine).min(1).max(REGISTRATION_IMPORT_ROWS)

const Verdict = z.object({
  line: z.int(),
  /** Messages by dotted key; empty when the row can be imported. */
  errors: z.record(z.string(), z.array(z.string())),
  /** Cells that are understood in another way than they were typed, by dotted key: „w“ is „weiblich“. */
  understood: z.record(z.string(), z.string()),
  /** Existing applications that may be for the same child. */
  duplicates: z.array(z.object({ id: z.int(), number: z.string(), school_year: z.string() })),
})
export type ImportVerdict = z.output<typeof Verdict>

const ImportReport = z.object({
  id: z.int(),
  created_at: Instant,
  created_by: z.string().nullable(),
  row_count: z.int(),
  undone_at: Instant.nullable(),
  may_undo: z.boolean(),
})
export type ImportReport = z.output<typeof ImportReport>

const access = 'manage pupil application'

export const registrationImportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/registrationImport',
    access,
    response: z.array(ImportReport),
    summary: 'Die letzten Importe von Bewerbungen, der neueste zuerst',
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/admin/registrationImport/template',
    access,
    response: FileReply,
    isFile: true,
    summary: 'Vorlage mit allen Spalten als XLSX',
  }),
  read: endpoint({
    method: 'POST',
    path: '/api/admin/registrationImport/read',
    access,
    query: z.object({ filename: z.string().min(1).max(200), sheet: z.string().max(200).optional() }),
    body: z.instanceof(Uint8Array),
    isUpload: true,
    maxBodyBytes: REGISTRATION_IMPORT_BYTES,
    response: RegistrationFile,
    summary: 'Datei lesen (application/octet-stream): XLSX oder CSV; sie wird nicht aufbewahrt',
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/registrationImport/check',
    access,
    body: z.object({ rows: ImportLines }),
    maxBodyBytes: BODY_BYTES,
    response: z.array(Verdict),
    summary: 'Zeilen prüfen, wie das Formular es täte; schreibt nichts',
  }),
  /** 422 when a row has errors; then no row is imported. */
  add: endpoint({
    method: 'POST',
    path: '/api/admin/registrationImport',
    access,
    body: z.object({ rows: ImportLines, send_optin: z.boolean().default(false) }),
    maxBodyBytes: BODY_BYTES,
    response: ImportReport.extend({ message: z.string() }),
    status: 201,
    idempotent: true,
    summary: 'Bewerbungen übernehmen, alle oder keine',
  }),
  /** 409 when it was taken back already or the time for it is over. */
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/registrationImport/:importId/undo',
    access,
    params: z.object({ importId: QueryId }),
    response: z.object({
      message: z.string(),
      removed: z.int(),
      /** Applications that somebody has worked on since then; they stay. */
      kept: z.array(z.object({ id: z.int(), number: z.string() })),
    }),
    summary: `Einen Import innerhalb von ${REGISTRATION_UNDO_HOURS} Stunden zurücknehmen, soweit niemand daran gearbeitet hat`,
  }),
}
