import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import {
  defineConfig,
  type IndexHtmlTransformContext,
  type Plugin,
  type ResolveModulePreloadDependenciesFn,
} from 'vite'
import { pageFileOf } from './contract/public-pages.ts'

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

/** What visitors may need after their login: the frame and the start page (ADR 0040). */
const PROGRAM = ['web/staff-program.tsx', 'web/domains/dashboard/HomePage.tsx'].map((name) =>
  resolve(import.meta.dirname, name),
)

/** The page for visitors names the files of the staff's program, which it fetches while somebody types. */
const programFiles = (): Plugin => ({
  name: 'program-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { filename, bundle = {}, chunk: entry }) => {
      if (!entry || !filename.endsWith('/visitor.html')) return []
      const chunks = Object.values(bundle).filter((output): output is Chunk => output.type === 'chunk')
      const parts = chunks.filter(({ facadeModuleId }) => facadeModuleId && PROGRAM.includes(facadeModuleId))
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

const entries = ['index.html', 'visitor.html', 'public.html', 'parents.html', 'status.html'].map((name) =>
  resolve(import.meta.dirname, 'web', name),
)

const kit = 'node_modules/@mantine/core/esm/'
const FRAME_PARTS =
  'ActionIcon|Button|Card|CloseButton|Group|Input|InputBase|Loader|Paper|Skeleton|Stack|Text|Title|Transition|UnstyledButton'
const RARE_QUERIES = '(react-)?virtual|query-core/.*/queriesObserver|react-query/.*/useQueries'
const RARE_HOOKS = 'esm/use-(debounced-[a-z]+|drag|long-press)/'
const MENU_PARTS = 'FloatingArrow|FocusTrap|Menu|OptionalPortal|Popover|Portal'

const VISITOR_PARTS = 'Native(Card|SecretField|NewPasswordField)|native-(card|secret)\\.module|use-native-form'
const SHELL_PARTS =
  '(visit|arrival|page-start|use-version|version-state|ConnectionBanner|(AppShell|TopBar)\\.module)\\.'
const VISITOR_PAGES =
  'account/((Login|ForgotPassword|ResetPassword)Page|LoginForm|TwoFactorCodeForm)|dashboard/WelcomeCard|schools/(SetupPage|School(Form|ReadyCard)|school-errors)'

/**
 * Small parts that the start page and many others share. Each alone would cost more than it holds: a request,
 * compressing of its own, and its name in the lists of what the pages load. None of them is part of a public page.
 */
const SMALL_PARTS = [
  'contract/(?:[a-z]+/)?(bin|class-names|counted|file-reply|person-names|pupils\\.stats|rollovers\\.state|schoolyears\\.states|sicknotes\\.(list-path|state)|table-formats|text-order)',
  'web/api/(act-once|conflict-text)',
  'web/(?:shell|forms|lists)/(ask-to-discard|use-(kept-input|unsaved-changes|url-search))',
  'web/(?:ui|lists|forms)/(Breadcrumb|PrintHead|StatusChip|link-target|save-file|table-state|use-(narrow|opened))',
  'web/domains/registrations/(child-name|status-order)',
  'web/domains/rollovers/rollover-list-query',
  'web/domains/schoolclasses/(class-texts|schoolclass-queries)',
  'web/domains/sicknotes/(sicknote-counts|sicknotes-query)',
  'lucide-react/dist/esm/icons/(arrow-(down|up)|chevron-(left|right|up)|circle(-check|-exclamation-point|-x)?|copy|ellipsis-vertical|pencil|plus|printer|trash|undo-2|x)',
].join('|')

/** Left alone, the bundler makes dozens of tiny chunks, which compress badly; of these the public entry loads React only. */
const chunkGroups = [
  // What everybody loads: React and the calls.
  {
    name: 'base',
    priority: 5,
    test: /node_modules\/(react|react-dom|scheduler)\/|preload-helper|web\/(api\/(client|call-log|random-key|shown-day|waits|wait-text)|app-name|base-path|ui\/(focus-field|show-accent|use-countdown|DemoBanner|fonts\.css|tokens\.css))|contract\/(?:[a-z]+\/)?(accent|changelog\.version|clock-time|dates|dotted-keys|error-texts|first-messages|genders|legal\.titles|phone|plain-messages|previous-schools|registrations\.entry-types|relationships|zip)\.ts/,
  },
  {
    name: 'frame',
    priority: 4,
    // Without what few parts use: it comes with the first of them, like dragging with the first notice.
    // The tick: menus and boxes share it, and whoever shows a box would fetch the menus with it.
    test: new RegExp(
      `node_modules/@(tanstack/(?!${RARE_QUERIES})|mantine/hooks/(?!${RARE_HOOKS}))|${kit}(core/|components/((${FRAME_PARTS})/|Checkbox/CheckIcon))`,
    ),
  },
  { name: 'menu', priority: 3, test: new RegExp(`node_modules/@floating-ui/|${kit}components/(${MENU_PARTS})/`) },
  // What staff and parents share: text and dates as they are typed and read, the questions and the form of an application; at most 15 requests for a parent (ux §5).
  {
    name: 'typing',
    priority: 3,
    test: /contract\/markdown-|web\/(?:ui|forms)\/(use-date-typing|date-suggestion|native\/(TextBlocks|text-blocks|counter-text))/,
  },
  {
    name: 'questions',
    priority: 3,
    test: /contract\/registrations\/registrations\.(answers|field|hints|start|steps|[a-z]+-fields)\.ts|web\/domains\/registrations\/[a-z]+\/group-neighbours\./,
  },
  {
    name: 'form',
    priority: 2,
    test: new RegExp(
      `contract/registrations/registrations\\.public-texts\\.ts|web/ui/native/(?!${VISITOR_PARTS})|web/api/(submission|public-failure|use-one-at-a-time)|web/public/(render-page|public-look)|web/domains/legal/LegalDialog\\.`,
    ),
  },
  // What a report of parents shares with the staff's pages.
  {
    name: 'absence',
    priority: 2,
    test: /contract\/(?:[a-z]+\/)?(sicknotes\.(public-paths|reasons|rules)|school-calendar)\.ts/,
  },
  // Pages for visitors stand in the staff's program, too, where a session ends (ADR 0040).
  {
    name: 'visits',
    // After all the others: a group takes along what its files import.
    priority: 1,
    test: new RegExp(
      `web/shell/VisitLink|web/ui/(native/(${VISITOR_PARTS})|PasswordStrength|form-errors)|web/domains/(${VISITOR_PAGES})`,
    ),
  },
  // What both frames are made of.
  {
    name: 'shell',
    priority: 2,
    test: new RegExp(
      `web/(paths\\.ts|frame\\.css)|contract/(?:[a-z]+/)?(public-pages|account\\.calls|password-strength|schools\\.kinds)\\.|web/ui/ButtonRow|web/shell/${SHELL_PARTS}|lucide-react/dist/esm/(create|shared|default|Icon|context|icons/(hourglass|wifi-off))`,
    ),
  },
  // What checks forms: for visitors it comes with the first submit.
  { name: 'rules', priority: 1, test: /node_modules\/zod\/|contract\/account\/account\.ts/ },
  // The same for passwords, second factors and a first school: few pages of the staff need it.
  {
    name: 'account-rules',
    priority: 0,
    test: /contract\/(?:[a-z]+\/)?(account\.(passwords|two-factor)|schools\.setup)\.ts/,
  },
  // What parents' form checks with its last step; it must not bring the lists of the staff along.
  { name: 'application-rules', priority: 1, test: /contract\/registrations\/registrations\.form\.ts/ },
  // All that the staff's program needs at once, of which its pages would else make small chunks.
  { name: 'program', priority: 0, test: new RegExp(`web/staff-program\\.tsx|(${SMALL_PARTS})\\.[a-z]+`) },
  // What the start page shows of applications, and their pages use.
  {
    name: 'applications',
    priority: 0,
    test: /contract\/registrations\/registrations\.(list|status|tasks)\.ts|registrations\/(StatusMenu|registration-list-query)\./,
  },
]

export default defineConfig({
  root: resolve(import.meta.dirname, 'web'),
  base: `${BASE}/`,
  // `web/public` holds the public pages' source, so files served as they are live beside it.
  publicDir: resolve(import.meta.dirname, 'web/static'),
  plugins: [react(), publicEntries(), leanZod(), rememberImports(), programFiles()],
  build: {
    outDir: resolve(import.meta.dirname, 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    // Inlined assets would be data: URLs, which the CSP does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false, resolveDependencies: withoutLoaded },
    rolldownOptions: { input: entries, output: { codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    proxy: Object.fromEntries(
      [
        '/api',
        '/sanctum',
        '/login',
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
})
