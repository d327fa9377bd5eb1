import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const INDEX = 'docs/operations.md'
const FOLDER = 'docs/operations'
const ROOT = join(import.meta.dirname, '../..')

interface Chapter {
  /** Its path in the checkout. */
  path: string
  text: string
}

const readChapter = (path: string): Chapter => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })

/** What whoever runs an installation reads: the list of chapters. */
export const manualIndex = () => readChapter(INDEX)

/** The chapters in the order of their names. */
export const manualChapters = () =>
  readdirSync(join(ROOT, FOLDER))
    .sort()
    .map((name) => readChapter(`${FOLDER}/${name}`))

/** The whole manual as one text. */
export const manualText = () => [manualIndex(), ...manualChapters()].map(({ text }) => text).join('\n')

/** Headings of a text with their depth; a remark in a block of commands is none. */
export const headingsOf = (text: string) =>
  [...text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^(#+) (.+)$/gm)].map(([, level = '', name = '']) => ({
    depth: level.length,
    name,
  }))

/** A line of commands as it is typed. */
export const withoutRemark = (line: string) => line.replace(/ {3,}(# |-- ).*$/, '').trim()

/** The blocks in a text, in one language, each line without its remark. */
const linesIn = (text: string, language: 'sh' | 'sql') =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].flatMap(([, block = '']) =>
    block.trim().split('\n').map(withoutRemark),
  )

/** What stands below a heading such as `## Caddy`, to the next one that is not below it. */
const sectionOf = (heading: string) => {
  const lines = manualChapters()
    .map(({ text }) => text.split('\n'))
    .find((chapter) => chapter.includes(heading))
  if (!lines) throw new Error(`The manual has no "${heading}".`)
  const rest = lines.slice(lines.indexOf(heading) + 1)
  const depth = heading.indexOf(' ')
  let isCode = false
  const end = rest.findIndex((line) => {
    if (line.startsWith('```')) isCode = !isCode
    const level = /^(#+) /.exec(line)?.[1]?.length ?? Number.POSITIVE_INFINITY
    return !isCode && level <= depth
  })
  return rest.slice(0, end < 0 ? rest.length : end).join('\n')
}

/** The commands below a heading of the manual, in its order and without their remarks. */
export const manualCommands = (heading: string) => linesIn(sectionOf(heading), 'sh')

/** The statements below a heading. */
export const manualStatements = (heading: string) => linesIn(sectionOf(heading), 'sql')

/** Each heading of the manual with the commands and statements that stand directly below it, if there are any. */
export const manualSections = () =>
  manualChapters().flatMap(({ path, text }) => {
    const headings = headingsOf(text).map(({ depth, name }) => `${'#'.repeat(depth)} ${name}`)
    const parts = headings.map((heading, index) => {
      const [, after = ''] = `\n${text}`.split(`\n${heading}\n`)
      const next = headings[index + 1]
      const own = next ? (after.split(`\n${next}\n`)[0] ?? '') : after
      return { path, heading, lines: [...linesIn(own, 'sh'), ...linesIn(own, 'sql')] }
    })
    return parts.filter(({ lines }) => lines.length > 0)
  })
