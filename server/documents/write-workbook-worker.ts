import { parentPort, workerData } from 'node:worker_threads'
import { type CellValue, type SheetShape, writeWorkbook } from './write-workbook.ts'

const rows: CellValue[][] = []

parentPort?.on('message', async (portion: CellValue[][] | null) => {
  if (portion) {
    rows.push(...portion)
    return
  }
  const file = await writeWorkbook(workerData as SheetShape, rows)
  parentPort?.postMessage(file, [file.buffer])
})
