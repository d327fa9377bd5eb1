import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROOT = join(import.meta.dirname, '../dist/web')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const gzipped = (path: string) => gzipSync(read(path), { level: 9 }).length

const importsOf = (path: string, pattern: RegExp) =>
  [...read(path).matchAll(pattern)]
    .map(([, name = '']) => `assets/${name}`)
    .filter((file) => existsSync(join(ROOT, file)))

/** What a script needs before it runs, itself included. */
function closure(path: string, known = new Set<string>()) {
  if (known.has(path)) return known
  known.add(path)
  for (const next of importsOf(path, /(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) closure(next, known)
  return known
}

const scriptsOf = (page: string) =>
  [...read(page).matchAll(/(?:src|href)="\/app\/([\w./-]+\.js)"/g)].map(([, file = '']) => file)
const size = (files: Iterable<string>) => [...files].reduce((sum, file) => sum + gzipped(file), 0)

const firstLoad = (page: string) => {
  const files = new Set<string>()
  for (const script of scriptsOf(page)) for (const file of closure(script)) files.add(file)
  return files
}

/** JavaScript in kB gzip: what each page loads first, and what each lazily loaded part adds to the staff's. */
export function bundleSizes() {
  const staff = firstLoad('index.html')
  const parts = readdirSync(join(ROOT, 'assets'))
    .filter((name) => name.endsWith('Page-') || /Page-[\w-]+\.js$/.test(name))
    .map((name) => {
      const added = [...closure(`assets/${name}`)].filter((file) => !staff.has(file))
      return { name: name.replace(/-[\w-]+\.js$/, ''), kB: size(added) / 1000 }
    })
  return { parents: size(firstLoad('public.html')) / 1000, staff: size(staff) / 1000, parts }
}
