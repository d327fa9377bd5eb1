import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { ErrorReply } from '#contract/error-reply.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { manualText } from '#scripts/manual/read-manual.ts'
import { hasProgram, readDeployed, siteOn, startNginx, writeNginxFolder } from './nginx-process.ts'
import { freePort } from './server-process.ts'

const nginx = readDeployed('nginx/schulhof.conf')
const unit = readDeployed('systemd/schulhof@.service')
const logrotate = readDeployed('logrotate/schulhof')
const manual = manualText()

const MB = 1024 * 1024
const largestBody = Math.max(
  ...Object.values(api)
    .flatMap((endpoints) => Object.values(endpoints))
    .map(({ maxBodyBytes = 0 }: { maxBodyBytes?: number }) => maxBodyBytes),
)

const hasNginx = hasProgram('nginx', '-v')
const hasSystemd = hasProgram('systemd-analyze')
/** Says which proof the machine cannot give; the checks of the texts run everywhere. */
const onlyWith = (program: string, isThere: boolean) => {
  if (!isThere) process.stdout.write(`deploy-files: ${program} is not installed; what it says is NOT checked here.\n`)
  return test.runIf(isThere)
}

describe('nginx', () => {
  test('takes more than the largest body of the product, so that the product refuses in its own words', () => {
    const [, megabytes = ''] = /client_max_body_size (\d+)m;/.exec(nginx) ?? []
    expect(Number(megabytes) * MB).toBeGreaterThan(largestBody)
    expect(largestBody).toBeGreaterThanOrEqual(10 * MB)
  })

  test('refuses in German and in the shape of the product’s own refusals', () => {
    const bodies = [...nginx.matchAll(/return (\d+) '(\{.*\})';/g)].map(([, status, body = '']) => [
      Number(status),
      ErrorReply.strict().parse(JSON.parse(body)).message,
    ])
    expect(bodies).toEqual([
      [503, 'Das System startet gerade neu. Bitte versuchen Sie es gleich noch einmal.'],
      [413, ERROR_TEXTS.tooLarge],
    ])
    expect(nginx).toMatch(/error_page 502 503 504 =503 \/proxy\/restart\.json;/)
    expect(nginx).toMatch(/error_page 413 \/proxy\/too-large\.json;/)
  })

  test('the manual’s command adds the second process', () => {
    const [, script = ''] = /sudo sed -i '([^']+)' \/etc\/nginx/.exec(manual) ?? []
    const { stdout } = spawnSync('sed', [script], { input: nginx, encoding: 'utf8' })
    expect(stdout.match(/^ {2}server 127\.0\.0\.1:300[01] max_fails=1 fail_timeout=10s;$/gm)).toHaveLength(2)
    expect(nginx.match(/^ {2}server 127\.0\.0\.1:300[01] max_fails=1 fail_timeout=10s;$/gm)).toHaveLength(1)
  })

  test('has its certificate, and leads to TLS', () => {
    expect(nginx).toMatch(/^ *ssl_certificate \S+;$/m)
    expect(nginx).toMatch(/^ *ssl_certificate_key \S+;$/m)
    expect(nginx).toContain('ssl_protocols TLSv1.2 TLSv1.3;')
    expect(nginx).toContain('return 301 https://')
  })

  test('writes no client address: not in its own format, and in no error log that holds requests', () => {
    const format = /log_format schulhof ([\s\S]*?);/.exec(nginx)?.[1] ?? ''
    expect(format).toContain('$uri')
    expect(format).not.toMatch(/\$(remote_|binary_remote|realip|proxy_add|http_|proxy_protocol)/)
    expect([...nginx.matchAll(/access_log (.*);/g)].map(([, rest]) => rest)).toEqual([
      'off',
      '/var/log/schulhof/access.log schulhof',
      'off',
      'off',
    ])
    for (const [, rest] of nginx.matchAll(/error_log (.*);/g))
      expect(rest).toMatch(/^(\/dev\/null|\/var\/log\/schulhof\/error\.log emerg)$/)
  })

  test('never sends a POST twice, and lets go of idle connections before a process that ends does', () => {
    expect(nginx).not.toContain('non_idempotent')
    expect(nginx).toContain('keepalive_timeout 1s;')
    expect(nginx.match(/max_fails=1 fail_timeout=10s;/g)).toHaveLength(2)
  })

  onlyWith('nginx', hasNginx && hasProgram('openssl', 'version'))('accepts the file (nginx -t)', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'schulhof-certificate-'))
    const names = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'chain.pem'), '-subj', '/CN=schule.example']
    spawnSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...names])
    const site = nginx
      .replaceAll(/\/etc\/letsencrypt\S+fullchain\.pem/g, join(folder, 'chain.pem'))
      .replaceAll(/\/etc\/letsencrypt\S+privkey\.pem/g, join(folder, 'key.pem'))
      .replaceAll(/^ *listen \[::\].*\n/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443', `listen 127.0.0.1:${await freePort()}`)
      .replace('127.0.0.1:3100', `127.0.0.1:${await freePort()}`)
    const { check, remove } = writeNginxFolder(site)
    const { status, said } = check()
    remove()
    rmSync(folder, { recursive: true })
    expect(status, said).toBe(0)
  })
})

