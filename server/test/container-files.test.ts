import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ErrorReply } from '#contract/error-reply.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { DEPLOY, readDeployed } from './nginx-process.ts'

const read = (file: string) => readFileSync(join(DEPLOY, '..', file), 'utf8')
const caddy = readDeployed('caddy/Caddyfile')
const dockerfile = read('Dockerfile')
const compose = read('compose.yaml')
const [, runStage = ''] = dockerfile.split(/^FROM \$\{RUN_IMAGE\}$/m)

describe('Caddy', () => {
  test('refuses in the words of nginx and in the shape of the product’s own refusals', () => {
    const said = (text: string, pattern: RegExp) =>
      [...text.matchAll(pattern)].map(([, body = '']) => ErrorReply.strict().parse(JSON.parse(body)).message).sort()
    const texts = said(caddy, /respond `(\{.*\})` \d+/g)
    expect(texts).toEqual(said(readDeployed('nginx/schulhof.conf'), /return \d+ '(\{.*\})';/g))
    expect(texts).toContain(ERROR_TEXTS.tooLarge)
    expect(caddy).toContain('max_size 12MB')
  })

  test('writes no access log, and leaves out the messages that name clients', () => {
    expect(caddy.match(/^\s*log\b.*$/gm)).toHaveLength(1)
    expect(caddy).toContain('exclude http.log.error http.handlers.reverse_proxy')
  })

  test('closes idle connections before a process that ends does, and sends nothing twice', () => {
    expect(caddy).toContain('keepalive 1s')
    expect(caddy).not.toMatch(/lb_try|lb_retries/)
  })
})

describe('the container', () => {
  test('runs under an account of its own, and only npm needs a network', () => {
    expect(runStage).toContain('\nUSER 10001:10001\n')
    expect(dockerfile).not.toMatch(/\b(apt-get|curl|wget)\b|^ADD /m)
    expect(dockerfile.match(/npm ci/g)).not.toBeNull()
    expect(runStage).not.toMatch(/npm/)
  })

  test('is well while the program is ready', () => {
    expect(runStage).toMatch(/HEALTHCHECK [\s\S]*\/readyz/)
  })

  test('gets nothing into its image that is secret or only lies on this machine', () => {
    const left = read('.dockerignore').trim().split('\n')
    for (const name of ['.git', '.env', 'data', 'node_modules', 'dist']) expect(left).toContain(name)
  })
})

describe('compose.yaml', () => {
  test('keeps the program on a read-only file system without any right of root', () => {
    for (const line of ['read_only: true', 'cap_drop: [ALL]', 'security_opt: ["no-new-privileges:true"]'])
      expect(compose).toContain(`    ${line}\n`)
  })

  test('opens only the proxy to the network', () => {
    expect(compose.match(/^ +ports:.*$/gm)).toEqual(['    ports: ["80:80", "443:443"]'])
  })

  test('has no password and no key of its own', () => {
    for (const name of ['OWNER_PASSWORD', 'APP_PASSWORD', 'SECRET_KEY', 'SCHULHOF_HOST'])
      expect(compose).toContain(`\${${name}:?}`)
    expect(compose).not.toMatch(/(PASSWORD|KEY): (?!\$\{)/)
  })

  test('gives the program the time it needs to end, and the roles of the manual', () => {
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1])).toBeGreaterThanOrEqual(60 + 8)
    expect(compose).toContain('./deploy/postgres/roles.sql:')
    expect(compose).toContain('./deploy/caddy/Caddyfile:')
  })
})
