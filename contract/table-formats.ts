import { z } from 'zod'

/** File formats for a table that no other program reads. */
export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export const TableFormat = z.enum(TABLE_FORMATS)
export type TableFormat = z.output<typeof TableFormat>

export const TABLE_FORMAT_LABELS: Record<TableFormat, string> = { xlsx: 'Excel', csv: 'CSV' }