describe('nginx in front of nothing', () => {
  let proxy: Awaited<ReturnType<typeof startNginx>> | undefined
  beforeAll(async () => {
    if (hasNginx) proxy = await startNginx([await freePort(), await freePort()], 1)
  })
  afterAll(() => proxy?.stop())

  onlyWith('nginx', hasNginx)('says in German that the system starts, and logs no address', async () => {
    const reply = await fetch(`${proxy?.url}/api/basedata`)
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('5')
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(ErrorReply.parse(await reply.json()).message).toContain('startet gerade neu')
    const log = readFileSync(join(proxy?.folder ?? '', 'log/access.log'), 'utf8')
    expect(log).toMatch(/^\S+ GET \/proxy\/restart\.json 503 |^\S+ GET \/api\/basedata 503 /m)
    expect(log.replaceAll(/127\.0\.0\.1:\d+/g, '')).not.toContain('127.0.0.1')
  })

  onlyWith('nginx', hasNginx)('says in German that an upload is too large', async () => {
    const reply = await fetch(`${proxy?.url}/api/admin/pupilImport`, { method: 'POST', body: Buffer.alloc(13 * MB) })
    expect([reply.status, await reply.json()]).toEqual([413, { message: ERROR_TEXTS.tooLarge }])
  })
})

test('the site that drills use is that of the manual, with two processes', () => {
  const site = siteOn({ processes: [1, 2], front: 3, plain: 4, ask: 5 }, 9)
  expect(site).toContain('server 127.0.0.1:1 max_fails=1 fail_timeout=9s;')
  expect(site).toMatch(/^ *server 127\.0\.0\.1:2 max_fails=1 fail_timeout=9s;$/m)
})

describe('systemd', () => {
  test('can be enabled, passes SIGTERM to the program alone and gives it time', () => {
    expect(unit).toContain('[Install]\nWantedBy=multi-user.target')
    expect(unit).toContain('KillMode=mixed')
    expect(Number(/TimeoutStopSec=(\d+)/.exec(unit)?.[1])).toBeGreaterThanOrEqual(60 + 8)
    expect(unit).toMatch(/^Environment=PORT=%i$/m)
    expect(unit).toMatch(/^ExecStart=\S+\/node .*server\/main\.ts$/m)
  })

  test.each([
    ...['ProtectSystem=strict', 'ProtectHome=yes', 'PrivateTmp=yes', 'NoNewPrivileges=yes', 'UMask=0077'],
    ...['PrivateUsers=yes', 'ProtectProc=invisible', 'SystemCallFilter=~@privileged @resources'],
  ])('is held by %s', (line) => expect(unit.split('\n')).toContain(line))

  test('may do nothing as root: no capability, no account but its own', () => {
    expect(unit.split('\n')).toContain('CapabilityBoundingSet=')
    expect(unit).toContain('User=schulhof')
  })

  onlyWith('systemd-analyze', hasSystemd)('accepts the file (systemd-analyze verify)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'schulhof-unit-'))
    const file = join(folder, 'schulhof@.service')
    const verify = (text: string) => {
      // systemd-analyze wants to see the program, which need not be installed here.
      writeFileSync(file, text.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
      return `${status} ${stderr}`
    }
    const good = verify(unit)
    const bad = verify(unit.replace('ProtectSystem', 'ProtectSytsem'))
    rmSync(folder, { recursive: true })
    expect(good).toBe('0 ')
    expect(bad).toContain('ProtectSytsem')
  })
})

test('nginx’s logs are kept for seven days', () => {
  expect(logrotate).toMatch(/^\/var\/log\/schulhof\/\*\.log \{$/m)
  for (const line of ['daily', 'rotate 7', 'maxage 7']) expect(logrotate).toMatch(new RegExp(`^ +${line}$`, 'm'))
})

test('a checkout changes only the folder of the unit', () => {
  const checkout = readDeployed('systemd/checkout.conf')
  expect(checkout).toMatch(/^ExecStart=$/m)
  const command = (text: string) => /^ExecStart=\S*\/node (.*)$/m.exec(text)?.[1]
  expect(command(checkout)).toBe(command(unit))
})

test('the manual names every file of deploy/', () => {
  const sites = ['nginx/schulhof.conf', 'caddy/Caddyfile']
  const service = ['systemd/schulhof@.service', 'systemd/checkout.conf', 'logrotate/schulhof', 'rolling-restart.sh']
  for (const file of [...sites, ...service, 'postgres/roles.sql', 'defaults.env'])
    expect(manual).toContain(`deploy/${file}`)
})
