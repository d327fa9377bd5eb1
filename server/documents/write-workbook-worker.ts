import { parentPort } from 'node:worker_threads'
import { type CellValue, type SheetShape, writeWorkbook } from './write-workbook.ts'

let task: { shape: SheetShape; rows: CellValue[][] } | undefined

const finish = async ({ shape, rows }: NonNullable<typeof task>) => {
  const file = await writeWorkbook(shape, rows)
  parentPort?.postMessage(file, [file.buffer])
}

// One task after the other: the shape, rows in portions, null.
parentPort?.on('message', async (message: SheetShape | CellValue[][] | null) => {
  if (Array.isArray(message)) task?.rows.push(...message)
  else if (message) task = { shape: message, rows: [] }
  else if (task) {
    const done = task
    task = undefined
    await finish(done)
  }
})
