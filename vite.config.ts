import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import {
  defineConfig,
  type IndexHtmlTransformContext,
  type InlineConfig,
  type Plugin,
  type ResolveModulePreloadDependenciesFn,
} from 'vite'
import { pageFileOf } from './contract/public-pages.ts'
import { leanContract } from './scripts/web-build/lean-contract.ts'
import { licenceFiles } from './scripts/web-build/licence-files.ts'
import { PROGRAM, pageChunks } from './scripts/web-build/page-chunks.ts'

const BASE = '/app'
const server = `http://127.0.0.1:${process.env.PORT ?? '3000'}`

/** In development the public pages get their own entries, as the server does it with the built files. */
const publicEntries = (): Plugin => ({
  name: 'public-entries',
  configureServer: (dev) => {
    dev.middlewares.use((request, _response, next) => {
      const path = (request.url ?? '').split('?')[0]?.replace(BASE, '') ?? ''
      const file = pageFileOf(path, request.headers.cookie)
      if (file !== 'index.html') request.url = `${BASE}/${file}`
      next()
    })
  },
})

const EXPORTED = /^export (?:async )?(?:const|function) (\w+)/gm

/**
 * Pages never use two parts of zod, 7 kB of the first page: the way of each schema to JSON Schema, which only the
 * server's API document takes, and the English messages, because `contract/formats.ts` has a German one for every issue.
 */
const leanZod = (): Plugin => ({
  name: 'lean-zod',
  apply: 'build',
  load: {
    filter: { id: /zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$/ },
    handler: (id) => {
      if (id.endsWith('/en.js')) return 'export default () => ({})'
      const names = [...readFileSync(id, 'utf8').matchAll(EXPORTED)].map(([, name]) => `none as ${name}`)
      return `const none = () => undefined\nexport { ${names.join(', ')} }`
    },
  },
})

/** Files by the file that imports them at once; filled when the bundle is complete. */
const importsOf = new Map<string, readonly string[]>()

const rememberImports = (): Plugin => ({
  name: 'remember-imports',
  apply: 'build',
  // Before Vite writes its lists of what to preload.
  enforce: 'pre',
  generateBundle: (_options, bundle) => {
    for (const output of Object.values(bundle)) {
      if (output.type === 'chunk') importsOf.set(output.fileName, output.imports)
    }
  },
})

const loadedWith = (file: string, found = new Set<string>()) => {
  for (const next of importsOf.get(file) ?? []) {
    if (!found.has(next)) loadedWith(next, found.add(next))
  }
  return found
}

/** What the asking file came with is there already; named in each of its lists, it makes every page heavier. */
const withoutLoaded: ResolveModulePreloadDependenciesFn = (_file, wished, { hostId, hostType }) => {
  if (hostType === 'html') return wished
  const loaded = loadedWith(hostId)
  return wished.filter((file) => !loaded.has(file))
}

type Chunk = Extract<NonNullable<IndexHtmlTransformContext['bundle']>[string], { type: 'chunk' }>

/** The page for visitors names the files of the staff's program, which it fetches while somebody types. */
const programFiles = (): Plugin => ({
  name: 'program-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { filename, bundle = {}, chunk: entry }) => {
      if (!entry || !filename.endsWith('/visitor.html')) return []
      const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
      const parts = chunks.filter(({ moduleIds }) => PROGRAM.some((id) => moduleIds.includes(id)))
      const names = new Set(parts.flatMap(({ fileName }) => [fileName, ...loadedWith(fileName)]))
      for (const name of [entry.fileName, ...loadedWith(entry.fileName)]) names.delete(name)
      const styles = chunks.flatMap(({ fileName, viteMetadata }) =>
        names.has(fileName) ? [...(viteMetadata?.importedCss ?? [])] : [],
      )
      const content = [...new Set([...names, ...styles])].map((name) => `${BASE}/${name}`).join(' ')
      return [{ tag: 'meta', attrs: { name: 'staff-program', content } }]
    },
  },
})

const entries = ['index.html', 'visitor.html', 'public.html', 'parents.html', 'status.html', 'datacheck.html'].map(
  (name) => resolve(import.meta.dirname, 'web', name),
)

const config: InlineConfig = {
  root: resolve(import.meta.dirname, 'web'),
  base: `${BASE}/`,
  // `web/public` holds the public pages' source, so files served as they are live beside it.
  publicDir: resolve(import.meta.dirname, 'web/static'),
  plugins: [react(), publicEntries(), leanZod(), leanContract(), rememberImports(), programFiles(), licenceFiles()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // `npm run bench -- sizes` holds what each page loads.
    chunkSizeWarningLimit: 1000,
    // Inlined assets would be data: URLs, which the CSP does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
    rolldownOptions: { input: entries },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/sanctum',
        '/login',
        '/passkey-login',
        '/logout',
        '/two-factor-challenge',
        '/register',
        '/forgot-password',
        '/password-link',
        '/reset-password',
        '/user/',
        '/demo',
      ].map((path) => [path, { target: server }]),
    ),
  },
}

export default defineConfig(async ({ command }) => {
  if (command === 'serve') return config
  const groups = await pageChunks(config)
  const rolldownOptions = { input: entries, output: { codeSplitting: { groups } } }
  return { ...config, build: { ...config.build, rolldownOptions } }
})
