import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** Beside Debian's least system: what boots it, what the package needs, and both proxies. */
const PACKAGES = ['adduser', 'curl', 'dbus', 'debconf', 'libstdc++6', 'logrotate', 'openssl', 'systemd', 'systemd-sysv']
const PROXIES = ['caddy', 'nginx']

const BOOT_MS = 60_000
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LANG: 'C.UTF-8' }

/** Runs to its end; throws with its output when it fails. */
const run = (command: string, args: string[], input = '') => {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8', input, maxBuffer: 2 ** 26 })
  if (error || status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`)
  return stdout
}

/** The release and the mirror of this machine, from its own settings of apt. */
const findMirror = () => {
  const codename = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1]
  const lines = run('apt-get', ['indextargets', '--format', '$(CODENAME) $(SITE)', 'Created-By: Packages']).split('\n')
  const mirror = lines.find((line) => line.startsWith(`${codename} `))?.split(' ')[1]
  if (!codename || !mirror) throw new Error('apt on this machine names no mirror of its own release.')
  return { codename, mirror }
}

/** Debian as it comes from its mirror, not yet started. */
export function installDebian(folder: string) {
  const { codename, mirror } = findMirror()
  const include = `--include=${[...PACKAGES, ...PROXIES].join(',')}`
  run('debootstrap', ['--variant=minbase', include, codename, folder, mirror])
  for (const name of PROXIES) run('chroot', [folder, 'systemctl', 'disable', name])
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  // Nobody is there to answer yes.
  writeFileSync(join(folder, 'etc/apt/apt.conf.d/90yes'), 'APT::Get::Assume-Yes "true";\n')
  // Who calls commands here is root already.
  writeFileSync(join(folder, 'usr/bin/sudo'), '#!/bin/sh\nexec env "$@"\n', { mode: 0o755 })
}

/** The first process of the booted system, a child of systemd-nspawn; undefined before it runs. */
const findLeader = (nspawn: number | undefined) => {
  const file = `/proc/${nspawn}/task/${nspawn}/children`
  const [leader] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : []
  return leader ? Number(leader) : undefined
}

/**
 * nspawn wants /run in memory, so it gets one in a mount namespace of its own, which vanishes with it. The machine has a
 * network of its own as well: only loopback. If we die, it is asked to end.
 */
const startMachine = (folder: string) => {
  const nspawn = `exec systemd-nspawn --quiet --directory="$1" --boot --register=no --keep-unit --private-network --console=pipe`
  const script = `mount --make-rprivate / && mount -t tmpfs tmpfs /run && ${nspawn}`
  return spawn('setpriv', ['--pdeathsig', 'TERM', 'unshare', '--mount', 'sh', '-c', script, 'sh', folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const RELAY = `
const { connect, createServer } = require('node:net')
const [path, port] = process.argv.slice(1)
createServer((near) => {
  const far = connect(Number(port), '127.0.0.1')
  near.pipe(far).pipe(near)
  for (const end of [near, far]) end.on('error', () => (near.destroy(), far.destroy()))
}).listen(path)`

/** A port of this machine that leads to one inside, whose network is closed. */
async function openWay(leader: number, { socket, port }: { socket: string; port: number }) {
  rmSync(socket, { force: true })
  const relay = spawn('nsenter', ['--net', '-t', String(leader), process.execPath, '-e', RELAY, socket, String(port)], {
    stdio: 'inherit',
  })
  const server = createServer((near) => {
    const far = connect(socket)
    near.pipe(far).pipe(near)
    for (const end of [near, far])
      end.on('error', () => {
        near.destroy()
        far.destroy()
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      relay.kill()
      server.close()
    },
  }
}

const ended = (child: ChildProcess) => new Promise<void>((resolve) => child.once('exit', () => resolve()))

export interface Outcome {
  code: number | null
  /** Standard output and standard error, in the order of the streams. */
  said: string
}

/** A Debian with a real systemd, booted from `folder`; rejects with its console when it does not come up. */
export async function bootDebian(folder: string) {
  const machine = startMachine(folder)
  let console = ''
  for (const stream of [machine.stdout, machine.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      console += text
    })
  const end = ended(machine)
  let leader: number | undefined
  const call = (command: string, input = ''): Outcome => {
    const enter = ['-t', String(leader), '--all', '--root', '--wdns=/root', 'env', '-i']
    const settings = Object.entries(ENVIRONMENT).map(([name, value]) => `${name}=${value}`)
    const args = [...enter, ...settings, 'sh', '-c', command]
    const { status, stdout, stderr } = spawnSync('nsenter', args, { encoding: 'utf8', input, maxBuffer: 2 ** 26 })
    return { code: status, said: stdout + stderr }
  }
  const isUp = () => leader !== undefined && /^(running|degraded)/.test(call('systemctl is-system-running').said)
  const hasEnded = () => machine.exitCode !== null || machine.signalCode !== null
  for (const start = performance.now(); !isUp(); await wait(200)) {
    // Before the system nspawn has another child for a moment.
    leader = findLeader(machine.pid)
    if (!hasEnded() && performance.now() - start < BOOT_MS) continue
    // It ends the system first; killed, it would leave it behind.
    machine.kill('SIGTERM')
    await end
    throw new Error(`It does not boot:\n${console}`)
  }
  const way = await openWay(leader as number, { socket: `${folder}.socket`, port: 3000 })
  return {
    /** Where port 3000 inside is reached. */
    url: way.url,
    /** Runs a line of the shell as root and says how it ended. */
    call,
    /** Runs it and returns what it said; throws when it fails. */
    run(command: string) {
      const { code, said } = call(command)
      if (code !== 0) throw new Error(`${command} (${code}):\n${said}`)
      return said
    },
    async stop() {
      way.close()
      machine.kill('SIGTERM')
      await end
      rmSync(`${folder}.socket`, { force: true })
    },
  }
}
export type BootedDebian = Awaited<ReturnType<typeof bootDebian>>
