import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { isRoot } from '#server/db/postgres-account.ts'

const PLACES = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot']
/** Whoever owns the mails; Dovecot gives root none. */
const NOBODY = 65_534

/** Throws one sentence when Dovecot is missing. */
export function findDovecot(places: readonly string[] = PLACES) {
  const program = places.find((path) => existsSync(path))
  if (program === undefined)
    throw new Error('The mailbox drill needs a program that is not installed here: apt-get install dovecot-imapd')
  return program
}

const portOf = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.address() as { port: number }
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false))
    socket.once('close', () => resolve(false))
    setTimeout(() => socket.destroy(), 200)
  })

interface Ports {
  imap: number
  imaps: number
}

const settings = (folder: string, { imap, imaps }: Ports) => {
  const { username, uid, gid } = userInfo()
  const owner = isRoot ? { uid: NOBODY, gid: NOBODY } : { uid, gid }
  return `
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = required
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = yes
auth_mechanisms = plain login
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${folder}/mail
namespace inbox {
  inbox = yes
  separator = /
}
passdb {
  driver = passwd-file
  args = scheme=PLAIN ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${folder}/mail
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${imap}
  }
  inet_listener imaps {
    port = ${imaps}
    ssl = yes
  }
}
service anvil {
  chroot =
}
${isRoot ? '' : `default_internal_user = ${username}\ndefault_login_user = ${username}\n`}`
}

interface Given {
  certificate: { cert: string; key: string }
  /** In the same writing as in the address: `schule%40example.org`. */
  password: string
}

/** Dovecot with one mailbox on this machine, which asks for TLS always. */
export async function startDovecot({ certificate, password }: Given) {
  const program = findDovecot()
  // Other accounts than ours go through this folder.
  const folder = mkdtempSync(join(tmpdir(), 'schulhof-dovecot-'))
  chmodSync(folder, 0o755)
  const ports = { imap: await portOf(createServer()), imaps: await portOf(createServer()) }
  const own = (path: string) => isRoot && chownSync(path, NOBODY, NOBODY)
  const makeMaildir = (path: string) => {
    for (const part of ['', 'cur', 'new', 'tmp']) {
      mkdirSync(join(path, part), { recursive: true })
      own(join(path, part))
    }
  }
  const inbox = join(folder, 'mail')
  makeMaildir(inbox)
  writeFileSync(join(folder, 'cert.pem'), certificate.cert)
  writeFileSync(join(folder, 'key.pem'), certificate.key, { mode: 0o600 })
  writeFileSync(join(folder, 'users'), `schule@example.org:{PLAIN}${password}\n`, { mode: 0o644 })
  writeFileSync(join(folder, 'dovecot.conf'), settings(folder, ports))
  const process: ChildProcess = spawn(program, ['-F', '-c', join(folder, 'dovecot.conf')], { stdio: 'ignore' })
  await vi.waitUntil(() => isOpen(ports.imaps), { timeout: 10_000, interval: 100 })
  let delivered = 0
  return {
    address: ({ protocol = 'imaps', host = 'localhost', path = '', secret = password } = {}) =>
      `${protocol}://schule%40example.org:${encodeURIComponent(secret)}@${host}:${protocol === 'imaps' ? ports.imaps : ports.imap}${path}`,
    /** Puts a mail into the Maildir as a delivery agent does; `folder` as Maildir names it, such as `.Zur&APw-ck`. */
    arrive(raw: string, at: Date, into = '') {
      const maildir = join(inbox, into)
      if (into !== '' && !existsSync(maildir)) makeMaildir(maildir)
      delivered += 1
      const path = join(maildir, 'new', `${Math.floor(at.getTime() / 1000)}.M${delivered}P1.test`)
      writeFileSync(path, raw)
      own(path)
      utimesSync(path, at, at)
    },
    async stop() {
      process.kill('SIGTERM')
      await new Promise((resolve) => (process.exitCode === null ? process.once('exit', resolve) : resolve(undefined)))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Dovecot = Awaited<ReturnType<typeof startDovecot>>
