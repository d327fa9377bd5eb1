import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { EnvError, readEnv } from '#server/env.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { runHook } from './run-hook.ts'

const folder = makeFolder()
afterAll(folder.remove)

let count = 0
const program = (script: string, mode = 0o755) => {
  count += 1
  const path = join(folder.path, `mein hook ${count}.sh`)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, mode)
  return path
}
const LONG_MS = 20_000
const run = (script: string, file = '/tmp/x.backup', ms = LONG_MS) => runHook(program(script), file, ms)

test('gets the path as its only argument and no shell in between', async () => {
  const file = '/tmp/a b; $(touch nothing) "x".backup'
  expect(await run('echo "$#: $1"', file)).toMatchObject({ isFine: true, message: `endete mit 0: 1: ${file}` })
})

test('knows none of our settings, and all others', async () => {
  process.env.SECRET_KEY = 'k1:geheim'
  process.env.DATABASE_URL = 'postgres://geheim'
  process.env.RCLONE_CONFIG = '/etc/rclone.conf'
  const { message } = await run('printenv SECRET_KEY; printenv DATABASE_URL; printenv RCLONE_CONFIG')
  for (const name of ['SECRET_KEY', 'DATABASE_URL', 'RCLONE_CONFIG']) delete process.env[name]
  expect(message).not.toContain('geheim')
  expect(message).toBe('endete mit 0: /etc/rclone.conf')
})

test('fails with its code and its last words, in one short line', async () => {
  const { isFine, message } = await run(
    'i=0; while [ $i -lt 500 ]; do echo "Zeile $i"; i=$((i+1)); done; echo "kein Zugang" >&2; exit 3',
  )
  expect(isFine).toBe(false)
  expect(message).toMatch(/^endete mit 3: … /)
  expect(message.length).toBeLessThan(650)
  expect(message).toContain('Zeile 499')
  expect(message).not.toContain('\n')
})

test('that hangs is ended with everything it started', async () => {
  const started = performance.now()
  const result = await run('sleep 300 & echo "pid $!"; wait', undefined, 300)
  expect(result).toMatchObject({
    isFine: false,
    message: expect.stringMatching(/^hat zu lange gedauert und wurde abgebrochen: pid \d+$/),
  })
  expect(performance.now() - started).toBeLessThan(LONG_MS / 2)
  const pid = Number(/\d+$/.exec(result.message)?.[0])
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('that does not listen to the request to end is ended by force', async () => {
  expect(await run('trap "" TERM; echo taub; while :; do sleep 1; done', undefined, 300)).toMatchObject({
    isFine: false,
    message: expect.stringContaining('abgebrochen'),
  })
}, 30_000)

test('that ends and leaves something running is over', async () => {
  const { isFine, message } = await run('sleep 300 & echo "pid $!"')
  expect(isFine).toBe(true)
  await expect.poll(() => isRunning(Number(/\d+$/.exec(message)?.[0]))).toBe(false)
})

test('that disappeared since the start is a failure, too', async () => {
  expect(await runHook('/nirgends/hook', '/tmp/x', LONG_MS)).toMatchObject({
    isFine: false,
    message: 'ließ sich nicht starten (ENOENT)',
  })
})

test.each([
  ['a relative path', () => 'hook.sh'],
  ['a file that is missing', () => '/nirgends/hook'],
  ['a file that may not be run', () => program('exit 0', 0o644)],
  ['a folder', () => folder.path],
  ['a command with arguments', () => `${program('exit 0')} --fast`],
])('is refused as a setting: %s', (_, path) => {
  expect(() => readEnv({ BACKUP_HOOK: path() })).toThrow(EnvError)
})

test('is accepted as a setting when it can be run', () => {
  const path = program('exit 0')
  expect(readEnv({ BACKUP_HOOK: path })).toMatchObject({
    BACKUP_HOOK: path,
    BACKUP_HOOK_MINUTES: 60,
    BACKUP_VERIFY_DAYS: 7,
    BACKUP_BEFORE_UPGRADE: true,
  })
  for (const [name, value] of [
    ['BACKUP_HOOK_MINUTES', '0'],
    ['BACKUP_VERIFY_DAYS', '-1'],
    ['BACKUP_BEFORE_UPGRADE', 'nein'],
  ])
    expect(() => readEnv({ [name as string]: value })).toThrow(`${name}: erwartet wird`)
})

/** A process that ended but that nobody has collected yet has ended. */
function isRunning(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
