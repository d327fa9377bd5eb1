import { resolve } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

const fromRoot = (path: string) => resolve(import.meta.dirname, '../..', path)

/** What visitors may need after their login: the frame and the start page (ADR 0040). */
export const PROGRAM = ['web/staff-program.tsx', 'web/domains/dashboard/HomePage.tsx'].map(fromRoot)

/** First pages, by the files they begin with: each loads what it needs itself and nothing of the others (ADR 0041). */
const FIRST_PAGES: Record<string, readonly string[]> = {
  visitor: [fromRoot('web/visitor/visitor-main.tsx')],
  form: [fromRoot('web/public/main.tsx')],
  parents: [fromRoot('web/public/parents.tsx')],
  status: [fromRoot('web/public/status.tsx')],
  check: [fromRoot('web/public/data-check.tsx')],
  program: [fromRoot('web/main.tsx'), ...PROGRAM],
}

/** These begin to work as soon as they are loaded, so no other page may load them. */
const STARTS = new Set(
  Object.values(FIRST_PAGES)
    .flat()
    .filter((path) => !PROGRAM.includes(path)),
)

/** Bytes, not yet minified. Code that some first pages share and that is smaller than this goes to all of them: its own file would cost a request. */
const SMALL = 20_000

/** The same for code that only two first pages share: the others would carry it for nothing. */
const SMALL_FOR_TWO = 2000

const smallFor = (pages: readonly string[]) =>
  pages.filter((page) => page in FIRST_PAGES).length > 2 ? SMALL : SMALL_FOR_TWO

/** Code that so many pages share is one file; each other combination of pages has one of its own. */
const SHARED_BY_MANY = 18

/** What one first page shares with so few further pages of the staff, the others do not carry. */
const FEW = 4

const partFor = (furtherPages: number) => {
  if (furtherPages > FEW) return ''
  return furtherPages === 1 ? '-one' : '-few'
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

const loadedWith = (file: string, chunks: Chunks, found = new Set<Rolldown.OutputChunk>()) => {
  const chunk = chunks.get(file)
  if (!chunk || found.has(chunk)) return found
  found.add(chunk)
  for (const next of chunk.imports) loadedWith(next, chunks, found)
  return found
}

/** The first build is thrown away: only after unused code is removed, it is known which page needs which module. */
const tryOut = async (config: InlineConfig): Promise<Chunks> => {
  const result = await build({
    ...config,
    configFile: false,
    logLevel: 'silent',
    build: {
      ...config.build,
      write: false,
      minify: false,
      // No module is put together with one that fewer pages need.
      rolldownOptions: { ...config.build?.rolldownOptions, experimental: { chunkOptimization: false } },
    },
  })
  const { output } = [result].flat()[0] as Rolldown.RolldownOutput
  return new Map(output.flatMap((part) => (part.type === 'chunk' ? [[part.fileName, part]] : [])))
}

const beginsAt =
  (paths: readonly string[]) =>
  ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) =>
    paths.some((path) => path === facadeModuleId || moduleIds.includes(path))

/** The pages of a file that so many further pages of the staff need, too, and the part of that file. */
const withStaff = (pages: readonly string[], further: number) => {
  if (further === 0 || pages.includes('program')) return { pages, part: '' }
  const [page] = pages
  if (pages.length > 1) return { pages: [...pages, 'staff'], part: '' }
  // Whoever signs in loads the program next, so it carries what the login shares with many of its pages.
  if (page === 'visitor') return { pages: [...pages, further > FEW ? 'program' : 'staff'], part: '' }
  return { pages: [...pages, 'staff'], part: partFor(further) }
}

/**
 * For each chunk the first pages that need it at once. „later“: pages without a session fetch it, too, such as the rules
 * of their forms. „staff“: a further page of the staff needs it, and the program lacks it.
 */
