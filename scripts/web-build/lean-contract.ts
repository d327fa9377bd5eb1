import { type ESTree, type Plugin, parseSync, Visitor } from 'vite'

/** The parts of an endpoint that the browser never reads: the server checks input and output. */
const FOR_THE_SERVER = ['params', 'query', 'body', 'response', 'summary']

interface Edit {
  start: number
  end: number
  text: string
}

const isForTheServer = (property: ESTree.ObjectPropertyKind) =>
  property.type === 'Property' && property.key.type === 'Identifier' && FOR_THE_SERVER.includes(property.key.name)

const endpointEdits = ({ callee, arguments: [definition] }: ESTree.CallExpression): Edit[] => {
  if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || definition?.type !== 'ObjectExpression') return []
  const { properties } = definition
  return properties.flatMap((property, index) =>
    isForTheServer(property)
      ? [{ start: property.start, end: properties[index + 1]?.start ?? property.end, text: '' }]
      : [],
  )
}

const FORMATS_IMPORT = "import { issueMessage as issueMessageOfSchemas } from '#contract/formats.ts';\n"

/**
 * Tells the bundler that a constant may go when nothing reads it, which it cannot know of the calls that make a schema.
 * A schema names `issueMessage`, so that the German messages (spec §5) stay wherever one stays.
 */
const constantEdits = ({ id, init }: ESTree.VariableDeclarator, code: string): Edit[] => {
  if (id.type !== 'Identifier' || !init || init.type === 'ArrowFunctionExpression') return []
  const isSchema = code.includes(FORMATS_IMPORT) && /\bz\./.test(code.slice(init.start, init.end))
  return [
    {
      start: init.start,
      end: init.start,
      text: `/* @__PURE__ */ (() => (${isSchema ? 'issueMessageOfSchemas, ' : ''}`,
    },
    { start: init.end, end: init.end, text: '))()' },
  ]
}

const constantsOf = (statement: ESTree.Program['body'][number]) => {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  return declaration?.type === 'VariableDeclaration' ? declaration.declarations : []
}

const cut = (code: string, edits: readonly Edit[]) =>
  edits
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)

/** An import that only the cut parts needed goes, too: the bundler would keep a file that is fetched later elsewhere. */
const withoutIdleImports = (code: string, path: string) => {
  const { program } = parseSync(path, code)
  const imports = program.body.filter((statement) => statement.type === 'ImportDeclaration')
  const rest = cut(
    code,
    imports.map(({ start, end }) => ({ start, end, text: '' })),
  )
  const isIdle = ({ specifiers }: ESTree.ImportDeclaration) =>
    specifiers.length > 0 && !specifiers.some(({ local: { name } }) => new RegExp(`\\b${name}\\b`).test(rest))
  return cut(
    code,
    imports.filter(isIdle).map(({ start, end }) => ({ start, end, text: '' })),
  )
}

/** The JavaScript of a contract file for the pages. */
export const leanText = (source: string, path: string) => {
  const isSchemas = !path.endsWith('/contract/formats.ts') && /from ["']zod["']/.test(source)
  const code = isSchemas ? FORMATS_IMPORT + source : source
  const { program } = parseSync(path, code)
  const edits = program.body.flatMap(constantsOf).flatMap((constant) => constantEdits(constant, code))
  new Visitor({ CallExpression: (call) => void edits.push(...endpointEdits(call)) }).visit(program)
  return withoutIdleImports(cut(code, edits), path)
}

/**
 * Pages get only the parts of the contract that they use: for an endpoint the data of the call, and no schema that only
 * the server needs.
 */
export const leanContract = (): Plugin => ({
  name: 'lean-contract',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/[^?]*\.ts$/ },
    handler: (code, id) => ({ code: leanText(code, id), map: null, moduleSideEffects: false }),
  },
})
