import { Worker } from 'node:worker_threads'
import { FileRefusal, type FileRefusalReason } from './file-refusal.ts'
import type { TableFile, TableRequest } from './read-any-table.ts'
import type { TableRow } from './table-rows.ts'

const WORKERS_MAX = 2
const WAITING_MAX = 6
const SECONDS_MAX = 20
const MEMORY = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 48, stackSizeMb: 4 }

type Message =
  | { kind: 'head'; about: Omit<TableFile, 'tables'>; counts: { name: string; row_count: number }[] }
  | { kind: 'rows'; table: number; rows: TableRow[] }
  | { kind: 'done' }
  | { kind: 'refusal'; reason: FileRefusalReason }

interface ReadTable {
  name: string
  /** All rows, the headings as well, also where fewer were wanted. */
  row_count: number
  rows: TableRow[]
}
export type ReadTableFile = Omit<TableFile, 'tables'> & { tables: ReadTable[] }

interface Job extends TableRequest {
  /** Rows of each table that are wanted; missing: all. */
  rowsWanted?: number
}

/** A file in a thread of its own, with limits on memory and time: what it does to the reader it does to no one else. */
const readInThread = (file: Uint8Array, { rowsWanted = Number.MAX_SAFE_INTEGER, ...request }: Job) =>
  new Promise<ReadTableFile>((resolve, reject) => {
    let result: ReadTableFile
    const worker = new Worker(new URL('./read-table-worker.ts', import.meta.url), {
      workerData: { file, request, rowsWanted },
      resourceLimits: MEMORY,
      env: {},
      execArgv: [],
    })
    const refuse = (reason: FileRefusalReason) => {
      clearTimeout(timer)
      reject(new FileRefusal(reason))
      void worker.terminate()
    }
    const timer = setTimeout(() => refuse('slow'), SECONDS_MAX * 1000)
    const take = (message: Message) => {
      if (message.kind === 'head')
        result = { ...message.about, tables: message.counts.map((one) => ({ ...one, rows: [] })) }
      else if (message.kind === 'rows') result.tables[message.table]?.rows.push(...message.rows)
      else if (message.kind === 'refusal') refuse(message.reason)
      else {
        clearTimeout(timer)
        resolve(result)
      }
    }
    worker.on('message', take)
    worker.on('error', () => refuse('unreadable'))
    worker.on('exit', () => refuse('unreadable'))
  })

let running = 0
const waiting: (() => void)[] = []

const takeTurn = async () => {
  if (running < WORKERS_MAX) {
    running++
    return
  }
  if (waiting.length >= WAITING_MAX) throw new FileRefusal('busy')
  await new Promise<void>((resolve) => waiting.push(resolve))
}

/** Whoever waits longest goes on; the place stays taken. */
const endTurn = () => {
  const next = waiting.shift()
  if (next) next()
  else running--
}

/**
 * Reads a table from a file, never in this thread; a few at a time, some more may wait. FileRefusal says why a file was
 * not read.
 */
export async function readTableFile(file: Uint8Array, job: Job): Promise<ReadTableFile> {
  await takeTurn()
  try {
    return await readInThread(file, job)
  } finally {
    endTurn()
  }
}
