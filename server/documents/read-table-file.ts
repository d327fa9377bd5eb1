import { TABLE_FILE_LIMITS } from '#contract/table-files.ts'
import { DocumentThreadError, documentThreads } from './document-threads.ts'
import { FileRefusal, type FileRefusalReason } from './file-refusal.ts'
import type { TableFile, TableRequest } from './read-any-table.ts'
import type { TableRow } from './table-rows.ts'

type Message =
  | { kind: 'head'; about: Omit<TableFile, 'tables'>; counts: { name: string; row_count: number }[] }
  | { kind: 'rows'; table: number; rows: TableRow[] }
  | { kind: 'done' }
  | { kind: 'refusal'; reason: FileRefusalReason }

const runReader = documentThreads<Message>({
  script: new URL('./read-table-worker.ts', import.meta.url),
  threadsMax: 2,
  waitingMax: 6,
  secondsMax: TABLE_FILE_LIMITS.seconds,
  heapMb: 384,
  keepSeconds: 0,
})

interface ReadTable {
  name: string
  /** The number of all rows including the headings, even when fewer were requested. */
  row_count: number
  rows: TableRow[]
}
export type ReadTableFile = Omit<TableFile, 'tables'> & { tables: ReadTable[] }

interface Job extends TableRequest {
  /** How many rows of each table are requested; missing: all. */
  rowsWanted?: number
}

/** Collects the portions that the reader sends. */
function collectTables() {
  let result: ReadTableFile
  return (message: Message) => {
    if (message.kind === 'refusal') throw new FileRefusal(message.reason)
    if (message.kind === 'done') return result
    if (message.kind === 'rows') result.tables[message.table]?.rows.push(...message.rows)
    else result = { ...message.about, tables: message.counts.map((one) => ({ ...one, rows: [] })) }
    return undefined
  }
}

const toRefusal = (error: unknown) => {
  if (!(error instanceof DocumentThreadError)) return error
  return new FileRefusal(error.reason === 'died' ? 'unreadable' : error.reason)
}

/**
 * Reads a table from a file, always in another thread; a few at a time, some more may wait. FileRefusal says why a file
 * was not read.
 */
export async function readTableFile(
  file: Uint8Array,
  { rowsWanted = Number.MAX_SAFE_INTEGER, ...request }: Job,
): Promise<ReadTableFile> {
  try {
    return await runReader({ data: { file, request, rowsWanted }, receive: collectTables() })
  } catch (error) {
    throw toRefusal(error)
  }
}
