import { describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#contract/dates.ts'
import {
  type Alarm,
  alarmsOf,
  DISK_CALM_SHARE,
  DISK_FULL_SHARE,
  isErasureLate,
  isWorkerIdle,
  MAIL_AGAIN_MS,
} from './systemstates.alarms.ts'
import type { SystemFacts } from './systemstates.facts.ts'
import { CALM_FACTS } from './systemstates.test-data.ts'

const NOW = new Date('2026-11-20T07:40:00.000Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms).toISOString()
const facts = (change: (calm: SystemFacts) => void) => {
  const changed = structuredClone(CALM_FACTS)
  change(changed)
  return changed
}
const keys = (changed: SystemFacts, open: Pick<Alarm, 'key' | 'subject'>[] = []) =>
  alarmsOf(changed, NOW, open).map(({ key }) => key)

test('a calm installation has no alarm', () => {
  expect(keys(CALM_FACTS)).toEqual([])
  expect(MAIL_AGAIN_MS).toBe(24 * HOUR_MS)
})

describe('the newest backup', () => {
  const made = (at: string | null) =>
    facts(({ backup, database }) => {
      if (backup) backup.newest = at ? { name: 'x', at, bytes: 1 } : null
      database.installed_at = ago(36 * HOUR_MS)
    })
  test('is an alarm once it is older than 36 hours, not at 36 hours', () => {
    expect(keys(made(ago(36 * HOUR_MS)))).toEqual([])
    expect(alarmsOf(made(ago(36 * HOUR_MS + 1)), NOW)).toEqual([
      { key: 'backup_old', subject: '', isOfMachine: true, since: ago(1) },
    ])
  })
  test('that was never made counts from the day of the installation', () => {
    expect(keys(made(null))).toEqual([])
    const old = made(null)
    old.database.installed_at = ago(36 * HOUR_MS + 1)
    expect(keys(old)).toEqual(['backup_old'])
  })
  test('of a clock that is ahead is no alarm', () => {
    expect(keys(made(ago(-HOUR_MS)))).toEqual([])
  })
  test('is no alarm of a machine that makes none', () => {
    const old = made(ago(1000 * HOUR_MS))
    old.backup = null
    expect(keys(old)).toEqual([])
  })
})

describe('mails', () => {
  const held = (ms: number) =>
    facts(({ database }) => {
      Object.assign(database.mails, { waiting: 3, since: ago(ms), held_since: ago(ms) })
    })
  test('are an alarm once they are held up for longer than an hour', () => {
    expect(keys(held(HOUR_MS))).toEqual([])
    expect(alarmsOf(held(HOUR_MS + 1), NOW)).toEqual([
      { key: 'mails_wait', subject: '', isOfMachine: false, since: ago(HOUR_MS + 1) },
    ])
  })
  test('that only their recipients hold back are none', () => {
    const one = held(100 * HOUR_MS)
    one.database.mails.held_since = null
    expect(keys(one)).toEqual([])
  })
})

test('each kind of failed job is an alarm of its own', () => {
  const failed = facts(({ database }) => {
    const one = { count: 1, since: ago(HOUR_MS), tried_at: ago(MINUTE_MS), failures: 3, is_given_up: false }
    database.jobs.failed = [
      { task: 'backup', ...one },
      { task: 'tidy_up', ...one },
    ]
  })
  expect(alarmsOf(failed, NOW)).toEqual([
    { key: 'job_failed', subject: 'backup', isOfMachine: false, since: ago(HOUR_MS) },
    { key: 'job_failed', subject: 'tidy_up', isOfMachine: false, since: ago(HOUR_MS) },
  ])
})

describe('a disk', () => {
  const full = (share: number) =>
    facts(({ disks }) => {
      for (const disk of disks) disk.used_share = share
    })
  const open: Pick<Alarm, 'key' | 'subject'>[] = [{ key: 'disk_full', subject: '/data' }]
  test('is an alarm above 90 %, not at 90 %', () => {
    expect(keys(full(DISK_FULL_SHARE))).toEqual([])
    expect(alarmsOf(full(0.9001), NOW)).toEqual([
      { key: 'disk_full', subject: '/data', isOfMachine: true, since: null },
    ])
  })
  test('ends its alarm at 88 %, so that it does not come and go', () => {
    expect(keys(full(0.9), open)).toEqual(['disk_full'])
    expect(keys(full(DISK_CALM_SHARE), open)).toEqual([])
    expect(keys(full(0.9), [{ key: 'disk_full', subject: '/other' }])).toEqual([])
  })
})

test('a worker counts as idle when a job is due for longer than a quarter of an hour', () => {
  const due = (ms: number) =>
    facts(({ database }) => {
      database.jobs.due_since = ago(ms)
    })
  expect(isWorkerIdle(CALM_FACTS, NOW)).toBe(false)
  expect(isWorkerIdle(due(15 * MINUTE_MS), NOW)).toBe(false)
  expect(isWorkerIdle(due(15 * MINUTE_MS + 1), NOW)).toBe(true)
})

test('the erasure is late after 36 hours, counted from the installation while it never ran', () => {
  const ran = (finished_at: string | null) =>
    facts(({ database }) => {
      database.tasks = finished_at ? [{ task: 'run_retention', finished_at, seconds: 1, failed_at: null }] : []
      database.installed_at = ago(36 * HOUR_MS)
    })
  expect(isErasureLate(ran(null), NOW)).toBe(false)
  expect(isErasureLate(ran(ago(36 * HOUR_MS)), NOW)).toBe(false)
  expect(isErasureLate(ran(ago(36 * HOUR_MS + 1)), NOW)).toBe(true)
})
