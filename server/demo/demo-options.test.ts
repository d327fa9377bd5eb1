import { expect, test } from 'vitest'
import { DemoOptionsError, readDemoOptions } from './demo-options.ts'

test('without options the demo has a folder of its own beside the school', () => {
  const { env, anchor } = readDemoOptions([], { DATA_DIR: '/srv/schulhof' })
  expect(env).toMatchObject({ PORT: 3000, DATA_DIR: '/srv/schulhof-demo', APP_URL: 'http://localhost:3000' })
  expect(anchor).toBeUndefined()
})

test('anchor, port and folder can be chosen', () => {
  const { env, anchor } = readDemoOptions(['--anchor', '2026-11-20', '--port', '3111', '--data', '/tmp/somewhere'], {
    PORT: '80',
  })
  expect(env).toMatchObject({ PORT: 3111, DATA_DIR: '/tmp/somewhere', APP_URL: 'http://localhost:3111' })
  expect(anchor).toBe('2026-11-20')
})

test('the demo ignores the settings for the database, the mail server and the keys of the school', () => {
  const { env } = readDemoOptions([], {
    DATABASE_URL: 'postgres://owner@db/schulhof',
    SMTP_URL: 'smtp://mail.example.org',
    SECRET_KEY: 'not even a key',
  })
  expect([env.DATABASE_URL, env.SMTP_URL, env.SECRET_KEY]).toEqual([undefined, undefined, undefined])
})

test('its backups and its journal of erasures lie in its own folder, too', () => {
  const source = { DATA_DIR: '/srv/schulhof', BACKUP_DIR: '/srv/backups' }
  expect(readDemoOptions([], source).env).toMatchObject({
    BACKUP_DIR: '/srv/schulhof-demo/backups',
    ERASURE_JOURNAL: '/srv/schulhof-demo/backups/erasures.jsonl',
  })
  expect(readDemoOptions(['--data', '/tmp/somewhere'], source).env).toMatchObject({
    BACKUP_DIR: '/tmp/somewhere/backups',
    ERASURE_JOURNAL: '/tmp/somewhere/backups/erasures.jsonl',
  })
  expect(readDemoOptions([], { ...source, ERASURE_JOURNAL: '/srv/e.jsonl' }).env.ERASURE_JOURNAL).toBe('/srv/e.jsonl')
})

test.each([
  [['--anchor', '2026-02-30']],
  [['--anchor', 'heute']],
  [['--port', 'abc']],
  [['--colour', 'red']],
  [['2026-11-20']],
])('%j is refused with how to do it', (args) => {
  expect(() => readDemoOptions(args, {})).toThrow(DemoOptionsError)
  expect(() => readDemoOptions(args, {})).toThrow('npm run demo -- --anchor')
})
