import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writePackage } from './package/write-package.ts'
import { writeProgram } from './package/write-program.ts'
import { root } from './run-tool.ts'

const HELP = `
npm run package [-- --out FOLDER] [--version VERSION]

Makes the Debian package of this commit for this kind of machine (docs/operations.md, "Install").
The same commit gives the same bytes. A checkout with changes gives a version that ends in +changed.

  --out FOLDER      where the package goes; without it dist/package
  --version NAME    another version than that of package.json, for trying an upgrade
  --program FOLDER  writes only the program into this folder, without a package (Dockerfile)
`

const git = (...args: string[]) => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** The time of the commit, as tools agree on it for reproducible builds (SOURCE_DATE_EPOCH). */
const secondsOf = () =>
  Number(process.env.SOURCE_DATE_EPOCH || git('log', '-1', '--format=%ct') || Math.floor(Date.now() / 1000))

const versionOf = (given: string | undefined) => {
  if (given) return given
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return git('status', '--porcelain') ? `${version}+changed` : version
}

const report = (file: string) => {
  const sum = createHash('sha256').update(readFileSync(file)).digest('hex')
  console.log(`${file}\n${(statSync(file).size / 1e6).toFixed(1)} MB, sha256 ${sum}`)
}

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'dist/package' },
    program: { type: 'string' },
    version: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const from = process.env.INIT_CWD ?? root
const build = () => ({
  root,
  version: versionOf(values.version),
  commit: git('rev-parse', 'HEAD') ?? null,
  seconds: secondsOf(),
})
if (values.help) console.log(HELP)
else if (values.program) writeProgram(resolve(from, values.program), build())
else report(writePackage(resolve(from, values.out), build()))
