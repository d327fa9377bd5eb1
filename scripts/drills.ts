export interface Drill {
  name: string
  what: string
  /** Test files; `server/test/effort.ts` makes them larger than in `npm test`. Journeys where `isInBrowser`. */
  files: readonly string[]
  isInBrowser?: true
  /** The time limit of a single test in it. */
  minutes: number
}

/** Tests that take minutes. `npm test` runs the short form of each. */
export const DRILLS: readonly Drill[] = [
  {
    name: 'fuzz',
    what: '40 random calls of every endpoint, with a seed of its own',
    files: ['server/test/contract-fuzz.test.ts'],
    minutes: 5,
  },
  {
    name: 'crawl',
    what: '40 calls of every endpoint with ids of another school, for each role',
    files: ['server/test/tenant-crawl.test.ts'],
    minutes: 10,
  },
  {
    name: 'kills',
    what: 'kill -9 of server and PostgreSQL under writes, SIGTERM under reads',
    files: ['server/test/reliability.test.ts', 'server/db/embedded-postgres.test.ts'],
    minutes: 10,
  },
  {
    name: 'rolling-restart',
    what: 'two processes behind a proxy, restarted ten times under 50,000 requests: none fails, no write is lost',
    files: ['server/test/rolling-restart.test.ts'],
    minutes: 15,
  },
  {
    name: 'failover',
    what: 'PostgreSQL on three machines loses its leader ten times under writes: killed, hung, cut off, moved (needs patroni, etcd, haproxy)',
    files: ['server/test/failover.test.ts', 'server/test/unconfirmed-commit.test.ts'],
    minutes: 25,
  },
  {
    name: 'outage',
    what: 'a database that goes silent, with the real time limits, and a disk that is full ten times',
    files: [
      'server/test/silent-database.test.ts',
      'server/test/full-disk.test.ts',
      'server/jobs/worker-outage.test.ts',
    ],
    minutes: 5,
  },
  {
    name: 'import',
    what: 'an import of 10,000 rows whose process is killed or asked to end',
    files: ['server/domains/pupilimports/import-restart.test.ts'],
    minutes: 5,
  },
  {
    name: 'erasure',
    what: 'nights that erase 10,000 pupils, killed in the middle and run by two processes at once',
    files: ['server/domains/retentions/erasure-restart.test.ts'],
    minutes: 10,
  },
  {
    name: 'backup',
    what: 'backup and restore of 400 MB, interrupted and broken',
    files: ['server/backup/'],
    minutes: 5,
  },
  {
    name: 'package',
    what: 'the Debian package in a booted Debian: installed, upgraded from an older one, removed, purged (needs root)',
    files: ['scripts/package/'],
    minutes: 15,
  },
  {
    name: 'keys',
    what: '50,000 stored texts get a new key, killed 20 times; new keys and the way back of a locked-out admin under a running server',
    files: ['server/operator/rotate-keys.test.ts', 'server/operator/own-installation.test.ts'],
    minutes: 10,
  },
  {
    name: 'upgrade',
    what: 'an upgrade killed at eleven moments between backup and serving, with the way back after each',
    files: ['server/upgrade/upgrade-kills.test.ts'],
    minutes: 10,
  },
  {
    name: 'offsite',
    what: 'backups copied by rclone to an S3 server that refuses, stalls and dies',
    files: ['server/backup/offsite.test.ts'],
    minutes: 10,
  },
  {
    name: 'mailbox',
    what: 'notices of several mail servers read from Dovecot over TLS (needs dovecot: apt-get install dovecot-imapd)',
    files: ['server/mail/mailbox-drill.test.ts'],
    minutes: 3,
  },
  {
    name: 'release',
    what: 'two releases in a scratch copy: two builds equal byte by byte, the archive runs, migrations are frozen',
    files: ['scripts/release/release.test.ts'],
    minutes: 10,
  },
  {
    name: 'soak',
    what: '120,000 mixed calls to one server: no fault, memory and connections stay bounded',
    files: ['server/test/soak.test.ts'],
    minutes: 10,
  },
  {
    name: 'watch',
    what: 'rules and names of the metrics, judged by the tool of Prometheus (apt-get install prometheus)',
    files: ['server/test/watch-files.test.ts', 'server/watch/'],
    minutes: 2,
  },
  {
    name: 'accessibility',
    what: 'every state of the journeys looked at by a second engine (IBM), too',
    files: ['e2e/'],
    isInBrowser: true,
    minutes: 3,
  },
]

/** The drills with these names, or all when there are no names; throws for an unknown one. */
export const findDrills = (names: readonly string[]) => {
  const unknown = names.filter((name) => !DRILLS.some((drill) => drill.name === name))
  if (unknown.length > 0)
    throw new Error(`No such drill: ${unknown.join(', ')}. There are: ${DRILLS.map(({ name }) => name).join(', ')}`)
  return names.length === 0 ? DRILLS : DRILLS.filter(({ name }) => names.includes(name))
}
