import { z } from 'zod'

/** What a table is saved as, where no other program asks for a format of its own. */
export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export const TableFormat = z.enum(TABLE_FORMATS)
export type TableFormat = z.output<typeof TableFormat>

export const TABLE_FORMAT_LABELS: Record<TableFormat, string> = { xlsx: 'Excel', csv: 'CSV' }
