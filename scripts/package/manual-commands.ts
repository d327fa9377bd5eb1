import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const MANUAL = join(import.meta.dirname, '../../docs/operations.md')

/** The commands below a heading of the manual, in its order and without their remarks. */
export const manualCommands = (heading: string) => {
  const text = readFileSync(MANUAL, 'utf8')
  const level = heading.split(' ')[0] ?? ''
  const start = text.indexOf(`\n${heading}\n`)
  if (start < 0) throw new Error(`The manual has no "${heading}".`)
  const rest = text.slice(start + heading.length + 2)
  const end = new RegExp(`^#{1,${level.length}} `, 'm').exec(rest)?.index
  const blocks = [...rest.slice(0, end).matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  return blocks.flatMap(([, block = '']) =>
    block
      .trim()
      .split('\n')
      .map((line) => line.replace(/ {3,}# .*$/, '').trim()),
  )
}
