import type { SystemFacts } from './systemstates.facts.ts'

/** An installation of a school where nothing is to be done. */
export const CALM_FACTS: SystemFacts = {
  at: '2026-11-20T07:40:00.000Z',
  database: {
    at: '2026-11-20T07:40:00.000Z',
    postgres: '18.4',
    database_bytes: 48_000_000,
    migration: '0041-system-state.sql',
    installed_at: '2026-08-01T08:00:00.000Z',
    mails: { waiting: 0, since: null, held_since: null, left_at: '2026-11-20T07:12:00.000Z' },
    jobs: { waiting: 0, due_since: null, failed: [] },
    tasks: [
      { task: 'backup', finished_at: '2026-11-20T01:30:09.000Z', seconds: 8.6, failed_at: null },
      { task: 'run_retention', finished_at: '2026-11-20T00:50:02.000Z', seconds: 1.9, failed_at: null },
    ],
  },
  processes: [{ version: '1.0.0', host: 'schule', pid: 77 }],
  backup: {
    folder: '/var/backups/schulhof',
    newest: { name: 'schulhof-2026-11-20T013000Z.backup', at: '2026-11-20T01:30:00.000Z', bytes: 12_000_000 },
    count: 30,
    verified_at: '2026-11-15T01:40:00.000Z',
    is_broken: false,
    copied_at: '2026-11-20T01:31:00.000Z',
    is_copy_missing: false,
    fault: null,
  },
  disks: [{ holds: 'data', folder: '/data', total_bytes: 100e9, free_bytes: 60e9, used_share: 0.4 }],
  has_mail_server: true,
  has_virus_check: true,
  process: {
    version: '1.0.0',
    node: '24.21.0',
    host: 'schule',
    pid: 77,
    started_at: '2026-11-18T05:00:00.000Z',
    memory_bytes: 180_000_000,
    loop_delay_ms: 1.2,
    pool: { open: 4, idle: 4, waiting: 0, max: 10 },
  },
}
