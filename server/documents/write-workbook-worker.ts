import { parentPort } from 'node:worker_threads'
import { type Cells, type CellValue, cellsOf, type SheetShape, writeWorkbook } from './write-workbook.ts'

let task: { shape: SheetShape; rows: Cells[] } | undefined

const finish = async (sheet: NonNullable<typeof task>) => {
  const file = await writeWorkbook([sheet])
  parentPort?.postMessage(file, [file.buffer])
}

// One task after the other: the shape, rows in portions, null. Cells are made while the next portion is on its way.
parentPort?.on('message', async (message: SheetShape | CellValue[][] | null) => {
  if (Array.isArray(message)) {
    for (const values of message) task?.rows.push(cellsOf(values, task.shape.columns))
  } else if (message) task = { shape: message, rows: [] }
  else if (task) {
    const done = task
    task = undefined
    await finish(done)
  }
})
