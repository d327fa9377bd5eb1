import { createHash } from 'node:crypto'
import type { TableSum } from './archive-format.ts'

const LINE_END = 10
/** COPY text writes a line end inside a value as `\n`, so every real line end is the end of a row. */
const countRows = (text: Buffer) => {
  let count = 0
  for (let at = text.indexOf(LINE_END); at !== -1; at = text.indexOf(LINE_END, at + 1)) count += 1
  return count
}

/** Sums up a table while its rows pass. */
export const startSum = (name: string) => {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(text: Buffer) {
      hash.update(text)
      rows += countRows(text)
    },
    end: (): TableSum => ({ name, rows, sha256: hash.digest('hex') }),
  }
}
