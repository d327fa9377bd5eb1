import { parentPort } from 'node:worker_threads'
import { FileRefusal } from './file-refusal.ts'
import { readAnyTable, type TableRequest } from './read-any-table.ts'

/** Rows are sent in portions, so that receiving them never blocks the main thread. */
const PORTION = 250

interface Job {
  file: Uint8Array
  request: TableRequest
  /** How many rows of each table are requested. */
  rowsWanted: number
}

const send = async ({ file, request, rowsWanted }: Job) => {
  const { tables, ...about } = await readAnyTable(Buffer.from(file.buffer, file.byteOffset, file.byteLength), request)
  const counts = tables.map(({ name, rows }) => ({ name, row_count: rows.length }))
  parentPort?.postMessage({ kind: 'head', about, counts })
  for (const [table, { rows }] of tables.entries()) {
    for (let at = 0; at < Math.min(rows.length, rowsWanted); at += PORTION)
      parentPort?.postMessage({ kind: 'rows', table, rows: rows.slice(at, Math.min(at + PORTION, rowsWanted)) })
  }
  parentPort?.postMessage({ kind: 'done' })
}

parentPort?.once('message', (job: Job) =>
  send(job).catch((error: unknown) =>
    parentPort?.postMessage({ kind: 'refusal', reason: error instanceof FileRefusal ? error.reason : 'unreadable' }),
  ),
)