const pagesByChunk = (chunks: Chunks) => {
  const all = [...chunks.values()]
  const loaded = (starts: readonly Rolldown.OutputChunk[]) =>
    new Set(starts.flatMap(({ fileName }) => [...loadedWith(fileName, chunks)]))
  const first = Object.entries(FIRST_PAGES).map(([page, starts]) => ({
    page,
    needs: loaded(all.filter(beginsAt(starts))),
  }))
  const withoutSession = new Set(first.flatMap(({ page, needs }) => (page === 'program' ? [] : [...needs])))
  const fetchedLater = [...withoutSession].flatMap(({ dynamicImports }) =>
    dynamicImports.map((file) => chunks.get(file)),
  )
  const later = loaded(fetchedLater.filter((chunk) => chunk !== undefined).filter((chunk) => !beginsAt(PROGRAM)(chunk)))
  // What only pages without a session fetch is no page of the staff.
  const fetchedByStaff = new Set(all.flatMap((chunk) => (withoutSession.has(chunk) ? [] : chunk.dynamicImports)))
  const further = all.filter(({ fileName }) => fetchedByStaff.has(fileName)).map((start) => loaded([start]))
  return all.flatMap((chunk) => {
    const pages = first.flatMap(({ page, needs }) => (needs.has(chunk) ? [page] : []))
    if (pages.length === 0) return []
    if (later.has(chunk) && !withoutSession.has(chunk)) pages.unshift('later')
    const staff = further.filter((needs) => needs.has(chunk)).length
    return [{ chunk, ...withStaff(pages, staff) }]
  })
}

const sizeOf = ({ modules }: Rolldown.OutputChunk) =>
  Object.values(modules).reduce((sum, { renderedLength }) => sum + renderedLength, 0)

/** The login waits for each stylesheet it names, so all of its own are one, the program's. */
const stylesIn = (file: string) => (file === 'visitor' || file === 'visitor-staff' ? 'visitor-program' : file)

/** Names the file of each module that a first page needs, after these pages: `form-parents`. */
const firstFiles = (chunks: Chunks) => {
  const needed = pagesByChunk(chunks)
  const sizes = new Map<string, number>()
  for (const { chunk, pages } of needed) sizes.set(pages.join('-'), (sizes.get(pages.join('-')) ?? 0) + sizeOf(chunk))
  const everybody = Object.keys(FIRST_PAGES).join('-')
  const isNeededBy = (name: string, pages: readonly string[]) =>
    pages.every((page) => !(page in FIRST_PAGES) || name.split('-').includes(page))
  // The modules that it imports are needed by the same pages or more: they must be small, too, or be loaded by
  // everybody.
  const isSmall = (pages: readonly string[]) =>
    pages.length > 1 &&
    [...sizes].every(
      ([name, size]) => name === everybody || size < smallFor(name.split('-')) || !isNeededBy(name, pages),
    )
  return new Map(
    needed.flatMap(({ chunk, pages, part }) => {
      const file = isSmall(pages) ? everybody : `${pages.join('-')}${part}`
      return chunk.moduleIds.map((id): [string, string] => [id, id.endsWith('.css') ? stylesIn(file) : file])
    }),
  )
}

/** How the code is cut into files. This names only where pages begin; the rest follows from the imports. */
export const pageChunks = async (config: InlineConfig): Promise<Rolldown.CodeSplittingGroup[]> => {
  const chunks = await tryOut(config)
  const files = firstFiles(chunks)
  const known = new Set([...chunks.values()].flatMap(({ moduleIds }) => moduleIds))
  const isKnown = (id: string) => known.has(id)
  return [
    {
      debugName: 'first pages',
      priority: 3,
      includeDependenciesRecursively: false,
      name: (id) => (STARTS.has(id) || id.endsWith('.html') ? null : files.get(id)),
    },
    { priority: 2, name: 'common', test: isKnown, minShareCount: SHARED_BY_MANY },
    { priority: 1, name: 'shared', test: isKnown, minShareCount: 2, entriesAware: true },
  ]
}
