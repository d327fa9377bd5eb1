import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { FileReply } from '#contract/file-reply.ts'
import { IsoDate, MESSAGES, Several } from '#contract/formats.ts'
import { FIGURE_KEYS, type FigureKey } from './figure-fields.ts'
import type { FigureTable } from './figure-sheets.ts'

export const FIGURE_TABLES_MAX = 12

const isFigureKey = (text: string): text is FigureKey => (FIGURE_KEYS as readonly string[]).includes(text)

/** `schoolgrade.gender`, or `schoolgrade` alone: as a table stands in an address. */
export const writeFigureTable = ({ rows, columns }: FigureTable) => (columns ? `${rows}.${columns}` : rows)

/** The table of an address; undefined when it names none. */
export const readFigureTable = (text: string): FigureTable | undefined => {
  const [rows = '', columns, ...rest] = text.split('.')
  if (!isFigureKey(rows) || rest.length > 0 || rows === columns) return undefined
  if (columns === undefined) return { rows, columns: null }
  return isFigureKey(columns) ? { rows, columns } : undefined
}

const TableName = z.string().refine((text) => readFigureTable(text) !== undefined, MESSAGES.boolean)

const FigureHeading = z.object({
  /** Null: nothing is entered. */
  value: z.string().nullable(),
  label: z.string(),
  /** The children that have the value. */
  total: z.int(),
})
export type FigureHeading = z.output<typeof FigureHeading>

const FigureNumbers = z.object({
  rows_by: z.enum(FIGURE_KEYS),
  columns_by: z.enum(FIGURE_KEYS).nullable(),
  rows: z.array(FigureHeading),
  /** Empty when the table has only sums. */
  columns: z.array(FigureHeading),
  /** The children of each row in the order of the columns. */
  counts: z.array(z.array(z.int())),
})
export type FigureNumbers = z.output<typeof FigureNumbers>

export const PupilFigures = z.object({
  day: z.iso.date(),
  /** All children who are at the school on the day, without guests. */
  total: z.int(),
  tables: z.array(FigureNumbers),
})
export type PupilFigures = z.output<typeof PupilFigures>

const access = 'manage pupil'

export const pupilFigureEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/figures',
    access,
    query: z.object({
      day: IsoDate,
      tables: Several(TableName).pipe(z.array(z.string()).min(1).max(FIGURE_TABLES_MAX)),
    }),
    response: PupilFigures,
    // Counting by support reads confidential entries.
    isLogged: true,
    summary: 'Zahl der Kinder an einem Stichtag nach Merkmalen',
  }),
  export: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/figures/export',
    access,
    body: z.object({ day: IsoDate, tables: z.array(TableName).min(1).max(FIGURE_TABLES_MAX) }),
    response: FileReply,
    isFile: true,
    summary: 'Die Zahlen eines Stichtags als Excel-Datei, eine Tabelle je Blatt',
  }),
}
