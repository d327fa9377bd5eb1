import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { Id, IdParam, Instant, Page, PerPage, Several } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { IMPORT_COLUMNS } from './pupilimports.columns.ts'
import {
  ImportCells,
  ImportChange,
  ImportFieldName,
  ImportHints,
  ImportMatch,
  ImportMeaningName,
  ImportOutlook,
  ImportRemark,
} from './pupilimports.findings.ts'
import { ImportAnswers } from './pupilimports.questions.ts'
import { ImportReport, ImportUndoReport } from './pupilimports.reports.ts'

/** Spec §5, domain DP-19. */
export const IMPORT_BYTES = 10 * 1024 * 1024
export const IMPORT_LIMIT = '10 MB'
export const IMPORT_ROWS = 20_000
/** Longest text of a cell; no field holds more. */
export const IMPORT_CELL = 2000
/** After this time file and rows are deleted, and the import can no longer be taken back. */
export const IMPORT_HOURS = 24

/** `checked`: every row has a finding; `queued`, `running`: a job writes; `failed`: nothing was written. */
export const IMPORT_STATES = ['uploaded', 'checked', 'queued', 'running', 'done', 'failed', 'undone'] as const
export const ImportState = z.enum(IMPORT_STATES)
export type ImportState = z.output<typeof ImportState>

export const IMPORT_FORMATS = ['xlsx', 'csv', 'schild'] as const
export const IMPORT_ENCODINGS = ['utf-8', 'windows-1252', 'iso-8859-15'] as const
export const IMPORT_DELIMITERS = [';', ',', '\t', '|'] as const

/** What happens to a row; `duplicate`: somebody must decide whether this child is already on record. */
export const IMPORT_VERDICTS = ['new', 'changed', 'same', 'error', 'duplicate'] as const
export const ImportVerdict = z.enum(IMPORT_VERDICTS)
export type ImportVerdict = z.output<typeof ImportVerdict>

export const IMPORT_VERDICT_LABELS: Record<ImportVerdict, string> = {
  new: 'neu',
  changed: 'wird aktualisiert',
  same: 'unverändert',
  error: 'Fehler',
  duplicate: 'mögliche Dublette',
}

export const IMPORT_DECISIONS = ['create', 'update', 'skip'] as const
export const ImportDecision = z.enum(IMPORT_DECISIONS)
export type ImportDecision = z.output<typeof ImportDecision>

export const IMPORT_DECISION_LABELS: Record<ImportDecision, string> = {
  create: 'Neu anlegen',
  update: 'Aktualisieren',
  skip: 'Überspringen',
}

const Counts = z.record(ImportVerdict, z.int())
export type ImportCounts = z.output<typeof Counts>

export const ImportSummary = z.object({
  id: z.int(),
  filename: z.string(),
  state: ImportState,
  row_count: z.int(),
  created_at: Instant,
  created_by_name: z.string().nullable(),
  /** The person who started it; null: nobody yet. */
  begun_by_name: z.string().nullable(),
  finished_at: Instant.nullable(),
  /** Null when it cannot be taken back. */
  undo_until: Instant.nullable(),
  /** How many rows the job has finished; null while there is none. */
  progress: z.object({ done: z.int(), total: z.int() }).nullable(),
  /** Null until checked. */
  counts: Counts.nullable(),
  report: ImportReport.nullable(),
})
export type ImportSummary = z.output<typeof ImportSummary>

export const ImportDetail = ImportSummary.extend({
  format: z.enum(IMPORT_FORMATS),
  /** Null for a spreadsheet. */
  encoding: z.enum(IMPORT_ENCODINGS).nullable(),
  delimiter: z.enum(IMPORT_DELIMITERS).nullable(),
  sheet: z.string().nullable(),
  /** The names of the spreadsheet's sheets that are not empty. */
  sheets: z.array(z.string()),
  headings: z.array(z.string()),
  /** The meaning of each column, in the order of the headings; null: not read. */
  mapping: z.array(ImportMeaningName.nullable()),
  answers: ImportAnswers,
  /** Somebody chose this mapping for an earlier file with the same headings. */
  is_remembered: z.boolean(),
  /** Headings of columns that are never read (Art. 9 GDPR). */
  ignored_headings: z.array(z.string()),
  /** The first rows as they stand in the file. */
  preview: z.array(z.array(z.string())),
  /** Names of classes in the file that do not exist in the active year. */
  missing_classes: z.array(z.string()),
  /** Why the last try failed. */
  problem: z.string().nullable(),
  undo_report: ImportUndoReport.nullable(),
  /** File and rows are still there. */
  has_rows: z.boolean(),
  ...ImportOutlook.shape,
  hints: ImportHints,
})
export type ImportDetail = z.output<typeof ImportDetail>

export const ImportRow = z.object({
  /** The row number in the file, the headings being row 1. */
  line: z.int(),
  verdict: ImportVerdict,
  /** What will happen; null for errors and undecided duplicates, which are skipped. */
  decision: ImportDecision.nullable(),
  cells: ImportCells,
  /** Values that will be stored, when they differ from the text in the cell. */
  read: ImportCells,
  problems: z.array(ImportRemark),
  /** Remarks that do not stop the import. */
  notes: z.array(ImportRemark),
  /** What an update changes. */
  changes: z.array(ImportChange),
  /** The children that the row is about, or may be about. */
  matches: z.array(ImportMatch),
  /** The child that an update changes; null: not chosen yet. */
  match_id: z.int().nullable(),
})
export type ImportRow = z.output<typeof ImportRow>

