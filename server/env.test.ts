import { describe, expect, test } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const secretKey = `k1:${'A'.repeat(43)}`

const faultsOf = (source: Record<string, string>) => {
  try {
    readEnv(source)
    return []
  } catch (error) {
    if (!(error instanceof EnvError)) throw error
    return error.faults.map((fault) => fault.split(':')[0])
  }
}

describe('the environment', () => {
  test('may be empty', () => {
    const env = readEnv({ HOME: '/home/anna', PORT: '', SMTP_URL: '' })
    expect(env).toMatchObject({ PORT: 3000, HOST: '127.0.0.1', APP_URL: 'http://localhost:3000', LOG_LEVEL: 'info' })
    expect(env).toMatchObject({ TRUST_PROXY: false, API_DOCS: false })
    // The figures are for this machine alone, unless somebody says otherwise.
    expect(env).toMatchObject({ METRICS_HOST: '127.0.0.1' })
    expect(env.SECRET_KEY).toBeUndefined()
  })

  test('names every fault at once and shows no value', () => {
    const source = {
      PORT: '70000',
      APP_URL: 'ftp://x',
      DATABASE_URL: 'mysql://planted',
      LOG_LEVEL: 'loud',
      SMTP_URL: 'smtp://h',
    }
    expect(faultsOf(source)).toEqual(['PORT', 'APP_URL', 'DATABASE_URL', 'LOG_LEVEL', 'SECRET_KEY', 'MAIL_FROM'])
    expect(() => readEnv(source)).toThrow(expect.not.stringContaining('planted'))
  })

  test.each([
    [{ PORT: '3.5' }, 'PORT'],
    [{ PORT: 'x' }, 'PORT'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
    [{ DATABASE_URL: 'postgres://h/d' }, 'SECRET_KEY'],
    [{ DATABASE_APP_URL: 'postgres://h/d' }, 'DATABASE_URL'],
    [{ SMTP_URL: 'smtp://h' }, 'MAIL_FROM'],
    [{ SMTP_URL: 'https://h', MAIL_FROM: 'a@b.de' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Schule <a@b.de>\r\nBcc: x@y.z' }, 'MAIL_FROM'],
    [{ IMAP_URL: 'pop3://konto:kennwort@h' }, 'IMAP_URL'],
    [{ API_DOCS: 'ja' }, 'API_DOCS'],
    [{ VIRUS_COMMAND: 'clamscan' }, 'VIRUS_COMMAND'],
    [{ PAPERS_MAX_MB: '0' }, 'PAPERS_MAX_MB'],
    [{ BACKUP_KEEP_DAYS: '0' }, 'BACKUP_KEEP_DAYS'],
    [{ DRAIN_SECONDS: '61' }, 'DRAIN_SECONDS'],
    [{ DRAIN_SECONDS: 'lange' }, 'DRAIN_SECONDS'],
  ])('%j is wrong in %s', (source, name) => {
    expect(faultsOf(source)).toEqual([name])
  })

  test.each([
    [{ PORT: '0' }, { PORT: 0 }],
    [{ APP_URL: 'https://schule.de/' }, { APP_URL: 'https://schule.de' }],
    [{ PORT: '81' }, { APP_URL: 'http://localhost:81' }],
    [{ TRUST_PROXY: 'true' }, { TRUST_PROXY: 1 }],
    [{ TRUST_PROXY: '0' }, { TRUST_PROXY: false }],
    [{ TRUST_PROXY: '2' }, { TRUST_PROXY: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { TRUST_PROXY: ['10.0.0.0/8', '::1'] }],
    [{}, { DRAIN_SECONDS: 0 }],
    [{ TRUST_PROXY: '1' }, { DRAIN_SECONDS: 2 }],
    [{ TRUST_PROXY: '1', DRAIN_SECONDS: '0' }, { DRAIN_SECONDS: 0 }],
    [{ DRAIN_SECONDS: '60' }, { DRAIN_SECONDS: 60 }],
    [{ API_DOCS: '1' }, { API_DOCS: true }],
    [{ DATA_DIR: '/srv/schule' }, { DATA_DIR: '/srv/schule' }],
    [{ DATA_DIR: '/srv/schule' }, { BACKUP_DIR: '/srv/schule/backups', BACKUP_KEEP_DAYS: 30 }],
    [{ DATABASE_URL: 'postgres://h/d', SECRET_KEY: secretKey }, { BACKUP_DIR: undefined }],
    [{ DATABASE_URL: 'postgres://h/d', SECRET_KEY: secretKey, BACKUP_DIR: '/mnt/b' }, { BACKUP_DIR: '/mnt/b' }],
    [{ XDG_DATA_HOME: '/srv' }, { DATA_DIR: '/srv/schulhof' }],
    [{ MAIL_FROM: 'Schule am Hof <a@b.de>' }, { MAIL_FROM: 'Schule am Hof <a@b.de>' }],
    [
      { DATABASE_URL: 'postgres://o@/schulhof?host=/run', SECRET_KEY: secretKey },
      { DATABASE_URL: 'postgres://o@/schulhof?host=/run', SECRET_KEY: [{ id: 'k1', bytes: Buffer.alloc(32) }] },
    ],
  ])('%j gives %j', (source, expected) => {
    expect(readEnv(source)).toMatchObject(expected)
  })

  test('the data folder lies outside the checkout', () => {
    expect(readEnv({ XDG_DATA_HOME: 'relative' }).DATA_DIR).toMatch(/^\/.*\.local\/share\/schulhof$/)
  })
})
