import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { makeFolder } from './backup-drill.ts'

const ROOT = join(import.meta.dirname, '../..')

/** npm without its look at the installed packages: the same command, in the same folder. */
const npm = () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const cases = Object.entries(scripts).map(([name, script]) => `${name}) ${script} "$@" ;;`)
  return `[ "$1" = run ] && shift
name=$1; shift
[ "\${1-}" = -- ] && shift
INIT_CWD=$PWD; export INIT_CWD
cd '${ROOT}'
case $name in
${cases.join('\n')}
esac
exit 99`
}

const SUDO = `if [ "$1" = -u ]; then shift 2; fi
exec env "$@"`

/** The command of the package, here from the checkout. */
const SCHULHOF = `exec node '${join(ROOT, 'server/operator/main.ts')}' "$@"`

/** A place where commands of the manual are typed into a real shell: their folders and ports are ours. */
export function makeManualPlace(variables: NodeJS.ProcessEnv) {
  const folder = makeFolder()
  const log = join(folder.path, 'journal')
  const bin = join(folder.path, 'bin')
  mkdirSync(bin)
  const programs = { npm: npm(), sudo: SUDO, schulhof: SCHULHOF, journalctl: `cat '${log}'` }
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  const path = [bin, dirname(process.execPath), process.env.PATH].join(delimiter)
  const environment = { ...process.env, DATA_DIR: join(folder.path, 'schule'), ...variables, PATH: path }
  /** Folders of a machine become folders of this place. */
  const here = (line: string) =>
    line.replaceAll(/(?<=^|[ =])\/(mnt|media|etc|tmp)(?=\/)/g, (found) => join(folder.path, found))
  const started: ChildProcess[] = []
  return {
    folder: folder.path,
    log,
    here,
    dataDir: environment.DATA_DIR,
    /** Runs a line to its end. */
    type(line: string, { cwd = folder.path, answer = 'j\n', more = {} }: Typed = {}) {
      const env = { ...environment, ...more }
      const { status, stdout, stderr } = spawnSync('sh', ['-c', here(line)], {
        ...{ cwd, env, input: answer, encoding: 'utf8' },
        maxBuffer: 2 ** 26,
      })
      return { code: status, said: stdout + stderr }
    },
    /** Starts a line that goes on until it is stopped; resolves when the server says that it runs. */
    async start(line: string, more: NodeJS.ProcessEnv = {}) {
      const child = spawn('sh', ['-c', `exec ${here(line).replace(/^((?:\w+=\S+ )+)/, 'env $1')}`], {
        cwd: folder.path,
        env: { ...environment, ...more },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      started.push(child)
      const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
      let output = ''
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          output += chunk
          writeFileSync(log, output.replaceAll(/^[^{].*$\n?/gm, ''))
          if (output.includes('Schulhof läuft')) resolve()
        }
        for (const stream of [child.stdout, child.stderr]) stream.on('data', read)
        ended.then(() => reject(new Error(`It ended:\n${output}`)))
      })
      return {
        output: () => output,
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      }
    },
    remove() {
      for (const child of started) child.kill('SIGKILL')
      folder.remove()
    },
  }
}

interface Typed {
  cwd?: string
  answer?: string
  more?: NodeJS.ProcessEnv
}
