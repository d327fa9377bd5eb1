import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FAILOVER_PROOFS } from '#scripts/manual/failover-proofs.ts'
import { readEnvFile } from './ha-node.ts'
import { findHaPrograms } from './ha-programs.ts'
import { DEPLOY, hasProgram, readDeployed } from './nginx-process.ts'

// The files of deploy/ha. What they do together is shown by the drill (`npm run drill -- failover`).

const patroni = readDeployed('ha/patroni.yml')
const haproxy = readDeployed('ha/haproxy.cfg')
const chapter = readFileSync(join(DEPLOY, '../docs/operations/failover.md'), 'utf8')

const hasOpenssl = hasProgram('openssl', 'version')
const hasHaproxy = hasProgram('haproxy', '-v')
/** Says which proof the machine cannot give. */
const onlyWith = (program: string, isThere: boolean) => {
  if (!isThere) process.stdout.write(`ha-files: ${program} is not installed; what it says is NOT checked here.\n`)
  return test.runIf(isThere)
}

let certs: string
beforeAll(() => {
  certs = mkdtempSync(join(tmpdir(), 'schulhof-ha-files-'))
})
afterAll(() => rmSync(certs, { recursive: true }))

const makeCertificates = (...machines: string[]) =>
  spawnSync('sh', [join(DEPLOY, 'ha/make-certificates.sh'), ...machines], { cwd: certs, encoding: 'utf8' })

/** A number of seconds in patroni.yml. */
const secondsOf = (name: string) => Number(new RegExp(`^ *${name}: (\\d+)`, 'm').exec(patroni)?.[1])

describe('Patroni', () => {
  test('acknowledges nothing that is on one machine alone', () => {
    expect(patroni).toMatch(/^ *synchronous_mode: true$/m)
    expect(patroni).toMatch(/^ *synchronous_mode_strict: true$/m)
    expect(patroni).toMatch(/^ *synchronous_commit: 'on'$/m)
  })

  test('uses the interface of etcd whose lock nobody takes back, and etcd offers it', () => {
    expect(patroni).toMatch(/^etcd:$/m)
    expect(readEnvFile('ha/etcd.env').ETCD_ENABLE_V2).toBe('true')
  })

  test('replaces a silent leader in time, and keeps Patroni’s own rule about its times', () => {
    expect(secondsOf('ttl')).toBe(20)
    expect(secondsOf('ttl')).toBeGreaterThanOrEqual(secondsOf('loop_wait') + 2 * secondsOf('retry_timeout'))
    expect(chapter).toContain(`nothing of it for ${secondsOf('ttl')} seconds`)
  })

  test('lets nobody in without a password, nor from elsewhere without TLS', () => {
    const rules = [...patroni.matchAll(/^ {4}- ((?:local|host\w*) .*)$/gm)].map(([, rule = '']) => rule)
    expect(rules.length).toBeGreaterThan(2)
    for (const rule of rules) expect(rule).toMatch(/^(local|hostssl) .* scram-sha-256$/)
  })

  test('writes no values of records into the log of PostgreSQL', () => {
    expect(patroni).toMatch(/^ *log_error_verbosity: terse$/m)
  })
})

test('etcd takes orders only from machines with a certificate', () => {
  const settings = readEnvFile('ha/etcd.env')
  expect([settings.ETCD_CLIENT_CERT_AUTH, settings.ETCD_PEER_CLIENT_CERT_AUTH]).toEqual(['true', 'true'])
  for (const [name, value = ''] of Object.entries(settings))
    if (name.endsWith('_URLS')) expect(value, name).toMatch(/^https:/)
})

test('the machines have the same addresses in all files', () => {
  const hosts = /^ {2}hosts: (.*)$/m
    .exec(patroni)?.[1]
    ?.split(',')
    .map((host) => host.split(':')[0])
  const members = readEnvFile('ha/etcd.env').ETCD_INITIAL_CLUSTER?.match(/[\d.]+(?=:2380)/g)
  const servers = [...haproxy.matchAll(/^ *server \w+ ([\d.]+):5432/gm)].map(([, host]) => host)
  expect(hosts).toEqual(['10.0.0.11', '10.0.0.12', '10.0.0.13'])
  expect([members, servers]).toEqual([hosts, hosts])
})

onlyWith('openssl', hasOpenssl)(
  'certificates are valid for their machine and for 127.0.0.1, and only the authority’s key signs',
  () => {
    expect(makeCertificates().status).toBe(1)
    expect(makeCertificates('db1=10.0.0.11', 'db2=10.0.0.12').status).toBe(0)
    const authority = readFileSync(join(certs, 'ca.crt'), 'utf8')
    // A later machine gets its certificate from the same authority.
    expect(makeCertificates('db3=10.0.0.13').status).toBe(0)
    expect(readFileSync(join(certs, 'ca.crt'), 'utf8')).toBe(authority)
    for (const name of ['db1', 'db3']) {
      const verify = ['verify', '-CAfile', 'ca.crt', '-verify_ip', '127.0.0.1', '-purpose', 'sslserver', `${name}.crt`]
      expect(spawnSync('openssl', verify, { cwd: certs }).status, name).toBe(0)
    }
    const other = ['verify', '-CAfile', 'ca.crt', '-verify_ip', '10.0.0.12', 'db1.crt']
    expect(spawnSync('openssl', other, { cwd: certs }).status).not.toBe(0)
  },
)

onlyWith('haproxy', hasHaproxy && hasOpenssl)('HAProxy accepts its file (haproxy -c)', () => {
  makeCertificates('db1=10.0.0.11')
  const file = join(certs, 'haproxy.cfg')
  writeFileSync(file, haproxy.replaceAll('/etc/schulhof-ha', certs).replace(/^ {2}(user|group) .*\n/gm, ''))
  const { status, stderr } = spawnSync('haproxy', ['-c', '-f', file], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})

test('the drill says in one sentence which programs are missing', () => {
  expect(() => findHaPrograms({ places: [], versions: '/nowhere' })).toThrow(
    /^The failover drill needs programs that are not installed here: patroni, patronictl, etcd, haproxy, openssl, psql.*\(apt-get install .*\)\.$/,
  )
})

test('the manual names every file', () => {
  for (const file of ['patroni.yml', 'patroni.env', 'etcd.env', 'haproxy.cfg', 'make-certificates.sh'])
    expect(chapter).toContain(`deploy/ha/${file}`)
})

test('every command of the chapter is proved by something', () => {
  const commands = [...chapter.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) =>
    block.trim().split('\n'),
  )
  expect(new Set(commands)).toEqual(new Set(Object.keys(FAILOVER_PROOFS)))
})
