import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openMetrics } from '#server/watch/metrics.ts'
import { hasProgram } from './nginx-process.ts'
import { startTestApp, type TestApp } from './test-app.ts'

const FOLDER = join(import.meta.dirname, '../../deploy/watch')
const DAY_SECONDS = 24 * 3600
const read = (name: string) => readFileSync(join(FOLDER, name), 'utf8')

let app: TestApp
let names: Set<string>
beforeAll(async () => {
  app = await startTestApp()
  names = new Set(openMetrics(app.platform.state).names())
})
afterAll(() => app.stop())

/** Names of series that expressions use; those of a histogram have an ending, and `up` is Prometheus' own. */
const metricsIn = (expressions: readonly string[]) =>
  new Set(
    expressions
      .flatMap((text) => text.match(/\b(?:schulhof|nodejs|process)_\w+/g) ?? [])
      .map((name) => name.replace(/_(bucket|count|sum)$/, '')),
  )

const ruleExpressions = () => [...read('schulhof-alerts.yml').matchAll(/^ +expr: (.+)$/gm)].map(([, text = '']) => text)

const Dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string().min(1),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ refId: z.string(), expr: z.string() })).min(1),
    }),
  ),
})
const readDashboard = () => Dashboard.parse(JSON.parse(read('schulhof-dashboard.json')))

test('every metric that an alert rule names exists', () => {
  const expressions = ruleExpressions()
  expect(expressions.length).toBe((read('schulhof-alerts.yml').match(/- alert: /g) ?? []).length)
  expect([...metricsIn(expressions)].filter((name) => !names.has(name))).toEqual([])
  expect(metricsIn(expressions).size).toBeGreaterThan(8)
})

test('every metric that the dashboard shows exists', () => {
  const expressions = readDashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
  expect([...metricsIn(expressions)].filter((name) => !names.has(name))).toEqual([])
  expect(metricsIn(expressions).size).toBeGreaterThan(15)
})

test('every metric of the program’s own is shown on the dashboard or watched by a rule', () => {
  const used = metricsIn([
    ...ruleExpressions(),
    ...readDashboard().panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ])
  // Further facts that stand beside those: how long a task took, when a mail last left, free bytes, counts of processes.
  const beside = [
    'schulhof_task_seconds',
    'schulhof_mail_left_timestamp_seconds',
    'schulhof_disk_free_bytes',
    'schulhof_processes',
    'schulhof_backup_verified_timestamp_seconds',
    'schulhof_backup_copied_timestamp_seconds',
  ]
  const own = [...names].filter((name) => name.startsWith('schulhof_'))
  expect(own.filter((name) => !used.has(name) && !beside.includes(name))).toEqual([])
})

test('panels of the dashboard have numbers of their own and do not lie over each other', () => {
  const { panels } = readDashboard()
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
})

/** Facts of a moment in seconds, and which alarms Prometheus then raises. */
const MOMENTS: readonly [series: string, value: number, alert: string, fires: boolean][] = [
  ['schulhof_backup_timestamp_seconds{instance="a"}', 2 * DAY_SECONDS - 36 * 3600, 'SchulhofBackupOld', false],
  ['schulhof_backup_timestamp_seconds{instance="a"}', 2 * DAY_SECONDS - 36 * 3600 - 1, 'SchulhofBackupOld', true],
  // No backup was ever made: the installation is two days old.
  ['schulhof_backup_timestamp_seconds{instance="a"}', 0, 'SchulhofBackupOld', true],
  // A machine that makes none.
  ['schulhof_disk_used_ratio{holds="backups"}', 0, 'SchulhofBackupOld', false],
  ['schulhof_mails_held_since_seconds', 0, 'SchulhofMailsWait', false],
  ['schulhof_mails_held_since_seconds', 2 * DAY_SECONDS - 3600, 'SchulhofMailsWait', false],
  ['schulhof_mails_held_since_seconds', 2 * DAY_SECONDS - 3601, 'SchulhofMailsWait', true],
  ['schulhof_jobs_failed{task="backup"}', 0, 'SchulhofJobFailed', false],
  ['schulhof_jobs_failed{task="backup"}', 1, 'SchulhofJobFailed', true],
  ['schulhof_disk_used_ratio{holds="data"}', 0.9, 'SchulhofDiskFull', false],
  ['schulhof_disk_used_ratio{holds="data"}', 0.901, 'SchulhofDiskFull', true],
]

const hasPromtool = hasProgram('promtool')
if (!hasPromtool) process.stdout.write('watch-files: promtool is not installed; what it says is NOT checked here.\n')

/** The tool of Prometheus; throws with its words when it refuses. */
const promtool = (args: readonly string[], input = '') => {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, input, encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
  return `${stdout}${stderr}`
}

describe.runIf(hasPromtool)('Prometheus', () => {
  test('reads rules and settings', () => {
    expect(promtool(['check', 'rules', 'schulhof-alerts.yml'])).toContain('SUCCESS: 13 rules found')
    expect(promtool(['check', 'config', 'prometheus.yml'])).toContain('is valid prometheus config file syntax')
  })

  test('finds nothing to say against the names of the program’s own metrics', async () => {
    const { body } = await openMetrics(app.platform.state).text()
    const own = body.split('\n').filter((line) => /schulhof_/.test(line))
    promtool(['check', 'metrics'], `${own.join('\n')}\n`)
  })

  test.each(MOMENTS)('with %s at %d: %s fires is %s', (...[series, value, alert, fires]) => {
    const folder = mkdtempSync(join(tmpdir(), 'schulhof-rules-'))
    const rules = {
      rule_files: [join(FOLDER, 'schulhof-alerts.yml')],
      evaluation_interval: '5m',
      tests: [
        {
          interval: '5m',
          input_series: [
            { series, values: `${value}x576` },
            { series: 'schulhof_installed_timestamp_seconds{instance="a"}', values: '1x576' },
          ],
          promql_expr_test: [
            {
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) or vector(0)`,
              eval_time: '2d',
              exp_samples: [{ value: fires ? 1 : 0, labels: '{}' }],
            },
          ],
        },
      ],
    }
    // JSON is YAML, too.
    writeFileSync(join(folder, 'rules.json'), JSON.stringify(rules))
    promtool(['test', 'rules', join(folder, 'rules.json')])
    rmSync(folder, { recursive: true })
  })
})
