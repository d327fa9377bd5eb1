import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { cutRelease } from './release/cut-release.ts'
import { makeArtefacts } from './release/make-artefacts.ts'
import { git, runCommand } from './release/run-command.ts'
import { makeScratchCopy } from './release/scratch-copy.ts'
import { root } from './run-tool.ts'

const HELP = `
npm run release -- VERSION|major|minor|patch [--dry-run]

Makes the next version out of the last commit: version, section of the changelog, frozen migrations and the archive that
later versions must read, all in one commit. Then it writes the files of the release into dist/release/VERSION. It sets no
tag and sends nothing: the last lines say how.

  --dry-run  does all this in a scratch copy, shows the figures and removes it
  --help     shows this text
`

const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** Reports how long a part took. */
const timed = <Result>(name: string, run: () => Result) => {
  const start = performance.now()
  const result = run()
  console.log(`✓ ${name} (${seconds(start)})`)
  return result
}

/** Before anything is committed. */
const assertTools = () => {
  if (spawnSync('dpkg-deb', ['--version']).status !== 0)
    throw new Error('A release contains a Debian package, and dpkg-deb is missing here (package dpkg).')
}

const release = (folder: string, wish: string) => {
  assertTools()
  const day = new Date().toISOString().slice(0, 10)
  const { version, frozen, tag } = timed('version, changelog, migrations, archive: committed', () =>
    cutRelease(folder, wish, day),
  )
  timed('pages built', () => runCommand([process.execPath, 'scripts/setup.mjs', '--build'], { folder }))
  const out = join(folder, 'dist/release', version)
  const files = timed('files of the release written', () => makeArtefacts(folder, out))
  const tagFile = join(out, 'TAG.txt')
  writeFileSync(tagFile, tag)
  console.log(`\nVersion ${version}, commit ${git(folder, 'rev-parse', 'HEAD')}, ${frozen} migrations frozen`)
  for (const { file, bytes } of files) console.log(`  ${file.padEnd(34)} ${(bytes / 1000).toFixed(0).padStart(6)} kB`)
  return { version, out, tag, tagFile }
}

const rehearse = (wish: string) => {
  const scratch = timed('scratch copy', () => makeScratchCopy(root))
  try {
    const { tag } = release(scratch.copy, wish)
    console.log(`\nThe text of the tag would be:\n\n${tag}\nNothing was changed.`)
  } finally {
    scratch.remove()
  }
}

const perform = (wish: string) => {
  const { version, out, tagFile } = release(root, wish)
  console.log(`\nIn ${out}. Run the tests, and then:

  git tag --annotate v${version} --file ${tagFile}
  git push --follow-tags`)
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'dry-run': { type: 'boolean' }, help: { type: 'boolean' } },
  })
  const [wish, ...more] = positionals
  const isRehearsal = values['dry-run'] ?? false
  if (values.help) console.log(HELP)
  else if (!wish || more.length > 0) throw new Error(`Name one version.\n${HELP}`)
  else if (isRehearsal) rehearse(wish)
  else perform(wish)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
