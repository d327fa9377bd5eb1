// Runs on the machine's own Node, before anything is installed: plain JavaScript, nothing but Node's modules.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const inRoot = (path) => join(root, path)
const ownNode = inRoot('node_modules/.bin/node')
const installStamp = inRoot('node_modules/.installed')
const buildStamp = inRoot('dist/web.stamp')

const majorOf = (version) => Number(version.replace(/^v/, '').split('.')[0])

const fail = (text) => {
  console.error(`\n${text}\n`)
  process.exit(1)
}

const run = (command, args, env = process.env) => {
  const { status, signal, error } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' })
  if (error) fail(`${command} lässt sich nicht starten: ${error.message}`)
  if (status !== 0) fail(`${[command, ...args].join(' ')} ist fehlgeschlagen (${signal || status}).`)
}

const readOr = (path, otherwise) => (existsSync(path) ? readFileSync(path, 'utf8') : otherwise)

const hashOf = (parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

// npm records what it installed: after `npm install` of one package nothing needs to be installed again.
const isInstalledAsLocked = (lockText) => {
  const noted = readOr(inRoot('node_modules/.package-lock.json'), undefined)
  if (!noted || !existsSync(ownNode)) return false
  const installed = JSON.parse(noted).packages
  const locked = JSON.parse(lockText).packages
  const isRight = ([path, { version, optional }]) =>
    path in installed ? installed[path].version === version : optional
  return (
    Object.keys(installed).every((path) => path in locked) &&
    Object.entries(locked)
      .filter(([path]) => path !== '')
      .every(isRight)
  )
}

// Some registries lack a platform's package, and npm silently skips optional ones.
const checkOwnNode = () => {
  if (existsSync(ownNode) && spawnSync(ownNode, ['--version']).status === 0) return
  if (majorOf(process.version) < 24)
    fail(`Für ${process.platform}-${process.arch} ist kein Node dabei. Bitte Node 24 installieren und neu beginnen.`)
}

const install = () => {
  const lockText = readFileSync(inRoot('package-lock.json'), 'utf8')
  const wanted = hashOf([lockText, process.platform, process.arch])
  if (readOr(installStamp, '') === wanted) return
  if (!isInstalledAsLocked(lockText)) {
    console.log('Die Pakete werden installiert; das dauert etwa eine Minute.')
    // npm must not run on the Node inside node_modules, which it is about to delete.
    const path = process.env.PATH.split(delimiter).filter((folder) => !folder.includes('node_modules'))
    // --include: NODE_ENV=production would leave out React and Vite, omit=optional Node and PostgreSQL.
    run('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error'], {
      ...process.env,
      PATH: path.join(delimiter),
    })
  }
  checkOwnNode()
  installHooks()
  writeFileSync(installStamp, wanted)
}

// Only in a repository in which somebody commits, and never over existing hooks.
const installHooks = () => {
  if (process.env.CI || !existsSync(inRoot('.git'))) return
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (git('config', 'core.hooksPath').status === 1) git('config', 'core.hooksPath', 'scripts/hooks')
}

const sourcesBelow = (folder) =>
  readdirSync(inRoot(folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      return entry.isDirectory() ? sourcesBelow(path) : [path]
    })
    .filter((path) => !path.includes('.test.'))
    .sort()

const build = () => {
  const sources = [
    'package-lock.json',
    'vite.config.ts',
    'docs/handbuch.md',
    ...['web', 'contract', 'scripts/web-build', 'docs/bilder'].flatMap(sourcesBelow),
  ]
  const stamp = hashOf(sources.flatMap((path) => [path, readFileSync(inRoot(path))]))
  if (existsSync(inRoot('dist/web/index.html')) && readOr(buildStamp, '') === stamp) return
  run(existsSync(ownNode) ? ownNode : process.execPath, ['scripts/build-web.ts', stamp])
}

if (majorOf(process.version) < 20) fail(`Schulhof braucht Node 20 oder neuer, hier läuft ${process.version}.`)
install()
if (process.argv.includes('--build')) build()
