import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './run-tool.ts'

/** `npm run figures`: what the tree looks like, counted. Tests, test data and generated files are left out. */

const ROOMS = ['contract', 'server', 'web']
const LEFT_OUT = /\.(test|test-data|e2e|generated)\.|\/(test|migrations|demo)\//

interface SourceFile {
  /** From the root of the project, such as `web/ui/DataTable.tsx`. */
  path: string
  text: string
  lines: number
}

const listFiles = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? listFiles(path) : [path]
  })

const readFile = (path: string): SourceFile => {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, lines: text.split('\n').length - 1 }
}

const files = ROOMS.flatMap(listFiles)
  .filter((path) => /\.(ts|tsx|css)$/.test(path) && !LEFT_OUT.test(`/${path}`))
  .map(readFile)
const code = files.filter(({ path }) => !path.endsWith('.css'))
const web = files.filter(({ path }) => path.startsWith('web/'))
const css = files.filter(({ path }) => path.endsWith('.css'))

const sum = (list: readonly SourceFile[]) => list.reduce((total, { lines }) => total + lines, 0)
const occurrences = (list: readonly SourceFile[], pattern: RegExp) =>
  list.reduce((total, { text }) => total + (text.match(pattern)?.length ?? 0), 0)

const fileOf = new Map(code.map((file) => [file.path, file]))

/** The files of the project that a file imports. */
const importsOf = ({ path, text }: SourceFile) =>
  [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap(([, target = '']) => {
    const absolute = target.startsWith('#')
      ? target.slice(1)
      : target.startsWith('.')
        ? relative(root, resolve(root, dirname(path), target))
        : ''
    return fileOf.has(absolute) ? [absolute] : []
  })

const importers = new Map<string, Set<string>>()
for (const file of code)
  for (const target of importsOf(file)) importers.set(target, (importers.get(target) ?? new Set()).add(file.path))

const screens = web.filter(({ path }) => /(Page|Dialog)\.tsx$/.test(path))

const mutualDomains = () => {
  const domainOf = (path: string) => /^server\/domains\/([^/]+)\//.exec(path)?.[1]
  const needs = new Set(
    code.flatMap((file) => {
      const from = domainOf(file.path)
      return from === undefined ? [] : importsOf(file).map((target) => `${from} ${domainOf(target)}`)
    }),
  )
  return [...needs].filter((pair) => {
    const [from = '', to = ''] = pair.split(' ')
    return from < to && needs.has(`${to} ${from}`)
  })
}

/** The comment of a declaration begins in the middle of a thought instead of with a subject or a verb. */
const FRAGMENT =
  /\/\*\*\s*(?:\* )?(?:Of|As|That|Whom|Whose|Those|So (?:many|much|long|few)|Such|Instead|Behind|Beside)\b/g
const TABLE_HOMES = /^web\/(ui|lists)\//

const figures: [name: string, value: number | string][] = [
  [
    'lines of contract, server, web',
    ROOMS.map((room) => sum(files.filter(({ path }) => path.startsWith(`${room}/`)))).join(', '),
  ],
  ['web lines per page and dialog', Math.round(sum(web) / screens.length)],
  ['pages and dialogs', screens.length],
  ['style sheets: files', css.length],
  ['style sheets: lines', sum(css)],
  ['lazy(', occurrences(web, /\blazy\(/g)],
  [
    'tables written by hand outside web/ui and web/lists',
    occurrences(
      web.filter(({ path }) => !TABLE_HOMES.test(path)),
      /<table\b/g,
    ),
  ],
  ['pairs of server domains that need each other', mutualDomains().length],
  [
    'files of at most 25 lines with one importer',
    code.filter(({ path, lines }) => lines <= 25 && importers.get(path)?.size === 1).length,
  ],
  ['doc comments that begin as a fragment', occurrences(code, FRAGMENT)],
  ['comments with „of who“ or „for who“', occurrences(code, /\b(?:of|for) who\b/g)],
  ['interfaces called Asked or Asking', occurrences(code, /\binterface (?:Asked|Asking)\b/g)],
  ['files that name swim_level', code.filter(({ text }) => text.includes('swim_level')).length],
]

for (const [name, value] of figures) console.log(`${String(value).padStart(24)}  ${name}`)
if (process.argv.includes('--list')) for (const pair of mutualDomains()) console.log(pair)
