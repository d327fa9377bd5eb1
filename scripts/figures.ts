import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './run-tool.ts'

/**
 * `npm run figures` counts what the tree looks like, without tests, test data and generated files.
 * `npm run figures -- --list` also prints the files and lines behind the figures that should reach 0.
 */

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
/** Every place of a pattern, as `path:line text`. */
const places = (list: readonly SourceFile[], pattern: RegExp) =>
  list.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(({ index }) => {
      const line = text.slice(0, index).split('\n').length
      return `${path}:${line} ${text.split('\n')[line - 1]?.trim()}`
    }),
  )
const paths = (list: readonly SourceFile[]) => list.map(({ path }) => path)

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

/** A module of a domain that fills the inputs of a form, collects what changed or compares versions by itself. */
const FORM_FILE = /^web\/domains\/(?:.*\/)?(?!use-)[^/]+-(?:form|values|fields|conflict)\.ts$/
const FORM_ENGINE =
  /export const (?:inputsOf|valuesOf\w*|\w+Values|changesOf\w*|changedFields|\w+Changes|\w+Body|\w*[cC]onflict(?:Lines)?) = /

/**
 * Kinds of files that each domain has once, so that they are found by their name: its routes and its group of endpoints,
 * which one list of all domains imports, and its mails. They may be short.
 */
const KINDS_OF_A_DOMAIN = /\.(routes|api|mails)\.ts$/

type Figure = [name: string, value: number | string]

const sizes: Figure[] = [
  [
    'lines of contract, server, web',
    ROOMS.map((room) => sum(files.filter(({ path }) => path.startsWith(`${room}/`)))).join(', '),
  ],
  ['web lines per page and dialog', Math.round(sum(web) / screens.length)],
  ['pages and dialogs', screens.length],
  ['style sheets: files', css.length],
  ['style sheets: lines', sum(css)],
]

/** Each figure with what it counts, so that `--list` can print it. */
const found: [name: string, places: string[]][] = [
  ['lazy(', places(web, /\blazy\(/g)],
  [
    'tables written by hand outside web/ui and web/lists',
    places(
      web.filter(({ path }) => !TABLE_HOMES.test(path)),
      /<table\b/g,
    ),
  ],
  [
    'form modules with reading, sending or comparing of their own',
    paths(code.filter(({ path, text }) => FORM_FILE.test(path) && FORM_ENGINE.test(text))),
  ],
  ['pairs of server domains that need each other', mutualDomains()],
  [
    'files of at most 25 lines with one importer',
    code.flatMap(({ path, lines }) => {
      const users = [...(importers.get(path) ?? [])]
      return lines <= 25 && users.length === 1 && !KINDS_OF_A_DOMAIN.test(path)
        ? [`${path} (${lines}) <- ${users[0]} (${fileOf.get(users[0] ?? '')?.lines})`]
        : []
    }),
  ],
  ['doc comments that begin as a fragment', places(code, FRAGMENT)],
  ['comments with „of who“ or „for who“', places(code, /\b(?:of|for) who\b/g)],
  ['interfaces called Asked or Asking', places(code, /\binterface (?:Asked|Asking)\b/g)],
  ['files that name swim_level', paths(code.filter(({ text }) => text.includes('swim_level')))],
]

const figures: Figure[] = [...sizes, ...found.map(([name, list]): Figure => [name, list.length])]
for (const [name, value] of figures) console.log(`${String(value).padStart(24)}  ${name}`)

if (process.argv.includes('--list')) for (const [name, list] of found) console.log([`\n${name}`, ...list].join('\n  '))