export const ImportRowQuery = z.object({
  page: Page,
  per_page: PerPage,
  verdict: Several(ImportVerdict).optional(),
})
export type ImportRowQuery = z.output<typeof ImportRowQuery>

export const ImportMappingForm = z.object({
  mapping: z.array(ImportMeaningName.nullable()).max(IMPORT_COLUMNS),
  answers: ImportAnswers.default({}),
  encoding: z.enum(IMPORT_ENCODINGS).optional(),
  delimiter: z.enum(IMPORT_DELIMITERS).optional(),
  sheet: z.string().max(200).optional(),
})
export type ImportMappingForm = z.output<typeof ImportMappingForm>

export const ImportRowForm = z.object({
  /** Missing fields stay; an empty text removes the value from the row. */
  cells: z.partialRecord(ImportFieldName, z.string().max(IMPORT_CELL)).default({}),
  /** Null: the decision that the check proposes. */
  decision: ImportDecision.nullish(),
  /** The child that an update is to change; needed when the row may be about several. */
  match_id: Id.nullish(),
})
export type ImportRowForm = z.output<typeof ImportRowForm>

/** The same decision for several rows. */
export const ImportDecisionForm = z.object({
  lines: z.array(z.int().positive()).min(1).max(IMPORT_ROWS),
  decision: ImportDecision.nullable(),
})
export type ImportDecisionForm = z.output<typeof ImportDecisionForm>

const access = 'manage pupil' as const
const RowParams = z.object({ id: z.coerce.number().int().positive(), line: z.coerce.number().int().positive() })

/** Import of a list of pupils in four steps (ux §3.13); file and rows are stored for a day at most. */
export const pupilImportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/pupilImport',
    access,
    response: z.array(ImportSummary),
    summary: 'Importe der letzten Zeit, der neueste zuerst',
  }),
  upload: endpoint({
    method: 'POST',
    path: '/api/admin/pupilImport',
    access,
    query: z.object({ filename: z.string().min(1).max(200) }),
    body: z.instanceof(Uint8Array),
    isUpload: true,
    maxBodyBytes: IMPORT_BYTES,
    response: ImportDetail,
    status: 201,
    idempotent: true,
    summary: 'Datei hochladen (application/octet-stream): XLSX, CSV oder SchILD-NRW, einzeln oder als ZIP',
  }),
  template: endpoint({
    method: 'GET',
    path: '/api/admin/pupilImport/template',
    access,
    response: FileReply,
    isFile: true,
    summary: 'Leere Vorlage mit allen Spalten als XLSX',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupilImport/:id',
    access,
    params: IdParam,
    response: ImportDetail,
    summary: 'Ein Import mit Stand, Fortschritt und Zuordnung der Spalten',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/pupilImport/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Einen noch nicht ausgeführten Import verwerfen',
  }),
  map: endpoint({
    method: 'PUT',
    path: '/api/admin/pupilImport/:id',
    access,
    params: IdParam,
    body: ImportMappingForm,
    response: ImportDetail,
    summary: 'Zuordnung der Spalten, Antworten zu fehlenden Spalten, Zeichensatz und Trennzeichen ändern',
  }),
  check: endpoint({
    method: 'POST',
    path: '/api/admin/pupilImport/:id/check',
    access,
    params: IdParam,
    response: ImportDetail,
    summary:
      'Jede Zeile prüfen, 422 solange Spalten oder Antworten fehlen; schreibt noch keine Schülerinnen und Schüler',
  }),
  rows: endpoint({
    method: 'GET',
    path: '/api/admin/pupilImport/:id/rows',
    access,
    params: IdParam,
    query: ImportRowQuery,
    response: z.object({ data: z.array(ImportRow), total: z.int(), page: z.int(), per_page: z.int() }),
    summary: 'Geprüfte Zeilen',
  }),
  changeRow: endpoint({
    method: 'PUT',
    path: '/api/admin/pupilImport/:id/rows/:line',
    access,
    params: RowParams,
    body: ImportRowForm,
    response: ImportRow.extend({
      /** Other rows about the same child whose finding has changed. */
      also: z.array(ImportRow),
      counts: Counts,
      ...ImportOutlook.shape,
    }),
    summary: 'Zellen einer Zeile korrigieren oder über sie entscheiden',
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/api/admin/pupilImport/:id/rows',
    access,
    params: IdParam,
    body: ImportDecisionForm,
    response: ImportDetail,
    summary: 'Über mehrere Zeilen auf einmal entscheiden',
  }),
  errorRows: endpoint({
    method: 'GET',
    path: '/api/admin/pupilImport/:id/errors',
    access,
    params: IdParam,
    response: FileReply,
    isFile: true,
    isLogged: true,
    summary: 'Zeilen mit Fehlern und offene Dubletten als XLSX',
  }),
  commit: endpoint({
    method: 'POST',
    path: '/api/admin/pupilImport/:id/commit',
    access,
    params: IdParam,
    /** True: leave out rows with errors and undecided duplicates; false: any of them refuses the import. */
    body: z.object({ only_good: z.boolean().default(false) }),
    response: ImportDetail,
    idempotent: true,
    summary: 'Import beginnen; ein Auftrag schreibt alles oder nichts',
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/pupilImport/:id/undo',
    access,
    params: IdParam,
    response: ImportDetail,
    summary: 'Einen Import innerhalb von 24 Stunden rückgängig machen',
  }),
}

/** Which states allow what; used by buttons and handlers. */
export const mayChangeImport = (state: ImportState) => ['uploaded', 'checked', 'failed'].includes(state)
export const isImportRunning = (state: ImportState) => state === 'queued' || state === 'running'
