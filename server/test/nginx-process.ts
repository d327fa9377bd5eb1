import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './server-process.ts'

export const DEPLOY = join(import.meta.dirname, '../../deploy')
export const readDeployed = (file: string) => readFileSync(join(DEPLOY, file), 'utf8')

export const hasProgram = (name: string, argument = '--version') =>
  !spawnSync(name, [argument], { stdio: 'ignore' }).error

const MAIN = (folder: string, site: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 512; }
http {
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${site};
}
`

/** A folder with a main configuration around the site's; `check` is `nginx -t`, with what it says. */
export function writeNginxFolder(site: string) {
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-nginx-'))
  mkdirSync(join(folder, 'log'))
  writeFileSync(join(folder, 'site.conf'), site.replaceAll('/var/log/schulhof', join(folder, 'log')))
  writeFileSync(join(folder, 'nginx.conf'), MAIN(folder, join(folder, 'site.conf')))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  return {
    folder,
    args,
    check() {
      const { status, stderr } = spawnSync('nginx', ['-t', ...args], { encoding: 'utf8' })
      return { status, said: stderr }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

interface Ports {
  processes: readonly number[]
  front: number
  plain: number
  ask: number
}

/** The site of deploy/nginx on these ports, without TLS; a process that failed is left alone for `failSeconds`. */
export const siteOn = ({ processes, front, plain, ask }: Ports, failSeconds: number) =>
  readDeployed('nginx/schulhof.conf')
    .replace(/^ *ssl_.*\n/gm, '')
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 443 ssl http2;', `listen 127.0.0.1:${front};`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('127.0.0.1:3100', `127.0.0.1:${ask}`)
    .replace('# server 127.0.0.1:3001', 'server 127.0.0.1:3001')
    .replace('127.0.0.1:3000', `127.0.0.1:${processes[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${processes[1]}`)
    .replaceAll('fail_timeout=10s', `fail_timeout=${failSeconds}s`)

const isListening = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

const exitOf = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()))

/** nginx in front of two processes, with the site of deploy/nginx; rejects with what nginx said when it does not start. */
export async function startNginx(processes: readonly number[], failSeconds: number) {
  const ports = { processes, front: await freePort(), plain: await freePort(), ask: await freePort() }
  const { args, folder, remove } = writeNginxFolder(siteOn(ports, failSeconds))
  const child = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  let hasEnded = false
  const ended = exitOf(child).then(() => {
    hasEnded = true
  })
  const url = `http://127.0.0.1:${ports.front}`
  while (!(await isListening(`${url}/healthz`))) {
    if (hasEnded) throw new Error(`nginx ended:\n${said}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    name: 'nginx',
    url,
    askUrl: `http://127.0.0.1:${ports.ask}`,
    folder,
    async stop() {
      child.kill('SIGTERM')
      await ended
      remove()
    },
  }
}
